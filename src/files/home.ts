import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

/** A file's place in a project. */
export interface Home {
  /** As it really is, without links. */
  readonly root: string;
  /** Relative to the root, with `/`. */
  readonly file: string;
}

/**
 * The project that a file is part of: that of the working directory, or the nearest around the file. Null if there is
 * none, and for what is not an absolute path.
 *
 * @param cwd absolute, and above the file
 */
export function findHome(cwd: string, path: string): Home | null {
  const root = isAbsolute(path) ? findRoot(cwd, path) : null;
  if (root === null) return null;
  const file = nameBelow(root.name, path);
  if (file.startsWith('..') || isAbsolute(file)) return null;
  return { root: root.real, file: sep === '/' ? file : file.split(sep).join('/') };
}

/** `relative`, without its work for a path that is plainly below. */
function nameBelow(root: string, path: string): string {
  const isPlain = path.startsWith(`${root}${sep}`) && !path.includes(`${sep}.`);
  return isPlain ? path.slice(root.length + 1) : relative(root, path);
}

interface Root {
  readonly name: string;
  readonly real: string;
}

const roots = new Map<string, Root | null>();

function findRoot(cwd: string, path: string): Root | null {
  const own = openRoot(cwd, () => (isTooWide(cwd) ? null : cwd));
  if (own !== null) return own;
  const folder = dirname(path);
  return openRoot(`around ${folder}`, () => findNearest(folder));
}

/** Each is looked for once. */
function openRoot(key: string, find: () => string | null): Root | null {
  const known = roots.get(key);
  if (known !== undefined) return known;
  const name = find();
  const root = name !== null && existsSync(name) ? { name, real: realpathSync(name) } : null;
  roots.set(key, root);
  return root;
}

/** A home directory, or what is above it, which nobody wants to have walked, unless it says that it is a project. */
function isTooWide(directory: string): boolean {
  const inner = directory.endsWith(sep) ? directory : directory + sep;
  return `${homedir()}${sep}`.startsWith(inner) && !isProject(directory);
}

function findNearest(folder: string): string | null {
  if (isProject(folder)) return folder;
  return isTooWide(folder) || folder === dirname(folder) ? null : findNearest(dirname(folder));
}

function isProject(directory: string): boolean {
  return ['package.json', '.git'].some((name) => existsSync(join(directory, name)));
}
