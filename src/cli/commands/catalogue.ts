import type { Change } from '../../catalogue/change.js';
import type { CatalogueArguments } from '../arguments.js';
import { exitCodes } from '../exit-codes.js';
import { loadRows } from '../rows.js';
import { terminal } from '../terminal.js';

/** Lists the rows: a line each, or with all that they say. */
export function listCatalogue({ json, config }: CatalogueArguments): number {
  const rows = loadRows(config);
  terminal.data(json ? `${JSON.stringify(rows, null, 2)}\n` : toTable(rows));
  return exitCodes.fine;
}

function toTable(rows: readonly Change[]): string {
  const width = Math.max(...rows.map(({ id }) => id.length));
  return rows
    .map(
      ({ id, release, rule, certainty, says }) =>
        `${id.padEnd(width)}  ${release.padEnd(4)}  ${rule.padEnd(18)}  ${certainty.padEnd(10)}  ${says}\n`,
    )
    .join('');
}
