import type { Change } from '../catalogue/change.js';
import { withRows } from '../catalogue/index.js';
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
