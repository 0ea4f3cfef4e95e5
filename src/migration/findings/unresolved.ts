import { isMatcher } from '../../analysis/requests/answering.js';
import { contains, sourceOf } from '../../analysis/syntax/tree.js';
import { toOrigin } from '../../analysis/value.js';
import { pathPlace } from '../../analysis/requests/path-places.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { describeRequest, hasPath } from '../../http/request.js';
import type { Request } from '../../http/request.js';
import { beginsRoute, endsRoute, findRoutes } from '../../http/route.js';
import { isKnown, show, toKnown } from '../../http/text.js';
import type { HolePiece } from '../../http/text.js';
import { findV4Routes } from '../../http/reach.js';
import type { Unresolved } from '../finding.js';
import type { Judged } from '../judge.js';
import { findUnseenWord } from './unseen-words.js';

const lookBeyond =
  'look where it is put together, or declare the function that sends it under `clients` in the configuration';

/** Why nobody can tell what is sent to a base. */
export const sentOutOfSight =
  'what is sent to this address is out of sight: look where it goes, or declare the function that sends it under `clients` in the configuration';

/** Why a request cannot be told, and what to do about it; null if it can. */
export function reasonOf({ found, version }: Judged): string | null {
  const { request } = found;
  if (isPattern(found))
    return 'the mock matches by a pattern or a function, which may be of v3: see that it matches what the program sends in v4';
  if (version === null)
    return `nothing in sight tells the API version of \`${describeRequest(request)}\`: say it with \`assume\` in the configuration`;
  if (found.untold === 'base') return sentOutOfSight;
  if (found.answered !== null && isCatchAll(request)) return null;
  if (!hasPath(request))
    return request.segments.some(({ text }) => text.length > 0) || found.sender !== null
      ? `the path comes from out of sight: ${lookBeyond}`
      : null;
  const method = toKnown(request.method);
  const routes = findRoutes(method, request.segments);
  const known =
    routes.length > 0 || version === 'v4' || findRoutes(null, request.segments).length > 0 || isV4Route(request);
  if ((!known && isBegun(request)) || holdsPath(request))
    return `the beginning of the path of \`${describeRequest(request)}\` comes from out of sight: ${lookBeyond}`;
  if (isOpen(request))
    return `part of the path of \`${describeRequest(request)}\` comes from out of sight: ${lookBeyond}`;
  const unseen = version === 'v3' ? findUnseenWord(found) : null;
  if (unseen !== null)
    return `\`${unseen.label}\` in the path of \`${describeRequest(request)}\` may be \`${unseen.word}\`, which is no id in v4: ${lookBeyond}`;
  return known
    ? null
    : `\`${describeRequest(request)}\` is no route of v3 that is known: compare it with the documentation of v4`;
}

/** A mock of everything behind a base. */
function isCatchAll({ base, segments }: Request): boolean {
  return (
    base.length > 0 &&
    segments.every(({ text }) =>
      text.every((piece) => piece.kind === 'hole' && piece.span === 'open' && piece.source !== undefined),
    )
  );
}

/** The base is out of sight, and may hold part of the path. */
function isBegun({ method, base, segments }: Request): boolean {
  return !isKnown(base) && endsRoute(toKnown(method), segments);
}

/** An expression before the path has another part of it in writing: `fill('{host}/projects/46') + '/issues'`. */
export function holdsPath({ version, base }: Request): boolean {
  const written = version === null ? base.flatMap((piece) => (piece.kind === 'hole' ? textsIn(piece) : [])) : [];
  const segments = written.flatMap((text) => [...text.matchAll(/\/(\w+)(?=\/)/g)].map(([, segment = '']) => segment));
  return segments.some(beginsRoute);
}

/** What the expression behind a hole has in writing: comments are none of it. */
function textsIn(hole: HolePiece): readonly string[] {
  const origin = toOrigin(hole);
  if (origin === null) return [hole.label];
  const { tree, node } = origin;
  return tree.texts.filter((text) => contains(node, text)).map((text) => sourceOf(tree, text));
}

function isV4Route({ method, segments }: Request): boolean {
  return findV4Routes(toKnown(method), segments).length > 0;
}

/** The path may hold more segments than are in sight. */
function isOpen({ segments }: Request): boolean {
  return segments.some(({ text }, index) => {
    const holes = text.filter((piece) => piece.kind === 'hole');
    const last = index === segments.length - 1;
    return (
      (last && holes.some((hole) => hole.span === 'open' && !hole.encoded)) ||
      (holes.length > 1 && show(text) === '{}'.repeat(holes.length))
    );
  });
}

/** The requests that cannot be told, each with its bases; a call may stand for several. */
export function toUnresolved(judged: readonly Judged[]): (readonly [Unresolved, readonly string[]])[] {
  return judged.flatMap((one) => {
    const { untold } = one.found;
    const reason = untold === undefined || untold === 'base' ? reasonOf(one) : null;
    return reason === null ? [] : [[{ place: pathPlace(one.found), reason }, one.bases] as const];
  });
}

/** A mock whose path is a regular expression or a function. */
export function isPattern({ answered, request: { segments, base } }: FoundRequest): boolean {
  const [first, ...others] = segments.length === 0 ? base : segments.flatMap(({ text }) => text);
  return answered !== null && others.length === 0 && first?.kind === 'hole' && isMatcher(first);
}
