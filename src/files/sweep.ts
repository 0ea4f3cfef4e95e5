import { readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isEnvironmentFile } from '../analysis/environment.js';
import { hasSourceExtension } from './find.js';
import type { FoundFiles } from './find.js';
import { isSettled, stampOf } from './stamp.js';

/** What differs on the disk: which files there are, what they are read with, or what stands in one. */
export type Difference = 'names' | 'settings' | 'text';

/** Watches the files of a project by looking at a few of them at a time. */
export interface Sweep {
  /**
   * Goes on from where it stopped, until there is no time left, or once around.
   *
   * @returns what is not as it was when it was last looked at
   */
  readonly goOn: (hasTime: () => boolean) => ReadonlySet<Difference>;
  /** The stamp of a file when it was last looked at. */
  readonly stampOf: (file: string) => string;
  /** What the files that say how others are read were when they were last looked at. */
  readonly describeSettings: () => string;
}

/** A file, as it was when it was last looked at. */
interface Watched {
  readonly path: string;
  /** What differs if it does. */
  readonly tells: Difference;
  stamp: string;
}

interface WatchedDirectory extends Watched {
  /** Those in it that count. */
  names: readonly string[];
  /** Whether its stamp tells of the next change. */
  settled: boolean;
}

/** A question to the clock costs as much as one to the disk. */
const atOnce = 16;

/**
 * Opens a sweep over what a walk has found.
 *
 * @param root what the files are relative to
 * @param found its directories with the names that `isWatched` keeps
 * @param since when the walk began, in milliseconds since 1970
 */
export function createSweep(root: string, { files, directories }: FoundFiles, since: number): Sweep {
  const folders = [...directories].map(([path, names]) => watchDirectory(path, names, since));
  const texts = new Map(files.map((file) => [file, watchFile(resolve(root, file), 'text')]));
  const beside = folders.flatMap(watchBeside);
  const watched = [...folders, ...beside, ...texts.values()];
  let at = 0;
  return {
    goOn(hasTime) {
      const differences = new Set<Difference>();
      for (let looked = 0; looked < watched.length; looked += 1) {
        if (looked > 0 && looked % atOnce === 0 && !hasTime()) break;
        const one = watched[at % watched.length];
        if (one !== undefined && lookAgain(one)) differences.add(one.tells);
        at += 1;
      }
      return differences;
    },
    stampOf: (file) => texts.get(file)?.stamp ?? '',
    describeSettings: () => beside.filter(isRead).map(describe).join('\n'),
  };
}

function watchFile(path: string, tells: Difference): Watched {
  return { path, tells, stamp: stampOf(path) };
}

/** What changed while the walk was on is listed again. */
function watchDirectory(path: string, names: readonly string[], since: number): WatchedDirectory {
  return { ...watchFile(path, 'names'), names, settled: isSettled(path, since) };
}

/** The files of a directory that say which others there are, and how they are read. */
function watchBeside({ path, names }: WatchedDirectory): Watched[] {
  return names.flatMap((name) => {
    if (name === ignoreFile) return [watchFile(join(path, name), 'names')];
    return isSetting(name) ? [watchFile(join(path, name), 'settings')] : [];
  });
}

/** Whether it differs. */
function lookAgain(one: Watched | WatchedDirectory): boolean {
  const stamp = stampOf(one.path);
  const isSame = stamp === one.stamp;
  one.stamp = stamp;
  return 'names' in one ? !(isSame && one.settled) && listAgain(one) : !isSame;
}

/** What comes and goes seldom counts: many editors write a file of their own beside the one that they save. */
function listAgain(one: WatchedDirectory): boolean {
  const { path, names } = one;
  one.settled = isSettled(path);
  one.names = listNames(path);
  return names.join('\n') !== one.names.join('\n');
}

const ignoreFile = '.gitignore';

const settings = /(?:^|[/\\])(?:package|[jt]sconfig[^/\\]*)\.json$/;

/** Other JSON is read when a file imports it. */
function isRead({ path }: Watched): boolean {
  return settings.test(path) || isEnvironmentFile(basename(path));
}

function describe({ path, stamp }: Watched): string {
  return `${path} ${stamp}`;
}

function isSetting(name: string): boolean {
  return name.endsWith('.json') || isEnvironmentFile(name);
}

/** None if the directory is gone. */
function listNames(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter(isWatched)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Whether it may lead to files of the project, or say how they are read. */
export function isWatched(entry: Dirent): boolean {
  const { name } = entry;
  return !entry.isFile() || hasSourceExtension(name) || isSetting(name) || name === ignoreFile;
}
