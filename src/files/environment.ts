import { readdirSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isBase, isEnvironmentFile } from '../analysis/environment.js';
import type { EnvironmentValue } from '../analysis/project.js';
import { toPath, toRelative } from './find.js';
import { readText } from './read.js';

interface EnvironmentFile {
  /** Relative to the root. */
  readonly file: string;
  readonly text: string;
}

/**
 * Tells what the `.env` files nearest to a file set a variable to, each file's own word. A folder is read once.
 *
 * @param root what files are relative to
 */
export function openEnvironment(root: string): (from: string, name: string) => EnvironmentValue[] {
  const variablesOf = openFolders(root);
  return (from, name) => {
    const near = findFolders(root, from).map((folder) => variablesOf(folder).filter((each) => each.name === name));
    return (near.find(({ length }) => length > 0) ?? []).map(({ value }) => value);
  };
}

/**
 * Tells which variables the `.env` files of a file's folder and of those above it set to a base of the API. A folder is
 * read once.
 *
 * @param root what files are relative to
 * @param listed the names of `.env` files, if not of more, in folders that somebody has listed already
 */
export function openBases(
  root: string,
  listed: ReadonlyMap<string, readonly string[]> = new Map(),
): (from: string) => readonly string[] {
  const variablesOf = openFolders(root);
  const known = new Map<string, readonly string[]>();
  const basesIn = (folder: string): readonly string[] => {
    if (listed.get(folder)?.some(isEnvironmentFile) === false) return [];
    return variablesOf(folder).flatMap(({ name, value }) => (isBase(value.text) ? [name] : []));
  };
  const basesUpFrom = (folder: string): readonly string[] => {
    if (folder.startsWith('..')) return [];
    const own = basesIn(folder === '' ? root : toPath(root, folder));
    const above = folder === '' ? [] : basesOf(folderOf(folder));
    return own.length === 0 ? above : [...own, ...above];
  };
  const basesOf = (folder: string): readonly string[] => {
    const bases = known.get(folder) ?? basesUpFrom(folder);
    known.set(folder, bases);
    return bases;
  };
  return (from) => (isAbsolute(from) ? [] : basesOf(folderOf(from)));
}

/** `dirname` without the work, for a name with `/`: empty for the root itself. */
function folderOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}

interface Variable {
  readonly name: string;
  readonly value: EnvironmentValue;
}

function openFolders(root: string): (folder: string) => readonly Variable[] {
  const known = new Map<string, readonly Variable[]>();
  return (folder) => {
    const variables = known.get(folder) ?? readFiles(root, folder).flatMap(findVariables);
    known.set(folder, variables);
    return variables;
  };
}

/** From a file's own up to the root. */
function findFolders(root: string, from: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(resolve(root, from)); at.startsWith(root); at = dirname(at)) {
    folders.push(at);
    if (at === root) break;
  }
  return folders;
}

function readFiles(root: string, folder: string): EnvironmentFile[] {
  return listFiles(folder).flatMap((name) => {
    const path = join(folder, name);
    const read = readText(path);
    return 'failure' in read ? [] : [{ file: toRelative(root, path), text: read.text }];
  });
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter(isEnvironmentFile).sort();
  } catch {
    return [];
  }
}

/** https://www.npmjs.com/package/dotenv#rules */
const variable = /^([^\S\n]*(?:export\s+)?(\w+)\s*=[^\S\n]*["'`]?)([^\s"'`#]+)/gm;

function findVariables({ file, text: all }: EnvironmentFile): Variable[] {
  return [...all.matchAll(variable)].map(({ index, 1: before = '', 2: name = '', 3: text = '' }) => {
    const start = index + before.length;
    return { name, value: { file, start, end: start + text.length, text } };
  });
}
