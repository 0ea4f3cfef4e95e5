import { dirname, resolve } from 'node:path';
import { hasTrigger } from '../analysis/triggers.js';
import { mayBeGitLab } from '../documents/document.js';
import { findFormat, isNameless, isScript } from '../documents/formats.js';
import type { FileError } from '../migration/finding.js';
import { openBases } from './environment.js';
import type { FoundFiles } from './find.js';
import { isGenerated } from './generated.js';
import { readText } from './read.js';

/** Is told how far the work is: `done` files of `of`. */
export type Watch = (step: 'read' | 'analyse', done: number, of: number) => void;

/** How files are opened. */
export interface Opening {
  /** What stands in files in place of what the disk has. */
  readonly texts?: ReadonlyMap<string, string>;
  readonly watch?: Watch;
}

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
  /** Whether it is one is for settings beside it to say, which may change though the file does not. */
  readonly open: boolean;
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
  found: FoundFiles,
  words: readonly string[] = [],
  { texts = new Map(), watch }: Opening = {},
): Scan {
  const beside = openBeside(root, words);
  return sumUp(found, (file, index) => {
    watch?.('read', index, found.files.length);
    const text = texts.get(file);
    const named = found.named.has(file);
    return text === undefined ? lookAt(file, beside, named) : lookAtText(file, text, beside, named);
  });
}

/**
 * Scans the files of a directory again and again, and reads only those that changed, or may be seen otherwise since
 * what they read their settings from changed.
 *
 * @param words what the configuration adds to the trigger words
 * @returns takes what stands for the state of a file, relative to the root: another when the file is another
 */
export function createScanner(
  root: string,
  words: readonly string[],
): (found: FoundFiles, stampOf: (file: string) => string) => Scan {
  const known = new Map<string, { readonly stamp: string; readonly look: Look }>();
  return (found, stampOf) => {
    const beside = openBeside(root, words);
    return sumUp(found, (file) => {
      const stamp = stampOf(file);
      const before = known.get(file);
      if (before?.stamp === stamp && !isOpen(before.look)) return before.look;
      const look = lookAt(file, beside, found.named.has(file));
      known.set(file, { stamp, look });
      return look;
    });
  };
}

/** Null if a tool wrote the file. */
type Look = Glance | FileError | null;

function isOpen(look: Look): boolean {
  return look !== null && 'open' in look && look.open;
}

/** What decides beside a file's own text. */
interface Beside {
  readonly root: string;
  readonly words: readonly string[];
  /** The variables that `.env` files near a file set to a base. */
  readonly basesOf: (file: string) => readonly string[];
}

function openBeside(root: string, words: readonly string[]): Beside {
  return { root, words, basesOf: openBases(root) };
}

/** @param named whether it is looked at whatever is in it */
function lookAt(file: string, beside: Beside, named: boolean): Look {
  if (findFormat(file) !== null) return lookAtDocument(file, beside, named);
  const read = readText(resolve(beside.root, file));
  return 'failure' in read ? { file, message: read.failure } : lookAtText(file, read.text, beside, named);
}

function lookAtText(file: string, text: string, beside: Beside, named: boolean): Look {
  return !named && isGenerated(text) ? null : glanceAt(file, text, beside, named);
}

const mostCharacters = 2_000_000;

/** A file that is no program counts if it speaks of GitLab: there is no other sign that it is any of our business. */
function lookAtDocument(file: string, { root, words }: Beside, named: boolean): Look {
  const read = readText(resolve(root, file));
  if ('failure' in read) return named ? { file, message: read.failure } : null;
  const { text } = read;
  if (isNameless(file) && !isScript(text)) return null;
  const hit = mayBeGitLab(text) || words.some((word) => text.includes(word));
  if (!named && (!hit || text.length > mostCharacters || isGenerated(text))) return null;
  return { file, hit: true, open: false, imports: [], implemented: [], extended: [], abstract: [], angular: false };
}

/** A base may stand in settings, and no word of it in the code. */
function glanceAt(file: string, text: string, beside: Beside, named: boolean): Glance {
  const isSure = named || hasTrigger(text, beside.words);
  const open = !isSure && (namesJson(text) || asksEnvironment(text));
  const hit = isSure || (open && (readsJson(file, text, beside) || readsEnvironment(file, text, beside)));
  const angular = text.includes('angular') && /\bangular\s*\.\s*module\s*\(/.test(text);
  const imports = hit ? [] : findImports(text).map(toImportedStem).map(detach);
  return { file, hit, open, imports, ...findTypes(text), angular };
}

/** Part of a text keeps all of it in memory, if it is of some length, and looks at files are kept for long. */
function detach(part: string): string {
  return part.length < 13 ? part : Buffer.from(part).toString();
}

function namesJson(text: string): boolean {
  return text.includes('.json') && /\.json['"`]/.test(text);
}

function readsJson(file: string, text: string, { root }: Beside): boolean {
  if (!namesJson(text)) return false;
  const settings = findImports(text).filter((specifier) => /^\.{1,2}\/.*\.json$/.test(specifier));
  return settings.some((specifier) => {
    const read = readText(resolve(root, dirname(file), specifier));
    return 'text' in read && hasTrigger(read.text);
  });
}

function asksEnvironment(text: string): boolean {
  return (text.includes('process') || text.includes('import.meta')) && /\b(?:process|import\.meta)\b/.test(text);
}

function readsEnvironment(file: string, text: string, { basesOf }: Beside): boolean {
  return asksEnvironment(text) && basesOf(file).some((name) => text.includes(name));
}

function sumUp({ files, errors }: FoundFiles, look: (file: string, index: number) => Look): Scan {
  const looks = files.map(look).filter((each) => each !== null);
  const glances = looks.filter((each) => 'hit' in each);
  const failures = looks.filter((each) => 'message' in each);
  return { files: selectFiles(glances), looked: glances.length, errors: [...errors, ...failures] };
}

/**
 * The files to keep of texts that somebody else read, sorted.
 *
 * @param root where the settings beside them stand
 */
export function scanTexts(root: string, texts: ReadonlyMap<string, string>, words: readonly string[]): string[] {
  const beside = openBeside(root, words);
  return selectFiles([...texts].map(([file, text]) => glanceAt(file, text, beside, false))).sort();
}

const importPattern = /(?:\bfrom|\brequire\s*\(|\bimport(?:\s*\()?)\s*['"`]([^'"`\n]+)['"`]/g;

/** What a text imports, by the looks of it. */
export function findImports(text: string): string[] {
  return [...text.matchAll(importPattern)].map(([, specifier]) => specifier ?? '');
}

function findTypes(text: string): Pick<Glance, 'implemented' | 'extended' | 'abstract'> {
  return {
    implemented: namesBehind(text, 'implements', /\bimplements\s+([^{]+)/g)
      .flatMap((names) => names.split(','))
      .flatMap((name) => /^\s*([\w$]+)/.exec(name)?.[1] ?? []),
    extended: namesBehind(text, 'extends', /\bextends\s+([\w$]+)/g),
    abstract: namesBehind(text, 'abstract', /\babstract\s+class\s+([\w$]+)/g),
  };
}

/** What a pattern captures. Few files hold the word that it needs, and a look for a word costs a fraction of a pattern's. */
function namesBehind(text: string, word: string, pattern: RegExp): string[] {
  return text.includes(word) ? [...text.matchAll(pattern)].map(([, names = '']) => detach(names)) : [];
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
