/** What is done with the files of a project. It is loaded when these are found, so that another thread looks at them meanwhile. */
import { resolve } from 'node:path';
import type { Project as MorphProject } from 'ts-morph';
import { readBaseline } from '../src/files/baseline.js';
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
import type { Migration } from '../src/migration/rounds.js';
import { toPosition } from '../src/migration/position.js';
import { selectResult } from '../src/migration/select.js';
import { selectTouched } from '../src/migration/touched.js';
import { writeMigration } from './apply.js';
import { compareWithBaseline, renewBaseline } from './gate.js';
import type { Scope } from './gate.js';
import { writeMorphProject } from './morph-project.js';
import type { Checked, Migrated, MigrateOptions } from './index.js';
import { locate, toRoot } from './locate.js';
import type { CheckOptions, GateOptions, Located } from './locate.js';
import { open } from './open.js';
import type { Opened } from './open.js';
import { tellUnread } from './unread.js';

/** Reports what v4 changes about the requests of a project whose files were found. */
export async function checkLocated(
  target: string | MorphProject,
  options: GateOptions,
  located: Located,
): Promise<Checked> {
  const root = toRoot(target);
  const { baseline: file, updateBaseline = false } = options;
  const baseline = file === undefined ? null : readBaseline(root, file, updateBaseline);
  const base = toBase(options);
  const changes = base === null ? null : openChanges(root, base);
  const opened = await open(target, located);
  const { project, selected, cache } = opened;
  const found = cache?.known?.result ?? examineOpened(opened);
  const notKept = cache?.keep(project, found) ?? null;
  const checked = { ...toChecked(project, found, selected), ...(notKept !== null && { notKept }) };
  const compared = baseline === null ? null : compareWithBaseline(checked.result, baseline, toScope(opened, options));
  const touched = await selectChanged({ ...checked, result: compared?.result ?? checked.result }, changes, project);
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

async function selectChanged(checked: Checked, changes: Changes | null, project: OpenProject): Promise<Checked> {
  if (changes === null) return checked;
  const { openChangedLines } = await import('../src/files/changed-lines.js');
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

/** Moves the requests of a project whose files were found to v4, as far as that is safe. */
export async function migrateLocated(
  target: string | MorphProject,
  options: MigrateOptions,
  located: Located,
): Promise<Migrated> {
  const opened = await open(target, located);
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
  const { result, text } = await checkLocated(target, options, locate(target, options));
  const after = {
    ...result,
    ledger: addToLedger(result.ledger, countAs(applied, 'fixed')),
    errors: [...result.errors, ...errors],
  };
  const texts = new Map([...migration.texts].filter(([file]) => files.includes(file)));
  return { ...migrated, after: { result: after, text }, fixed: applied.length, texts };
}
