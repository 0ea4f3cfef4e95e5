import type { Change, RuleName } from '../src/catalogue/change.js';
import { changes } from '../src/catalogue/index.js';
import { pageOf } from '../src/catalogue/page.js';
import type { Finding } from '../src/migration/finding.js';
import { describeWaiting, listSome, withoutHiddenMethod } from '../src/migration/message.js';

/** What a rule says, by the id that ESLint's reports give: a finding's is that of its row. */
export type Messages = Readonly<Record<string, string>>;

/** What `context.report` takes to say something. */
export interface Said {
  readonly messageId: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Findings of rows that a project adds, whose ids nobody knows beforehand. */
const ofOwnCatalogues = { 'own-change': '{{says}}{{waiting}} ({{change}}) {{page}}' } as const;

/** A suggestion is no fix for one of these reasons. */
const suggestions = {
  assumption: '{{fix}}, having checked this: {{reason}}.',
  held: '{{fix}}, though it is held back by {{blockers}}.',
  'held-assumption': '{{fix}}, though it is held back by {{blockers}}, and having checked this: {{reason}}.',
} as const;

/** Only a base leaves its file. */
const ofBases = { exported: '{{fix}}, having checked those who import the base: they move with it.' } as const;

/** The rows that a rule may report: its own, and what is read of answers, though the row be about a request too. */
export function rowsOf(name: RuleName, rows: readonly Change[] = changes): readonly Change[] {
  return rows.filter(({ rule, answers = [] }) => {
    if (rule === name) return true;
    return name === 'no-v3-response' && rule !== 'review-v4-behavior' && answers.length > 0;
  });
}

/** Whether a rule has fixes: one whose rows all need a person has none. */
export function isFixable(name: RuleName): boolean {
  return rowsOf(name).some(({ certainty }) => certainty !== 'manual');
}

export function messagesOf(name: RuleName): Messages {
  const ofRows = rowsOf(name).map((row): [string, string] => [
    row.id,
    `{{says}}{{waiting}} (${row.id}) ${pageOf(row)}`,
  ]);
  return {
    ...Object.fromEntries(ofRows),
    ...ofOwnCatalogues,
    ...(isFixable(name) ? suggestions : {}),
    ...(name === 'no-v3-prefix' ? ofBases : {}),
  };
}

/** What a report of a finding says: the finding's message, put together by ESLint. */
export function sayFinding(messages: Messages, finding: Finding): Said {
  const { change, says, page } = finding;
  const data = { says, waiting: describeWaiting(finding) };
  return change in messages
    ? { messageId: change, data }
    : { messageId: 'own-change', data: { ...data, change, page } };
}

/** What a suggestion of a finding says. */
export function saySuggestion(finding: Finding): Said {
  const { reason, heldBy } = finding;
  const data = { fix: describeFix(finding), reason: reason ?? '', blockers: listSome(heldBy) };
  if (heldBy.length === 0) return { messageId: 'assumption', data };
  return { messageId: reason === null ? 'held' : 'held-assumption', data };
}

/** What a suggestion says to move a base that leaves its file. */
export function sayExported(finding: Finding): Said {
  return { messageId: 'exported', data: { fix: describeFix(finding) } };
}

function describeFix({ change, rule, replacement }: Finding): string {
  if (rule === 'no-v3-prefix') return 'Move the base to v4';
  return replacement === null ? `Apply ${change}` : `Change to \`${withoutHiddenMethod(replacement)}\``;
}
