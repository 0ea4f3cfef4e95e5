import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { isRecord } from '../configuration/checks.js';
import { loadDefault } from './load-module.js';
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

/** The files that hold the rows that a configuration names, where they are or would be. */
export function findCatalogueFiles(configuration: unknown, directory: string): string[] {
  const catalogues = isRecord(configuration) ? configuration['catalogues'] : [];
  if (!Array.isArray(catalogues)) return [];
  return catalogues.flatMap((each: unknown) => (typeof each === 'string' ? [findFile(each, directory)] : []));
}

function findFile(module: string, directory: string): string {
  try {
    return locate(module, directory);
  } catch {
    return resolve(directory, module);
  }
}

function readRows(module: string, directory: string): readonly unknown[] {
  const rows = load(module, directory);
  if (Array.isArray(rows)) return rows;
  throw new CatalogueError(`The catalogue ${module} is no list of rows: expected \`export default [ … ]\`, or JSON.`);
}

function load(module: string, directory: string): unknown {
  try {
    const file = locate(module, directory);
    return file.endsWith('.json') ? readJson(module, file) : loadDefault(file);
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    throw new CatalogueError(
      `The catalogue ${module} cannot be loaded: ${messageOf(error)} (a file begins with ./, anything else is a package)`,
    );
  }
}

/** As Node finds it from there. JSON that is not there is told in our own words. */
function locate(module: string, directory: string): string {
  return /^\.{1,2}\/.*\.json$/.test(module)
    ? resolve(directory, module)
    : createRequire(join(resolve(directory), 'v4ward.config.js')).resolve(module);
}

function readJson(module: string, file: string): unknown {
  const read = readText(file);
  if ('failure' in read) throw new CatalogueError(`The catalogue ${module} ${read.failure}.`);
  try {
    return JSON.parse(read.text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CatalogueError(`The catalogue ${module} is no JSON: ${messageOf(error)}.`);
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
