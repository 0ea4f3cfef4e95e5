import type { Certainty, Change } from '../../src/catalogue/change.js';
import type { Example } from './examples.js';

const remedies: Readonly<Record<Certainty, { readonly how: string; readonly after: string }>> = {
  safe: {
    how: 'a fix, where everything about the request is in sight; otherwise a suggestion or a report',
    after: 'Fixed',
  },
  suggestion: { how: 'a suggestion at most, since it rests on an assumption', after: 'With the suggestion' },
  manual: { how: 'a report: a person must decide', after: 'As a person may settle it' },
};

/** What a rule's page says of a row. The heading is the row's id, and so its anchor. */
export function toSection(change: Change, { language, before, after }: Example): string {
  const { id, release, certainty, says, because, source, message } = change;
  const remedy = remedies[certainty];
  return [
    `### ${id}`,
    `${toSentence(says)} ${because}`,
    toRequests(change),
    'Reported:',
    toCode(language, before),
    `${remedy.after}:`,
    toCode(language, after),
    [
      `- **What to do**: ${message}`,
      `- **At most**: ${remedy.how}.`,
      `- **Source**: ${toSentence(source)} Since GitLab ${release}.`,
    ].join('\n'),
  ].join('\n\n');
}

/** Rows about answers and their meaning show the request all the same: it tells which answer they speak of. */
function toRequests({ example: { before, after } }: Change): string {
  if (before === after) return `The request is written as before: \`${before}\`.`;
  return ['| v3 | v4 |', '| --- | --- |', `| \`${before}\` | ${toCell(after)} |`].join('\n');
}

/** A request in a table; null where v4 has none. */
export function toCell(request: string | null): string {
  return request === null ? 'none' : `\`${request}\``;
}

function toCode(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
