import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isEnvironmentFile } from '../analysis/environment.js';
import type { EnvironmentValue } from '../analysis/project.js';
import { toRelative } from './find.js';
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
  const folders = new Map<string, readonly EnvironmentFile[]>();
  const filesOf = (folder: string): readonly EnvironmentFile[] => {
    const files = folders.get(folder) ?? readFiles(root, folder);
    folders.set(folder, files);
    return files;
  };
  return (from, name) => {
    for (let at = dirname(resolve(root, from)); at.startsWith(root); at = dirname(at)) {
      const values = filesOf(at).flatMap((file) => findVariable(file, name));
      if (values.length > 0 || at === root) return values;
    }
    return [];
  };
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
function findVariable({ file, text: all }: EnvironmentFile, name: string): EnvironmentValue[] {
  const pattern = new RegExp(`^([^\\S\\n]*(?:export\\s+)?${name}\\s*=[^\\S\\n]*["'\`]?)([^\\s"'\`#]+)`, 'gm');
  return [...all.matchAll(pattern)].map(({ index, 1: before = '', 2: text = '' }) => {
    const start = index + before.length;
    return { file, start, end: start + text.length, text };
  });
}
