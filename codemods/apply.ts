import { resolve } from 'node:path';
import type { Configuration } from '../src/configuration/configuration.js';
import type { OpenProject } from '../src/files/project.js';
import { findUncommitted } from '../src/files/git.js';
import { findObstacle } from '../src/files/write.js';
import type { Choice } from '../src/migration/choose.js';
import type { FileError } from '../src/migration/finding.js';
import { migrateProject } from '../src/migration/rounds.js';
import type { Migration } from '../src/migration/rounds.js';
import { createRenames } from './rename-fields.js';
import { review } from './review.js';
import type { Reviewer } from './review.js';
import { writeFiles } from './write-files.js';
import type { Interruption } from './write-files.js';

/** All that would change is files that git could not bring back. Nothing was written. */
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
 * together may stand in several files: those of a base with a fix in such a file are all left out.
 *
 * @throws {UncommittedError} if uncommitted changes keep all of it from being written
 * @throws {InterruptedError} if it was stopped
 */
export async function writeMigration(work: Work, { reviewer, ...interruption }: Supervision = {}): Promise<Written> {
  const automatic = migrateWritable(work, []);
  refuseUncommitted(automatic);
  const { migration, obstacles } =
    reviewer === undefined ? automatic : await reviewMigration(work, automatic, reviewer);
  const failures = await writeFiles(work.project.root, migration, interruption);
  const failed = new Set(failures.map(({ file }) => file));
  return {
    migration,
    files: [...migration.texts.keys()].filter((file) => !failed.has(file)),
    errors: [...obstacles.map(({ file, message }) => ({ file, message })), ...failures],
  };
}

/** How a person has a say in it. */
export interface Supervision extends Interruption {
  /** Is asked about every fix before any is written. */
  readonly reviewer?: Reviewer;
}

/** What cannot be written at all is not asked about. */
async function reviewMigration(work: Work, { obstacles }: Writable, reviewer: Reviewer): Promise<Writable> {
  return review((choice) => migrateWritable({ ...work, choice }, obstacles), work.choice, reviewer);
}

function refuseUncommitted({ migration, obstacles }: Writable): void {
  const dirty = obstacles.filter(({ cause }) => cause === uncommitted.cause).map(({ file }) => file);
  if (dirty.length > 0 && migration.texts.size === 0) throw new UncommittedError(dirty);
}

/** A file that stays as it is. */
interface Obstacle extends FileError {
  /** As what is held by it names it. */
  readonly cause: string;
}

const uncommitted = {
  cause: 'uncommitted changes',
  message: 'has changes that are not committed, so it is left as it is: commit them, or allow it with --allow-dirty',
};

interface Writable {
  readonly migration: Migration;
  readonly obstacles: readonly Obstacle[];
}

/** What is migrated, and how. */
export interface Work {
  readonly project: OpenProject;
  readonly configuration: Configuration;
  readonly choice: Choice;
  readonly allowDirty: boolean;
}

/** Without the files that turn out to be untouchable the migration is another one, and may touch others. */
function migrateWritable(work: Work, known: readonly Obstacle[]): Writable {
  const { project, configuration, choice } = work;
  const untouchable = new Map(known.map(({ file, cause }) => [file, cause]));
  const migration = migrateProject(project, configuration, choice, untouchable, createRenames(project, null));
  const found = findObstacles(work, migration);
  return found.length === 0 ? { migration, obstacles: known } : migrateWritable(work, [...known, ...found]);
}

function findObstacles({ project, allowDirty }: Work, migration: Migration): Obstacle[] {
  const unwritable = findUnwritable(project.root, migration);
  const dirty = allowDirty ? [] : findUncommitted(project.root, [...migration.texts.keys()]);
  const blocked = new Set(unwritable.map(({ file }) => file));
  return [...unwritable, ...dirty.filter((file) => !blocked.has(file)).map((file) => ({ file, ...uncommitted }))];
}

function findUnwritable(root: string, { texts }: Migration): Obstacle[] {
  return [...texts].flatMap(([file, { before, after }]) => {
    const message = findObstacle({ root, path: resolve(root, file), before, after });
    return message === null ? [] : [{ file, message, cause: 'not writable' }];
  });
}
