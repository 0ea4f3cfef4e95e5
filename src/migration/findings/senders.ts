import { pathLiterals } from '../../analysis/requests/path-places.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { isAbsolute } from '../../analysis/values/library.js';
import type { Answer, Change } from '../../catalogue/change.js';
import { matchRoute } from '../../http/move.js';
import { rowsOn } from '../../http/rows.js';
import { describeRequest } from '../../http/request.js';
import type { Request } from '../../http/request.js';
import { hasMethod, parseRoute } from '../../http/route.js';
import { isKnown, known, show, toKnown } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { translate, withVersion } from '../../http/translate.js';
import type { Judged } from '../judge.js';

/** The judged requests, and the rows that hold for them. */
export interface Sites {
  /** By `toSite`. */
  readonly judged: ReadonlyMap<string, readonly Judged[]>;
  /** By the call that sends them. */
  readonly byCall: ReadonlyMap<string, readonly Judged[]>;
  /** The requests to other services, by the call that sends them, which may send one of theirs in place of GitLab's. */
  readonly others: ReadonlyMap<string, readonly Judged[]>;
  readonly rows: readonly Change[];
}

/** A request is known by the call that sends it, by what it is and by where its path is written. */
export function toSite(found: FoundRequest): string {
  const [path] = pathLiterals(found);
  const written = path === undefined ? '' : `${path.file}:${String(path.start)}`;
  return `${toCall(found)} ${written} ${describeRequest(found.request)}`;
}

/** The call that sends a request, by its place. */
export function toCall({ tree, node }: FoundRequest): string {
  return `${tree.file}:${String(node.range[0])}`;
}

/** @param others the requests to other services */
export function groupBySite(judged: readonly Judged[], others: readonly Judged[], rows: readonly Change[]): Sites {
  return {
    judged: groupBy(judged, ({ found }) => toSite(found)),
    byCall: groupBy(judged, ({ found }) => toCall(found)),
    others: groupBy(others, ({ found }) => toCall(found)),
    rows,
  };
}

function groupBy(judged: readonly Judged[], toKey: (found: Judged) => string): Map<string, Judged[]> {
  const result = new Map<string, Judged[]>();
  for (const one of judged) {
    const group = result.get(toKey(one));
    if (group === undefined) result.set(toKey(one), [one]);
    else group.push(one);
  }
  return result;
}

/**
 * The judged requests that a request may be: itself, or what its callers make of it, who fill in what the call itself
 * leaves open and send a path that is written in the same place; or the call's own, or another caller's of the same form,
 * where only the answer could be followed to who fills it in: `traced(load)(42)`.
 */
export function judgedOf(found: FoundRequest, { judged, byCall }: Sites): readonly Judged[] {
  const same = judged.get(toSite(found));
  if (same !== undefined) return same;
  const written = toWritten(found);
  if (written.length === 0) return [];
  const ofCall = (byCall.get(toCall(found)) ?? []).map((one) => ({ one, places: toWritten(one.found) }));
  const filled = ofCall.filter(({ places }) => isAmong(written, places));
  const open = ofCall.filter(({ one, places }) => {
    const isOpen = isAsLong(one.found, found) && isAmong(places, written);
    return isOpen || toForm(one.found) === toForm(found);
  });
  return (filled.length > 0 ? filled : open).map(({ one }) => one);
}

function isAmong(some: readonly string[], all: readonly string[]): boolean {
  return some.length > 0 && some.every((place) => all.includes(place));
}

/** What is asked for, whichever it is by its number: `GET /projects/{}`. */
function toForm({ request }: FoundRequest): string {
  return describeRequest(request).replaceAll(/\/\d+(?![^/?])/g, '/{}');
}

function isAsLong({ request: one }: FoundRequest, { request: other }: FoundRequest): boolean {
  return one.segments.length === other.segments.length;
}

function toWritten(found: FoundRequest): string[] {
  return pathLiterals(found).map(({ file, start }) => `${file}:${String(start)}`);
}

/** What a request is sent to tells it from others of one call for the same path. */
function baseOf({ request }: FoundRequest): string {
  return request.base.map((piece) => (piece.kind === 'known' ? piece.text : `{${piece.label}}`)).join('');
}

/** What a request may be where its call sends those of other services, too. */
interface Told {
  /** None if it is one of theirs. */
  readonly own: readonly Judged[];
  /** Whether it may be theirs as well, as in a function of a base class. */
  readonly isOpen: boolean;
}

function tellOwn(found: FoundRequest, sites: Sites): Told {
  const own = judgedOf(found, sites);
  const written = toWritten(found);
  const others = (sites.others.get(toCall(found)) ?? []).filter((other) => {
    const places = toWritten(other.found);
    return isAmong(written, places) || isAmong(places, written);
  });
  const isSentAs = (each: Judged): boolean => baseOf(each.found) === baseOf(found);
  if (others.length === 0 || own.some(isSentAs)) return { own, isOpen: false };
  return others.some(isSentAs) ? { own: [], isOpen: false } : { own, isOpen: true };
}

/** Tells of requests whether none of them is, or may be, one of another service. */
export function openOwn(
  all: readonly Judged[],
  rows: readonly Change[],
): (requests: readonly FoundRequest[]) => boolean {
  const sites = groupBySite(all, [], rows);
  return (requests) =>
    requests.every((found) => {
      const judged = judgedOf(found, sites);
      const same = judged.filter((each) => baseOf(each.found) === baseOf(found));
      return (same.length > 0 ? same : judged).every(({ service }) => service === 'gitlab');
    });
}

/** Empty unless all are known, go to GitLab, and speak v3. */
export function sendersOf(requests: readonly FoundRequest[], sites: Sites): readonly Judged[] {
  const senders = requests.map((found) => tellOwn(found, sites));
  const isTold = senders.every(
    ({ own, isOpen }) => own.length > 0 && !isOpen && own.every(({ version }) => version === 'v3'),
  );
  return isTold ? [...new Set(senders.flatMap(({ own }) => own))] : [];
}

/** Those that speak v3 among requests that go to other services too, or nobody can tell where. None if one speaks v4. */
export function sendersAmong(requests: readonly FoundRequest[], sites: Sites): readonly Judged[] {
  const senders = requests.flatMap((found) => tellOwn(found, sites).own);
  return senders.every(({ version }) => version === 'v3') ? [...new Set(senders)] : [];
}

/**
 * The v3 requests that a function of the project sends for its callers, where a read stands in the function itself. What
 * it sends beside them is out of sight: the next page.
 */
export function sendersThrough(requests: readonly FoundRequest[], sites: Sites): readonly Judged[] {
  const isOpen =
    requests.some(({ owners }) => owners.length > 0) && requests.every((found) => judgedOf(found, sites).length === 0);
  const sent = isOpen
    ? requests.flatMap((found) =>
        (sites.byCall.get(toCall(found)) ?? []).filter((one) => !isElsewhere(found, one, sites)),
      )
    : [];
  return sent.filter(({ version }) => version === 'v3');
}

/** Whether a request goes to a host in sight that is another service's, or not the one of another request. */
function isElsewhere(found: FoundRequest, { found: other }: Judged, { others }: Sites): boolean {
  const [host, otherHost] = [found, other].map(({ request }) => hostOf(request.base));
  if (host === null) return false;
  if (otherHost !== null) return host !== otherHost;
  return (others.get(toCall(found)) ?? []).some((each) => baseOf(each.found) === baseOf(found));
}

/** `gitlab.com` of `https://gitlab.com/api/v3`; null where nobody sees it. */
function hostOf(base: Text): string | null {
  return isAbsolute(base) && isKnown(base) ? (/^(?:\w+:)?\/\/([^/]+)/.exec(show(base))?.[1] ?? null) : null;
}

/** What a row says of the answer to a request. */
export interface Applied {
  readonly change: Change;
  readonly answer: Answer;
}

/** By the rows, since other rows say something else of the same request. */
const answers = new WeakMap<readonly Change[], WeakMap<Request, readonly Applied[]>>();

/** What the rows say of the answer to a request; computed once. */
export function answersTo(request: Request, rows: readonly Change[]): readonly Applied[] {
  const before = answers.get(rows) ?? new WeakMap<Request, readonly Applied[]>();
  answers.set(rows, before);
  const found = before.get(request) ?? findAnswers(request, rows);
  before.set(request, found);
  return found;
}

/** A request whose method is out of sight, as it is if it asks for something: what is read of its answer says that it does. */
export function toAsking(request: Request): Request {
  return hasHiddenMethod(request) ? { ...request, method: known('GET') } : request;
}

export function hasHiddenMethod({ method }: Request): boolean {
  return toKnown(method) === null;
}

/** The request may be written as an earlier row leaves it. */
function findAnswers(request: Request, rows: readonly Change[]): Applied[] {
  const { steps, replacement } = translate(withVersion(request, 'v3'), rows);
  const forms = [request, ...steps.map(({ before }) => before), ...(replacement === null ? [] : [replacement])];
  const spoken = new Set(forms.flatMap(({ segments }) => [...rowsOn(segments, rows)]));
  return rows
    .filter((change) => spoken.has(change))
    .flatMap((change) =>
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
