import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { check, migrate } from '../../codemods/index.js';
import type { Checked, CheckOptions, Migrated } from '../../codemods/index.js';
import type { Finding, Unresolved } from '../../src/migration/finding.js';
import { readTree } from './cases.js';
import type { Case, ExpectedFinding } from './cases.js';

/**
 * A copy of a case's input that may be written to, until the test is over. Its name says nothing about whose code it is.
 *
 * @param finish is told what to do when it is over: the test's own, where tests run at once or share it
 */
export function openWorkspace(input: string, finish: (clean: () => void) => void = onTestFinished): Workspace {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'case-')));
  finish(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  cpSync(input, directory, { recursive: true });
  return { directory, read: () => readTree(directory) };
}

/** A workspace that several tests share; `clean` is for after the last of them. */
export function openShared(input: string): { readonly workspace: Workspace; readonly clean: () => void } {
  const cleanings: (() => void)[] = [];
  const workspace = openWorkspace(input, (clean) => cleanings.push(clean));
  return {
    workspace,
    clean: () => {
      for (const clean of cleanings) clean();
    },
  };
}

export interface Workspace {
  readonly directory: string;
  read(): Map<string, string>;
}

export function checkCase({ directory }: Workspace, kase: Case): Promise<Checked> {
  return check(directory, toOptions(kase));
}

/** Writes what the case asks for: safe fixes, or suggestions too; and comments, if told so. */
export function migrateCase({ directory }: Workspace, kase: Case, todo = false): Promise<Migrated> {
  return migrate(directory, {
    ...toOptions(kase),
    write: true,
    todo,
    allowDirty: true,
    suggestions: kase.with === 'suggestions',
  });
}

/** What `migrate` shows where nothing is written. */
export function previewCase({ directory }: Workspace, kase: Case): Promise<Migrated> {
  return migrate(directory, { ...toOptions(kase), preview: true, suggestions: kase.with === 'suggestions' });
}

function toOptions({ config }: Case): CheckOptions {
  return { configuration: config ?? {} };
}

/** A finding, or a place, in the words of a case.json. */
export interface Found extends ExpectedFinding {
  readonly at: string;
  readonly held: boolean;
}

export function toFound({ text }: Checked, finding: Finding): Found {
  const { change, certainty, place, request, replacement, heldBy } = finding;
  const source = text(place.file) ?? '';
  return {
    change,
    certainty,
    file: place.file,
    line: lineOf(source, place.start),
    at: source.slice(place.start, place.end),
    ...(request === null ? {} : { request }),
    replacement,
    held: heldBy.length > 0,
  };
}

export function toPlace({ text }: Checked, { place }: Unresolved): { file: string; line: number } {
  return { file: place.file, line: lineOf(text(place.file) ?? '', place.start) };
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Keeps of what was found only what the case speaks of, pairing them off; what remains is shown whole. */
export function pair(
  expected: readonly ExpectedFinding[],
  found: readonly Found[],
): { expected: object[]; found: object[] } {
  const open = [...found];
  const rows = expected.map((want) => {
    const index = best(want, open);
    const got = index === -1 ? undefined : open.splice(index, 1)[0];
    return { want, got: got === undefined ? 'nothing' : pick(got, Object.keys(want)) };
  });
  return {
    expected: rows.map(({ want }) => sortKeys(want)),
    found: [
      ...rows.map(({ got }) => (typeof got === 'string' ? { missing: got } : sortKeys(got))),
      ...open.map((extra) => ({ unexpected: extra })),
    ],
  };
}

/** The found one of the same change that agrees in most of what is stated. */
function best(want: ExpectedFinding, found: readonly Found[]): number {
  const scores = found.map((got) => (got.change === want.change && got.file === want.file ? agreement(want, got) : -1));
  const top = Math.max(-1, ...scores);
  return top === -1 ? -1 : scores.indexOf(top);
}

function agreement(want: ExpectedFinding, got: Found): number {
  const entries = Object.entries(want) as [keyof ExpectedFinding, unknown][];
  return entries.filter(([key, value]) => got[key] === value).length;
}

function pick(got: Found, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(got).filter(([key]) => keys.includes(key)));
}

function sortKeys(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
