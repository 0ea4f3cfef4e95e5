import { accessSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describeFailure } from './failure.js';
import { readText } from './read.js';

/** A file that is to hold another text. */
export interface Rewrite {
  /** Absolute. */
  readonly path: string;
  /** What it held when it was read. */
  readonly before: string;
  readonly after: string;
}

/**
 * Why a file cannot be rewritten; null if it can, as far as one can tell before trying. Its directory must be writable
 * too, since the new text is written beside it first.
 */
export function findObstacle({ path, before }: Rewrite): string | null {
  const now = readText(path);
  if ('failure' in now) return now.failure;
  if (now.text !== before) return 'has changed since it was read, so it is left as it is: run again';
  return attempt(() => {
    accessSync(path, constants.W_OK);
    accessSync(dirname(realpathSync(path)), constants.W_OK);
  });
}

/**
 * Puts a text in the place of another, whole or not at all: it is written beside the file, and then takes its name. The
 * mode stays, and a link stays a link.
 *
 * @returns null, or why the file was left as it is
 */
export function writeText(rewrite: Rewrite): string | null {
  return (
    findObstacle(rewrite) ??
    attempt(() => {
      replace(realpathSync(rewrite.path), rewrite.after);
    })
  );
}

function attempt(action: () => void): string | null {
  try {
    action();
    return null;
  } catch (error) {
    return `cannot be written: ${describeFailure(error)}`;
  }
}

function replace(path: string, text: string): void {
  const { mode } = statSync(path);
  const temporary = join(dirname(path), `.${basename(path)}.${String(process.pid)}.tmp`);
  try {
    writeFileSync(temporary, text, { mode, flag: 'wx' });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
