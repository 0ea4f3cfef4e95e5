import { changes } from '../../catalogue/index.js';
import type { CatalogueArguments } from '../arguments.js';
import { exitCodes } from '../exit-codes.js';
import { terminal } from '../terminal.js';

/** Lists the rows: a line each, or with all that they say. */
export function listCatalogue({ json }: CatalogueArguments): Promise<number> {
  terminal.data(json ? `${JSON.stringify(changes, null, 2)}\n` : toTable());
  return Promise.resolve(exitCodes.fine);
}

function toTable(): string {
  const width = Math.max(...changes.map(({ id }) => id.length));
  return changes
    .map(
      ({ id, release, rule, certainty, says }) =>
        `${id.padEnd(width)}  ${release.padEnd(4)}  ${rule.padEnd(18)}  ${certainty.padEnd(10)}  ${says}\n`,
    )
    .join('');
}
