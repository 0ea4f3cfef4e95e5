import type { BaselineFile } from '../src/files/baseline.js';
import { fromNameIn, toNameIn, writeBaseline } from '../src/files/baseline.js';
import { applyBaseline, tellStale, updateBaseline } from '../src/migration/baseline.js';
import type { BaselineEntry } from '../src/migration/baseline.js';
import { unresolvedName } from '../src/migration/fingerprint.js';
import type { Result } from '../src/migration/finding.js';

/** What a check looked at, by which the entries of a baseline are stale or out of sight. */
export interface Scope {
  readonly root: string;
  /** The files that were looked at. */
  readonly files: ReadonlySet<string>;
  /** What was to be looked at, relative to the root; null if only some of what they lead to was. */
  readonly paths: readonly string[] | null;
  /** The ids of the rows that are asked for. */
  readonly selected: ReadonlySet<string>;
}

/** How many entries a baseline has now, and what became of it. */
export interface BaselineUpdate {
  readonly entries: number;
  readonly added: number;
  readonly removed: number;
}

/** A result beside a baseline. */
export interface Gated {
  readonly result: Result;
  readonly stale: readonly BaselineEntry[];
}

/** Puts aside what a baseline lets pass, with a notice for each entry that is stale. */
export function compareWithBaseline(result: Result, baseline: BaselineFile, scope: Scope): Gated {
  const compared = applyBaseline(result, [...baseline.lines.keys()], toName(baseline, scope), (entry) =>
    isChecked(entry, result, baseline, scope),
  );
  const notices = tellStale(compared.stale, baseline.lines, baseline.name);
  return {
    result: { ...compared.result, notices: [...compared.result.notices, ...notices] },
    stale: compared.stale,
  };
}

function toName(baseline: BaselineFile, { root }: Scope): (file: string) => string {
  return (file) => toNameIn(baseline, root, file);
}

/**
 * Whether a check would have found what an entry speaks of. A file that could not be read may hold the base of what
 * stands in others, so that then nobody can tell.
 */
function isChecked(
  { file, change }: BaselineEntry,
  { errors }: Result,
  baseline: BaselineFile,
  { root, files, paths, selected }: Scope,
): boolean {
  if (errors.length > 0 || !(selected.has(change) || change === unresolvedName)) return false;
  const own = fromNameIn(baseline, root, file);
  return files.has(own) || paths?.some((path) => isBelow(own, path)) === true;
}

function isBelow(file: string, path: string): boolean {
  return path === '' ? !file.startsWith('../') : file === path || file.startsWith(`${path}/`);
}

/**
 * Writes a baseline that lets pass what a result still shows as open, and takes out what is stale.
 *
 * @throws {BaselineError} if it cannot be written
 */
export function renewBaseline({ result, stale }: Gated, baseline: BaselineFile, scope: Scope): BaselineUpdate {
  const before = [...baseline.lines.keys()];
  const entries = updateBaseline(before, stale, result, toName(baseline, scope));
  writeBaseline(baseline, entries);
  const added = result.findings.length + result.unresolved.length;
  return { entries: entries.length, added, removed: stale.length };
}
