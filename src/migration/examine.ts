import { clients } from '../analysis/clients/index.js';
import { isEnvironmentFile } from '../analysis/environment.js';
import { createEvaluation } from '../analysis/evaluate.js';
import type { Evaluation } from '../analysis/evaluate.js';
import { toLeads } from '../analysis/requests/parameter-readers.js';
import type { Project } from '../analysis/project.js';
import { pathPlace } from '../analysis/requests/path-places.js';
import type { FoundRequest } from '../analysis/requests/found-request.js';
import { nameCalls } from '../analysis/service/unchosen.js';
import { symbolAt } from '../analysis/syntax/symbols.js';
import { textAround } from '../analysis/syntax/text-around.js';
import { toTree } from '../analysis/syntax/tree.js';
import type { Change } from '../catalogue/change.js';
import { withRows } from '../catalogue/index.js';
import type { Configuration } from '../configuration/configuration.js';
import { findRoutes } from '../http/route.js';
import { describeRequest, hasPath } from '../http/request.js';
import type { Version } from '../http/request.js';
import { translate, withVersion } from '../http/translate.js';
import type { Step } from '../http/translate.js';
import { isKnown, toKnown } from '../http/text.js';
import type { Place } from '../http/text.js';
import { claimReads, withReads } from './findings/answers.js';
import { tellingWhere } from './fault.js';
import type { Finding, Result, Unresolved } from './finding.js';
import { listDoubtful } from './findings/doubtful.js';
import { findChanges } from './findings/findings.js';
import { openOwn } from './findings/senders.js';
import { identify, unresolvedName } from './fingerprint.js';
import type { Found } from './fingerprint.js';
import { keyOfHole } from './findings/identify.js';
import type { Sight } from './findings/identify.js';
import { hostsOf, isBesideApi, isElsewhere } from './bases.js';
import { judgeRequests } from './judge.js';
import type { Judged } from './judge.js';
import { checkIgnores, isAcknowledged, listRemarks, settleOpen } from './comments/acknowledge.js';
import type { Comments } from './comments/acknowledge.js';
import { addToLedger, countAs, countOpen, countRequests } from './ledger.js';
import type { Entry } from './ledger.js';
import { assumePlacement, findCollisions, placeParameters, refuseCollision, withSent } from './findings/mocks.js';
import type { Translated } from './findings/mocks.js';
import { order } from './order.js';
import { claimFilters, listDocumentUnknowns } from './findings/documents.js';
import { tellInCode } from './findings/tell-in-code.js';
import { byPlace, toPosition } from './position.js';
import { claimReplies } from './findings/replies.js';
import { renameNothing } from './edits/rename-field.js';
import type { RenameField } from './edits/rename-field.js';
import { withReaders } from './findings/other-readers.js';
import type { Readers } from './findings/other-readers.js';
import { claimStatusTests } from './findings/status-tests.js';
import { shiftedOnce } from './findings/shifted-once.js';
import { SentForms } from './findings/sent-forms.js';
import { sparingSent } from './findings/sent-names.js';
import { hold } from './settle.js';
import type { Claim, Obstacle } from './settle.js';
import { listResourceInstances } from './findings/resource-instances.js';
import { listSinks } from './findings/sinks.js';
import { listStrayCalls } from './findings/stray-calls.js';
import { tellExceeded } from './findings/exceeded.js';
import { meetOthers } from './meet-others.js';
import { listHiddenBases, listSettings } from './findings/settings.js';
import { listPackages } from './findings/packages.js';
import { listTemplateAddresses } from './findings/template-addresses.js';
import { checkTodos } from './comments/todo.js';
import { holdsPath, isPattern, reasonOf, toUnresolved } from './findings/unresolved.js';

/**
 * Finds the requests of a project and what v4 changes about them, with the edits, settled. Touches no disk.
 *
 * @param rename renames fields of types; without it they are reported
 */
export function examine(project: Project, configuration: Configuration, rename: RenameField = renameNothing): Result {
  const examined = claimChanges(project, configuration, rename);
  const { relevant, rows, wanted, translated } = examined;
  const { findings, others, untold, unresolved, comments } = settleChanges(project, examined);
  const found = { findings, ...others, unresolved: unresolved.toSorted(byPlace) };
  const accepted = [...untold.keys()].map(({ place }) => ({ change: unresolvedName, place }));
  const own = relevant.filter(({ service }) => service !== 'unknown');
  const entries = toEntries(own, translated, wanted);
  const speaksV4 = knowTogether(
    project,
    'v4',
    own.some(({ version }) => version === 'v4'),
  );
  return {
    files: project.files.length,
    requests: new Set(entries.map(({ site }) => site)).size,
    ...identify(found, ({ place }) => symbolOf(project, place)),
    baselined: [],
    baselinedUnresolved: [],
    notices: [
      ...checkIgnores(comments, [...others.acknowledged, ...accepted], configuration),
      ...tellExceeded(examined.evaluation, own.length > 0),
      ...checkTodos(project, comments, [...findings, ...others.possible, ...others.guarded], rows, speaksV4),
    ].sort(byPlace),
    ledger: addToLedger(new Map(), [
      ...countOpen(findings),
      ...countAs(others.guarded, 'guarded'),
      ...countAs(others.acknowledged, 'acknowledged'),
      ...countRequests(entries, rows).filter(([id]) => !configuration.ignore.includes(id)),
    ]),
    errors: [],
  };
}

/** The name of what a place stands in; null in a file that has no tree. */
function symbolOf(project: Project, place: Place): string | null {
  const parsed = project.parse(place.file);
  return parsed === null ? null : symbolAt(toTree(parsed), place);
}

/** The text that is put together around a place; the place itself in a file that has no tree. */
function textAt(project: Project, place: Place): Place {
  const parsed = project.parse(place.file);
  return parsed === null ? place : textAround(toTree(parsed), place);
}

/** The findings that `examine` gives, where nobody asks for the rest. */
function findOpen(project: Project, configuration: Configuration): readonly Finding[] {
  return settleChanges(project, claimChanges(project, configuration, renameNothing)).findings;
}

/**
 * The open findings of code, which is all that ESLint reads: what stands in a file of settings is told in each file whose
 * requests it is about.
 */
export function findOpenInCode(project: Project, configuration: Configuration): readonly Finding[] {
  const toLine = ({ file, start }: Place): number => toPosition(project.parse(file)?.text ?? '', start).line;
  return findOpen(project, configuration).flatMap((finding) => tellInCode(finding, toLine));
}

/** What is left to do, and what is not, once comments have been heard and bases wait for what stands behind them. */
interface Settled {
  readonly findings: readonly Finding[];
  readonly others: Pick<Found, 'possible' | 'guarded' | 'acknowledged'>;
  /** The requests that nobody can tell about, and those of them that no comment has settled. */
  readonly untold: ReadonlyMap<Unresolved, readonly string[]>;
  readonly unresolved: readonly Unresolved[];
  readonly comments: Comments;
}

function settleChanges(project: Project, examined: Examined): Settled {
  const { all, wanted, read, evaluation } = examined;
  const toLine = ({ file, start }: Place) => toPosition(read(file), start).line;
  const toLabel = (place: Place, what: string) => `${place.file}:${String(toLine(place))} ${what}`;
  const called = all.map(({ found }) => found).filter(({ dispatched }) => dispatched !== true);
  const readers: Readers = { evaluation, calls: toLeads(called), known: new Map() };
  const comments = commentsOf(project, examined);
  const { groups, possible, ...others } = sortOut(
    wanted,
    all,
    comments,
    (one) => withReaders(one, readers),
    (place) => textAt(project, place),
  );
  const untold = listUntold(examined);
  const unresolved = new Map([...untold].filter(([{ place }]) => !isAcknowledged(unresolvedName, place, comments)));
  const settings = listSettings(all, (change, place) => isAcknowledged(change, place, comments));
  const obstacles = new Map([...toObstacles(unresolved, possible, examined), ...settings]);
  const findings = order(hold(toBases(groups), obstacles, toLabel).sort(byPlace), toLine);
  const aside = { ...others, possible: distinct(possible) };
  return { findings, others: aside, untold, unresolved: [...unresolved.keys()], comments };
}

function toObstacles(
  unresolved: ReadonlyMap<Unresolved, readonly string[]>,
  possible: readonly Claim[],
  { all, evaluation }: Examined,
): Map<Obstacle, readonly string[]> {
  const untold = [...unresolved].map(([{ place }, bases]) => [{ place, what: unresolvedName }, bases] as const);
  return new Map([...untold, ...listDoubtful(possible, all, evaluation)]);
}

/** What a project's requests are, and what is said of them before edits are settled. */
interface Examined {
  readonly evaluation: Evaluation;
  readonly configuration: Configuration;
  readonly rows: readonly Change[];
  /** All requests, and those that may be GitLab's. */
  readonly all: readonly Judged[];
  readonly relevant: readonly Judged[];
  readonly translated: readonly Translated[];
  /** What is said of requests. */
  readonly claims: readonly Claim[];
  /** What is said of requests and answers, without the rows that the configuration ignores. */
  readonly wanted: readonly Claim[];
  readonly read: (file: string) => string;
}

function claimChanges(project: Project, configuration: Configuration, rename: RenameField): Examined {
  const evaluation = createEvaluation(project, clients, configuration.clients);
  return tellingWhere(
    () => evaluation.budget.file,
    () => claimWithin(evaluation, configuration, rename),
  );
}

function claimWithin(evaluation: Evaluation, configuration: Configuration, rename: RenameField): Examined {
  const { project } = evaluation;
  const all = withSent(judgeRequests(evaluation, configuration));
  const read = (file: string): string => project.parse(file)?.text ?? '';
  const hasBase = knowTogether(
    project,
    'v3',
    all.some(({ service, found }) => service === 'gitlab' && found.request.version === 'v3'),
  );
  const hosts = hostsOf(all);
  const relevant = all.filter((judged) => isRelevant(judged, hasBase) && !isBesideApi(judged.found, hosts));
  const rows = withRows(configuration.catalogues);
  const translated = relevant.flatMap((judged) => translateJudged(judged, rows));
  const sight: Sight = { evaluation, rows, identified: identifiedHoles(translated), areOwn: openOwn(all, rows) };
  const claims = claimAll(translated, sight, read);
  const told = relevant.filter((judged) => reasonOf(judged) === null);
  const others = all.filter(({ service }) => service === 'other');
  const reads = [
    ...claimReads(told, others, sight, sparingSent(rename, all, claims)),
    ...claimStatusTests(told, sight),
  ];
  const filtered = claimFilters(told, rows);
  const wanted = [...withReads(claims, [...reads, ...filtered]), ...claimReplies(told, sight, read)].filter(
    ({ finding }) => !configuration.ignore.includes(finding.change),
  );
  const examined = { evaluation, configuration, rows, all, relevant, translated, claims, wanted, read };
  if (project.others !== undefined) meetOthers(project.others, examined);
  return examined;
}

/** Whether a version is spoken here, or in another part of the project. */
function knowTogether({ others }: Project, version: Version, isHere: boolean): boolean {
  if (isHere) others?.offer('version', version);
  return isHere || others?.has('version', version) === true;
}

/** The comments that count, those of edited `.env` files too. */
function commentsOf(project: Project, { claims, read }: Examined): Comments {
  const edited = claims.flatMap(({ finding }) => finding.edits.map(({ file }) => file)).filter(isEnvironmentFile);
  return { remarks: listRemarks(project, [...new Set(edited)]), read };
}

/** The requests that nobody can tell about, with the bases that wait for them. */
function listUntold({
  relevant,
  claims,
  all,
  evaluation,
  configuration,
}: Examined): Map<Unresolved, readonly string[]> {
  const told = new Set(claims.filter(({ finding }) => finding.rule !== 'no-v3-prefix').map(({ judged }) => judged));
  return joinAlike([
    ...toUnresolved(relevant.filter((judged) => listOf(judged) === 'findings' && !told.has(judged))),
    ...listSinks(all, evaluation),
    ...listStrayCalls(all, relevant, evaluation),
    ...listResourceInstances(all, evaluation),
    ...listHiddenBases(all),
    ...listDocumentUnknowns(evaluation.project, all),
    ...[...listTemplateAddresses(evaluation, configuration), ...listPackages(evaluation)].map(
      (each): [Unresolved, readonly string[]] => [each, []],
    ),
  ]);
}

/** A call that nobody can tell about is one, whoever leads there and whatever base each brings. */
function joinAlike(untold: readonly (readonly [Unresolved, readonly string[]])[]): Map<Unresolved, readonly string[]> {
  const groups = new Map<string, [Unresolved, readonly string[]]>();
  for (const [one, bases] of untold) {
    const { file, start, end } = one.place;
    const key = JSON.stringify([file, start, end, one.reason]);
    const [first = one, before = []] = groups.get(key) ?? [];
    groups.set(key, [first, [...new Set([...before, ...bases])]]);
  }
  return new Map(groups.values());
}

/** What is sent to v4 as it is to v3 is open, unless the project sends v4's form of it, too: then both are written for. */
function listOfClaim({ judged, finding }: Claim, forms: SentForms): 'findings' | 'possible' | 'guarded' {
  const list = listOf(judged);
  return list === 'guarded' && judged.isSentAnyway && !forms.has(finding) ? 'findings' : list;
}

function listOf({ service, guarded }: Judged): 'findings' | 'possible' | 'guarded' {
  return service === 'unknown' ? 'possible' : guarded ? 'guarded' : 'findings';
}

interface Sorted extends Pick<Found, 'guarded' | 'acknowledged'> {
  readonly possible: readonly Claim[];
  /** The open ones, each with the claims that it stands for. */
  readonly groups: Claim[][];
}

function sortOut(
  claims: readonly Claim[],
  all: readonly Judged[],
  comments: Comments,
  toSeen: (claim: Claim) => Claim,
  toText: (place: Place) => Place,
): Sorted {
  const isSettled = ({ change, place }: Finding): boolean => isAcknowledged(change, place, comments);
  const forms = new SentForms(all.map(({ found }) => found.request));
  const lists = new Map(claims.map((one) => [one, listOfClaim(one, forms)]));
  const open = claims.filter((one) => lists.get(one) === 'findings').map(toSeen);
  const { groups, acknowledged } = settleOpen(open, all, isSettled, toText);
  const aside = claims.filter((one) => lists.get(one) !== 'findings');
  const toCall = ({ finding, judged }: Claim): string => `${finding.change} ${nameCalls(judged.found)}`;
  const told = new Set(open.filter(({ judged }) => judged.isSentAnyway).map(toCall));
  const left = aside.filter((one) => !isSettled(one.finding) && !told.has(toCall(one)));
  return {
    groups,
    possible: left.filter((one) => lists.get(one) === 'possible'),
    guarded: distinct(left.filter((one) => lists.get(one) === 'guarded' && !one.judged.isSentAnyway)),
    acknowledged: distinct([...acknowledged, ...aside.filter(({ finding }) => isSettled(finding))]),
  };
}

/** Requests of GitLab's, or that may be; of the latter only those whose version is written. */
function isRelevant({ service, found }: Judged, hasBase: boolean): boolean {
  if (service === 'other') return false;
  if (service === 'unknown') return found.request.version === 'v3' || isLikely(found, hasBase);
  if (found.answered !== null && isPattern(found)) return true;
  return (
    found.request.version !== null || ((hasPath(found.request) || found.sender === null) && !isElsewhere(found.request))
  );
}

/** A route that hardly anybody else has; beside a base of GitLab's any route of its, if the request's own base is out of sight. */
function isLikely({ request, sender }: FoundRequest, hasBase: boolean): boolean {
  const { version, method, base, segments } = request;
  if (version !== null || (base.length > 0 && isKnown(base))) return false;
  return findRoutes(toKnown(method), segments).some(({ distinctive }) => distinctive || (hasBase && sender !== null));
}

function translateJudged(judged: Judged, rows: readonly Change[]): Translated[] {
  const { found, version } = judged;
  return version === null ? [] : [{ judged, translation: translate(withVersion(found.request, version), rows) }];
}

/** The expressions that fill a segment which takes another id in v4. */
function identifiedHoles(translated: readonly Translated[]): Map<string, FoundRequest[]> {
  const result = new Map<string, FoundRequest[]>();
  for (const { judged, translation } of translated) {
    for (const key of translation.steps.flatMap(({ identified }) => (identified === null ? [] : keysOf(identified)))) {
      const found = result.get(key) ?? [];
      found.push(judged.found);
      result.set(key, found);
    }
  }
  return result;
}

function keysOf({ segment, entity }: NonNullable<Step['identified']>): string[] {
  return segment.text.flatMap((piece) => (piece.kind === 'hole' ? [keyOfHole(piece, entity)] : []));
}

/** What is sent first: mocks follow it. */
function claimAll(translated: readonly Translated[], sight: Sight, read: (file: string) => string): Claim[] {
  const isSent = ({ judged }: Translated): boolean => judged.found.answered === null;
  const sent = shiftedOnce(
    translated.filter(isSent).flatMap((one) => claim(one, sight, read)),
    sight.evaluation,
  );
  const mocks = translated.filter((one) => !isSent(one)).map((one) => placeParameters(one, sent, sight.rows));
  const collisions = findCollisions(mocks);
  const answered = mocks.flatMap((one) =>
    claim(one, sight, read)
      .map((each) => assumePlacement(each, one, sent))
      .map((each) => (collisions.has(one.judged) ? refuseCollision(each) : each)),
  );
  return [...sent, ...answered];
}

function claim({ judged, translation }: Translated, sight: Sight, read: (file: string) => string): Claim[] {
  const { found } = judged;
  const all = findChanges(judged, translation, sight, read);
  const findings = found.request.version === null ? all.filter(({ rule }) => rule !== 'no-v3-prefix') : all;
  const saysMore = findings.some(({ rule }) => rule !== 'no-v3-prefix');
  const isTold = reasonOf(judged) === null || (saysMore && !holdsPath(found.request));
  const settled =
    isTold && found.untold === undefined ? findings : findings.filter(({ rule }) => rule === 'no-v3-prefix');
  return settled.flatMap((finding) => {
    const row = sight.rows.find(({ id }) => id === finding.change);
    return row === undefined ? [] : [{ finding, row, judged }];
  });
}

function toBases(groups: readonly (readonly Claim[])[]): Map<Finding, readonly string[]> {
  const result = new Map<Finding, readonly string[]>();
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    const bases = new Set(group.flatMap(({ judged }) => judged.bases));
    const from = group.map(({ judged }) => ({ place: pathPlace(judged.found) })).sort(byPlace);
    result.set({ ...first.finding, from: from.map(({ place }) => place) }, [...bases]);
  }
  return result;
}

function distinct(claims: readonly Claim[]): Finding[] {
  const byKey = new Map(
    claims.map(({ finding }) => [`${finding.change} ${finding.place.file}:${String(finding.place.start)}`, finding]),
  );
  return [...byKey.values()].sort(byPlace);
}

/** Requests by where their path is given and what they are; the same call through several callers is one. */
function toEntries(judged: readonly Judged[], translated: readonly Translated[], claims: readonly Claim[]): Entry[] {
  const translations = new Map(translated.map((each) => [each.judged, each.translation]));
  const found = new Map<FoundRequest, string[]>();
  for (const each of claims) {
    const changes = found.get(each.judged.found) ?? [];
    found.set(each.judged.found, [...changes, each.finding.change]);
  }
  return judged
    .filter(({ found: { untold } }) => untold === undefined)
    .filter((one) => hasPath(one.found.request) || reasonOf(one) !== null)
    .map((one) => {
      const { request, tree, node } = one.found;
      const { file, start } = pathPlace(one.found);
      return {
        site: `${file}:${String(start)} ${tree.file}:${String(node.range[0])} ${describeRequest({ ...request, parameters: [] })}`,
        request,
        translation: reasonOf(one) === null ? (translations.get(one) ?? null) : null,
        found: found.get(one.found) ?? [],
      };
    });
}
