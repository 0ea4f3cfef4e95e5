import type { Change, RoutePattern } from '../catalogue/change.js';
import { parseRequest } from '../http/request.js';
import type { Request } from '../http/request.js';
import { RouteTable, hasMethod, mayMatch, parseRoute } from '../http/route.js';
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
 * The rows that are about a request: it has the method and the path of a route that the row moves, speaks of or answers
 * otherwise, or it is what becomes of such a request in v4. The row of the prefix is about every request whose version
 * is written, and those that are known to stand behind a v4 base.
 */
export function rowsAbout(request: Request, translation: Translation, rows: readonly Change[]): ReadonlySet<Change> {
  const { v3, v4 } = tablesOf(rows);
  const version = translation.request.version;
  const prefixed = rows.filter(
    ({ prefix }) => prefix !== undefined && (request.version !== null || version === prefix.to),
  );
  const named = formsOf(request, translation).flatMap((form) => [
    ...v3.findAll(form.segments).filter(({ route }) => hasMethodOf(route, form)),
    ...v4.findAll(form.segments).filter(({ route }) => hasMethodOf(route, form) && hasParametersOf(route, form)),
  ]);
  return new Set([...prefixed, ...named.map(({ change }) => change)]);
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

function hasMethodOf(route: Route, { method }: Request): boolean {
  const name = toKnown(method);
  return name === null || hasMethod(route, name);
}

/** Parameters may stand where nobody sees them. */
function hasParametersOf(route: Route, request: Request): boolean {
  return request.unseen.length > 0 || matchRoute(route, request) !== null;
}

interface Entry {
  readonly change: Change;
  readonly route: Route;
}

interface Tables {
  readonly v3: RouteTable<Entry>;
  readonly v4: RouteTable<Entry>;
}

const tables = new WeakMap<readonly Change[], Tables>();

/** The routes of all rows but that of the prefix; computed once. */
function tablesOf(rows: readonly Change[]): Tables {
  const before = tables.get(rows);
  if (before !== undefined) return before;
  const others = rows.filter(({ prefix }) => prefix === undefined);
  const toTable = (version: keyof Routes): RouteTable<Entry> =>
    new RouteTable(others.flatMap((change) => routesOf(change)[version].map((route) => ({ change, route }))));
  const result = { v3: toTable('v3'), v4: toTable('v4') };
  tables.set(rows, result);
  return result;
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
