import { dirname, resolve } from 'node:path';
import { speaksForItself } from '../analysis/service/relevance.js';
import { hasTrigger } from '../analysis/triggers.js';
import { mayBeGitLab } from '../documents/document.js';
import { findFormat, isNameless, isScript } from '../documents/formats.js';
import type { FileError } from '../migration/finding.js';
import { isGenerated } from './generated.js';
import { findImports, findImportsUnlessTriggered } from './imports.js';
import { readBytes, readText } from './read.js';

/** What a first look at a file tells, before anything is parsed. */
export interface Glance {
  readonly file: string;
  /** Whether it may have to do with GitLab by itself, or holds words that are those of other services too. */
  readonly holds: 'service' | 'words' | 'nothing';
  /** What it imports, by the looks of its text. */
  readonly imports: readonly string[];
}

/** A program that a tool wrote, and that speaks v3: it is left alone, and that is told. */
export interface GeneratedFile {
  readonly file: string;
  readonly generated: true;
}

/** Null if a tool wrote the file, or if it is no program and none of our business. */
export type Look = Glance | FileError | GeneratedFile | null;

/** What decides beside a file's own text. */
export interface Beside {
  readonly root: string;
  /** What the configuration adds to the trigger words. */
  readonly words: readonly string[];
  /** The variables that `.env` files near a file set to a base. */
  readonly basesOf: (file: string) => readonly string[];
}

/** @param named whether it is looked at whatever is in it */
export function lookAt(file: string, beside: Beside, named: boolean): Look {
  const isProgram = findFormat(file) === null;
  const read = readBytes(resolve(beside.root, file));
  if ('failure' in read) return isProgram || named ? { file, message: read.failure } : null;
  const text = toSearched(read.bytes, beside);
  const found = named || !isProgram || holdsWord(text, beside) ? null : findImportsUnlessTriggered(text);
  if (found !== null) {
    const imports = fromLatin(found);
    if (!findsBase(file, text, imports, beside)) return { file, holds: 'nothing', imports };
  }
  if (!named && !isProgram && !mayBeDocument(file, text, beside)) return null;
  return lookAtText(file, read.bytes.toString('utf8'), beside, named);
}

/** Trigger words are ASCII, the same in Latin 1 as in UTF-8, and to decode every file would take longer than the search. */
function toSearched(bytes: Buffer, { words }: Beside): string {
  return words.every(isAscii) ? bytes.toString('latin1') : bytes.toString('utf8');
}

function holdsWord(text: string, { words }: Beside): boolean {
  return words.some((word) => text.includes(word));
}

function isAscii(word: string): boolean {
  return !/[^ -~]/.test(word);
}

/** As copies, since a part of a text keeps all of it in memory. */
function fromLatin(names: readonly string[]): readonly string[] {
  return names.length === 0 ? names : Buffer.from(names.join('\n'), 'latin1').toString('utf8').split('\n');
}

/** A look at a text that is there already. */
export function lookAtText(file: string, text: string, beside: Beside, named: boolean): Look {
  if (findFormat(file) !== null) return lookAtDocument(file, text, beside, named);
  const imports = findImports(text);
  const isSure = named || findsBase(file, text, imports, beside) || holdsWord(text, beside);
  if (!isSure && !hasTrigger(text)) return { file, holds: 'nothing', imports };
  if (!named && isGenerated(text)) return speaksV3(text) ? { file, generated: true } : null;
  return { file, holds: isSure || speaksForItself(file, text) ? 'service' : 'words', imports };
}

function speaksV3(text: string): boolean {
  return /\bapi\/v3\b/.test(text) && /gitlab/i.test(text);
}

const mostCharacters = 2_000_000;

/** A file that is no program counts if it speaks of GitLab: there is no other sign that it is any of our business. */
function lookAtDocument(file: string, text: string, beside: Beside, named: boolean): Look {
  if (isNameless(file) && !isScript(text)) return null;
  const isLeftOut = !mayBeDocument(file, text, beside) || text.length > mostCharacters || isGenerated(text);
  return isLeftOut && !named ? null : { file, holds: 'service', imports: [] };
}

function mayBeDocument(file: string, text: string, { words }: Beside): boolean {
  if (isNameless(file) && !isScript(text)) return false;
  return mayBeGitLab(text) || words.some((word) => text.includes(word));
}

/** A base may stand in settings, and no word of it in the code. */
function findsBase(file: string, text: string, imports: readonly string[], { root, basesOf }: Beside): boolean {
  if (imports.some((specifier) => isSettings(specifier) && readsBase(resolve(root, dirname(file), specifier))))
    return true;
  const names = basesOf(file);
  return names.length > 0 && /\b(?:process|import\.meta)\b/.test(text) && names.some((name) => text.includes(name));
}

/** What may change though the file that imports it does not. */
export function isSettings(specifier: string): boolean {
  return specifier.endsWith('.json') && specifier.startsWith('.');
}

function readsBase(path: string): boolean {
  const read = readText(path);
  return 'text' in read && hasTrigger(read.text);
}
