import { resolve } from 'node:path';
import type { FileError } from '../migration/finding.js';
import { toRelative } from './find.js';
import { digest, leaveJournal, readLastJournal } from './journal.js';
import type { Entry, Journal } from './journal.js';
import { readText } from './read.js';
import { removeTemporaries, writeTogether } from './write.js';

/** What came of taking a migration back. Files are relative to the directory that it was asked for in. */
export interface Undone {
  /** The files that hold again what they held. */
  readonly restored: readonly string[];
  /** The files that held it anyway. */
  readonly untouched: readonly string[];
  readonly errors: readonly FileError[];
  /** False if the migration was stopped before its end. */
  readonly finished: boolean;
}

/**
 * Takes the last migration of a directory back, or of the repository that it is in. A file that no longer holds what was
 * written is left as it is, and can be taken back once more.
 *
 * @returns null if there is none
 * @throws {JournalError} if nobody can tell
 */
export function undoLast(root: string): Undone | null {
  const journal = readLastJournal(root);
  if (journal === null) return null;
  removeTemporaries(journal.entries.map(({ file }) => resolve(journal.directory, file)));
  const outcomes = journal.entries.map((entry) => restore(journal, entry));
  leaveJournal(journal, toLeave(outcomes));
  const named = outcomes.map((one) => ({ ...one, file: toRelative(root, resolve(journal.directory, one.entry.file)) }));
  return {
    restored: named.filter(({ state }) => state === 'restored').map(({ file }) => file),
    untouched: named.filter(({ state }) => state === 'same').map(({ file }) => file),
    errors: named.filter(isLeft).map(({ file, message }) => ({ file, message })),
    finished: journal.finished,
  };
}

/** What became of a file. */
interface Outcome {
  readonly entry: Entry;
  readonly state: 'restored' | 'same' | 'changed' | 'failed';
  /** Why it was left, in words that follow its name. */
  readonly message: string;
}

function isLeft({ state }: Outcome): boolean {
  return state === 'changed' || state === 'failed';
}

/** Files that somebody else changed are offered once more, but not for ever: they would stand before older migrations. */
function toLeave(outcomes: readonly Outcome[]): Entry[] {
  const isOver = outcomes.every(({ state }) => state === 'changed');
  return isOver ? [] : outcomes.filter(isLeft).map(({ entry }) => entry);
}

function restore({ directory }: Journal, entry: Entry): Outcome {
  const path = resolve(directory, entry.file);
  const now = readText(path);
  if ('failure' in now) return { entry, state: 'changed', message: now.failure };
  if (now.text === entry.before) return { entry, state: 'same', message: '' };
  if (digest(now.text) !== entry.after)
    return { entry, state: 'changed', message: 'has changed since v4ward wrote it, so it is left as it is' };
  const rewrite = { root: directory, path, before: now.text, after: entry.before };
  const [refused] = writeTogether([rewrite]);
  return refused === undefined
    ? { entry, state: 'restored', message: '' }
    : { entry, state: 'failed', message: refused.message };
}
