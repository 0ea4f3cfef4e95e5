import type { Change } from '../catalogue/change.js';
import type { Request } from '../http/request.js';
import type { Translation } from '../http/translate.js';
import { mayBeAbout, rowsAbout } from './concern.js';
import type { Finding } from './finding.js';

/**
 * What became of a change, over the GitLab requests of a project. Each request is in one state for each change that is
 * about it: that of its finding, or else `fine` or `unresolved`.
 */
export interface LedgerEntry {
  /** Findings that were fixed. */
  fixed: number;
  /** Findings whose fix is safe, those that something else holds back included: `heldBy` says so, and by what. */
  fixable: number;
  suggestion: number;
  manual: number;
  /** Findings in code that serves both versions, left alone. */
  guarded: number;
  /** Findings that a comment has settled. */
  acknowledged: number;
  /** Findings that the baseline lets pass. */
  baselined: number;
  /** Requests that the change may be about: which they are, or in which version, could not be told. */
  unresolved: number;
  /**
   * Requests of the routes that the change is about, as v3 or as v4 has them, that need nothing: they have the v4 form
   * already, do not use what changed, or nobody in sight reads what v4 answers otherwise.
   */
  fine: number;
}

export type LedgerState = keyof LedgerEntry;

/** By the id of the change. */
export type Ledger = ReadonlyMap<string, LedgerEntry>;

/** A change, and what became of it once. */
export type Count = readonly [change: string, state: LedgerState];

const empty: LedgerEntry = {
  fixed: 0,
  fixable: 0,
  suggestion: 0,
  manual: 0,
  guarded: 0,
  acknowledged: 0,
  baselined: 0,
  unresolved: 0,
  fine: 0,
};

const states = Object.keys(empty) as LedgerState[];

/** The ledger with more in it, by id. */
export function addToLedger(ledger: Ledger, counts: readonly Count[]): Map<string, LedgerEntry> {
  const result = new Map(ledger);
  for (const [change, state] of counts) {
    const entry = result.get(change) ?? empty;
    result.set(change, { ...entry, [state]: entry[state] + 1 });
  }
  return new Map([...result].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Several ledgers as one, by id. */
export function sumLedgers(ledgers: readonly Ledger[]): Map<string, LedgerEntry> {
  const result = new Map<string, LedgerEntry>();
  for (const [change, entry] of ledgers.flatMap((ledger) => [...ledger])) {
    const sum = result.get(change) ?? { ...empty };
    for (const state of states) sum[state] += entry[state];
    result.set(change, sum);
  }
  return addToLedger(result, []);
}

/** Open findings, each in the state of its certainty. */
export function countOpen(findings: readonly Finding[]): Count[] {
  return findings.map(({ change, certainty }) => [change, certainty === 'safe' ? 'fixable' : certainty]);
}

/** The ledger with less in it, by id. */
export function takeFromLedger(ledger: Ledger, counts: readonly Count[]): Map<string, LedgerEntry> {
  const result = new Map(ledger);
  for (const [change, state] of counts) {
    const entry = result.get(change) ?? empty;
    result.set(change, { ...entry, [state]: entry[state] - 1 });
  }
  return result;
}

/** The ledger, where open findings are in the baseline. */
export function baselineInLedger(ledger: Ledger, findings: readonly Finding[]): Map<string, LedgerEntry> {
  return addToLedger(takeFromLedger(ledger, countOpen(findings)), countAs(findings, 'baselined'));
}

export function countAs(findings: readonly Finding[], state: LedgerState): Count[] {
  return findings.map(({ change }) => [change, state]);
}

/** A GitLab request, with the changes that were found of it. */
export interface Entry {
  /** The same for what is one request to a reader of the report. */
  readonly site: string;
  readonly request: Request;
  /** Null if it could not be told what it is. */
  readonly translation: Translation | null;
  readonly found: readonly string[];
}

/** What the requests are to the changes of which nothing was found: fine, or unresolved. */
export function countRequests(entries: readonly Entry[], rows: readonly Change[]): Count[] {
  const sites = new Map<string, Entry[]>();
  for (const entry of entries) sites.set(entry.site, [...(sites.get(entry.site) ?? []), entry]);
  return [...sites.values()].flatMap((site) => countSite(site, rows));
}

function countSite(entries: readonly Entry[], rows: readonly Change[]): Count[] {
  const found = new Set(entries.flatMap((entry) => entry.found));
  const isOpen = entries.some(({ translation }) => translation === null);
  const concerned = new Set(
    entries.flatMap(({ request, translation }) =>
      isOpen || translation === null
        ? rows.filter((change) => mayBeAbout(change, request))
        : [...rowsAbout(request, translation, rows)],
    ),
  );
  return rows
    .filter((change) => concerned.has(change) && !found.has(change.id))
    .map(({ id }): Count => [id, isOpen ? 'unresolved' : 'fine']);
}
