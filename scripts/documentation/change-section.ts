import type { Certainty, Change, RuleName } from '../../src/catalogue/change.js';
import type { Example } from './examples.js';

const atMost: Readonly<Record<Certainty, string>> = {
  safe: 'a fix, where everything about the request is in sight; otherwise a suggestion or a report',
  suggestion: 'a suggestion, since it rests on an assumption',
  manual: 'a report: a person must decide',
};

const settled: Readonly<Record<Example['by'], string>> = { fix: 'Fixed', person: 'As a person may settle it' };

/** What a rule's page says of a row. The heading is the row's id, and so its anchor. */
export function toSection(change: Change, examples: readonly Example[]): string {
  const { id, release, rule, certainty, says, because, source, message } = change;
  return [
    `### ${id}`,
    `${toSentence(says)} ${because}`,
    toRequests(change),
    ...examples.map((example) => toCode(example, rule)),
    [
      `- **What to do**: ${message}`,
      `- **At most**: ${atMost[certainty]}.`,
      `- **Source**: ${toSentence(source)} Since GitLab ${release}.`,
    ].join('\n'),
  ].join('\n\n');
}

/** Rows about answers and their meaning show the request all the same: it tells which answer they speak of. */
function toRequests(change: Change): string {
  const { before, after } = change.example;
  if (before === after) return `\`${before}\`: ${describeSame(change)}.`;
  return ['| v3 | v4 |', '| --- | --- |', `| \`${before}\` | ${toCell(after)} |`].join('\n');
}

/** What v4 makes of a request that it has as v3 had it. */
export function describeSame({ needed = [] }: Change): string {
  if (needed.length > 0) return `the same request, with ${needed.map((name) => `\`${name}\``).join(', ')}`;
  return 'the same request, another answer or meaning';
}

/** A request in a table; null where v4 has none. */
export function toCell(request: string | null): string {
  return request === null ? 'none' : `\`${request}\``;
}

function toCode({ shows, by, language, before, after }: Example, rule: RuleName): string {
  const reported = shows === 'request' ? 'Reported' : `Reported where the answer is read${describeReader(rule)}`;
  return [`${reported}:`, toBlock(language, before), `${settled[by]}:`, toBlock(language, after)].join('\n\n');
}

/** What is read of an answer is another rule's, unless all of the row is for review. */
function describeReader(rule: RuleName): string {
  if (rule === 'no-v3-response' || rule === 'review-v4-behavior') return '';
  return ', by [no-v3-response](no-v3-response.md)';
}

function toBlock(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
