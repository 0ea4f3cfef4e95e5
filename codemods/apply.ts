import { resolve } from 'node:path';
import type { Configuration } from '../src/configuration/configuration.js';
import type { OpenProject } from '../src/files/project.js';
import { findUncommitted } from '../src/files/git.js';
import { findObstacle, writeText } from '../src/files/write.js';
import type { Choice } from '../src/migration/choose.js';
import type { FileError } from '../src/migration/finding.js';
import { migrateProject } from '../src/migration/rounds.js';
import type { Migration } from '../src/migration/rounds.js';

/** Files that git could not bring back would change. Nothing was written. */
export class UncommittedError extends Error {
  override readonly name = 'UncommittedError';

  constructor(readonly files: readonly string[]) {
    super(
      `These files have changes that are not committed, so nothing was written:\n${files.map((file) => `  ${file}`).join('\n')}\nCommit them first, or allow it with --allow-dirty.`,
    );
  }
}

/** What came of writing a migration. */
export interface Written {
  readonly migration: Migration;
  /** The files that hold their new text. */
  readonly files: readonly string[];
  readonly errors: readonly FileError[];
}

/**
 * Migrates a project's files on disk. What cannot be written is found out before anything is, since fixes that belong
 * together may stand in several files.
 *
 * @throws {UncommittedError}
 */
export function writeMigration(
  project: OpenProject,
  configuration: Configuration,
  choice: Choice,
  allowDirty: boolean,
): Written {
  const { migration, obstacles } = migrateWritable(project, configuration, choice, []);
  const dirty = allowDirty ? [] : findUncommitted(project.root, [...migration.texts.keys()]);
  if (dirty.length > 0) throw new UncommittedError(dirty);
  const failures = writeAll(project, migration);
  const failed = new Set(failures.map(({ file }) => file));
  return {
    migration,
    files: [...migration.texts.keys()].filter((file) => !failed.has(file)),
    errors: [...obstacles, ...failures],
  };
}

interface Writable {
  readonly migration: Migration;
  readonly obstacles: readonly FileError[];
}

function migrateWritable(
  project: OpenProject,
  configuration: Configuration,
  choice: Choice,
  known: readonly FileError[],
): Writable {
  const untouchable = new Set(known.map(({ file }) => file));
  const migration = migrateProject(project, configuration, choice, untouchable);
  const found = collect(project, migration, findObstacle);
  return found.length === 0
    ? { migration, obstacles: known }
    : migrateWritable(project, configuration, choice, [...known, ...found]);
}

function writeAll(project: OpenProject, migration: Migration): FileError[] {
  return collect(project, migration, writeText);
}

function collect(project: OpenProject, { texts }: Migration, act: typeof writeText): FileError[] {
  return [...texts].flatMap(([file, { before, after }]) => {
    const message = act({ path: resolve(project.root, file), before, after });
    return message === null ? [] : [{ file, message }];
  });
}
