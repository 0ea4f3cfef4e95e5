import { diffArrays } from 'diff';
import type { Before, Changes } from './changes.js';

/** The lines of a text that are new or changed, from 1; or all of them. */
export type ChangedLines = ReadonlySet<number> | 'all';

/** So many lines are compared; a text with more of them changed is another one. */
const mostEdits = 4000;

const none: ReadonlySet<number> = new Set();

/**
 * Tells which lines of files changed. Line ends don't count, since git may give them back in other ones.
 *
 * @param textOf what the lines are counted in
 */
export function openChangedLines(
  { before }: Changes,
  textOf: (file: string) => string | null,
): (file: string) => ChangedLines {
  const known = new Map<string, ChangedLines>();
  return (file) => {
    const lines = known.get(file) ?? compare(before(file), textOf(file) ?? '');
    known.set(file, lines);
    return lines;
  };
}

function compare(before: Before, text: string): ChangedLines {
  if (before.kind === 'same') return none;
  return before.kind === 'new' ? 'all' : findChangedLines(before.text, text);
}

/** Where lines were only taken out, those beside them count as changed: what they said of them is gone. */
export function findChangedLines(before: string, after: string): ChangedLines {
  const parts = diffArrays(toLines(before), toLines(after), { maxEditLength: mostEdits });
  if (parts === undefined) return 'all';
  const changed = new Set<number>();
  let line = 1;
  for (const [index, { added, removed, count }] of parts.entries()) {
    if (removed && parts[index + 1]?.added !== true) {
      changed.add(line - 1);
      changed.add(line);
    }
    if (added) for (let at = line; at < line + count; at += 1) changed.add(at);
    if (!removed) line += count;
  }
  return changed;
}

/** As the language ends them, so that positions count the same lines. */
function toLines(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|[\n\r\u2028\u2029]/);
}
