import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isEnvironmentFile } from '../analysis/environment.js';
import type { EnvironmentValue } from '../analysis/project.js';
import { toRelative } from './find.js';
import { readText } from './read.js';

/**
 * What the `.env` files nearest to a file set a variable to, each file's own word.
 *
 * @param from a file, relative to the root
 */
export function findEnvironment(root: string, from: string, name: string): EnvironmentValue[] {
  for (let at = dirname(resolve(root, from)); at.startsWith(root); at = dirname(at)) {
    const values = listFiles(at).flatMap((file) => readVariable(root, join(at, file), name));
    if (values.length > 0 || at === root) return values;
  }
  return [];
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter(isEnvironmentFile).sort();
  } catch {
    return [];
  }
}

/** https://www.npmjs.com/package/dotenv#rules */
function readVariable(root: string, path: string, name: string): EnvironmentValue[] {
  const read = readText(path);
  if ('failure' in read) return [];
  const pattern = new RegExp(`^([^\\S\\n]*(?:export\\s+)?${name}\\s*=[^\\S\\n]*(["'\`]?))([^\\s"'\`#]+)`, 'gm');
  return [...read.text.matchAll(pattern)].map(({ index, 1: before = '', 3: text = '' }) => {
    const start = index + before.length;
    return { file: toRelative(root, path), start, end: start + text.length, text };
  });
}
