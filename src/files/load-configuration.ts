import { existsSync } from 'node:fs';
import { dirname, join, parse, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Change } from '../catalogue/change.js';
import { defaultConfiguration } from '../configuration/configuration.js';
import type { Configuration } from '../configuration/configuration.js';
import { validateConfiguration } from '../configuration/validate.js';
import { CatalogueError, withCatalogues } from './catalogues.js';
import { readText } from './read.js';

/** A configuration that cannot be used. The message names the file and all that is wrong in it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

const names = ['v4ward.config.js', 'v4ward.config.mjs', 'v4ward.config.ts', 'v4ward.config.json'];

export interface LoadedConfiguration {
  readonly configuration: Configuration;
  /** Where it stands, which is where its globs start from. */
  readonly directory: string;
}

/**
 * The configuration that holds in a directory: of the nearest `v4ward.config.*`, or `"v4ward"` of a package.json, from
 * there upward. Without one, the default.
 *
 * @param file a configuration file to take instead, relative to the directory
 * @throws {ConfigurationError}
 */
export async function loadConfiguration(
  directory: string,
  rows: readonly Change[],
  file: string | null = null,
): Promise<LoadedConfiguration> {
  const path = file === null ? findConfiguration(directory) : resolve(directory, file);
  if (path === null) return { configuration: defaultConfiguration, directory };
  const { configuration, problems } = validateConfiguration(readCatalogues(path, await readConfiguration(path)), rows);
  if (problems === null) return { configuration, directory: dirname(path) };
  throw new ConfigurationError(
    `${path} is not a valid configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  );
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

function findConfiguration(directory: string): string | null {
  const { root } = parse(resolve(directory));
  for (let at = resolve(directory); ; at = dirname(at)) {
    const found = findConfigurationIn(at);
    if (found !== null || at === root) return found;
  }
}

function readCatalogues(path: string, configuration: unknown): unknown {
  try {
    return withCatalogues(configuration, dirname(path));
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new ConfigurationError(`${path} is not a valid configuration:\n  ${error.message}`);
  }
}

function findConfigurationIn(directory: string): string | null {
  const own = names.map((name) => join(directory, name)).find((path) => existsSync(path));
  if (own !== undefined) return own;
  const manifest = join(directory, 'package.json');
  return existsSync(manifest) && hasOwnKey(manifest) ? manifest : null;
}

/** A package.json that is no JSON says nothing of v4ward; its own tools will complain. */
function hasOwnKey(manifest: string): boolean {
  try {
    return 'v4ward' in (readJson(manifest) as object);
  } catch {
    return false;
  }
}

async function readConfiguration(path: string): Promise<unknown> {
  if (!existsSync(path)) throw new ConfigurationError(`There is no configuration ${path}.`);
  if (path.endsWith('package.json')) return (readJson(path) as { v4ward: unknown }).v4ward;
  if (path.endsWith('.json')) return readJson(path);
  if (!/\.[cm]?[jt]s$/.test(path))
    throw new ConfigurationError(
      `${path} is no configuration: expected a file that ends with .js, .mjs, .ts or .json.`,
    );
  return /\.[cm]?ts$/.test(path) && !stripsTypes()
    ? importTranspiled(path)
    : importDefault(path, pathToFileURL(path).href);
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

/** https://nodejs.org/api/process.html#processfeaturestypescript */
function stripsTypes(): boolean {
  return Boolean((process.features as { typescript?: unknown }).typescript);
}

/** What a data URL holds can import nothing relative to it; a configuration has no need to. */
async function importTranspiled(path: string): Promise<unknown> {
  const read = readText(path);
  if ('failure' in read) throw new ConfigurationError(`The configuration ${path} ${read.failure}.`);
  const { ts } = await import('ts-morph');
  const { outputText } = ts.transpileModule(read.text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  return importDefault(path, `data:text/javascript,${encodeURIComponent(outputText)}`);
}

async function importDefault(path: string, url: string): Promise<unknown> {
  const loaded = await load(path, url);
  if ('default' in loaded) return loaded['default'];
  throw new ConfigurationError(`The configuration ${path} has no default export; expected \`export default { … }\`.`);
}

async function load(path: string, url: string): Promise<Record<string, unknown>> {
  try {
    return (await import(url)) as Record<string, unknown>;
  } catch (error) {
    throw new ConfigurationError(
      `The configuration ${path} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
