import type { Change } from '../../catalogue/change.js';
import { isSamePath } from '../../analysis/requests/answering.js';
import { enclosingFunction } from '../../analysis/syntax/tree.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { describeRequest } from '../../http/request.js';
import type { Parameter, Request } from '../../http/request.js';
import { isKnown, known, show, toKnown } from '../../http/text.js';
import { translate } from '../../http/translate.js';
import type { Translation } from '../../http/translate.js';
import { restate } from './findings.js';
import { hostOf, mayMeet } from '../bases.js';
import type { Judged } from '../judge.js';
import type { Claim } from '../settle.js';

// What mocks answer, beside what the program sends

/** A request with its v4 form. */
export interface Translated {
  readonly judged: Judged;
  readonly translation: Translation;
}

/**
 * A mock for whatever method is for that of the requests that the program sends there, if they agree in one; and a path
 * in a test without a host is of the service to which the program sends it, whatever else the test mocks.
 */
export function withSent(all: readonly Judged[]): readonly Judged[] {
  const sent = all.filter(({ found, service }) => service === 'gitlab' && found.answered === null);
  const isOfUnknown = sendsToUnknown(all);
  return all.map((judged) => {
    const { found } = judged;
    if (found.answered === null || found.answered.server) return judged;
    const same = sent.filter((other) => isForSame(found.request, other.found.request));
    const isBare = found.request.base.length === 0 && same.length > 0;
    const told = isBare ? 'gitlab' : isOfUnknown && isOfAnyHost(found) ? 'unknown' : judged.service;
    return {
      ...judged,
      service: judged.service === 'other' ? 'other' : told,
      found: { ...found, request: withMethod(found.request, same) },
    };
  });
}

/** Whether all that the program sends behind `/api/v3` goes to servers of which nobody knows whose they are, without a host to some. */
function sendsToUnknown(all: readonly Judged[]): boolean {
  const sent = all.filter(
    ({ found, service, version }) => found.answered === null && service !== 'other' && version === 'v3',
  );
  return sent.some(({ found }) => isOfAnyHost(found)) && sent.every(({ service }) => service === 'unknown');
}

/** A star may be any host, where an expression says which. */
function isOfAnyHost({ request }: FoundRequest): boolean {
  const isOpen = request.base.every((piece) => piece.kind === 'known' || piece.source !== undefined);
  return request.version === 'v3' && isOpen && hostOf(request) === null;
}

function withMethod(request: Request, same: readonly Judged[]): Request {
  if (isKnown(request.method)) return request;
  const [method, ...others] = new Set(same.map(({ found }) => toKnown(found.request.method)));
  return method === undefined || method === null || others.length > 0 ? request : { ...request, method: known(method) };
}

/** Where the program puts a parameter that v4 needs. */
type Placement = 'address' | 'record' | 'unclear';

/**
 * A mock that compares what the program wrote has a new parameter where the program has it: in the address, or in a
 * record, which it need not look at.
 *
 * @param sent what v4 changes about the requests that the program sends
 */
export function placeParameters(one: Translated, sent: readonly Claim[], rows: readonly Change[]): Translated {
  const { judged, translation } = one;
  const { request } = translation;
  if (findPlacement(one, sent) !== 'record' || hasRecord(judged.found) || hasQuery(judged.found)) return one;
  return { judged, translation: translate({ ...request, unmatched: [...(request.unmatched ?? []), 'query'] }, rows) };
}

/** Whether the mock compares a record too. */
function hasRecord({ sender, records, tree, node }: FoundRequest): boolean {
  if (sender !== null) return records.some(({ location }) => location === 'query');
  const parent = tree.parents.get(node);
  return parent?.type === 'CallExpression' && parent.arguments.at(-1) !== node;
}

/** Whether the mock's address has a query: it is compared with what is made of the record. */
function hasQuery({ request: { parameters } }: FoundRequest): boolean {
  return parameters.some(({ written }) => written.in === 'url');
}

/** Of a parameter whose place nobody sees it is assumed that it stands in the address. */
export function assumePlacement(claim: Claim, one: Translated, sent: readonly Claim[]): Claim {
  const { finding, judged, row } = claim;
  const adds = finding.edits.some(({ text }) => addedTo(one).some((name) => text.includes(name)));
  const placement = adds && finding.certainty === 'safe' ? findPlacement(one, sent) : null;
  const isOrdered = placement === 'record' && hasQuery(judged.found);
  if (placement === 'unclear' || isOrdered) {
    const reason = isOrdered
      ? 'what the program sends has the new parameter in this place, where some clients sort them by their names'
      : 'the program writes the parameter into the address, not beside it';
    return { ...claim, finding: restate(finding, row, { certainty: 'suggestion', reason, edits: finding.edits }) };
  }
  if (placement !== 'record' || judged.found.sender !== null) return claim;
  const reason = 'the program has the new parameter in a record, and a record is compared here too';
  return { ...claim, finding: restate(finding, row, { certainty: 'manual', reason, edits: [] }) };
}

function findPlacement(one: Translated, sent: readonly Claim[]): Placement | null {
  const { found } = one.judged;
  const names = addedTo(one);
  if (found.answered?.query !== 'written' || names.length === 0) return null;
  const places = new Set(
    sent
      .filter(({ finding, judged }) => finding.edits.length > 0 && isSameRequest(found, judged.found))
      .flatMap(({ finding }) => finding.edits.flatMap(({ text }) => placeOf(text, names))),
  );
  const [place, ...others] = places;
  return place === undefined || others.length > 0 ? 'unclear' : place;
}

function isSameRequest({ request: one }: FoundRequest, { request: other }: FoundRequest): boolean {
  return toKnown(one.method) === toKnown(other.method) && isForSame(one, other);
}

function isForSame(one: Request, other: Request): boolean {
  return isSamePath(one, other) && mayMeet(one, other);
}

function placeOf(text: string, names: readonly string[]): Placement[] {
  const name = names.find((each) => text.includes(each));
  if (name === undefined) return [];
  const isInAddress = text.startsWith(`${name}=`) || text.includes(`?${name}=`) || text.includes(`&${name}=`);
  return [isInAddress ? 'address' : 'record'];
}

/** The names of the parameters that v4 needs and v3 did not. */
function addedTo({ translation: { replacement } }: Translated): string[] {
  return (replacement?.parameters ?? []).filter(isAdded).map(({ name }) => show(name));
}

function isAdded({ written, location }: Parameter): boolean {
  return written.in === 'nowhere' && location === 'query';
}

/** Two mocks beside each other that v4 would not tell apart: the first would answer for both. */
export function findCollisions(translated: readonly Translated[]): ReadonlySet<Judged> {
  const groups = new Map<string, Translated[]>();
  for (const one of translated) {
    const key = keyOf(one);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const colliding = [...groups.values()].filter(
    (group) => new Set(group.map(({ translation }) => describeRequest(translation.request))).size > 1,
  );
  return new Set(colliding.flat().map(({ judged }) => judged));
}

function keyOf({ judged: { found }, translation: { request, replacement } }: Translated): string | null {
  if (request.unmatched?.includes('query') !== true || replacement === null) return null;
  const owner = enclosingFunction(found.tree, found.node)?.range[0] ?? 0;
  return `${found.tree.file}:${String(owner)} ${describeRequest(replacement)}`;
}

/** A mock that would hide another one is for a person to join with it. */
export function refuseCollision(claim: Claim): Claim {
  const { finding, row } = claim;
  if (finding.rule === 'no-v3-prefix' || finding.edits.length === 0) return claim;
  const reason = 'another mock beside it would answer the same request, and the first of them would answer for both';
  return { ...claim, finding: restate(finding, row, { certainty: 'manual', reason, edits: [] }) };
}
