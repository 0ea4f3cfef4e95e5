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
  /** The types that its classes implement, the classes that they extend, and those that it declares as abstract. */
  readonly implemented: readonly string[];
  readonly extended: readonly string[];
  readonly abstract: readonly string[];
  /** It registers with AngularJS, whose files import nothing. */
  readonly angular: boolean;
}

/**
 * Reads files and keeps those that hold a trigger word, and those that import one of these, since the call of a wrapper
 * may say nothing of GitLab itself; and the files that implement what a kept one implements, since then nobody can
 * say which of the classes is meant.
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

/** The files to keep of texts that somebody else read, sorted. */
export function scanTexts(texts: ReadonlyMap<string, string>, words: readonly string[]): string[] {
  return selectFiles([...texts].map(([file, text]) => glanceAt(file, text, hasTrigger(text, words)))).sort();
}

function glanceAt(file: string, text: string, hit: boolean): Glance {
  const angular = /\bangular\s*\.\s*module\s*\(/.test(text);
  return { file, hit, imports: hit ? [] : findImports(text), ...findTypes(text), angular };
}

const importPattern = /(?:\bfrom|\brequire\s*\(|\bimport\s*\(?)\s*['"`]([^'"`\n]+)['"`]/g;

function findImports(text: string): string[] {
  return [...text.matchAll(importPattern)].map(([, specifier]) => toImportedStem(specifier ?? ''));
}

function findTypes(text: string): Pick<Glance, 'implemented' | 'extended' | 'abstract'> {
  const lists = [...text.matchAll(/\bimplements\s+([^{]+)/g)].flatMap(([, names = '']) => names.split(','));
  return {
    implemented: lists.flatMap((name) => /^\s*([\w$]+)/.exec(name)?.[1] ?? []),
    extended: [...text.matchAll(/\bextends\s+([\w$]+)/g)].map(([, name = '']) => name),
    abstract: [...text.matchAll(/\babstract\s+class\s+([\w$]+)/g)].map(([, name = '']) => name),
  };
}

function selectFiles(glances: readonly Glance[]): string[] {
  const hits = glances.filter(({ hit }) => hit);
  const stems = new Set(hits.flatMap(({ file }) => toStems(file)));
  const abstract = new Set(glances.flatMap((glance) => glance.abstract));
  const typesOf = ({ implemented, extended }: Glance): string[] => [
    ...implemented,
    ...extended.filter((name) => abstract.has(name)),
  ];
  const types = new Set(hits.flatMap(typesOf));
  const isAngular = hits.some(({ angular }) => angular);
  const isBeside = (glance: Glance): boolean =>
    (isAngular && glance.angular) ||
    glance.imports.some((stem) => stems.has(stem)) ||
    typesOf(glance).some((name) => types.has(name));
  return glances.filter((glance) => glance.hit || isBeside(glance)).map(({ file }) => file);
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
