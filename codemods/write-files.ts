import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { groupFiles } from '../src/migration/groups.js';
import { beginJournal, finishJournal, JournalError, leaveJournal } from '../src/files/journal.js';
import { writeTogether } from '../src/files/write.js';
import type { Rewrite } from '../src/files/write.js';
import type { FileError, Finding } from '../src/migration/finding.js';
import type { Migration } from '../src/migration/rounds.js';

/** It was asked to stop. Every file holds its old or its new text, and what belongs together holds the same of both. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';

  /** @param files those that were written */
  constructor(
    readonly files: readonly string[],
    readonly of: number,
  ) {
    super(`Stopped: ${String(files.length)} of ${String(of)} files were written.`);
  }
}

/** How it can be stopped. */
export interface Interruption {
  /** Stops the writing between two bases: what is written by then stays. */
  readonly signal?: AbortSignal;
  /** Called when all is decided and looked at, before the first file is touched. */
  readonly beforeWriting?: () => void;
}

/**
 * Writes what a migration comes to, base by base, after it was noted in the journal.
 *
 * @returns the files that were left as they were, and why
 * @throws {InterruptedError} if it was stopped
 */
export async function writeFiles(root: string, migration: Migration, interruption: Interruption): Promise<FileError[]> {
  const files = [...migration.texts.keys()];
  if (files.length === 0) return [];
  const rewrites = new Map(files.map((file) => [file, toRewrite(root, file, migration)]));
  interruption.beforeWriting?.();
  const journal = begin(root, [...rewrites.values()]);
  if (journal instanceof JournalError) return files.map((file) => ({ file, message: toMessage(journal) }));
  const written: string[] = [];
  const errors: FileError[] = [];
  for (const group of groupTogether(files, migration.applied)) {
    await hearSignals();
    if (interruption.signal?.aborted === true) break;
    const refused = writeGroup(group, rewrites);
    errors.push(...refused);
    if (refused.length === 0) written.push(...group);
  }
  const isStopped = interruption.signal?.aborted === true && written.length + errors.length < files.length;
  if (written.length === 0) leaveJournal(journal, []);
  else if (!isStopped) finishJournal(journal);
  if (isStopped) throw new InterruptedError(written, files.length);
  return errors.sort((one, other) => (one.file < other.file ? -1 : 1));
}

/** A signal is heard when nothing else runs. */
async function hearSignals(): Promise<void> {
  await setImmediate();
}

function toRewrite(root: string, file: string, { texts }: Migration): Rewrite {
  const { before, after } = texts.get(file) ?? { before: '', after: '' };
  return { root, path: resolve(root, file), before, after };
}

function begin(root: string, rewrites: readonly Rewrite[]): ReturnType<typeof beginJournal> | JournalError {
  try {
    return beginJournal(root, rewrites);
  } catch (error) {
    if (error instanceof JournalError) return error;
    throw error;
  }
}

function toMessage({ message }: JournalError): string {
  return `cannot be written: ${message}`;
}

/** What is refused of a group keeps the others of it from being written. */
function writeGroup(group: readonly string[], rewrites: ReadonlyMap<string, Rewrite>): FileError[] {
  const refused = writeTogether(group.flatMap((file) => rewrites.get(file) ?? []));
  const messages = new Map(refused.map(({ path, message }) => [path, message]));
  const causes = group.filter((file) => messages.has(toPath(file, rewrites)));
  return refused.length === 0
    ? []
    : group.map((file) => ({
        file,
        message: messages.get(toPath(file, rewrites)) ?? `was left as it is, since it goes with ${causes.join(', ')}`,
      }));
}

function toPath(file: string, rewrites: ReadonlyMap<string, Rewrite>): string {
  return rewrites.get(file)?.path ?? '';
}

/** Files that are written together or not at all: those with fixes of one base, or of one finding. */
function groupTogether(files: readonly string[], applied: readonly Finding[]): ReadonlySet<readonly string[]> {
  const partners = new Map<string, Set<string>>();
  for (const { transaction, edits } of applied) {
    const name = transaction ?? JSON.stringify(edits);
    const own = partners.get(name) ?? new Set();
    for (const { file } of edits) own.add(file);
    partners.set(name, own);
  }
  const together = new Map<string, string[]>();
  for (const group of partners.values())
    for (const file of group) together.set(file, [...(together.get(file) ?? []), ...group]);
  return new Set(groupFiles(files, (file) => together.get(file) ?? []).values());
}
