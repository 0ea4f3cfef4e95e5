import { dirname, resolve } from 'node:path';
import { hasTrigger } from '../analysis/triggers.js';
import type { FileError } from '../migration/finding.js';
import type { FoundFiles } from './find.js';
import { isGenerated } from './generated.js';
import { readText } from './read.js';
import { stampOf } from './stamp.js';

/** What a first look at the files' texts tells, before anything is parsed. */
export interface Scan {
  /** The files that may have to do with GitLab's API. */
  readonly files: readonly string[];
  /** How many were looked at. */
  readonly looked: number;
  readonly errors: readonly FileError[];
}

/** What a look at a file's text tells. */
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
export function scanFiles(root: string, found: FoundFiles, words: readonly string[] = []): Scan {
  return sumUp(found, (file) => lookAt(root, file, { named: found.named.has(file), words }));
}

/**
 * Scans the files of a directory again and again, and reads only those that changed.
 *
 * @param words what the configuration adds to the trigger words
 */
export function createScanner(root: string, words: readonly string[]): (found: FoundFiles) => Scan {
  const known = new Map<string, { readonly stamp: string; readonly look: Look }>();
  return (found) =>
    sumUp(found, (file) => {
      const stamp = stampOf(resolve(root, file));
      const before = known.get(file);
      if (before?.stamp === stamp) return before.look;
      const look = lookAt(root, file, { named: found.named.has(file), words });
      known.set(file, { stamp, look });
      return look;
    });
}

/** Null if a tool wrote the file. */
type Look = Glance | FileError | null;

interface Wanted {
  /** Looked at whatever is in it. */
  readonly named: boolean;
  readonly words: readonly string[];
}

function lookAt(root: string, file: string, { named, words }: Wanted): Look {
  const read = readText(resolve(root, file));
  if ('failure' in read) return { file, message: read.failure };
  if (!named && isGenerated(read.text)) return null;
  return glanceAt(file, read.text, named || hasTrigger(read.text, words) || readsSettings(root, file, read.text));
}

/** Whether a file imports JSON that speaks of GitLab's API: the base may stand there, and no word of it here. */
function readsSettings(root: string, file: string, text: string): boolean {
  if (!/\.json['"`]/.test(text)) return false;
  const settings = findImports(text).filter((specifier) => /^\.{1,2}\/.*\.json$/.test(specifier));
  return settings.some((specifier) => {
    const read = readText(resolve(root, dirname(file), specifier));
    return 'text' in read && hasTrigger(read.text);
  });
}

function sumUp({ files, errors }: FoundFiles, look: (file: string) => Look): Scan {
  const looks = files.map(look).filter((each) => each !== null);
  const glances = looks.filter((each) => 'hit' in each);
  const failures = looks.filter((each) => 'message' in each);
  return { files: selectFiles(glances), looked: glances.length, errors: [...errors, ...failures] };
}

/** The files to keep of texts that somebody else read, sorted. */
export function scanTexts(texts: ReadonlyMap<string, string>, words: readonly string[]): string[] {
  return selectFiles([...texts].map(([file, text]) => glanceAt(file, text, hasTrigger(text, words)))).sort();
}

function glanceAt(file: string, text: string, hit: boolean): Glance {
  const angular = /\bangular\s*\.\s*module\s*\(/.test(text);
  return { file, hit, imports: hit ? [] : findImports(text).map(toImportedStem), ...findTypes(text), angular };
}

const importPattern = /(?:\bfrom|\brequire\s*\(|\bimport\s*\(?)\s*['"`]([^'"`\n]+)['"`]/g;

/** What a text imports, by the looks of it. */
export function findImports(text: string): string[] {
  return [...text.matchAll(importPattern)].map(([, specifier]) => specifier ?? '');
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
