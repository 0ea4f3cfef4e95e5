import type { ESLint } from 'eslint';

/**
 * A file's text after it was fixed, with the suggestions taken that move a base which the file exports: nothing else of
 * what the command line writes is left to a person.
 */
export function moveExported({ output, messages }: ESLint.LintResult, before: string): string {
  const suggestions = messages.flatMap((message) => message.suggestions ?? []);
  const moves = suggestions.filter(({ messageId }) => messageId === 'exported').map(({ fix }) => fix);
  const last = moves.toSorted((one, other) => other.range[0] - one.range[0]);
  return last.reduce(
    (text, { range: [start, end], text: inserted }) => text.slice(0, start) + inserted + text.slice(end),
    output ?? before,
  );
}
