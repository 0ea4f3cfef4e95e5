import type { Project } from '../../analysis/project.js';
import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { isGuarded } from '../../analysis/service/guards.js';
import { findKeptReads, findReads } from '../../analysis/answers/reads.js';
import type { Read } from '../../analysis/answers/reads.js';
import { findBareBodies } from '../../analysis/answers/bare-bodies.js';
import { findHandedBodies, findHandedStatuses } from '../../analysis/answers/handed-statuses.js';
import { findTemplateReads } from '../../analysis/answers/template-reads.js';
import type { TemplateRead } from '../../analysis/answers/template-reads.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { enclosingFunction, sourceOf, toPlace } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { isJsonParse } from '../../analysis/answers/calls.js';
import type { Change } from '../../catalogue/change.js';
import { describeRequest } from '../../http/request.js';
import type { Place } from '../../http/text.js';
import { findTies } from '../../analysis/answers/ties.js';
import type { Ties } from '../../analysis/answers/ties.js';
import { findDeclaring, findHiddenType, planDeclaredFields } from './declared-fields.js';
import type { DeclaredField } from './declared-fields.js';
import type { Finding } from '../finding.js';
import type { Sight } from './identify.js';
import { speak } from '../message.js';
import type { Judged } from '../judge.js';
import { isServingBoth, planRead } from '../edits/plan-read.js';
import type { PlannedRead } from '../edits/planned-read.js';
import type { RenameField } from '../edits/rename-field.js';
import {
  answersTo,
  groupBySite,
  hasHiddenMethod,
  sendersAmong,
  sendersOf,
  sendersThrough,
  toAsking,
  toSite,
} from './senders.js';
import type { Sites } from './senders.js';
import type { Claim } from '../settle.js';

/**
 * What clients read of answers, and what types say of them, where v4 answers differently.
 *
 * @param judged the requests whose route is in sight
 * @param others those to other services
 */
export function claimReads(
  judged: readonly Judged[],
  others: readonly Judged[],
  { evaluation, rows }: Sight,
  rename: RenameField,
): Claim[] {
  if (judged.length === 0 && evaluation.project.others === undefined) return [];
  const sites = groupBySite(judged, others, rows);
  const reads = evaluation.project.files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    return tree === null ? [] : findReads(evaluation, tree);
  });
  const claimed = [...reads, ...findBare(evaluation, judged, sites)].flatMap((read) => {
    const senders = sendersOf(read.requests, sites);
    return senders.length === 0
      ? [...claimThrough(read, sites), ...claimAmong(read, sites)]
      : claimRead(read, senders, sites);
  });
  const handled = placesByName(claimed);
  const fields = planDeclaredFields(evaluation, sites, handled, renameTogether(rename, handled, evaluation.project));
  const open = claimed.flatMap((one) => withDeclared(one, fields, findTies(evaluation), sites));
  const inTemplates = evaluation.project.files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    return tree === null ? [] : findTemplateReads(evaluation, tree);
  });
  return [
    ...fields.flatMap(claimField),
    ...withoutRepeatedBodies(open).map(toClaim),
    ...inTemplates.flatMap((read) => claimInTemplate(read, sites)),
    ...claimKept(evaluation, judged, sites),
    ...claimHandedOn(evaluation, sites),
  ];
}

/** The bodies that are made a text or a number as they are, in the files that ask for what v4 answers without a body. */
function findBare(evaluation: Evaluation, judged: readonly Judged[], { rows }: Sites): Read[] {
  const asking = judged.filter(
    ({ found, version }) =>
      version === 'v3' && answersTo(toAsking(found.request), rows).some(({ answer }) => answer.body === 'gone'),
  );
  const bare = new Set(asking.map(({ found }) => found.tree));
  return [...bare].flatMap((tree) => findBareBodies(evaluation, tree));
}

const handedOn = 'a function hands the status on: look whether it is that of this answer';

/** A status that is compared, or a body that is parsed, where a function of the project has handed it on is told, and never edited. */
function claimHandedOn(evaluation: Evaluation, sites: Sites): Claim[] {
  const reads = evaluation.project.files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    if (tree === null) return [];
    return [...findHandedStatuses(evaluation, tree), ...findHandedBodies(evaluation, tree).filter(mayFail)];
  });
  return reads.flatMap((read) => {
    const senders = sendersOf(read.requests, sites);
    const claimed = senders.length === 0 ? claimThrough(read, sites) : claimRead(read, senders, sites);
    return claimed.map((each) => toClaim(toManual(each, read.kind === 'body' ? handed : handedOn)));
  });
}

const kept = 'what ties it to the answer is names alone: look whether it is that answer';
const disputed = 'it may be the answer to another request too';
const unsure = 'it may be something else, or the answer to another request';
const hidden = 'the method of the request is out of sight: look whether it asks for what is read';
const wrapped = 'what it comes by from the answer is out of sight: look whether it is read of that answer';

const handed = 'it is given to the function that reads it: look whether all who call that give it such an answer';

const byValue = 'the name of the field is a value: look what else is read by it';

const described = 'a schema asks for it, or leaves it out: change it together with all that reads what comes of it';

function reasonFor(read: Read): string {
  if (read.described === true) return described;
  if (read.wrapped === true) return wrapped;
  if (read.byValue === true) return byValue;
  if (read.disputed === true) return unsure;
  return read.handed === true ? handed : kept;
}

/** What is read of what may be an answer that was kept is told, and never edited. */
function claimKept(evaluation: Evaluation, judged: readonly Judged[], sites: Sites): Claim[] {
  const names = evaluation.project.others === undefined ? renamedFields(judged, sites) : allRenamedFields(sites);
  if (names.size === 0) return [];
  const reads = evaluation.project.files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    return tree === null ? [] : findKeptReads(evaluation, tree, names);
  });
  const claims = reads.flatMap((one) => {
    const read = sendersOf(one.requests, sites).length > 0 ? one : { ...one, disputed: true as const };
    const senders = sendersAmong(read.requests, sites);
    return claimRead(read, senders, sites).map((claimed) => toClaim(toManual(claimed, reasonFor(read))));
  });
  const toKey = ({ finding: { change, place } }: Claim): string => `${change} ${place.file}:${String(place.start)}`;
  return [...new Map(claims.map((claim) => [toKey(claim), claim])).values()];
}

/** The last names of the fields that v4 has not, or has under other names, in the answers to some requests. */
function renamedFields(judged: readonly Judged[], { rows }: Sites): Set<string> {
  const fields = judged.flatMap(({ found, version }) =>
    version === 'v3'
      ? answersTo(toAsking(found.request), rows).flatMap(({ answer }) => Object.keys(answer.fields ?? {}))
      : [],
  );
  return toLastNames(fields);
}

/** Those of any request: it may stand in another part of the project. */
function allRenamedFields({ rows }: Sites): Set<string> {
  return toLastNames(rows.flatMap(({ answers = [] }) => answers.flatMap(({ fields }) => Object.keys(fields ?? {}))));
}

function toLastNames(fields: readonly string[]): Set<string> {
  return new Set(fields.flatMap((field) => field.split('.').at(-1) ?? []));
}

const inTemplate = 'a template reads it, where nothing is edited';

/** What a component's template reads is told, once for each row and part of the template. */
function claimInTemplate({ place, name, requests }: TemplateRead, sites: Sites): Claim[] {
  const claims = sendersOf(requests, sites).flatMap((judged) =>
    answersTo(toAsking(judged.found.request), sites.rows).flatMap(({ change, answer: { fields = {} } }): Claim[] => {
      if (!Object.hasOwn(fields, name)) return [];
      const to = fields[name] ?? null;
      const says = to === null ? `v4 does not send \`${name}\`.` : `v4 sends \`${to}\` for \`${name}\`.`;
      const planned: Planned = { certainty: 'manual', reason: inTemplate, edits: [], place, says };
      return [{ finding: toFinding(judged, change, planned), row: change, judged, ofAnswer: true }];
    }),
  );
  return [...new Map(claims.map((claim) => [claim.finding.change, claim])).values()];
}

/** A row that asks for a look at a request asks at the reads of its answer instead, where these are in sight. */
export function withReads(claims: readonly Claim[], reads: readonly Claim[]): Claim[] {
  const asked = new Map<FoundRequest, Set<string>>();
  for (const { finding, judged } of reads)
    asked.set(judged.found, (asked.get(judged.found) ?? new Set()).add(finding.change));
  const isRead = ({ finding, judged }: Claim): boolean =>
    finding.rule === 'review-v4-behavior' && asked.get(judged.found)?.has(finding.change) === true;
  return [...claims.filter((claim) => !isRead(claim)), ...reads];
}

// Reads

/** What is to be done about a read of the answer to a request. */
interface Claimed {
  readonly read: Read;
  readonly judged: Judged;
  readonly change: Change;
  readonly planned: PlannedRead;
}

/** All requests that it may answer must ask for the same, and be GitLab's as surely; else a person decides. */
function claimRead(read: Read, senders: readonly Judged[], sites: Sites): Claimed[] {
  const plans = senders.map((judged) => planFor(read, judged, sites));
  const [first] = plans;
  const agreed =
    plans.every((plan) => JSON.stringify(plan) === JSON.stringify(first)) &&
    senders.every(({ service }) => service === senders[0]?.service);
  return senders.flatMap((judged, index) =>
    [...(plans[index] ?? [])]
      .filter(([, planned]) => read.type === null || (agreed && !planned.gone))
      .map(([change, planned]) => ({ read, judged, change, planned: agreed ? planned : toDisputed(planned) }))
      .map((claimed) => (hasHiddenMethod(judged.found.request) ? toManual(claimed, hidden) : claimed)),
  );
}

/**
 * What a wrapper reads of all its answers, where one of them makes it fail or has the field under another name: one
 * finding for each row, at the read.
 */
function claimThrough(read: Read, sites: Sites): Claimed[] {
  const isField = read.kind === 'field' && read.type === null;
  if (!isField && !mayFail(read)) return [];
  const claimed = new Map<Change, Claimed>();
  for (const judged of sendersThrough(read.requests, sites)) {
    for (const [change, planned] of planFor(read, judged, sites))
      if (!claimed.has(change))
        claimed.set(change, {
          read,
          judged,
          change,
          planned: !isField && planned.certainty === 'manual' ? planned : toDisputed(planned),
        });
  }
  return [...claimed.values()];
}

/** A field of what a call answers that may send one of several requests, of which only some are GitLab's, or its status. */
function claimAmong(read: Read, sites: Sites): Claimed[] {
  if ((read.kind !== 'field' && read.kind !== 'status') || read.type !== null) return [];
  return claimRead(read, sendersAmong(read.requests, sites), sites).map((claimed) => toManual(claimed, disputed));
}

/** A status, or a body that must be JSON, in a function that says nothing of answers without content. */
function mayFail({ tree, node, kind, name, type }: Read): boolean {
  if (type !== null) return false;
  if (kind === 'status' || kind === 'event') return true;
  const owner = enclosingFunction(tree, node);
  return (
    kind === 'body' &&
    (name === 'json' || name === '' || isParsed(tree, node)) &&
    !/\b204\b/.test(sourceOf(tree, owner ?? tree.program))
  );
}

/** `JSON.parse(xhr.responseText)`. */
function isParsed(tree: Tree, name: Node): boolean {
  const member = tree.parents.get(name);
  const call = member?.type === 'MemberExpression' ? tree.parents.get(member) : undefined;
  return call?.type === 'CallExpression' && isJsonParse(tree, call.callee);
}

function toDisputed(planned: PlannedRead): PlannedRead {
  return { ...planned, certainty: 'manual', reason: disputed, edits: [] };
}

/** What each row asks for; a row that speaks of several routes asks once. */
function planFor(read: Read, { found }: Judged, { rows }: Sites): [Change, PlannedRead][] {
  const plans = new Map<Change, PlannedRead>();
  for (const { change, answer } of answersTo(toAsking(found.request), rows)) {
    const planned = plans.has(change) ? null : planRead(read, change, answer);
    if (planned !== null) plans.set(change, planned);
  }
  return [...plans];
}

function toClaim({ read, judged, change, planned }: Claimed): Claim {
  const finding = toFinding(judged, change, planned);
  const guarded = judged.guarded || isServingBoth(read, planned) || isInVersionArm(read, judged.found);
  return { finding, row: change, judged: guarded ? { ...judged, guarded } : judged, ofAnswer: true };
}

function isInVersionArm({ tree, node }: Read, found: FoundRequest): boolean {
  return isGuarded({ ...found, tree, node, chain: [] }, { isFile: () => false, treeOf: () => null });
}

type Planned = Pick<PlannedRead, 'certainty' | 'reason' | 'edits' | 'place' | 'says'>;

export function toFinding(judged: Judged, change: Change, { certainty, reason, edits, place, says }: Planned): Finding {
  const why = certainty === 'safe' ? null : (reason ?? change.because);
  return {
    change: change.id,
    rule: change.rule === 'review-v4-behavior' ? change.rule : 'no-v3-response',
    certainty,
    place,
    ...speak(change, certainty, { read: says, form: null, reason: why }),
    request: describeRequest(judged.found.request),
    replacement: null,
    reason: why,
    edits,
    joint: false,
    transaction: null,
    heldBy: [],
    after: [],
    elsewhere: [],
    from: [],
  };
}

/** Where a body is missing, whatever is read of it is missing: one finding for each request says so. */
function withoutRepeatedBodies(claimed: readonly Claimed[]): Claimed[] {
  const seen = new Map<string, number>();
  return claimed.filter(({ judged, change, planned: { gone, place } }) => {
    if (!gone) return true;
    const key = `${change.id} ${place.file} ${toSite(judged.found)}`;
    const first = seen.get(key) ?? place.start;
    seen.set(key, first);
    return first === place.start;
  });
}

// Types

/** Where fields are read and the edit is made there, by the field's name. */
function placesByName(claimed: readonly Claimed[]): Map<string, Place[]> {
  const result = new Map<string, Place[]>();
  for (const { read, planned } of claimed) {
    if (read.type !== null || planned.edits.length === 0) continue;
    const places = result.get(read.name) ?? [];
    places.push(toPlace(read.tree, read.node));
    result.set(read.name, places);
  }
  return result;
}

/** A field is renamed in all files, and spares what is edited where it is read: in other parts of the project too. */
function renameTogether(
  rename: RenameField,
  handled: ReadonlyMap<string, readonly Place[]>,
  { others }: Project,
): RenameField {
  for (const name of handled.keys()) others?.offer('field read', name.split('.').at(-1) ?? name);
  return (wanted) => {
    others?.ask('field read', wanted.from);
    return rename(wanted);
  };
}

/** A field that a type declares changes there, with all that reads it, or not at all. */
function withDeclared(claimed: Claimed, fields: readonly DeclaredField[], ties: Ties, sites: Sites): Claimed[] {
  const { read, judged, planned } = claimed;
  if (read.kind !== 'field' || planned.edits.length === 0) return [claimed];
  const field = findDeclaring(fields, read.name, judged);
  const hidden = field === null ? findHiddenType(ties, judged, sites) : null;
  if (field === null) return hidden === null ? [toGuess(claimed)] : [toManual(claimed, toHidden(hidden))];
  const place = toPlace(read.tree, read.node);
  if (field.planned.edits.some((edit) => isWithin(edit, place))) return [];
  return field.planned.edits.length > 0 ? [toGuess(claimed)] : [toManual(claimed, toDeclared(field))];
}

function isWithin({ file, start, end }: Place, place: Place): boolean {
  return file === place.file && place.start <= start && end <= place.end;
}

function toHidden(type: string): string {
  return `its type \`${type}\` is declared out of sight, and has to say the same`;
}

function toDeclared({ member }: DeclaredField): string {
  const owner = member.owner === null ? 'its type' : `\`${member.owner}\``;
  return `the field is declared by ${owner}, which has to change with it`;
}

function toManual(claimed: Claimed, reason: string): Claimed {
  const { read, planned } = claimed;
  const place = toPlace(read.tree, read.node);
  return { ...claimed, planned: { ...planned, certainty: 'manual', reason, edits: [], place } };
}

/** What only a type says is an assumption. */
function toGuess(claimed: Claimed): Claimed {
  const { read, planned } = claimed;
  if (read.type === null || planned.certainty !== 'safe') return claimed;
  const reason = `what is read is an answer, as its type \`${read.type}\` says`;
  return { ...claimed, planned: { ...planned, certainty: 'suggestion', reason } };
}

function claimField({ member, change, senders, planned }: DeclaredField): Claim[] {
  const place = toPlace(member.tree, member.key);
  return senders.map((judged) => ({
    finding: toFinding(judged, change, { ...planned, place }),
    row: change,
    judged,
    ofAnswer: true,
  }));
}
