import { openTree } from '../analysis/evaluate.js';
import { isGuarded } from '../analysis/guards.js';
import { findReads } from '../analysis/reads.js';
import type { Read } from '../analysis/reads.js';
import { pathLiterals } from '../analysis/requests.js';
import type { FoundRequest } from '../analysis/sending.js';
import type { Answer, Change } from '../catalogue/change.js';
import { describeRequest } from '../http/request.js';
import type { Request } from '../http/request.js';
import { hasMethod, parseRoute } from '../http/route.js';
import { matchRoute } from '../http/move.js';
import { toKnown } from '../http/text.js';
import { translate } from '../http/translate.js';
import type { Finding } from './finding.js';
import type { Sight } from './identify.js';
import type { Judged } from './judge.js';
import { isServingBoth, planRead } from './plan-read.js';
import type { PlannedRead } from './plan-read.js';
import type { Claim } from './settle.js';

/**
 * What clients read of answers and v4 answers differently.
 *
 * @param judged the requests whose route is in sight
 */
export function claimReads(judged: readonly Judged[], { evaluation, rows }: Sight): Claim[] {
  const bySite = groupBySite(judged);
  const reads = evaluation.project.files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    return tree === null ? [] : findReads(evaluation, tree);
  });
  return withoutRepeatedBodies(
    reads.flatMap((read) => {
      const senders = sendersOf(read, bySite);
      return senders.length === 0 ? [] : claimRead(read, senders, [...rows.values()]);
    }),
  ).map(({ claim }) => claim);
}

/** A row that asks for a look at a request asks at the reads of its answer instead, where these are in sight. */
export function withReads(claims: readonly Claim[], reads: readonly Claim[]): Claim[] {
  const isRead = ({ finding, judged }: Claim): boolean =>
    finding.rule === 'review-v4-behavior' &&
    reads.some((read) => read.finding.change === finding.change && read.judged.found === judged.found);
  return [...claims.filter((claim) => !isRead(claim)), ...reads];
}

// The requests that an answer belongs to

/** A request is known by the call that sends it, by what it is and by where its path is written. */
function toSite(found: FoundRequest): string {
  const [path] = pathLiterals(found);
  const written = path === undefined ? '' : `${path.file}:${String(path.start)}`;
  return `${found.tree.file}:${String(found.node.range[0])} ${written} ${describeRequest(found.request)}`;
}

function groupBySite(judged: readonly Judged[]): Map<string, Judged[]> {
  const result = new Map<string, Judged[]>();
  for (const one of judged) {
    const site = toSite(one.found);
    result.set(site, [...(result.get(site) ?? []), one]);
  }
  return result;
}

/** Empty unless all are known, and speak v3. */
function sendersOf({ requests }: Read, bySite: ReadonlyMap<string, readonly Judged[]>): readonly Judged[] {
  const senders = requests.map((found) => bySite.get(toSite(found)) ?? []);
  const isTold = senders.every((each) => each.length > 0 && each.every(({ version }) => version === 'v3'));
  return isTold ? [...new Set(senders.flat())] : [];
}

// Rows

interface Applied {
  readonly change: Change;
  readonly answer: Answer;
}

const answers = new WeakMap<Request, readonly Applied[]>();

/** What the rows say of the answer to a request; computed once. */
function answersTo(request: Request, rows: readonly Change[]): readonly Applied[] {
  const before = answers.get(request);
  if (before !== undefined) return before;
  const found = findAnswers(request, rows);
  answers.set(request, found);
  return found;
}

/** The request may be written as an earlier row leaves it. */
function findAnswers(request: Request, rows: readonly Change[]): Applied[] {
  const { steps, replacement } = translate({ ...request, version: 'v3' }, rows);
  const forms = [request, ...steps.map(({ before }) => before), ...(replacement === null ? [] : [replacement])];
  return rows.flatMap((change) =>
    (change.answers ?? [])
      .filter(({ on }) => on.some((pattern) => forms.some((form) => isOn(pattern, form))))
      .map((answer) => ({ change, answer })),
  );
}

function isOn(pattern: string, request: Request): boolean {
  const route = parseRoute(pattern);
  const method = toKnown(request.method);
  return method !== null && hasMethod(route, method) && matchRoute(route, request) !== null;
}

// Findings

interface ClaimedRead {
  readonly claim: Claim;
  /** The body that v4 does not send. */
  readonly gone: boolean;
}

/** All requests that it may answer must ask for the same; else a person decides. */
function claimRead(read: Read, senders: readonly Judged[], rows: readonly Change[]): ClaimedRead[] {
  const plans = senders.map((judged) => planFor(read, judged, rows));
  const [first] = plans;
  const agreed = plans.every((plan) => JSON.stringify(plan) === JSON.stringify(first));
  return senders.flatMap((judged, index) =>
    [...(plans[index] ?? [])].map(([change, planned]) => ({
      claim: toClaim(read, judged, change, agreed ? planned : toDisputed(planned)),
      gone: planned.gone,
    })),
  );
}

function toDisputed(planned: PlannedRead): PlannedRead {
  return { ...planned, certainty: 'manual', reason: 'it may be the answer to another request too', edits: [] };
}

/** What each row asks for; a row that speaks of several routes asks once. */
function planFor(read: Read, { found }: Judged, rows: readonly Change[]): [Change, PlannedRead][] {
  const plans = new Map<Change, PlannedRead>();
  for (const { change, answer } of answersTo(found.request, rows)) {
    const planned = plans.has(change) ? null : planRead(read, change, answer);
    if (planned !== null) plans.set(change, planned);
  }
  return [...plans];
}

function toClaim(read: Read, judged: Judged, change: Change, planned: PlannedRead): Claim {
  const { certainty, reason, edits, place, says } = planned;
  const why = reason === null ? '' : ` ${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  const finding: Finding = {
    change: change.id,
    rule: change.rule === 'review-v4-behavior' ? change.rule : 'no-v3-response',
    certainty,
    place,
    message: `${says} ${change.message}${why} (${change.id})`,
    request: describeRequest(judged.found.request),
    replacement: null,
    reason: certainty === 'safe' ? null : (reason ?? change.because),
    edits,
    joint: false,
    transaction: null,
    heldBy: [],
  };
  const guarded = judged.guarded || isServingBoth(read, planned) || isInVersionArm(read, judged.found);
  return { finding, row: change, judged: guarded ? { ...judged, guarded } : judged, ofAnswer: true };
}

function isInVersionArm({ tree, node }: Read, found: FoundRequest): boolean {
  return isGuarded({ ...found, tree, node, chain: [] });
}

/** Where a body is missing, whatever is read of it is missing: one finding for each request says so. */
function withoutRepeatedBodies(claimed: readonly ClaimedRead[]): ClaimedRead[] {
  const seen = new Map<string, number>();
  return claimed.filter(({ claim: { finding, judged }, gone }) => {
    if (!gone) return true;
    const key = `${finding.change} ${finding.place.file} ${toSite(judged.found)}`;
    const first = seen.get(key) ?? finding.place.start;
    seen.set(key, first);
    return first === finding.place.start;
  });
}
