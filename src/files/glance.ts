import { basename, dirname, resolve } from 'node:path';
import { isParsable } from '../analysis/parse.js';
import { holdsOwnPrefix, holdsRequestWord, speaksForItself } from '../analysis/service/relevance.js';
import { findScript, isPage } from '../analysis/syntax/script-blocks.js';
import { hasTrigger, namesService } from '../analysis/triggers.js';
import { mayBeGitLab } from '../documents/document.js';
import { findFormat, isNameless, isProgram, isScript } from '../documents/formats.js';
import type { FileError } from '../migration/finding.js';
import { toAbsolute } from './find.js';
import { isGenerated, isReport } from './generated.js';
import { findImports } from './imports.js';
import { readManifest } from './manifest.js';
import { findPlainImports, holdsWord, toSearched } from './plain.js';
import { readBytes, readListed, readText } from './read.js';

/** What a first look at a file tells, before anything is parsed. */
export interface Glance {
  readonly file: string;
  /** Whether it may have to do with GitLab by itself, or holds words that are those of other services too. */
  readonly holds: 'service' | 'words' | 'nothing';
  /** What it imports, by the looks of its text. */
  readonly imports: readonly string[];
}

/** A program that a tool wrote, or whose language is not read, and that speaks v3: it is left alone, and that is told. */
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
  const path = toAbsolute(beside.root, file);
  const read = named ? readBytes(path) : readListed(path);
  if ('failure' in read) {
    const isTold =
      named || (findFormat(file) === null && !(isPage(file) && isSilentPage(file, read.searchable, beside)));
    return isTold ? { file, message: read.failure } : null;
  }
  const searched = toSearched(read.bytes, beside.words);
  const { text } = searched;
  const isDocument = !isProgram(file, text);
  const imports = named || isDocument ? null : findPlainImports(searched, beside.words);
  if (imports !== null && !findsBase(file, text, imports, beside)) return { file, holds: 'nothing', imports };
  if (!named && isDocument && !mayBeDocument(file, text, beside)) return lookAtOther(file, text);
  return lookAtText(file, read.bytes.toString('utf8'), beside, named);
}

/**
 * A look at a program of which is known that it holds no word, and what it imports.
 *
 * @returns null if that does not tell enough
 */
export function lookAtPlain(file: string, imports: readonly string[], beside: Beside): Glance | null {
  if (beside.basesOf(file).length > 0 || readsSettingsWithBase(file, imports, beside)) return null;
  return { file, holds: 'nothing', imports };
}

/** A look at a text that is there already. */
export function lookAtText(file: string, text: string, beside: Beside, named: boolean): Look {
  if (!isProgram(file, text)) return lookAtDocument(file, text, beside, named);
  if (isPage(file) && !named && !isOwnPage(file, text, beside))
    return isReport(text) ? null : { file, holds: 'nothing', imports: [] };
  const imports = findImports(text);
  const isSure = named || findsBase(file, text, imports, beside) || holdsWord(text, beside.words);
  if (!isSure && !hasTrigger(text)) return { file, holds: 'nothing', imports };
  if (!named && isGenerated(text)) return speaksV3(text) ? { file, generated: true } : null;
  if (isSure || speaksForItself(file, text)) return { file, holds: 'service', imports };
  return { file, holds: holdsRequestWord(text) ? 'words' : 'nothing', imports };
}

/**
 * Whether a page of HTML is looked at: nothing imports it, so that it has to speak for itself. What an engine of templates
 * fills in may be no program; nobody is bothered with that unless a script speaks v3.
 */
function isOwnPage(file: string, text: string, { words }: Beside): boolean {
  if (isReport(text)) return false;
  const { code } = findScript(file, text);
  const speaks = speaksV3(text);
  if (speaks && code.includes('api/v3')) return true;
  const mayMatter = speaks || holdsWord(code, words) || (hasTrigger(code) && speaksForItself('', code));
  return mayMatter && isParsable(file, text);
}

/** A page in another encoding that does not speak of GitLab is none of our business. */
function isSilentPage(file: string, bytes: Buffer | undefined, beside: Beside): boolean {
  return bytes !== undefined && !isOwnPage(file, bytes.toString('latin1'), beside);
}

/** Whether there is something to do in a file that is left out. */
export function speaksV3(text: string): boolean {
  return /gitlab|private[-_]token/i.test(text) && holdsOwnPrefix(text);
}

const mostCharacters = 2_000_000;

/** A file that is no program counts if it speaks of GitLab: there is no other sign that it is any of our business. */
function lookAtDocument(file: string, text: string, beside: Beside, named: boolean): Look {
  if (isNameless(file) && !isScript(text)) return lookAtOther(file, text);
  const isLeftOut = !mayBeDocument(file, text, beside) || text.length > mostCharacters || isGenerated(text);
  return isLeftOut && !named ? null : { file, holds: 'service', imports: [] };
}

/** A file without an extension may be a program in any language, or a table of cron. What tells history is right as it stands. */
function lookAtOther(file: string, text: string): GeneratedFile | null {
  const isText = isNameless(file) && !text.includes('\0') && !history.test(file);
  return isText && speaksV3(text) ? { file, generated: true } : null;
}

const history = /(?:^|\/)(?:change|history|news|release|upgrad|migrat)[^/]*$/i;

function mayBeDocument(file: string, text: string, { words }: Beside): boolean {
  if (isNameless(file) && !isScript(text)) return false;
  return mayBeGitLab(text) || holdsWord(text, words) || takesFromOthers(file, text);
}

/** A script, or a job of CI, may have a request from another file that it reads, and no word of GitLab. */
function takesFromOthers(file: string, text: string): boolean {
  const format = findFormat(file)?.name;
  return (
    (format === 'shell' && reads.test(text)) ||
    (format === 'yaml' && job.test(text) && (resource.test(text) || asks.test(text)))
  );
}

const reads = /^\s*(?:\.|source)\s+\S*\w["']?\s*$/m;
const job = /^\s+(?:before_|after_)?script:/m;
/** What follows the variable of another file is the path of a request: `curl "$API/trigger/builds"`. */
const asks = /\b(?:curl|wget)\s[^\n]*\$\{?\w+\}?\/\w/;
const resource = /\b(?:projects|groups|users?|todos|issues|runners|hooks|namespaces)\b/;

/** A base may stand in settings, and no word of it in the code. */
function findsBase(file: string, text: string, imports: readonly string[], beside: Beside): boolean {
  if (readsSettingsWithBase(file, imports, beside)) return true;
  const names = beside.basesOf(file);
  return names.length > 0 && /\b(?:process|import\.meta)\b/.test(text) && names.some((name) => text.includes(name));
}

function readsSettingsWithBase(file: string, imports: readonly string[], { root }: Beside): boolean {
  return imports.some((specifier) => isSettings(specifier) && readsBase(resolve(root, dirname(file), specifier)));
}

/** What may change though the file that imports it does not. */
export function isSettings(specifier: string): boolean {
  return specifier.endsWith('.json') && specifier.startsWith('.');
}

function readsBase(path: string): boolean {
  if (basename(path) === 'package.json') return namesServiceItself(dirname(path));
  const read = readText(path);
  return 'text' in read && hasTrigger(read.text);
}

/** Whether a package's manifest names GitLab; where it is developed says nothing of whom it calls. */
function namesServiceItself(folder: string): boolean {
  const about = { ...readManifest(folder), repository: undefined, bugs: undefined, homepage: undefined };
  return namesService(JSON.stringify(about));
}
