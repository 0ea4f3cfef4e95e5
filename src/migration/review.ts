import type { Place } from '../http/text.js';
import { precedesBase } from './choose.js';
import type { Choice } from './choose.js';
import type { Finding } from './finding.js';
import type { Fix, Migration, Step } from './rounds.js';

/** What a person says of a fix: `all` and `none` are meant of all fixes of the same change. */
export type Answer = 'yes' | 'no' | 'all' | 'none' | 'quit';

/** Fixes that are made or left as one, since they have an edit in common. */
export interface Question {
  /** At least one; the first is what the question is about. */
  readonly fixes: readonly Fix[];
  /** The text that the findings' places count in. */
  readonly text: Step['text'];
  /** The base that it stands behind; null if no base moves with it. */
  readonly base: QuestionBase | null;
  /** From 1, of all that are open. */
  readonly number: number;
  readonly of: number;
}

/** Fixes that are made together or not at all. */
export interface QuestionBase {
  readonly transaction: string;
  /** Where its version stands; null if that is not to move. */
  readonly place: Place | null;
  /** How many questions there are about it, this one included. */
  readonly questions: number;
  /** A no to this one leaves all of it. */
  readonly waits: boolean;
}

/** What was said so far. */
export interface Answers {
  /** The fixes that were accepted, by `keyOf`. */
  readonly accepted: ReadonlySet<string>;
  readonly refused: readonly Refusal[];
  readonly changes: ReadonlyMap<string, 'yes' | 'no'>;
  /** Nothing more is asked; what was not accepted is left. */
  readonly quit: boolean;
}

/** Where nothing is to be fixed. */
interface Refusal extends Place {
  /** Only fixes of this change; null for any. */
  readonly change: string | null;
}

export const noAnswers: Answers = { accepted: new Set(), refused: [], changes: new Map(), quit: false };

/** What is fixed if nothing more is asked, and all that was not refused is taken for accepted. */
export function withAnswers(choice: Choice, answers: Answers): Choice {
  return { ...choice, isRefused: (finding) => isRefused({ finding, origin: finding.place }, answers) };
}

/**
 * What to ask next, base by base, the version of each last; empty if everything that the migration does was accepted.
 * Later fixes may depend on earlier ones, so those of one step are asked about before those of the next.
 */
export function listQuestions({ steps }: Migration, answers: Answers, choice: Choice): Question[] {
  for (const step of steps) {
    const groups = groupByEdit(step.fixes).map(byImportance);
    const open = groups.filter((fixes) => !fixes.every((fix) => answers.accepted.has(keyOf(fix))));
    if (open.length > 0) return toQuestions(sortByBase(open), step, choice);
  }
  return [];
}

/** What is known of a question before it is asked; null if it has to be. */
export function findAnswer({ fixes }: Question, { changes, quit }: Answers): Answer | null {
  if (quit) return 'no';
  return changes.get(fixes[0]?.finding.change ?? '') ?? null;
}

export function withAnswer(answers: Answers, { fixes }: Question, answer: Answer): Answers {
  const change = fixes[0]?.finding.change ?? '';
  if (answer === 'quit') return { ...answers, ...refuse(answers, fixes), quit: true };
  if (answer === 'yes') return { ...answers, ...accept(answers, fixes) };
  if (answer === 'no') return { ...answers, ...refuse(answers, fixes) };
  const changes = new Map([...answers.changes, [change, answer === 'all' ? 'yes' : 'no'] as const]);
  return { ...answers, ...(answer === 'all' ? accept(answers, fixes) : refuse(answers, fixes)), changes };
}

/**
 * With what was refused only after other fixes of its base were made: there nothing is to be fixed from the start, so
 * that the base waits as a whole. The same answers if there is nothing of that kind.
 */
export function withLate(answers: Answers, { late }: Migration): Answers {
  const known = new Set(answers.refused.filter(({ change }) => change === null).map(toText));
  const missing = late
    .map(({ file, start, end }) => ({ file, start, end, change: null }))
    .filter((one) => !known.has(toText(one)));
  return missing.length === 0 ? answers : { ...answers, refused: [...answers.refused, ...missing] };
}

function toText({ file, start, end }: Place): string {
  return JSON.stringify([file, start, end]);
}

function accept({ accepted }: Answers, fixes: readonly Fix[]): Pick<Answers, 'accepted'> {
  return { accepted: new Set([...accepted, ...fixes.map(keyOf)]) };
}

function refuse({ refused }: Answers, fixes: readonly Fix[]): Pick<Answers, 'refused'> {
  return { refused: [...refused, ...fixes.map(({ origin, finding: { change } }) => ({ ...origin, change }))] };
}

function isRefused(fix: Fix, { accepted, refused, changes }: Answers): boolean {
  const { origin, finding } = fix;
  if (refused.some((one) => (one.change ?? finding.change) === finding.change && overlaps(one, origin))) return true;
  return changes.get(finding.change) === 'no' && !accepted.has(keyOf(fix));
}

function overlaps(one: Place, other: Place): boolean {
  if (one.file !== other.file) return false;
  return (one.start < other.end && other.start < one.end) || (one.start === other.start && one.end === other.end);
}

/** The same fix in another run of the same files. */
function keyOf({ finding: { change, edits }, origin }: Fix): string {
  return JSON.stringify([change, origin.file, origin.start, origin.end, edits.map(({ text }) => text)]);
}

function groupByEdit(fixes: readonly Fix[]): Fix[][] {
  const known = new Map<string, Fix[]>();
  for (const fix of fixes) {
    const keys = fix.finding.edits.map((edit) => JSON.stringify(edit));
    const groups = new Set(keys.flatMap((key) => (known.has(key) ? [known.get(key) ?? []] : [])));
    const joined = [...[...groups].flat(), fix];
    for (const one of joined) for (const edit of one.finding.edits) known.set(JSON.stringify(edit), joined);
  }
  return [...new Set(known.values())];
}

/** The version of a base is the least of what is asked about together with it. */
function byImportance(fixes: readonly Fix[]): Fix[] {
  return [...fixes.filter((fix) => !isVersion(fix)), ...fixes.filter(isVersion)];
}

function isVersion({ finding: { rule } }: Fix): boolean {
  return rule === 'no-v3-prefix';
}

function sortByBase(groups: readonly Fix[][]): Fix[][] {
  const first = new Map<string, number>();
  const order = groups.map((group, index) => {
    const transaction = transactionOf(group);
    const base = transaction === null ? index : (first.get(transaction) ?? index);
    if (transaction !== null) first.set(transaction, base);
    return { group, base, last: group.some(isVersion) ? 1 : 0, index };
  });
  return order.toSorted((a, b) => a.base - b.base || a.last - b.last || a.index - b.index).map(({ group }) => group);
}

function transactionOf([fix]: readonly Fix[]): string | null {
  return fix?.finding.transaction ?? null;
}

function toQuestions(groups: readonly Fix[][], { text }: Step, choice: Choice): Question[] {
  return groups.map((fixes, index) => ({
    fixes,
    text,
    base: toBase(fixes, groups, choice),
    number: index + 1,
    of: groups.length,
  }));
}

function toBase(fixes: readonly Fix[], groups: readonly Fix[][], { partial }: Choice): QuestionBase | null {
  const transaction = transactionOf(fixes);
  if (transaction === null) return null;
  const own = groups.filter((group) => transactionOf(group) === transaction);
  const version = own.flat().find(isVersion);
  const waits = !partial && fixes.some(({ finding }: { finding: Finding }) => precedesBase(finding));
  return { transaction, place: version?.finding.place ?? null, questions: own.length, waits };
}
