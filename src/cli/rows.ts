import { ruleNames } from '../catalogue/change.js';
import type { Change } from '../catalogue/change.js';
import { changes, withRows } from '../catalogue/index.js';
import { loadConfiguration } from '../files/load-configuration.js';

/**
 * The rows that hold in the working directory: the catalogue, and what its configuration adds.
 *
 * @param config the configuration file to read instead of the nearest
 * @throws {ConfigurationError}
 */
export function loadRows(config: string | undefined): readonly Change[] {
  const { configuration } = loadConfiguration('.', config ?? null);
  return withRows(configuration.catalogues);
}

/** What `--only` and `--skip` take. Where the configuration is wrong, the names of the catalogue alone. */
export function listSelection(): readonly string[] {
  return [...new Set([...ruleNames, ...readRows().map(({ id }) => id)])];
}

function readRows(): readonly Change[] {
  try {
    return loadRows(undefined);
  } catch {
    return changes;
  }
}
