import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Project as MorphProject } from 'ts-morph';
import { wordsOf } from '../src/analysis/triggers.js';
import type { Configuration, WrittenConfiguration } from '../src/configuration/configuration.js';
import { findFiles } from '../src/files/find.js';
import type { FoundFiles } from '../src/files/find.js';
import { loadConfiguration, rebaseConfiguration, toConfiguration } from '../src/files/load-configuration.js';
import type { LoadedConfiguration } from '../src/files/load-configuration.js';
import { LookAhead } from '../src/files/look-ahead.js';
import type { Watch } from '../src/files/scan.js';

/** What to look at, and for what. */
export interface CheckOptions {
  /** Below the directory, or anywhere; the directory itself by default. Of no use for a ts-morph project. */
  readonly paths?: readonly string[];
  /** Taken instead of the configuration file that holds in the directory. */
  readonly configuration?: WrittenConfiguration;
  /** The configuration file to read, relative to the directory. */
  readonly configurationFile?: string;
  /** Rows and rules by name; all by default. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Is told how far the work is. Of no use for a ts-morph project. */
  readonly watch?: Watch;
  /** 1 keeps all of the work in this thread; a second one helps with a large project otherwise. The result is the same. */
  readonly jobs?: number;
}

/** What a gate lets pass. */
export interface GateOptions extends CheckOptions {
  /** The file of a baseline, relative to the directory: what it holds is no open finding. */
  readonly baseline?: string;
  /** Write the baseline anew, so that it holds what is open, and nothing that is stale. */
  readonly updateBaseline?: boolean;
  /** Report only what has to do with lines that changed since the merge base of this commit and HEAD. */
  readonly since?: string;
  /** Read what is staged, and report only what has to do with lines that are. */
  readonly staged?: boolean;
  /**
   * A file, relative to the directory, that keeps what the run comes to: as long as nothing is different that it took
   * from the disk, the next one only sees that it is so. Of no use for what is staged, or a ts-morph project.
   */
  readonly cache?: string;
}

/** The files of a target, and how they are to be read. */
export interface Located {
  readonly root: string;
  readonly options: GateOptions;
  /** Its paths start from the root. */
  readonly configuration: Configuration;
  /** Null for a ts-morph project, which has its own. */
  readonly found: FoundFiles | null;
  /** Has begun to look at the files; null if nobody does. */
  readonly ahead: LookAhead | null;
}

/**
 * Finds the files that a command is about.
 *
 * @throws {PathError} if a path is not there
 * @throws {ConfigurationError} if the configuration is wrong
 */
export function locate(target: string | MorphProject, options: GateOptions): Located {
  const root = toRoot(target);
  const loaded = findConfiguration(root, options);
  const configuration = rebaseConfiguration(loaded, root);
  const about = { root, options, configuration };
  if (typeof target !== 'string') return { ...about, found: null, ahead: null };
  const find = (onFile?: (path: string) => void): FoundFiles => findIn(root, loaded, options, onFile);
  if (!isShared(options)) return { ...about, found: find(), ahead: null };
  const ahead = new LookAhead(root, wordsOf(configuration));
  try {
    return { ...about, found: find(ahead.add), ahead };
  } catch (error) {
    ahead.close();
    throw error;
  }
}

/** Whether other threads may help. Nobody notes what they take from the disk, or tells them what is staged. */
function isShared({ staged = false, cache, jobs = availableParallelism() }: GateOptions): boolean {
  return !staged && cache === undefined && jobs > 1;
}

function findIn(
  root: string,
  { configuration, directory }: LoadedConfiguration,
  { paths = ['.'] }: CheckOptions,
  onFile: (path: string) => void = () => undefined,
): FoundFiles {
  const exclude = { globs: configuration.exclude, from: directory };
  return findFiles(root, paths, exclude, { documents: true, onFile, aside: true });
}

function findConfiguration(root: string, { configuration, configurationFile }: CheckOptions): LoadedConfiguration {
  if (configuration === undefined) return loadConfiguration(root, configurationFile ?? null);
  const origin = { name: 'options.configuration', directory: root };
  return { configuration: toConfiguration(configuration, origin), directory: root };
}

/** The directory of a project; a ts-morph project has that of the process. */
export function toRoot(target: string | MorphProject): string {
  return resolve(typeof target === 'string' ? target : '.');
}
