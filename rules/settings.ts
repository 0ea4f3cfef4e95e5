import { dirname, isAbsolute, resolve } from 'node:path';
import type { TSESLint } from '@typescript-eslint/utils';
import { defaultConfiguration } from '../src/configuration/configuration.js';
import type { Configuration } from '../src/configuration/configuration.js';
import { findCurrentConfiguration } from '../src/files/current-configuration.js';
import { createExclusionTest } from '../src/files/exclusion.js';
import type { Exclusion } from '../src/files/exclusion.js';
import { rebaseConfiguration, toConfiguration } from '../src/files/load-configuration.js';
import type { LoadedConfiguration } from '../src/files/load-configuration.js';

type Context = Pick<
  Readonly<TSESLint.RuleContext<string, readonly unknown[]>>,
  'settings' | 'cwd' | 'physicalFilename'
>;

/** What holds for a file that is linted. */
export interface Settings {
  /** Relative paths in it start from ESLint's working directory. */
  readonly configuration: Configuration;
  readonly exclusion: Exclusion;
}

const none: Settings = { configuration: defaultConfiguration, exclusion: { globs: [], from: '' } };

/** By what they were made of, for one working directory each. */
const known = new WeakMap<object, Map<string, Settings>>();

/**
 * What holds for a file that is linted: `settings.v4ward` as a whole if it is there, otherwise the nearest configuration
 * file. It is the same object as long as neither has changed.
 *
 * @throws {ConfigurationError} if it is not valid
 */
export function readSettings(context: Context): Settings {
  const { settings, cwd } = context;
  const own = settings['v4ward'];
  if (own !== undefined) return rememberSettings(own, cwd, fromSettings);
  const loaded = findCurrentConfiguration(dirname(toPath(context)));
  return loaded === null ? none : rememberSettings(loaded, cwd, fromFile);
}

const exclusionTests = new WeakMap<Exclusion, (path: string) => boolean>();

/** Whether the configuration leaves a file out. */
export function isExcluded(context: Context, { exclusion }: Settings): boolean {
  if (exclusion.globs.length === 0) return false;
  const test = exclusionTests.get(exclusion) ?? createExclusionTest(exclusion);
  exclusionTests.set(exclusion, test);
  return test(toPath(context));
}

/** Text from standard input that has no name is taken to stand in the working directory. */
function toPath({ physicalFilename, cwd }: Context): string {
  return isAbsolute(physicalFilename) ? physicalFilename : resolve(cwd, physicalFilename);
}

function rememberSettings<Source>(
  source: Source,
  cwd: string,
  create: (source: Source, cwd: string) => Settings,
): Settings {
  if (typeof source !== 'object' || source === null) return create(source, cwd);
  const byDirectory = known.get(source) ?? new Map<string, Settings>();
  const settings = byDirectory.get(cwd) ?? create(source, cwd);
  known.set(source, byDirectory.set(cwd, settings));
  return settings;
}

function fromSettings(own: unknown, cwd: string): Settings {
  const configuration = toConfiguration(own, { name: 'settings.v4ward', directory: cwd });
  return { configuration, exclusion: { globs: configuration.exclude, from: cwd } };
}

function fromFile(loaded: LoadedConfiguration, cwd: string): Settings {
  const configuration = rebaseConfiguration(loaded, cwd);
  return { configuration, exclusion: { globs: configuration.exclude, from: loaded.directory } };
}
