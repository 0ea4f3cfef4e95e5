import type { Change, RoutePattern } from '../catalogue/change.js';
import type { Segment } from './request.js';
import type { Route } from './route.js';
import { RouteTable, parseRoute } from './route.js';

interface Entry {
  readonly change: Change;
  readonly route: Route;
}

interface Table {
  readonly routes: RouteTable<Entry>;
  readonly found: WeakMap<readonly Segment[], ReadonlySet<Change>>;
}

const tables = new WeakMap<readonly Change[], Table>();

/**
 * The rows that speak of a path, whatever its method and parameters. A row that is not among them says nothing of a
 * request with this path, unless it is the row of the prefix.
 */
export function rowsOn(segments: readonly Segment[], rows: readonly Change[]): ReadonlySet<Change> {
  const { routes, found } = tableOf(rows);
  const before = found.get(segments);
  if (before !== undefined) return before;
  const result = new Set(routes.findAll(segments).map(({ change }) => change));
  found.set(segments, result);
  return result;
}

function tableOf(rows: readonly Change[]): Table {
  const before = tables.get(rows);
  if (before !== undefined) return before;
  const entries = rows.flatMap((change) =>
    patternsOf(change).map((pattern) => ({ change, route: parseRoute(pattern) })),
  );
  const table: Table = { routes: new RouteTable(entries), found: new WeakMap() };
  tables.set(rows, table);
  return table;
}

/** The routes that a row speaks of as v3 has them, each once. */
export function patternsOf({ moved = [], on = [], answers = [], behaves = [] }: Change): RoutePattern[] {
  const moves = 'from' in moved ? [moved] : moved;
  return [...new Set([...moves.map(({ from }) => from), ...on, ...answers.flatMap((each) => each.on), ...behaves])];
}
