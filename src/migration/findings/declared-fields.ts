import type { Evaluation } from '../../analysis/evaluate.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { findSentMembers } from '../../analysis/types/sent-types.js';
import { findTies } from '../../analysis/answers/ties.js';
import type { Fill, Tie, Ties } from '../../analysis/answers/ties.js';
import { sourceOf, toPlace } from '../../analysis/syntax/tree.js';
import { memberOf, shapeOf } from '../../analysis/types/type-shapes.js';
import type { TypeMember, TypeShape } from '../../analysis/types/type-shapes.js';
import type { Answer, Change } from '../../catalogue/change.js';
import { describeRequest } from '../../http/request.js';
import type { Place } from '../../http/text.js';
import type { Finding } from '../finding.js';
import type { Judged } from '../judge.js';
import { toPosition } from '../position.js';
import type { RenameField } from '../edits/rename-field.js';
import { answersTo, judgedOf } from './senders.js';
import type { Applied, Sites } from './senders.js';

/** A field that a type of the project declares, and that v4 sends under another name, in another form or not at all. */
export interface DeclaredField {
  readonly member: TypeMember;
  /** As rows have it: `statistics.build_artifacts_size`. */
  readonly name: string;
  readonly change: Change;
  readonly answer: Answer;
  /** Of the requests, those that the row speaks of. */
  readonly senders: readonly Judged[];
  readonly planned: PlannedField;
}

export interface PlannedField extends Pick<Finding, 'certainty' | 'reason' | 'edits'> {
  readonly says: string;
}

/**
 * The fields of types that are given to answers, and what is to be done about each.
 *
 * @param handled where fields are read that no type tells of, and that are renamed there, by name
 */
export function planDeclaredFields(
  evaluation: Evaluation,
  sites: Sites,
  handled: ReadonlyMap<string, readonly Place[]>,
  rename: RenameField,
): DeclaredField[] {
  const ties = findTies(evaluation);
  const requests = [...sites.judged.values()].flat().map(({ found }) => found);
  const planner: Planner = { sites, handled, rename, sent: findSentMembers(evaluation, requests) };
  return findNamed(evaluation, ties, sites).flatMap(({ member, name }) => {
    const all = ties.all.filter(({ shape }) => findMember(evaluation, shape, name)?.key === member.key);
    const field: Field = { member, name, ties: all, fills: fillsOf(ties, all), siblings: siblingsOf(all) };
    return planField(field, planner);
  });
}

interface Planner {
  readonly sites: Sites;
  readonly handled: ReadonlyMap<string, readonly Place[]>;
  readonly rename: RenameField;
  /** The fields that requests send whole, with all that their type declares. */
  readonly sent: ReturnType<typeof findSentMembers>;
}

interface Named {
  readonly member: TypeMember;
  readonly name: string;
}

/** Each declared field that a row speaks of, once. */
function findNamed(evaluation: Evaluation, { all }: Ties, sites: Sites): Named[] {
  const result = new Map<string, Named>();
  for (const { shape, answer } of all) {
    for (const name of namesIn(answer.requests, sites)) {
      const member = findMember(evaluation, shape, name);
      if (member !== null) result.set(`${name} ${member.tree.file}:${String(member.key.range[0])}`, { member, name });
    }
  }
  return [...result.values()];
}

function namesIn(requests: readonly FoundRequest[], sites: Sites): Set<string> {
  const judged = requests.flatMap((found) => judgedOf(found, sites));
  const v3 = judged.filter(({ version }) => version === 'v3');
  return new Set(
    v3.flatMap(({ found }) => fieldsOf(found, sites).flatMap(({ answer }) => Object.keys(answer.fields ?? {}))),
  );
}

/** What rows for review say is asked for at the request, whatever its type holds. */
function fieldsOf({ request }: FoundRequest, { rows }: Sites): readonly Applied[] {
  return answersTo(request, rows).filter(
    ({ change, answer }) =>
      answer.fields !== undefined && answer.body !== 'gone' && change.rule !== 'review-v4-behavior',
  );
}

function findMember(evaluation: Evaluation, shape: TypeShape, name: string): TypeMember | null {
  const [first = '', ...rest] = name.split('.');
  const member = memberOf(shape, first);
  if (member === null || rest.length === 0) return member;
  return member.type === null ? null : findMember(evaluation, shapeOf(evaluation, member.type), rest.join('.'));
}

function fillsOf({ fills }: Ties, ties: readonly Tie[]): Fill[] {
  return ties.flatMap(({ shape }) => shape.declarations.flatMap(({ node }) => fills.get(node) ?? []));
}

function siblingsOf(ties: readonly Tie[]): Set<string> {
  return new Set(ties.flatMap(({ shape }) => shape.members.map(({ name }) => name)));
}

// What is to be done

interface Field extends Named {
  readonly ties: readonly Tie[];
  readonly fills: readonly Fill[];
  /** What the type declares beside it. */
  readonly siblings: ReadonlySet<string>;
}

function planField(field: Field, planner: Planner): DeclaredField[] {
  const requests = field.ties.flatMap(({ answer }) => answer.requests);
  const rows = groupByRow(field.name, requests, planner.sites);
  return [...rows].flatMap(([change, { answer, senders }]): DeclaredField[] => {
    const to = answer.fields?.[field.name] ?? null;
    if (to !== null && field.siblings.has(to)) return [];
    const planned = planRow(field, { change, answer, senders }, planner);
    return [{ member: field.member, name: field.name, change, answer, senders, planned }];
  });
}

interface Row {
  readonly change: Change;
  readonly answer: Answer;
  readonly senders: readonly Judged[];
}

function groupByRow(name: string, requests: readonly FoundRequest[], sites: Sites): Map<Change, Omit<Row, 'change'>> {
  const rows = new Map<Change, { answer: Answer; senders: Judged[] }>();
  const judged = new Set(requests.flatMap((found) => judgedOf(found, sites)));
  for (const one of judged) {
    if (one.version !== 'v3') continue;
    for (const { change, answer } of fieldsOf(one.found, sites)) {
      if (!Object.hasOwn(answer.fields ?? {}, name)) continue;
      const row = rows.get(change) ?? { answer, senders: [] };
      if (!row.senders.includes(one)) row.senders.push(one);
      rows.set(change, row);
    }
  }
  return rows;
}

function planRow(
  { name, member, ties, fills }: Field,
  row: Row,
  { sites, handled, rename, sent }: Planner,
): PlannedField {
  const to = row.answer.fields?.[name] ?? null;
  const says = to === null ? `v4 does not send \`${name}\`.` : `v4 sends \`${to}\` for \`${name}\`.`;
  const refuse = (reason: string): PlannedField => ({ certainty: 'manual', reason, edits: [], says });
  const last = to?.split('.').at(-1) ?? null;
  const other = ties.flatMap(({ answer }) => answer.requests).find((found) => !isSaidOf(row, found, sites));
  if (other !== undefined)
    return refuse(`the type describes the answer to \`${describeRequest(other.request)}\` too, where v4 may differ`);
  const kind = describeKind(row, name);
  if (last === null || kind !== null) return refuse(kind ?? row.change.because);
  const [fill] = fills;
  if (fill !== undefined)
    return refuse(`${describeFill(fill)} fills the type too, and is no answer of GitLab's in sight`);
  const sender = sent.get(member.key);
  if (sender !== undefined)
    return refuse(
      `\`${describeRequest(sender.request)}\` sends values of the type, and its parameters have names of their own`,
    );
  const decorator = findNaming(member);
  if (decorator !== null) return refuse(`\`${decorator}\` may hand the name on to something else`);
  const from = name.split('.').at(-1) ?? name;
  const edits = rename({ field: toPlace(member.tree, member.key), from, to: last, handled: handled.get(name) ?? [] });
  return 'refusal' in edits ? refuse(edits.refusal) : { certainty: 'safe', reason: null, edits, says };
}

/** Whether a row says the same of every request that this one may be. */
function isSaidOf({ senders }: Row, found: FoundRequest, sites: Sites): boolean {
  const judged = judgedOf(found, sites);
  const services = new Set(senders.map(({ service }) => service));
  return judged.length > 0 && services.size === 1 && judged.every((one) => senders.includes(one));
}

/** Why it is more than another name; null if it is no more. */
function describeKind({ change, answer }: Row, name: string): string | null {
  const table = answer.values?.[name];
  if (table !== undefined) {
    const pairs = Object.entries(table).map(([from, value]) => `'${value}' for ${from}`);
    return `the values differ too (${pairs.join(', ')}), so the type and all that reads it change together`;
  }
  if (answer.reshaped?.includes(name) === true) return 'the value is of another kind';
  return change.certainty === 'manual' ? change.because : null;
}

function describeFill({ tree, node }: Fill): string {
  return `\`${tree.file}:${String(toPosition(tree.text, node.range[0]).line)}\``;
}

/** Decorators that say what a value may be, or that it comes from outside: to them the name means nothing more. */
const silent =
  /^@(?:Is[A-Z]\w*|Min\w*|Max\w*|Length|Matches|Contains|Equals|Allow|Validate\w*|Array\w*|Type|Expose|Exclude|Transform|Input|Prop)\b(?!.*\bname\s*:)/s;

function findNaming({ tree, node }: TypeMember): string | null {
  const decorators = 'decorators' in node ? node.decorators : [];
  const naming = decorators.map((decorator) => sourceOf(tree, decorator)).find((text) => !silent.test(text));
  return naming ?? null;
}

// What is read of a declared field

/** The declared field that is read: of its name, and of an answer to the same request. */
export function findDeclaring(fields: readonly DeclaredField[], name: string, judged: Judged): DeclaredField | null {
  return fields.find((field) => field.name === name && field.senders.includes(judged)) ?? null;
}

/** The type out of sight that an answer to a request is given; null if there is none. */
export function findHiddenType({ all }: Ties, judged: Judged, sites: Sites): string | null {
  const hidden = all.find(
    ({ shape, answer }) =>
      shape.missing.length > 0 && answer.requests.some((found) => judgedOf(found, sites).includes(judged)),
  );
  return hidden?.shape.missing[0] ?? null;
}
