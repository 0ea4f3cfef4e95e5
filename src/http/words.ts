import type { Change } from '../catalogue/change.js';
import { changes } from '../catalogue/index.js';
import type { Request, Segment } from './request.js';
import { hasMethod, parseRoute } from './route.js';
import type { Route, Token } from './route.js';
import { toKnown } from './text.js';
import type { HolePiece } from './text.js';

/** A hole that alone fills a segment, and the words that v3 has a route for in its place, and v4 has not. */
export interface HoleOfWords {
  readonly hole: HolePiece;
  readonly words: readonly string[];
}

/** `/projects/{}`, which is `/projects/:id` for most values of the hole and another route for `owned`. */
export function findHoleOfWords(
  { method, segments }: Pick<Request, 'method' | 'segments'>,
  rows: readonly Change[] = changes,
): HoleOfWords | null {
  const path = segments.filter(({ text }) => text.length > 0);
  const verb = toKnown(method);
  const routes = movedRoutes(rows).filter(
    (route) => route.tokens.length === path.length && (verb === null || hasMethod(route, verb)) && isLike(route, path),
  );
  const at = path.findIndex(({ text }, index) => text[0]?.kind === 'hole' && routes.some(isLiteralAt(index)));
  const [hole] = path[at]?.text ?? [];
  if (hole?.kind !== 'hole') return null;
  const words = routes.flatMap(({ tokens }) => literalOf(tokens[at]) ?? []);
  return { hole, words: [...new Set(words)] };
}

function isLiteralAt(index: number): (route: Route) => boolean {
  return ({ tokens }) => tokens[index]?.kind === 'literal';
}

function literalOf(token: Token | undefined): string | null {
  return token?.kind === 'literal' ? token.text : null;
}

/** Whether a path is a route's wherever it is in sight, and something of the route is. */
function isLike({ tokens }: Route, path: readonly Segment[]): boolean {
  return tokens.every((token, index) => {
    const text = path[index]?.text ?? [];
    const known = toKnown(text);
    if (known !== null) return token.kind === 'literal' && token.text === known;
    return token.kind !== 'rest' && text.length === 1;
  });
}

const moved = new WeakMap<readonly Change[], readonly Route[]>();

function movedRoutes(rows: readonly Change[]): readonly Route[] {
  const before = moved.get(rows);
  if (before !== undefined) return before;
  const patterns = rows.flatMap(({ moved: moves = [] }) => ('from' in moves ? [moves] : moves).map(({ from }) => from));
  const routes = patterns.map(parseRoute);
  moved.set(rows, routes);
  return routes;
}
