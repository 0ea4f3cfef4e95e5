/**
 * `v4ward/codemods`: finds and fixes v3 requests in a directory, or in a ts-morph project. The command line is made of
 * the same two functions.
 */
import type { Project as MorphProject } from 'ts-morph';
import type { FileError, Result } from '../src/migration/finding.js';
import type { Rewritten } from '../src/migration/rounds.js';
import type { Supervision } from './apply.js';
import type { BaselineUpdate } from './gate.js';
import { locate } from './locate.js';
import type { CheckOptions, GateOptions } from './locate.js';

export type { CheckOptions, GateOptions } from './locate.js';

export interface MigrateOptions extends CheckOptions, Supervision {
  /** Apply fixes that rest on an assumption too. */
  readonly suggestions?: boolean;
  /** Apply fixes that something holds back too, though never the prefix. */
  readonly partial?: boolean;
  /** Leave `TODO(v4ward): <change>` comments for findings that a person must settle, and take settled ones out. */
  readonly todo?: boolean;
  /** Write the files; without it nothing is touched. */
  readonly write?: boolean;
  /** Write files that hold uncommitted changes too. */
  readonly allowDirty?: boolean;
  /**
   * Ask for what is fixed and not for what is open then, if nothing is written: the project is examined once, and not
   * again unless fixes are held or wait for others. `after` is still found out when it is asked for.
   */
  readonly preview?: boolean;
}

export interface Checked {
  /** Files are relative to the directory, or to the working directory for a ts-morph project. */
  readonly result: Result;
  /** The text that the result's places count in. */
  readonly text: (file: string) => string | null;
  /** What became of the baseline; left out if none was written. */
  readonly update?: BaselineUpdate;
  /** What was compared with, in the words of git; left out if nothing was. */
  readonly since?: string;
  /** Why nothing could be kept for the next run; left out if it was, or nobody asked for it. */
  readonly notKept?: string;
}

export interface Migrated {
  /** What was open before. */
  readonly before: Checked;
  /** What is still open after; or would be, if nothing is written. */
  readonly after: Checked;
  /** The files that are left as they are, since they would not parse with their fixes. */
  readonly broken: readonly FileError[];
  /** How many findings were, or would be, fixed. */
  readonly fixed: number;
  /** The files that were, or would be, changed. */
  readonly texts: ReadonlyMap<string, Rewritten>;
}

/**
 * Reports what v4 changes about the GitLab requests of a project.
 *
 * @throws {PathError} if a path is not there
 * @throws {ConfigurationError} if the configuration is wrong
 * @throws {SelectionError} if there is no such row or rule
 * @throws {BaselineError} if there is no such baseline, or it cannot be read or written
 * @throws {RepositoryError} if git cannot tell what changed
 */
export async function check(target: string | MorphProject, options: GateOptions = {}): Promise<Checked> {
  const located = locate(target, options);
  try {
    const { checkLocated } = await import('./work.js');
    return await checkLocated(target, options, located);
  } finally {
    located.ahead?.close();
  }
}

/**
 * Moves the requests of a project to v4, as far as that is safe.
 *
 * @throws {PathError} if a path is not there
 * @throws {ConfigurationError} if the configuration is wrong
 * @throws {SelectionError} if there is no such row or rule
 * @throws {UncommittedError} if files to be written have uncommitted changes
 * @throws {InterruptedError} if the signal stopped it
 */
export async function migrate(target: string | MorphProject, options: MigrateOptions = {}): Promise<Migrated> {
  const located = locate(target, options);
  try {
    const { migrateLocated } = await import('./work.js');
    return await migrateLocated(target, options, located);
  } finally {
    located.ahead?.close();
  }
}
