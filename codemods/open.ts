import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Project as MorphProject } from 'ts-morph';
import { wordsOf } from '../src/analysis/triggers.js';
import type { Change } from '../src/catalogue/change.js';
import { withRows } from '../src/catalogue/index.js';
import type { Configuration, WrittenConfiguration } from '../src/configuration/configuration.js';
import { loadReaders } from '../src/documents/formats.js';
import { readStaged } from '../src/files/changes.js';
import { findFiles } from '../src/files/find.js';
import type { FoundFiles } from '../src/files/find.js';
import { loadConfiguration, rebaseConfiguration, toConfiguration } from '../src/files/load-configuration.js';
import type { LoadedConfiguration } from '../src/files/load-configuration.js';
import { withLookAhead } from '../src/files/look-ahead.js';
import { openProject } from '../src/files/project.js';
import type { OpenProject } from '../src/files/project.js';
import type { Opening, Watch } from '../src/files/scan.js';
import type { Renames } from '../src/migration/rounds.js';
import { selectChanges } from '../src/migration/select.js';
import { openMorphProject } from './morph-project.js';
import { PartWorker } from './part-worker.js';
import { createRenames } from './rename-fields.js';
import { openResultCache } from './result-cache.js';
import type { ResultCache } from './result-cache.js';
import { shareProject } from './shared-project.js';

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

/** A project, and what is asked of it. */
export interface Opened {
  readonly project: OpenProject;
  readonly configuration: Configuration;
  /** The ids of the rows that are asked for. */
  readonly selected: ReadonlySet<string>;
  readonly renames: Renames;
  /** Null if nothing is to be kept. */
  readonly cache: ResultCache | null;
  /** Ends what works for it beside this thread. */
  readonly close: () => void;
}

/**
 * Opens what a command is about.
 *
 * @throws {PathError} if a path is not there
 * @throws {ConfigurationError} if the configuration is wrong
 * @throws {SelectionError} if there is no such row or rule
 */
export async function open(target: string | MorphProject, options: GateOptions): Promise<Opened> {
  const root = toRoot(target);
  const loaded = findConfiguration(root, options);
  const configuration = rebaseConfiguration(loaded, root);
  const { project, cache, close } =
    typeof target === 'string'
      ? openDirectory(root, { configuration, directory: loaded.directory }, options)
      : { ...alone, project: await openMorphProject(target, root, configuration) };
  await loadReaders(project.files);
  const selected = selectChanges(rowsOf(configuration), { only: options.only ?? [], skip: options.skip ?? [] });
  const renames = createRenames(project, typeof target === 'string' ? null : target);
  return { project, configuration, selected, renames, cache, close };
}

const alone = { cache: null, close: () => undefined };

type Directory = Pick<Opened, 'project' | 'cache' | 'close'>;

function openDirectory(
  root: string,
  { configuration, directory }: LoadedConfiguration,
  options: GateOptions,
): Directory {
  const { paths = ['.'], staged = false, cache: kept, watch, jobs = availableParallelism() } = options;
  const exclude = { globs: configuration.exclude, from: directory };
  const watched = watch === undefined ? {} : { watch };
  const find = (onFile: (path: string) => void = () => undefined): FoundFiles =>
    findFiles(root, paths, exclude, { documents: true, onFile, aside: true });
  if (staged) {
    const found = find();
    const { has, texts } = readStaged(root, found.files);
    const ofIndex = { ...found, files: found.files.filter(has) };
    return { ...alone, project: openProject(root, ofIndex, configuration, { ...watched, texts }) };
  }
  if (kept === undefined) {
    if (jobs < 2) return { ...alone, project: openProject(root, find(), configuration, watched) };
    return openShared(root, configuration, find, watched);
  }
  const found = find();
  const cache = openResultCache(root, kept, found, configuration);
  return { ...alone, project: openProject(root, found, configuration, { ...watched, ...cache }), cache };
}

/** With the help of other threads, if the project is large. Nobody notes what they take from the disk. */
function openShared(
  root: string,
  configuration: Configuration,
  find: (onFile: (path: string) => void) => FoundFiles,
  watched: Opening,
): Directory {
  const { found, project } = withLookAhead(root, wordsOf(configuration), (ahead) => {
    const files = find(ahead.add);
    return { found: files, project: openProject(root, files, configuration, { ...watched, ahead }) };
  });
  const { files, looked, generated, errors } = project;
  const worker = new PartWorker({ root, found, scan: { files, looked, generated, errors: errors() }, configuration });
  const close = (): void => {
    worker.close();
  };
  return { project: shareProject(project, worker), cache: null, close };
}

function findConfiguration(root: string, { configuration, configurationFile }: CheckOptions): LoadedConfiguration {
  if (configuration === undefined) return loadConfiguration(root, configurationFile ?? null);
  const origin = { name: 'options.configuration', directory: root };
  return { configuration: toConfiguration(configuration, origin), directory: root };
}

function rowsOf({ catalogues }: Configuration): readonly Change[] {
  return withRows(catalogues);
}

/** The directory of a project; a ts-morph project has that of the process. */
export function toRoot(target: string | MorphProject): string {
  return resolve(typeof target === 'string' ? target : '.');
}
