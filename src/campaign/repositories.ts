import { realpathSync, statSync } from 'node:fs';
import { basename, posix, resolve } from 'node:path';
import { codeOf, describeFailure } from '../files/failure.js';
import { withUniqueNames } from '../reporters/merge.js';

/** A directory that is a project of its own, with its own configuration. */
export interface Repository {
  /** What reports call it, unique: the path as it was given, without what leads out of where it is counted from. */
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
  /** Why nothing can be done there; null if it is a directory. */
  readonly fault: string | null;
}

/**
 * The directories that a list names: one a line, relative to the list; blank lines and those that begin with `#` don't
 * count.
 */
export function readList(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/);
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * Each directory once, sorted by name. One that is not there is a repository with a fault, so that the others go on.
 *
 * @param from the directory that relative paths start from
 */
export function toRepositories(paths: readonly string[], from: string): Repository[] {
  const found = paths.map((path): Repository => {
    const directory = resolve(from, path);
    return { name: toName(path, directory), directory, fault: findFault(directory, path) };
  });
  const places = found.map(toPlace);
  const once = found.filter((_, at) => places.indexOf(places[at] ?? '') === at);
  return withUniqueNames(once).sort(({ name: one }, { name: other }) => (one < other ? -1 : 1));
}

/** `../team/web/` is `team/web`. */
function toName(path: string, directory: string): string {
  const plain = posix.normalize(path).replace(/^(?:\.{0,2}\/)+|\/$/g, '');
  return /^\.{0,2}$/.test(plain) ? basename(directory) : plain;
}

function findFault(directory: string, path: string): string | null {
  try {
    if (statSync(directory).isDirectory()) return null;
    return `"${path}" is no directory`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return `there is no directory "${path}"`;
    return `"${path}" cannot be looked at: ${describeFailure(error)}`;
  }
}

function toPlace({ directory, fault }: Repository): string {
  return fault === null ? realpathSync(directory) : directory;
}
