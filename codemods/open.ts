import type { Project as MorphProject } from 'ts-morph';
import type { Change } from '../src/catalogue/change.js';
import { withRows } from '../src/catalogue/index.js';
import type { Configuration } from '../src/configuration/configuration.js';
import { loadReaders } from '../src/documents/formats.js';
import { readStaged } from '../src/files/changes.js';
import type { FoundFiles } from '../src/files/find.js';
import type { LookAhead } from '../src/files/look-ahead.js';
import { openProject } from '../src/files/project.js';
import type { OpenProject } from '../src/files/project.js';
import type { Renames } from '../src/migration/rounds.js';
import { selectChanges } from '../src/migration/select.js';
import type { Located } from './locate.js';
import { openMorphProject } from './morph-project.js';
import { PartWorker } from './part-worker.js';
import { createRenames } from './rename-fields.js';
import { openResultCache } from './result-cache.js';
import type { ResultCache } from './result-cache.js';
import { shareProject } from './shared-project.js';

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
 * @throws {SelectionError} if there is no such row or rule
 */
export async function open(target: string | MorphProject, located: Located): Promise<Opened> {
  const { root, options, configuration, found } = located;
  const { project, cache, close } =
    typeof target === 'string' && found !== null
      ? openFound({ ...located, found })
      : { ...alone, project: await openMorphProject(target as MorphProject, root, configuration) };
  await loadReaders(project.files);
  const selected = selectChanges(rowsOf(configuration), { only: options.only ?? [], skip: options.skip ?? [] });
  const renames = createRenames(project, typeof target === 'string' ? null : target);
  return { project, configuration, selected, renames, cache, close };
}

const alone = { cache: null, close: () => undefined };

interface Found extends Located {
  readonly found: FoundFiles;
}

function openFound(located: Found): Pick<Opened, 'project' | 'cache' | 'close'> {
  const { root, options, configuration, found, ahead } = located;
  const { staged = false, cache: kept, watch } = options;
  const watched = watch === undefined ? {} : { watch };
  if (staged) {
    const { has, texts } = readStaged(root, found.files);
    const ofIndex = { ...found, files: found.files.filter(has) };
    return { ...alone, project: openProject(root, ofIndex, configuration, { ...watched, texts }) };
  }
  if (kept !== undefined) {
    const cache = openResultCache(root, kept, found, configuration);
    return { ...alone, project: openProject(root, found, configuration, { ...watched, ...cache }), cache };
  }
  if (ahead === null) return { ...alone, project: openProject(root, found, configuration, watched) };
  return openShared(located, ahead);
}

/** With the help of other threads, if the project is large. */
function openShared(
  { root, options: { watch }, configuration, found }: Found,
  ahead: LookAhead,
): Pick<Opened, 'project' | 'cache' | 'close'> {
  try {
    const project = openProject(root, found, configuration, { ...(watch !== undefined && { watch }), ahead });
    const { files, looked, generated, bystanders, errors } = project;
    const scan = { files, looked, generated, bystanders, errors: errors() };
    const worker = new PartWorker({ root, found, scan, configuration });
    const close = (): void => {
      worker.close();
    };
    return { project: shareProject(project, worker), cache: null, close };
  } finally {
    ahead.close();
  }
}

function rowsOf({ catalogues }: Configuration): readonly Change[] {
  return withRows(catalogues);
}
