import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { readText } from './read.js';

/** Rows that cannot be had. The message names the module and the cause. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
}

/**
 * A configuration in which the modules that `catalogues` names are the rows that they hold: JSON, or a default export.
 * What is no list is left for the validation to tell.
 *
 * @param directory what relative modules start from
 * @throws {CatalogueError}
 */
export function withCatalogues(configuration: unknown, directory: string): unknown {
  if (typeof configuration !== 'object' || configuration === null) return configuration;
  const { catalogues } = configuration as { readonly catalogues?: unknown };
  if (!Array.isArray(catalogues) || !catalogues.some((each) => typeof each === 'string')) return configuration;
  const rows = catalogues.flatMap((each: unknown) => (typeof each === 'string' ? readRows(each, directory) : [each]));
  return { ...configuration, catalogues: rows };
}

function readRows(module: string, directory: string): readonly unknown[] {
  const loaded = /^\.{1,2}\/.*\.json$/.test(module) ? readJson(module, directory) : load(module, directory);
  const rows = isNamespace(loaded) ? loaded.default : loaded;
  if (Array.isArray(rows)) return rows;
  throw new CatalogueError(`The catalogue ${module} is no list of rows: expected \`export default [ … ]\`, or JSON.`);
}

function isNamespace(value: unknown): value is { readonly default: unknown } {
  return typeof value === 'object' && value !== null && 'default' in value;
}

function readJson(module: string, directory: string): unknown {
  const read = readText(resolve(directory, module));
  if ('failure' in read) throw new CatalogueError(`The catalogue ${module} ${read.failure}.`);
  try {
    return JSON.parse(read.text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CatalogueError(`The catalogue ${module} is no JSON: ${messageOf(error)}.`);
  }
}

/** ESLint reads its settings at once, so modules are loaded at once too. https://nodejs.org/api/modules.html#loading-ecmascript-modules-using-require */
function load(module: string, directory: string): unknown {
  try {
    return createRequire(join(resolve(directory), 'v4ward.config.js'))(module) as unknown;
  } catch (error) {
    throw new CatalogueError(
      `The catalogue ${module} cannot be loaded: ${messageOf(error)} (a file begins with ./, anything else is a package)`,
    );
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
