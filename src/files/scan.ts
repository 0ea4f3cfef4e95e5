import { resolve } from 'node:path';
import { hasTrigger } from '../analysis/triggers.js';
import type { FileError } from '../migration/finding.js';
import type { FoundFiles } from './find.js';
import { isGenerated } from './generated.js';
import { readText } from './read.js';

/** What a first look at the files' texts tells, before anything is parsed. */
export interface Scan {
  /** The files that may have to do with GitLab's API. */
  readonly files: readonly string[];
  /** How many were looked at. */
  readonly looked: number;
  readonly errors: readonly FileError[];
}

interface Glance {
  readonly file: string;
  readonly hit: boolean;
  /** The last segments of what the file imports, if it was no hit itself. */
  readonly imports: readonly string[];
}

/**
 * Reads files and keeps those that hold a trigger word, and those that import one of these, since the call of a wrapper
 * may say nothing of GitLab itself.
 */
export function scanFiles(
  root: string,
  { files, named, errors: unlisted }: FoundFiles,
  words: readonly string[] = [],
): Scan {
  const errors: FileError[] = [...unlisted];
  const glances: Glance[] = [];
  for (const file of files) {
    const read = readText(resolve(root, file));
    if ('failure' in read) errors.push({ file, message: read.failure });
    else if (named.has(file) || !isGenerated(read.text))
      glances.push(glanceAt(file, read.text, named.has(file) || hasTrigger(read.text, words)));
  }
  return { files: selectFiles(glances), looked: glances.length, errors };
}

function glanceAt(file: string, text: string, hit: boolean): Glance {
  return { file, hit, imports: hit ? [] : findImports(text) };
}

const importPattern = /(?:\bfrom|\brequire\s*\(|\bimport\s*\(?)\s*['"`]([^'"`\n]+)['"`]/g;

function findImports(text: string): string[] {
  return [...text.matchAll(importPattern)].map(([, specifier]) => toImportedStem(specifier ?? ''));
}

function selectFiles(glances: readonly Glance[]): string[] {
  const stems = new Set(glances.filter(({ hit }) => hit).flatMap(({ file }) => toStems(file)));
  return glances.filter(({ hit, imports }) => hit || imports.some((stem) => stems.has(stem))).map(({ file }) => file);
}

/** The names that an import of the file may end with: its own, and its folder's for an index. */
function toStems(file: string): string[] {
  const stem = toStem(file);
  return stem === 'index' ? [stem, toStem(file.split('/').slice(0, -1).join('/'))] : [stem];
}

/** `.`, `./` and `..` are the index of a folder. */
function toImportedStem(specifier: string): string {
  const path = specifier.replace(/\/+$/, '');
  return /(?:^|\/)\.{1,2}$/.test(path) ? 'index' : toStem(path);
}

function toStem(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
}
