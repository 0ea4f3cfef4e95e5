import { namesService } from '../analysis/triggers.js';
import type { ParsedFile, Project } from '../analysis/project.js';
import { openBystanders } from './bystanders.js';
import type { FileImports } from './bystanders.js';
import { openEnvironment } from './environment.js';
import type { Exclusion } from './exclusion.js';
import { groupFiles, joinGroups } from '../migration/groups.js';
import { findImports } from './imports.js';
import { findNames } from './names.js';
import { createPace } from './pace.js';
import { createReader } from './reader.js';
import type { Reader } from './reader.js';
import { createResolver } from './resolve.js';
import { openSurroundings } from './surroundings.js';
import { nobody, watchFiles } from './watch-files.js';
import type { Chosen } from './watch-files.js';

/** A project that is asked about again and again, while people work on its files. */
export interface LiveProject {
  /**
   * The project as it is on the disk, or was a moment ago; the same object until something that was read changes.
   *
   * @param edited tells, if it has been written since, that others may have been too
   */
  look(edited?: ParsedFile): Sight;
  /** Whether a file's text is the one on the disk. */
  isSaved(file: ParsedFile): boolean;
}

/** What is in sight of a project at a time. */
export interface Sight {
  /** The files that may have to do with GitLab's API, sorted. */
  readonly files: ReadonlySet<string>;
  /** All of them, if they are few enough to look at together. */
  readonly all: Group | null;
  /** The files to look at together with one; the same list each time. */
  readonly groupOf: (file: string) => Group;
  /** Whether one of the files imports a file, itself or through others that only pass it on. */
  readonly isImported: (file: string) => boolean;
  /** A group of files as they are on the disk, but for one as somebody edits it. */
  readonly open: (group: Group, edited: ParsedFile | null) => Project;
}

/** Files that are looked at together. */
export interface Group {
  readonly files: readonly string[];
  /** Others, out of sight, may have to do with them. */
  readonly isPartial: boolean;
}

/** So much is examined while somebody writes, and not felt. Of larger groups each file stands for itself. */
const most = { files: 50, characters: 60_000 };

/** Files that were read are looked at again for a hundredth of the time. */
const rereading = { share: 0.01, atOnce: { least: 50, most: 50 } };

/**
 * Opens the project of a directory. Its files are found now and then, and read again when their time of modification
 * has changed; a file is parsed when it is asked for.
 *
 * @param words what the configuration adds to the trigger words
 * @param exclude globs of what is left out
 */
export function openLiveProject(root: string, words: readonly string[], exclude: Exclusion): LiveProject {
  const findChosen = watchFiles(root, words, exclude);
  const reader = createReader(root);
  const readPace = createPace(rereading);
  const known = { chosen: nobody, sight: openSight(root, nobody, reader) };
  return {
    look(edited) {
      const chosen = findChosen();
      if (chosen !== known.chosen) Object.assign(known, { chosen, sight: openSight(root, chosen, reader) });
      const read = (): void => {
        if (reader.forgetChanged()) known.sight = openSight(root, chosen, reader);
        reader.forgetUnused();
      };
      readPace(read);
      if (edited !== undefined && reader.isOld(edited)) read();
      return known.sight;
    },
    isSaved: ({ file, text }) => reader.text(file) === text,
  };
}

function openSight(root: string, { files, bystanders, areTogether }: Chosen, reader: Reader): Sight {
  const beside = { ...openBeside(root, files, bystanders, reader), areTogether };
  const targetsOf = (from: string): string[] => findTargets(findImports(reader.text(from) ?? ''), from, beside);
  const imported = once(() => findPassedOn(files.flatMap(targetsOf), reader, beside));
  const importing = once(() => groupFiles(files, targetsOf));
  const named = once(() => files.filter((file) => namesService(reader.text(file) ?? '')));
  const tied = once(() => joinGroups(importing(), named()));
  const all = isSmall(files, reader) ? { files, isPartial: false } : null;
  const chosen = new Set(files);
  const known = new Map<string, Group>();
  const findGroup = (file: string): Group => {
    const [whole, part] = [tied().get(file) ?? [file], importing().get(file) ?? [file]];
    if (isSmall(whole, reader)) return { files: whole, isPartial: false };
    return { files: isSmall(part, reader) ? part : [file], isPartial: true };
  };
  return {
    files: chosen,
    all,
    groupOf(file) {
      const group = all ?? known.get(file) ?? findGroup(file);
      known.set(file, group);
      return group;
    },
    isImported: (file) => imported().has(file),
    open: (group, edited) => toProject({ group, edited, beside, reader, chosen }),
  };
}

function once<Value>(compute: () => Value): () => Value {
  const known: Value[] = [];
  return () => {
    if (known.length === 0) known.push(compute());
    return known[0] as Value;
  };
}

function isSmall(files: readonly string[], reader: Reader): boolean {
  if (files.length > most.files) return false;
  return files.reduce((sum, file) => sum + (reader.text(file)?.length ?? 0), 0) <= most.characters;
}

function findTargets(specifiers: readonly string[], from: string, { resolve: resolveImport }: Beside): string[] {
  return specifiers.flatMap((specifier) => resolveImport(from, specifier) ?? []);
}

/** Files, and those that they export from. */
function findPassedOn(files: readonly string[], reader: Reader, beside: Beside): ReadonlySet<string> {
  const found = new Set(files);
  for (const file of found) {
    const text = reader.text(file) ?? '';
    const specifiers = [...text.matchAll(/\bexport\b[^;'"]*\bfrom\s*['"]([^'"\n]+)/g)].map(([, name = '']) => name);
    for (const target of findTargets(specifiers, file, beside)) found.add(target);
  }
  return found;
}

type Beside = ReturnType<typeof openSurroundings> &
  Pick<Project, 'names' | 'findEnvironment' | 'findBystandersOf' | 'areTogether'>;

function openBeside(
  root: string,
  files: readonly string[],
  bystanders: readonly FileImports[],
  reader: Reader,
): Beside {
  const surroundings = openSurroundings(root, createResolver(root));
  const isFound = (from: string, specifier: string): boolean => surroundings.resolve(from, specifier) !== null;
  return {
    ...surroundings,
    findBystandersOf: openBystanders(root, bystanders, (file) => reader.text(file), isFound),
    names: findNames(root, files),
    findEnvironment: openEnvironment(root),
  };
}

interface Parts {
  readonly group: Group;
  readonly edited: ParsedFile | null;
  readonly beside: Beside;
  readonly reader: Reader;
  /** The files that may have to do with GitLab's API, of all groups. */
  readonly chosen: ReadonlySet<string>;
}

function toProject({ group, edited, beside: { parseForeign, ...beside }, reader, chosen }: Parts): Project {
  return {
    ...beside,
    files: [...new Set([...group.files, ...(edited === null ? [] : [edited.file])])].sort(),
    whole: !group.isPartial,
    isBystander: (file) => !chosen.has(file) && file !== edited?.file,
    findImports: (file) => findImports((file === edited?.file ? edited.text : reader.text(file)) ?? ''),
    parse(file) {
      if (file === edited?.file) return edited;
      return beside.isForeign(file) ? parseForeign(file) : reader.parse(file);
    },
  };
}
