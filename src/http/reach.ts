import type { RoutePattern } from '../catalogue/change.js';
import { v4Routes } from '../catalogue/routes.js';
import type { RouteMatch } from './move.js';
import { matchRoute } from './move.js';
import type { Request, Segment } from './request.js';
import type { Route } from './route.js';
import { RouteTable, hasMethod, parseRoute } from './route.js';

// Which requests a row speaks of

export const methodUnseen = 'the method is out of sight, and the change does not hold for every method of this route';

/** A route that a request has, for all methods that it may have or for some. */
export interface Reached {
  readonly match: RouteMatch;
  readonly every: boolean;
}

export function reach(pattern: RoutePattern, request: Request, methods: readonly string[]): Reached | null {
  const route = parseRoute(pattern);
  const possible = methods.filter((method) => hasMethod(route, method));
  if (possible.length === 0 && route.methods !== 'any') return null;
  const match = matchRoute(route, request);
  return match === null ? null : { match, every: possible.length === methods.length };
}

/** The route with the most methods, if the request has one of them. */
export function reachAny(
  patterns: readonly RoutePattern[],
  request: Request,
  methods: readonly string[],
): Reached | null {
  const reached = patterns.flatMap((pattern) => reach(pattern, request, methods) ?? []);
  return reached.find(({ every }) => every) ?? reached[0] ?? null;
}

let v4Table: RouteTable<{ readonly route: Route }> | null = null;

/** The routes that v4 has and v3 had not. */
export function findV4Routes(method: string | null, segments: readonly Segment[]): Route[] {
  v4Table ??= new RouteTable(v4Routes.map((pattern) => ({ route: parseRoute(pattern) })));
  return v4Table.find(method, segments).map(({ route }) => route);
}
