import { randomUUID } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { BaselineError, parseBaseline, printBaseline } from '../migration/baseline.js';
import type { BaselineEntry, Line } from '../migration/baseline.js';
import { codeOf, describeFailure } from './failure.js';
import { toRelative } from './find.js';

/** A baseline on the disk. */
export interface BaselineFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the root, as messages call it. */
  readonly name: string;
  /** Null if there is no file yet. */
  readonly text: string | null;
  readonly lines: ReadonlyMap<BaselineEntry, Line>;
}

/**
 * Reads a baseline.
 *
 * @param file relative to the root
 * @param create whether it need not be there yet
 * @throws {BaselineError}
 */
export function readBaseline(root: string, file: string, create: boolean): BaselineFile {
  if (file === '') throw new BaselineError('--baseline is empty: give it a file, such as v4ward-baseline.jsonl.');
  const path = resolve(root, file);
  const name = toRelative(root, path) || '.';
  const text = readText(path, name, create);
  return { path, name, text, lines: text === null ? new Map() : parseBaseline(text, name) };
}

function readText(path: string, name: string, create: boolean): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      throw new BaselineError(`The baseline "${name}" cannot be read: ${describeFailure(error)}.`);
    if (create) return null;
    throw new BaselineError(
      `There is no baseline "${name}". \`v4ward check --baseline ${name} --update-baseline\` writes it.`,
    );
  }
}

/**
 * Writes a baseline, whole or not at all. One that says the same already is left as it is.
 *
 * @throws {BaselineError} if it cannot be written
 */
export function writeBaseline({ path, name, text }: BaselineFile, entries: readonly BaselineEntry[]): void {
  const printed = printBaseline(entries);
  if (text?.replaceAll('\r\n', '\n') === printed) return;
  try {
    replace(text === null ? path : realpathSync(path), printed);
  } catch (error) {
    throw new BaselineError(`The baseline "${name}" cannot be written: ${describeFailure(error)}.`);
  }
}

function replace(path: string, text: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: 'wx', ...(mode === undefined ? {} : { mode }) });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** How a file of a project is called in a baseline: relative to the baseline's directory. */
export function toNameIn({ path }: BaselineFile, root: string, file: string): string {
  return toRelative(dirname(path), resolve(root, file));
}

/** The file of a project that a baseline names. */
export function fromNameIn({ path }: BaselineFile, root: string, name: string): string {
  return toRelative(root, resolve(dirname(path), name));
}
