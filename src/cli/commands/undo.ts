import { resolve } from 'node:path';
import { undoLast } from '../../files/undo.js';
import type { Undone } from '../../files/undo.js';
import { escapeControls } from '../../reporters/escape.js';
import { counted } from '../../reporters/summary.js';
import type { MigrateArguments } from '../arguments.js';
import { exitCodes, UsageError } from '../exit-codes.js';
import type { ExitCode } from '../exit-codes.js';
import { StopSignals } from '../stop-signals.js';
import { terminal } from '../terminal.js';

/**
 * Takes back what the last migration wrote: the files' names go to stdout, and what was left to stderr.
 *
 * @throws {UsageError} if there is nothing to take back
 * @throws {JournalError} if nobody can tell
 */
export function undo({ paths, quiet }: Pick<MigrateArguments, 'paths' | 'quiet'>): ExitCode {
  if (paths.length !== 1 || paths[0] !== '.')
    throw new UsageError('--undo takes back the whole of the last migration: leave the paths out.');
  const undone = takeBack();
  if (undone === null) throw new UsageError('There is nothing to take back: no migration was written here.');
  process.exitCode = undone.errors.length > 0 ? exitCodes.incomplete : exitCodes.fine;
  terminal.data(undone.restored.map((file) => `${escapeControls(file)}\n`).join(''));
  for (const { file, message } of undone.errors) terminal.people(`v4ward: ${escapeControls(`${file} ${message}`)}\n`);
  if (!quiet) terminal.people(`${describe(undone)}\n`);
  return undone.errors.length > 0 ? exitCodes.incomplete : exitCodes.fine;
}

/** A signal waits until the last file is whole. */
function takeBack(): Undone | null {
  const stop = new StopSignals();
  stop.listen();
  try {
    return undoLast(resolve('.'));
  } finally {
    stop.release();
  }
}

function describe({ restored, untouched, errors, finished }: Undone): string {
  return [
    ...(finished ? [] : ['The last migration was stopped before its end.']),
    `${counted(restored.length, 'file')} ${restored.length === 1 ? 'holds' : 'hold'} again what ${restored.length === 1 ? 'it' : 'they'} held before it.`,
    ...(untouched.length > 0 ? [`${counted(untouched.length, 'file')} held it anyway.`] : []),
    ...(errors.length > 0 ? [`${counted(errors.length, 'file')} left as it is now, for you to look at.`] : []),
  ].join(' ');
}
