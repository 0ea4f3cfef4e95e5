import { existsSync } from 'node:fs';
import { dirname, join, parse, relative, resolve, sep } from 'node:path';
import { changes } from '../catalogue/index.js';
import { defaultConfiguration } from '../configuration/configuration.js';
import type { Configuration } from '../configuration/configuration.js';
import { validateConfiguration } from '../configuration/validate.js';
import { CatalogueError, findCatalogueFiles, withCatalogues } from './catalogues.js';
import { describeFailure } from './failure.js';
import { ModuleError, loadDefault } from './load-module.js';
import { readText } from './read.js';

/** A configuration that cannot be used. The message names the file and all that is wrong in it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

const names = ['v4ward.config.js', 'v4ward.config.mjs', 'v4ward.config.ts', 'v4ward.config.json'];

export interface LoadedConfiguration {
  readonly configuration: Configuration;
  /** Where it stands, which is where its globs and relative paths start from. */
  readonly directory: string;
}

/**
 * The configuration that holds in a directory: of the nearest `v4ward.config.*`, or `"v4ward"` of a package.json, from
 * there upward. Without one, the default.
 *
 * @param file a configuration file to take instead, relative to the directory
 * @throws {ConfigurationError}
 */
export function loadConfiguration(directory: string, file: string | null = null): LoadedConfiguration {
  const path = file === null ? findConfiguration(directory) : resolve(directory, file);
  return path === null ? { configuration: defaultConfiguration, directory } : loadConfigurationFile(path);
}

/** @throws {ConfigurationError} */
export function loadConfigurationFile(path: string): LoadedConfiguration {
  const directory = dirname(path);
  return { configuration: toConfiguration(readConfiguration(path), { name: path, directory }), directory };
}

/** What a configuration is called in messages, and where its relative paths start from. */
export interface Origin {
  readonly name: string;
  readonly directory: string;
}

/**
 * Makes a configuration of what somebody wrote.
 *
 * @throws {ConfigurationError}
 */
export function toConfiguration(value: unknown, origin: Origin): Configuration {
  const { configuration, problems } = validate(value, origin);
  if (problems === null) return configuration;
  throw new ConfigurationError(toMessage(origin, problems));
}

/** What a module exports may throw wherever it is looked at, and JSON may be nested deeper than anybody can follow. */
function validate(value: unknown, origin: Origin): ReturnType<typeof validateConfiguration> {
  try {
    return validateConfiguration(readCatalogues(value, origin), changes);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const cause = error instanceof RangeError ? 'it is nested too deeply' : describeFailure(error);
    throw new ConfigurationError(toMessage(origin, [`It cannot be read: ${cause}.`]), { cause: error });
  }
}

function readCatalogues(value: unknown, origin: Origin): unknown {
  try {
    return withCatalogues(value, origin.directory);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new ConfigurationError(toMessage(origin, [error.message]));
  }
}

/** More than anybody reads at once. */
const mostProblems = 50;

function toMessage({ name }: Origin, problems: readonly string[]): string {
  const more = problems.length > mostProblems ? [`and ${String(problems.length - mostProblems)} more`] : [];
  const shown = [...problems.slice(0, mostProblems), ...more].map((problem) => `  ${problem}`);
  return `${name} is not a valid configuration:\n${shown.join('\n')}`;
}

/** The files that a configuration is made of: its own, and those of its catalogues. */
export function findConfigurationFiles(path: string): string[] {
  try {
    return [path, ...findCatalogueFiles(readConfiguration(path), dirname(path))];
  } catch {
    return [path];
  }
}

/** A configuration whose relative modules, which start where it stands, start from another directory. */
export function rebaseConfiguration({ configuration, directory }: LoadedConfiguration, root: string): Configuration {
  const clients = configuration.clients.map((client) => {
    if (client.module?.startsWith('.') !== true) return client;
    const path = relative(root, resolve(directory, client.module)).split(sep).join('/');
    return { ...client, module: path.startsWith('.') ? path : `./${path}` };
  });
  return { ...configuration, clients };
}

/** The configuration file that holds in a directory: its own, or the nearest above it. */
export function findConfiguration(directory: string): string | null {
  const { root } = parse(resolve(directory));
  for (let at = resolve(directory); ; at = dirname(at)) {
    const found = findConfigurationIn(at);
    if (found !== null || at === root) return found;
  }
}

/**
 * The configuration file of a directory, if one stands there.
 *
 * @param has whether a file of that name stands in it; asked of the disk if it is left out
 */
export function findConfigurationIn(
  directory: string,
  has = (name: string): boolean => existsSync(join(directory, name)),
): string | null {
  const own = names.find(has);
  if (own !== undefined) return join(directory, own);
  const manifest = join(directory, 'package.json');
  return has('package.json') && hasOwnKey(manifest) ? manifest : null;
}

/** A package.json that is no JSON says nothing of v4ward; its own tools will complain. */
function hasOwnKey(manifest: string): boolean {
  try {
    return 'v4ward' in (readJson(manifest) as object);
  } catch {
    return false;
  }
}

function readConfiguration(path: string): unknown {
  if (!existsSync(path)) throw new ConfigurationError(`There is no configuration ${path}.`);
  if (path.endsWith('package.json')) return (readJson(path) as { v4ward: unknown }).v4ward;
  if (path.endsWith('.json')) return readJson(path);
  if (/\.[cm]?[jt]s$/.test(path)) return readModule(path);
  throw new ConfigurationError(`${path} is no configuration: expected a file that ends with .js, .mjs, .ts or .json.`);
}

function readJson(path: string): unknown {
  const read = readText(path);
  if ('failure' in read) throw new ConfigurationError(`The configuration ${path} ${read.failure}.`);
  try {
    return JSON.parse(read.text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigurationError(
      `The configuration ${path} is no JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function readModule(path: string): unknown {
  try {
    return loadDefault(path);
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    throw new ConfigurationError(`The configuration ${path} cannot be loaded: ${error.message}.`);
  }
}
