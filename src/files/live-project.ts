import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isEnvironmentFile } from '../analysis/environment.js';
import type { ParsedFile, Project } from '../analysis/project.js';
import { openEnvironment } from './environment.js';
import { findFiles } from './find.js';
import type { Exclusion } from './exclusion.js';
import { groupFiles } from './groups.js';
import { findNames } from './names.js';
import { createPace } from './pace.js';
import { createReader } from './reader.js';
import type { Reader } from './reader.js';
import { createResolver } from './resolve.js';
import { createScanner, findImports } from './scan.js';
import { stampOf } from './stamp.js';
import { openSurroundings } from './surroundings.js';

/** A project that is asked about again and again, while people work on its files. */
export interface LiveProject {
  /** The project as it is on the disk now; the same object until something that was read changes. */
  look(): Sight;
  /** Whether a file's text is the one on the disk. */
  isSaved(file: ParsedFile): boolean;
}

/** What is in sight of a project at a time. */
export interface Sight {
  /** The files that may have to do with GitLab's API, sorted. */
  readonly files: ReadonlySet<string>;
  /** The files to look at together, if they are few enough. */
  readonly all: readonly string[] | null;
  /** The files to look at together with one, itself among them; null if they are too many. The same list for each of them. */
  readonly groupOf: (file: string) => readonly string[] | null;
  /**
   * A group of files as they are on the disk, but for one as somebody edits it. Without a group that one alone, with what
   * it imports in sight, and who imports it not.
   */
  readonly open: (group: readonly string[] | null, edited: ParsedFile | null) => Project;
}

/** So many files are examined in the time in which nobody feels it. More than that and each stands for itself. */
const most = 50;

/** Looks at the disk take a hundredth of the time at most. */
const rest = 100;

/**
 * Opens the project of a directory. Its files are found now and then, and read again when their time of modification
 * has changed; a file is parsed when it is asked for.
 *
 * @param words what the configuration adds to the trigger words
 * @param exclude globs of what is left out
 */
export function openLiveProject(root: string, words: readonly string[], exclude: Exclusion): LiveProject {
  const scan = createScanner(root, words);
  const reader = createReader(root);
  const [findPace, readPace] = [createPace(rest), createPace(rest)];
  let sight = openSight(root, [], reader);
  let stamp = '';
  const find = (): void => {
    const { files } = scan(findFiles(root, ['.'], exclude));
    const now = [...files, ...stampFolders(root, files)].join('\n');
    if (now === stamp) return;
    stamp = now;
    sight = openSight(root, files, reader);
  };
  const reread = (): void => {
    if (reader.forgetChanged()) sight = openSight(root, [...sight.files], reader);
  };
  return {
    look() {
      findPace(find);
      readPace(reread);
      return sight;
    },
    isSaved: ({ file, text }) => reader.text(file) === text,
  };
}

function openSight(root: string, files: readonly string[], reader: Reader): Sight {
  const beside = openBeside(root, files);
  const all = files.length <= most ? files : null;
  let groups: ReadonlyMap<string, readonly string[]> | null = null;
  return {
    files: new Set(files),
    all,
    groupOf(file) {
      if (all !== null) return all;
      groups ??= groupFiles(files, (from) => findTargets(from, reader, beside));
      const group = groups.get(file) ?? [file];
      return group.length <= most ? group : null;
    },
    open: (group, edited) => toProject({ group, edited, beside, reader }),
  };
}

function findTargets(from: string, reader: Reader, { resolve: resolveImport }: Beside): string[] {
  return findImports(reader.text(from) ?? '').flatMap((specifier) => resolveImport(from, specifier) ?? []);
}

type Beside = ReturnType<typeof openSurroundings> & Pick<Project, 'names' | 'findEnvironment'>;

function openBeside(root: string, files: readonly string[]): Beside {
  return {
    ...openSurroundings(root, createResolver(root)),
    names: findNames(root, files),
    findEnvironment: openEnvironment(root),
  };
}

interface Parts {
  readonly group: readonly string[] | null;
  readonly edited: ParsedFile | null;
  readonly beside: Beside;
  readonly reader: Reader;
}

function toProject({ group, edited, beside: { parseForeign, ...beside }, reader }: Parts): Project {
  return {
    ...beside,
    files: [...new Set([...(group ?? []), ...(edited === null ? [] : [edited.file])])].sort(),
    whole: group !== null,
    findImports: (file) => findImports((file === edited?.file ? edited.text : reader.text(file)) ?? ''),
    parse(file) {
      if (file === edited?.file) return edited;
      return beside.isForeign(file) ? parseForeign(file) : reader.parse(file);
    },
  };
}

const settings = /^(?:package|[jt]sconfig.*)\.json$/;

/** The stamps of the files that say how others are read, in the folders of files and above them up to the root. */
function stampFolders(root: string, files: readonly string[]): string[] {
  const folders = new Set([root]);
  for (const file of files) {
    for (let at = dirname(resolve(root, file)); at.length > root.length; at = dirname(at)) folders.add(at);
  }
  return [...folders].flatMap((folder) =>
    listNames(folder)
      .filter((name) => settings.test(name) || isEnvironmentFile(name))
      .map((name) => `${join(folder, name)} ${stampOf(join(folder, name))}`),
  );
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
