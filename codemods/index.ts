/**
 * `v4ward/codemods`: finds and fixes v3 requests in a directory, or in a ts-morph project. The command line is made of
 * the same two functions.
 */
import { resolve } from 'node:path';
import type { Project as MorphProject } from 'ts-morph';
import { readBaseline } from '../src/files/baseline.js';
import { openChangedLines } from '../src/files/changed-lines.js';
import type { ChangedLines } from '../src/files/changed-lines.js';
import { openChanges } from '../src/files/changes.js';
import type { Base, Changes } from '../src/files/changes.js';
import { toRelative } from '../src/files/find.js';
import type { OpenProject } from '../src/files/project.js';
import type { Place } from '../src/http/text.js';
import { passAll } from '../src/migration/baseline.js';
import type { Choice } from '../src/migration/choose.js';
import { examineParts } from '../src/migration/parts.js';
import type { FileError, Result } from '../src/migration/finding.js';
import { addToLedger, countAs } from '../src/migration/ledger.js';
import { migrateProject } from '../src/migration/rounds.js';
import type { Migration, Rewritten } from '../src/migration/rounds.js';
import { toPosition } from '../src/migration/position.js';
import { selectResult } from '../src/migration/select.js';
import { selectTouched } from '../src/migration/touched.js';
import { writeMigration } from './apply.js';
import { compareWithBaseline, renewBaseline } from './gate.js';
import type { BaselineUpdate, Scope } from './gate.js';
import type { Supervision } from './apply.js';
import { writeMorphProject } from './morph-project.js';
import { open, toRoot } from './open.js';
import type { CheckOptions, GateOptions, Opened } from './open.js';
import { tellUnread } from './unread.js';

export type { CheckOptions, GateOptions } from './open.js';

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
   * again unless fixes wait for others. `after` is still found out when it is asked for.
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
  const root = toRoot(target);
  const { baseline: file, updateBaseline = false } = options;
  const baseline = file === undefined ? null : readBaseline(root, file, updateBaseline);
  const base = toBase(options);
  const changes = base === null ? null : openChanges(root, base);
  const opened = await open(target, options);
  const { project, selected, cache } = opened;
  const found = cache?.known?.result ?? examineOpened(opened);
  const notKept = cache?.keep(project, found) ?? null;
  const checked = { ...toChecked(project, found, selected), ...(notKept !== null && { notKept }) };
  const compared = baseline === null ? null : compareWithBaseline(checked.result, baseline, toScope(opened, options));
  const touched = selectChanged({ ...checked, result: compared?.result ?? checked.result }, changes, project);
  if (baseline === null || compared === null) return touched;
  const shown = { ...touched, text: (name: string) => (name === baseline.name ? baseline.text : checked.text(name)) };
  if (!updateBaseline || checked.result.files === 0) return shown;
  const update = renewBaseline({ ...compared, result: touched.result }, baseline, toScope(opened, options));
  return { ...shown, result: passAll(touched.result), update };
}

function examineOpened({ project, configuration, renames, close }: Opened): Result {
  try {
    return examineParts(project, configuration, renames(project));
  } finally {
    close();
  }
}

function toBase({ since, staged = false }: GateOptions): Base | null {
  if (staged) return { kind: 'staged' };
  return since === undefined ? null : { kind: 'since', reference: since };
}

function selectChanged(checked: Checked, changes: Changes | null, project: OpenProject): Checked {
  if (changes === null) return checked;
  const linesOf = openChangedLines(changes, project.text);
  const result = selectTouched(checked.result, project, (place) => isChanged(place, linesOf, project));
  return { ...checked, result, since: changes.label };
}

function isChanged(place: Place, linesOf: (file: string) => ChangedLines, project: OpenProject): boolean {
  const lines = linesOf(place.file);
  if (lines === 'all') return true;
  if (lines.size === 0) return false;
  const text = project.text(place.file) ?? '';
  const [first, last] = [toPosition(text, place.start).line, toPosition(text, place.end).line];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).some((line) => lines.has(line));
}

function toScope({ project, selected }: Opened, { paths = ['.'] }: CheckOptions): Scope {
  const { root, everything } = project;
  return {
    root,
    files: new Set(everything),
    paths: paths.map((path) => toRelative(root, resolve(root, path))),
    selected,
  };
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
  const opened = await open(target, options);
  const choice = toChoice(options, opened.selected);
  try {
    return await migrateOpened(target, options, opened, choice);
  } finally {
    opened.close();
  }
}

async function migrateOpened(
  target: string | MorphProject,
  options: MigrateOptions,
  opened: Opened,
  choice: Choice,
): Promise<Migrated> {
  if (options.write === true && typeof target === 'string') return writeDirectory(target, options, opened, choice);
  const { project, configuration, renames } = opened;
  const effort = { isPreview: options.preview === true && options.write !== true };
  const migration = migrateProject(project, configuration, choice, new Map(), renames, effort);
  if (options.write === true && typeof target !== 'string')
    writeMorphProject(target, opened.project.root, migration.texts);
  return toMigrated(opened, migration, []);
}

function toChoice(
  { suggestions = false, partial = false, todo = false }: MigrateOptions,
  selected: ReadonlySet<string>,
): Choice {
  return { suggestions, partial, todo, isSelected: ({ change }) => selected.has(change) };
}

function toChecked(
  project: OpenProject,
  result: Result,
  selected: ReadonlySet<string>,
  errors: readonly FileError[] = [],
): Checked {
  const own = {
    ...result,
    files: project.looked,
    notices: [...result.notices, ...tellUnread(project)],
    errors: [...result.errors, ...project.errors(), ...errors],
  };
  return { result: selectResult(own, selected), text: project.text };
}

function toMigrated({ project, selected }: Opened, migration: Migration, errors: readonly FileError[]): Migrated {
  const { before, applied, broken, texts } = migration;
  const text = (file: string): string | null => texts.get(file)?.after ?? project.text(file);
  let after: Checked | null = null;
  return {
    before: toChecked(project, before, selected),
    get after(): Checked {
      after ??= { ...toChecked(project, migration.after, selected, errors), text };
      return after;
    },
    broken,
    fixed: applied.length,
    texts,
  };
}

/** If a file could not be written after all, what is open is found out anew. */
async function writeDirectory(
  target: string,
  options: MigrateOptions,
  opened: Opened,
  choice: Choice,
): Promise<Migrated> {
  const { project, configuration } = opened;
  const work = { project, configuration, choice, allowDirty: options.allowDirty ?? false };
  const { migration, files, errors } = await writeMigration(work, options);
  const migrated = toMigrated(opened, migration, errors);
  if (files.length === migration.texts.size) return migrated;
  const applied = migration.applied.filter(({ edits }) => edits.every(({ file }) => files.includes(file)));
  const { result, text } = await check(target, options);
  const after = {
    ...result,
    ledger: addToLedger(result.ledger, countAs(applied, 'fixed')),
    errors: [...result.errors, ...errors],
  };
  const texts = new Map([...migration.texts].filter(([file]) => files.includes(file)));
  return { ...migrated, after: { result: after, text }, fixed: applied.length, texts };
}
