import type { Project } from '../analysis/project.js';
import type { Exclusion } from './exclusion.js';
import { findFiles } from './find.js';
import type { FoundFiles } from './find.js';
import { createPace } from './pace.js';
import { openTogether } from './programs.js';
import { createScanner } from './scan.js';
import type { Scan } from './scan.js';
import { createSweep, isWatched } from './sweep.js';
import type { Sweep } from './sweep.js';

/** Looks at what is known take half a hundredth of the time; so does a walk, which cannot be interrupted. */
const share = 0.005;
const sweeping = { share, atOnce: { least: 5, most: 50 } };
const walking = { share, atOnce: { least: 100, most: 100 } };

const nothing: FoundFiles = { files: [], aside: [], named: new Set(), directories: new Map(), errors: [] };

interface Known {
  readonly found: FoundFiles;
  readonly sweep: Sweep;
  /** Whether there are other files since. */
  readonly isStale: boolean;
  /** What came of them. */
  readonly chosen: Chosen;
  readonly key: string;
}

/** The files of a directory that may have to do with GitLab's API, sorted, and the others as they were when these were chosen. */
export type Chosen = Pick<Scan, 'files' | 'bystanders'> & Required<Pick<Project, 'areTogether'>>;

/** Before any were found. */
export const nobody: Chosen = { files: [], bystanders: [], areTogether: () => true };

/**
 * Finds the files of a directory that may have to do with GitLab's API. The first time all are read. Then it is noticed
 * bit by bit what has changed, and only that is read again.
 *
 * @param words what the configuration adds to the trigger words
 * @returns gives the files: the same object until there are others, or what says how they are read has changed
 */
export function watchFiles(root: string, words: readonly string[], exclude: Exclusion): () => Chosen {
  const scan = createScanner(root, words);
  const [sweepPace, walkPace] = [createPace(sweeping), createPace(walking)];
  const known: Known = {
    found: nothing,
    sweep: createSweep(root, nothing, 0),
    isStale: true,
    chosen: nobody,
    key: '',
  };
  const select = (): void => {
    const { files, bystanders } = scan(known.found, known.sweep.stampOf);
    const key = [...files, known.sweep.describeSettings()].join('\n');
    if (key === known.key) return;
    const areTogether = openTogether(root, known.found.directories);
    Object.assign(known, { chosen: { files, bystanders, areTogether }, key });
  };
  const walk = (): void => {
    const since = Date.now();
    const found = findFiles(root, ['.'], exclude, { isKept: isWatched });
    const sweep = createSweep(root, found, since);
    Object.assign(known, { found: { ...found, directories: packagesOf(found) }, sweep, isStale: false });
    select();
  };
  const sweep = (hasTime: () => boolean): void => {
    const differences = known.sweep.goOn(hasTime);
    if (differences.has('names')) Object.assign(known, { isStale: true });
    else if (differences.size > 0) select();
  };
  return () => {
    if (known.found === nothing) walk();
    else sweepPace(sweep);
    if (known.isStale) walkPace(walk);
    return known.chosen;
  };
}

/** The directories that hold a package, which tell where imports lead. */
function packagesOf({ directories }: FoundFiles): FoundFiles['directories'] {
  return new Map([...directories].filter(([, names]) => names.includes('package.json')));
}
