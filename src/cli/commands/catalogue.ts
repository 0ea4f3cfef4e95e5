import type { Change } from '../../catalogue/change.js';
import { selectChanges } from '../../migration/select.js';
import { toJson } from '../../reporters/escape.js';
import type { CatalogueArguments } from '../arguments.js';
import { exitCodes } from '../exit-codes.js';
import { toColumns, toWidth } from '../layout.js';
import { loadRows } from '../rows.js';
import { terminal } from '../terminal.js';

/** Lists the rows: a table, or all that they say. */
export function listCatalogue({ json, config, only, skip }: CatalogueArguments): number {
  const all = loadRows(config);
  const selected = selectChanges(all, { only, skip });
  const rows = all.filter(({ id }) => selected.has(id));
  terminal.data(json ? `${toJson(rows, 2)}\n` : toTable(rows));
  return exitCodes.fine;
}

/** To the width of a terminal. Elsewhere a row is one line, which `grep` finds whole. */
function toTable(rows: readonly Change[]): string {
  if (rows.length === 0) return '';
  const width = process.stdout.isTTY ? toWidth(process.stdout.columns) : Infinity;
  const longest = Math.max(...rows.map(({ id }) => id.length));
  const lines = rows.map(
    ({ id, release, rule, certainty, says }) =>
      [`${id.padEnd(longest)}  ${release.padEnd(4)}  ${rule.padEnd(18)}  ${certainty.padEnd(10)}`, says] as const,
  );
  return toColumns(lines, width, 0)
    .map((line) => `${line}\n`)
    .join('');
}
