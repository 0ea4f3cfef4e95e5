import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, isAbsolute, join, parse, relative, resolve } from 'node:path';
import { codeOf, describeFailure } from './failure.js';
import { readRegular } from './read.js';
import { findRepository } from './repository.js';
import { syncDirectory } from './write.js';
import type { Rewrite } from './write.js';

/**
 * What a migration writes is noted first, down to the disk, so that it can be taken back whenever it ends and however:
 * a file `<number>-open.json`, which becomes `<number>.json` once all is written. It stands in the repository's own
 * directory (`.git/v4ward`), where it is neither committed nor seen; outside of one, in the user's own directory for
 * such state (XDG Base Directory Specification), under a name made of the directory's, since nothing is to be left
 * among the files that are migrated.
 */

/** No journal can be kept or read; the message says where and why. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/** A file as a migration found and left it. */
export interface Entry {
  /** Relative to the directory that the journal is of. */
  readonly file: string;
  readonly before: string;
  /** The SHA-256 of what was written. */
  readonly after: string;
}

export interface Journal {
  readonly path: string;
  /** What its files are relative to. */
  readonly directory: string;
  /** False if the migration has not come to its end. */
  readonly finished: boolean;
  readonly entries: readonly Entry[];
}

/** Where the journals of a directory are. */
interface Home {
  readonly path: string;
  readonly directory: string;
}

/** More than anybody takes back. */
const mostKept = 10;

/**
 * Notes what is about to be written.
 *
 * @throws {JournalError} if it cannot be kept
 */
export function beginJournal(root: string, rewrites: readonly Rewrite[]): Journal {
  const home = findGitHome(root) ?? chooseUserHome(root);
  const entries = rewrites.map((one) => toEntry(home, one));
  try {
    makeHome(home);
    forgetOldest(home);
    const path = openNumber(home, toJson(entries));
    syncDirectory(home.path);
    return { path, directory: home.directory, finished: false, entries };
  } catch (error) {
    removeEmpty(home);
    throw new JournalError(`no journal can be kept in ${home.path}: ${describeFailure(error)}`);
  }
}

/** All is written. */
export function finishJournal({ path }: Journal): void {
  renameSync(path, path.replace(/-open\.json$/, '.json'));
  syncDirectory(dirname(path));
}

/** The last migration of a directory or of the repository that it is in; null if there is none to take back. */
export function readLastJournal(root: string): Journal | null {
  const home = findHome(root);
  const last = home === null ? undefined : listJournals(home).at(-1);
  return home === null || last === undefined ? null : readJournal(home, last);
}

/** Notes what is left of a journal: nothing, or the files that could not be taken back. */
export function leaveJournal({ path, directory }: Journal, entries: readonly Entry[]): void {
  if (entries.length > 0) {
    writeFileSync(`${path}.tmp`, toJson(entries), { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
    return;
  }
  rmSync(path, { force: true });
  removeEmpty(findHome(directory));
}

/** The SHA-256 of a text, in hexadecimal. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function toEntry({ directory }: Home, { path, before, after }: Rewrite): Entry {
  return { file: relative(directory, path), before, after: digest(after) };
}

function toJson(files: readonly Entry[]): string {
  return JSON.stringify({ version: 1, files });
}

/** Numbers are taken one after another, though several migrations begin at once. */
function openNumber(home: Home, text: string): string {
  for (let number = nextNumber(home); ; number += 1) {
    const path = join(home.path, `${String(number).padStart(6, '0')}-open.json`);
    if (writeNew(path, text)) return path;
  }
}

function nextNumber(home: Home): number {
  return Number(listJournals(home).at(-1)?.slice(0, 6) ?? '0') + 1;
}

function writeNew(path: string, text: string): boolean {
  const descriptor = openNew(path);
  if (descriptor === null) return false;
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function openNew(path: string): number | null {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  }
}

/** In order of their numbers. */
function listJournals({ path }: Home): string[] {
  return existsSync(path)
    ? readdirSync(path)
        .filter((name) => /^\d{6}(?:-open)?\.json$/.test(name))
        .sort()
    : [];
}

/** One that was not written to its end is one of a migration that had not written anything yet. */
function readJournal({ path, directory }: Home, name: string): Journal {
  const entries = readEntries(join(path, name));
  return { path: join(path, name), directory, finished: !name.includes('-open'), entries };
}

function readEntries(path: string): readonly Entry[] {
  try {
    const { files } = JSON.parse(readFileSync(path, 'utf8')) as { files?: readonly Entry[] };
    return files ?? [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw new JournalError(`${path} cannot be read: ${describeFailure(error)}`);
  }
}

function forgetOldest(home: Home): void {
  for (const name of listJournals(home).slice(0, 1 - mostKept)) rmSync(join(home.path, name), { force: true });
}

function makeHome({ path }: Home): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

function removeEmpty(home: Home | null): void {
  if (home === null || listJournals(home).length > 0) return;
  const { path } = home;
  try {
    rmdirSync(path);
  } catch {
    // Somebody else keeps something there.
  }
}

/** Where the journals of a directory are: in its repository, or the user's, of the nearest directory upward that has any. */
function findHome(root: string): Home | null {
  return findGitHome(root) ?? findOutside(root);
}

function findGitHome(root: string): Home | null {
  const directory = findRepository(root);
  const own = directory === null ? null : toGitDirectory(directory);
  return directory === null || own === null ? null : { path: join(own, 'v4ward'), directory };
}

/** The user's own, or where that cannot be written, as in a container without one, the system's for what is kept for a while. */
function toUserHomes(directory: string): [Home, ...Home[]] {
  const name = digest(directory).slice(0, 16);
  const state = stateDirectory();
  const user = `v4ward-${String(process.getuid?.() ?? 'user')}`;
  const temporary = { path: join(tmpdir(), user, name), directory };
  return state === null ? [temporary] : [{ path: join(state, 'v4ward', name), directory }, temporary];
}

function chooseUserHome(directory: string): Home {
  const [own, temporary] = toUserHomes(directory);
  if (temporary === undefined) return own;
  try {
    makeHome(own);
    return own;
  } catch {
    return temporary;
  }
}

/** In a directory that all share anybody may have put it there. */
function isOwn(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (process.getuid === undefined || found.uid === process.getuid());
}

/**
 * Where a program keeps what is neither settings nor data of its user. Null if the environment names no place: what is
 * relative, as an empty HOME is, would be among the project's files.
 */
function stateDirectory(): string | null {
  const { XDG_STATE_HOME: told, LOCALAPPDATA: local } = process.env;
  if (told !== undefined && isAbsolute(told)) return told;
  if (process.platform === 'win32' && local !== undefined) return local;
  return isAbsolute(homedir()) ? join(homedir(), '.local', 'state') : null;
}

function findOutside(root: string): Home | null {
  const { root: top } = parse(root);
  for (let directory = root; ; directory = dirname(directory)) {
    const home = toUserHomes(directory).find(({ path }) => isOwn(path));
    if (home !== undefined) return home;
    if (directory === top) return null;
  }
}

/** `.git` itself, or what it says: in worktrees and submodules it is a file (gitrepository-layout(5)). */
function toGitDirectory(repository: string): string | null {
  const path = join(repository, '.git');
  if (statSync(path).isDirectory()) return path;
  const said = /^gitdir: (.+)$/m.exec(readRegular(path).toString('utf8'))?.[1];
  const told = said === undefined ? null : resolve(repository, said);
  return told !== null && existsSync(told) ? told : null;
}
