import { clients } from '../analysis/clients/index.js';
import { createEvaluation } from '../analysis/evaluate.js';
import type { Project } from '../analysis/project.js';
import { pathPlace } from '../analysis/requests.js';
import type { Configuration } from '../configuration/configuration.js';
import { findRoutes } from '../http/route.js';
import { describeRequest } from '../http/request.js';
import type { Request } from '../http/request.js';
import { show, toKnown } from '../http/text.js';
import type { Place } from '../http/text.js';
import type { Finding, Result, Unresolved } from './finding.js';
import { findChanges } from './findings.js';
import { judgeRequests } from './judge.js';
import type { Judged } from './judge.js';
import { isAcknowledged } from './acknowledge.js';
import { toLedger } from './ledger.js';
import { toPosition } from './position.js';
import { hold, settle } from './settle.js';
import type { Claim } from './settle.js';

/** Finds the requests of a project and what v4 changes about them, with the edits, settled. Touches no disk. */
export function examine(project: Project, configuration: Configuration): Result {
  const evaluation = createEvaluation(project, clients);
  const all = judgeRequests(evaluation, configuration);
  const read = (file: string): string => project.parse(file)?.text ?? '';
  const relevant = all.filter(isRelevant);
  const claims = relevant.flatMap((judged) => claim(judged, read));
  const wanted = claims.filter(({ finding }) => !configuration.ignore.includes(finding.change) && !isAcknowledged(finding, read));
  const of = (judged: Judged) => (judged.service === 'unknown' ? 'possible' : judged.guarded ? 'guarded' : 'findings');
  const open = wanted.filter(({ judged }) => of(judged) === 'findings');
  const unresolved = toUnresolved(relevant.filter((judged) => of(judged) === 'findings'));
  const toLabel = (place: Place, what: string) => `${place.file}:${String(toPosition(read(place.file), place.start).line)} ${what}`;
  const findings = hold(toBases(settle(open, all)), unresolved, toLabel).sort(byPlace);
  const guarded = distinct(wanted.filter(({ judged }) => of(judged) === 'guarded'));
  return {
    files: project.files.length,
    requests: countRequests(relevant.filter((judged) => of(judged) === 'findings')),
    findings,
    possible: distinct(wanted.filter(({ judged }) => of(judged) === 'possible')),
    guarded,
    unresolved: [...unresolved.keys()].sort(byPlace),
    ledger: toLedger(findings, guarded),
    errors: [],
  };
}

/** Requests of GitLab's, or that may be; of the latter only those whose version is written. */
function isRelevant({ service, found }: Judged): boolean {
  if (service === 'other') return false;
  if (service === 'unknown') return found.request.version === 'v3';
  return found.request.version !== null || hasPath(found.request);
}

/** Something of the path is in sight. */
function hasPath({ segments }: Request): boolean {
  return segments.some(({ text }) => text.some(({ kind }) => kind === 'known'));
}

function claim(judged: Judged, read: (file: string) => string): Claim[] {
  const { found, version } = judged;
  if (version === null) return [];
  const findings = findChanges(found, { ...found.request, version }, read);
  const settled = reasonOf(judged) === null ? findings : findings.filter(({ rule }) => rule === 'no-v3-prefix');
  return settled.map((finding) => ({ finding, judged }));
}

/** Why a request cannot be told; null if it can. */
function reasonOf({ found, version }: Judged): string | null {
  const { request } = found;
  if (version === null) return `nothing in sight tells the API version of \`${describeRequest(request)}\``;
  if (!hasPath(request)) return request.segments.some(({ text }) => text.length > 0) || found.sender !== null ? 'the path comes from out of sight' : null;
  const method = toKnown(request.method);
  const routes = findRoutes(method, request.segments);
  const known = routes.length > 0 || version === 'v4' || findRoutes(null, request.segments).length > 0;
  if (isOpen(request)) return `part of the path of \`${describeRequest(request)}\` comes from out of sight`;
  return known ? null : `\`${describeRequest(request)}\` is no route of v3 that is known`;
}

/** The path may hold more segments than are in sight. */
function isOpen({ segments }: Request): boolean {
  return segments.some(({ text }, index) => {
    const holes = text.filter((piece) => piece.kind === 'hole');
    const last = index === segments.length - 1;
    return (last && holes.some((hole) => hole.span === 'open' && !hole.encoded)) || (holes.length > 1 && show(text) === '{}'.repeat(holes.length));
  });
}

function toUnresolved(judged: readonly Judged[]): Map<Unresolved, string> {
  const result = new Map<Unresolved, string>();
  const seen = new Set<string>();
  for (const one of judged) {
    const reason = reasonOf(one);
    if (reason === null) continue;
    const place = pathPlace(one.found);
    const key = `${place.file}:${String(place.start)}-${String(place.end)} ${reason}`;
    if (!seen.has(key)) result.set({ place, reason }, baseOf(one));
    seen.add(key);
  }
  return result;
}

/** Names the base that a request stands behind: the place of its version. */
function baseOf({ found }: Judged): string {
  const { base, version } = found.request;
  if (version === null) return '';
  const last = base.findLast((piece) => piece.kind === 'known' && piece.source !== null);
  return last?.kind === 'known' && last.source !== null ? `${last.source.file}:${String(last.source.end)}` : '';
}

function toBases(groups: readonly (readonly Claim[])[]): Map<Finding, readonly string[]> {
  const result = new Map<Finding, readonly string[]>();
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    const bases = new Set(group.map(({ judged }) => baseOf(judged)).filter((base) => base !== ''));
    result.set(first.finding, [...bases]);
  }
  return result;
}

function distinct(claims: readonly Claim[]): Finding[] {
  const byKey = new Map(claims.map(({ finding }) => [`${finding.change} ${finding.place.file}:${String(finding.place.start)}`, finding]));
  return [...byKey.values()].sort(byPlace);
}

function byPlace(one: { place: Place; change?: string }, other: { place: Place; change?: string }): number {
  const files = one.place.file < other.place.file ? -1 : one.place.file > other.place.file ? 1 : 0;
  return files || one.place.start - other.place.start || one.place.end - other.place.end || (one.change ?? '').localeCompare(other.change ?? '');
}

/** Requests by where their path is given and what they are; the same call through several callers is one. */
function countRequests(judged: readonly Judged[]): number {
  const keys = judged.filter((one) => hasPath(one.found.request) || reasonOf(one) !== null).map(({ found }) => {
    const place = pathPlace(found);
    return `${place.file}:${String(place.start)} ${describeRequest({ ...found.request, parameters: [] })}`;
  });
  return new Set(keys).size;
}
