import type { Change, RoutePattern } from '../catalogue/change.js';
import { parseRequest } from '../http/request.js';
import type { Request } from '../http/request.js';
import { hasMethod, matchPath, mayMatch, parseRoute } from '../http/route.js';
import type { Route } from '../http/route.js';
import { matchRoute } from '../http/move.js';
import { patternsOf } from '../http/rows.js';
import { known, show, toKnown } from '../http/text.js';
import { translate } from '../http/translate.js';
import type { Translation } from '../http/translate.js';

/** The routes that a row is about. */
interface Routes {
  readonly v3: readonly Route[];
  /** What they are in v4. */
  readonly v4: readonly Route[];
}

const routes = new WeakMap<Change, Routes>();

/**
 * Whether a row is about a request: it has the method and the path of a route that the row moves, speaks of or answers
 * otherwise, or it is what becomes of such a request in v4. The row of the prefix is about every request whose version
 * is written, and those that are known to stand behind a v4 base.
 */
export function isAbout(change: Change, request: Request, translation: Translation): boolean {
  if (change.prefix !== undefined) return request.version !== null || translation.request.version === change.prefix.to;
  const { v3, v4 } = routesOf(change);
  return formsOf(request, translation).some(
    (form) => v3.some((route) => hasRoute(route, form)) || v4.some((route) => isForm(route, form)),
  );
}

/** Whether a row may be about a request of which not all is in sight. */
export function mayBeAbout(change: Change, request: Request): boolean {
  if (change.prefix !== undefined) return request.version === null;
  return routesOf(change).v3.some((route) => mayMatch(route, toKnown(request.method), request.segments));
}

/** A request as it is written, and after each of the rows that change it. */
function formsOf(request: Request, { steps, replacement }: Translation): Request[] {
  return [...new Set([request, ...steps.map(({ before }) => before), ...(replacement === null ? [] : [replacement])])];
}

function hasRoute(route: Route, { method, segments }: Request): boolean {
  const name = toKnown(method);
  return (name === null || hasMethod(route, name)) && matchPath(route, segments) !== null;
}

/** With the parameters of the route too, unless they may stand where nobody sees them. */
function isForm(route: Route, request: Request): boolean {
  return hasRoute(route, request) && (request.unseen.length > 0 || matchRoute(route, request) !== null);
}

function routesOf(change: Change): Routes {
  const before = routes.get(change);
  if (before !== undefined) return before;
  const { moved = [] } = change;
  const moves = 'from' in moved ? [moved] : moved;
  const own = patternsOf(change);
  const targets = moves.flatMap(({ to }) => to ?? []);
  const found = {
    v3: own.map(parseRoute),
    v4: [...new Set([...targets, ...own.flatMap(toV4)])].map(parseRoute),
  };
  routes.set(change, found);
  return found;
}

/** What the path of a route is in v4, whatever its parameters. A row may speak of a route that another one moves. */
function toV4(pattern: RoutePattern): RoutePattern[] {
  const { methods } = parseRoute(pattern);
  const path = (pattern.split(' ')[1] ?? '').replace(/\?.*$/, '');
  return (methods === 'any' ? ['GET'] : methods).flatMap((method) => {
    const written = path.replace(/:(\w+\+?)/g, '{$1}');
    const { replacement } = translate(parseRequest(known(method), known(written)));
    const moved = show(replacement?.segments.flatMap(({ slash, text }) => [...slash, ...text]) ?? []);
    return moved === '' || moved === written
      ? []
      : [`${methods === 'any' ? '*' : method} ${moved.replace(/\{(\w+\+?)\}/g, ':$1')}`];
  });
}
