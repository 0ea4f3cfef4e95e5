import { subjectOf, unresolvedName } from './fingerprint.js';
import type { Finding, Notice, ReportedFinding, ReportedUnresolved, Result, Unresolved } from './finding.js';
import { baselineInLedger } from './ledger.js';

/** What the gate lets pass: a finding, or an unresolved call, by what does not change when lines move. */
export interface BaselineEntry {
  /** Relative to the directory of the baseline, with `/`. */
  readonly file: string;
  /** The function, method, class or variable that it stands in; left out at the top of a file. */
  readonly symbol?: string;
  /** A row's id, or `unresolved`. */
  readonly change: string;
  /** The method and the path, ids as `{}`; left out if it speaks of no single request. */
  readonly request?: string;
  /** Which it is of those that are alike in all this, from 2; left out for the first. */
  readonly ordinal?: number;
}

/** A baseline cannot be read, or not be trusted: the message names the file, the line and the next step. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError';
}

const version = 1;
const header = `{"baseline":"v4ward","version":${String(version)}}`;

/**
 * A baseline as text: JSON, one entry a line (https://jsonlines.org), sorted as text with the header first, so that
 * `sort -u` of two of them is one again.
 */
export function printBaseline(entries: readonly BaselineEntry[]): string {
  const lines = entries.map(({ file, symbol, change, request, ordinal }) =>
    JSON.stringify({ file, symbol, change, request, ordinal }),
  );
  return [header, ...[...new Set(lines)].sort(), ''].join('\n');
}

/**
 * Reads what `printBaseline` wrote; entries that stand there twice count once, in whatever order.
 *
 * @param name what the file is called in messages
 * @throws {BaselineError}
 */
export function parseBaseline(text: string, name: string): Map<BaselineEntry, Line> {
  const lines = toLines(text);
  refuseConflict(lines, name);
  const [first, ...others] = lines.filter((line) => line.content.trim() !== '');
  if (first === undefined) throw new BaselineError(`The baseline "${name}" is empty. ${anew}`);
  checkHeader(first, name);
  const seen = new Set<string>();
  const own = others.filter(({ content }) => content.trim() !== header && !seen.has(content) && seen.add(content));
  return new Map(own.map((line) => [parseEntry(line, name), line]));
}

const anew = 'Remove it, and write it anew with `--update-baseline`.';

/** A line of a baseline, and where it stands. */
export interface Line {
  readonly content: string;
  /** From 1. */
  readonly number: number;
  readonly start: number;
}

function toLines(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((content, index) => {
    const line = { content: content.replace(/\r$/, '').replace(/^\uFEFF/, ''), number: index + 1, start };
    start += content.length + 1;
    return line;
  });
}

/** https://git-scm.com/docs/git-merge#_how_conflicts_are_presented */
function refuseConflict(lines: readonly Line[], name: string): void {
  const marker = lines.find(({ content }) => /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/.test(content));
  if (marker === undefined) return;
  throw new BaselineError(
    `The baseline "${name}" has a conflict of git in line ${String(marker.number)}. Take out the lines with the markers and keep the entries of both sides; \`--update-baseline\` then takes out those that are stale.`,
  );
}

function checkHeader({ content }: Line, name: string): void {
  const found = toRecord(content);
  const its = found?.['baseline'] === 'v4ward' ? found['version'] : undefined;
  if (its === version) return;
  if (typeof its === 'number' && its > version)
    throw new BaselineError(
      `The baseline "${name}" is of version ${String(its)}, and this v4ward reads version ${String(version)}: use the v4ward that wrote it, or a newer one.`,
    );
  throw new BaselineError(`"${name}" is no baseline: its first line is not ${header}. ${anew}`);
}

function parseEntry({ content, number }: Line, name: string): BaselineEntry {
  const entry = toRecord(content);
  if (entry !== null && isEntry(entry)) return entry;
  throw new BaselineError(
    `The baseline "${name}" is damaged in line ${String(number)}, which is no entry: expected JSON such as {"file":"src/api.js","symbol":"star","change":"project-unstar","request":"DELETE /projects/{}/star"}. Take the line out, or restore the file with git.`,
  );
}

function toRecord(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

const kinds = {
  file: 'string',
  symbol: 'string',
  change: 'string',
  request: 'string',
  ordinal: 'number',
} as const satisfies Readonly<Record<keyof BaselineEntry, string>>;

function isEntry(value: Readonly<Record<string, unknown>>): value is Readonly<Record<string, unknown>> & BaselineEntry {
  const known: Readonly<Record<string, string>> = kinds;
  const keys = Object.keys(value);
  return keys.includes('file') && keys.includes('change') && keys.every((key) => typeof value[key] === known[key]);
}

// Comparing

/** How the files of a result are called in a baseline. */
export type ToName = (file: string) => string;

/** What is alike has one key, whichever of them it is. */
function keyOf({ file, symbol, change, request }: Omit<BaselineEntry, 'ordinal'>): string {
  return JSON.stringify([file, symbol ?? null, change, request ?? null]);
}

type Reported = ReportedFinding | ReportedUnresolved;

function toEntry(one: Reported, toName: ToName): Omit<BaselineEntry, 'ordinal'> {
  const request = subjectOf(one);
  return {
    file: toName(one.place.file),
    ...(one.symbol === null ? {} : { symbol: one.symbol }),
    change: changeOf(one),
    ...(request === null ? {} : { request }),
  };
}

function changeOf(one: Finding | Unresolved): string {
  return 'change' in one ? one.change : unresolvedName;
}

function groupByKey(entries: readonly BaselineEntry[]): Map<string, BaselineEntry[]> {
  const groups = new Map<string, BaselineEntry[]>();
  for (const entry of entries) {
    const group = groups.get(keyOf(entry));
    if (group === undefined) groups.set(keyOf(entry), [entry]);
    else group.push(entry);
  }
  return groups;
}

export interface Compared {
  /** The result, where what the baseline holds stands in lists of its own. */
  readonly result: Result;
  /** The entries that nothing in the code answers to. */
  readonly stale: readonly BaselineEntry[];
}

/**
 * Puts aside what a baseline lets pass: of what is alike as many as it has entries, from the first on.
 *
 * @param isChecked whether the result would show what an entry speaks of; what it does not show is not stale
 */
export function applyBaseline(
  result: Result,
  entries: readonly BaselineEntry[],
  toName: ToName,
  isChecked: (entry: BaselineEntry) => boolean,
): Compared {
  const left = groupByKey(entries);
  const pass = (one: Reported): boolean => left.get(keyOf(toEntry(one, toName)))?.shift() !== undefined;
  const passed = new Set<Reported>([...result.findings, ...result.unresolved].filter(pass));
  const isOpen = (one: Reported): boolean => !passed.has(one);
  const baselined = result.findings.filter((one) => !isOpen(one));
  return {
    result: {
      ...result,
      findings: result.findings.filter(isOpen),
      unresolved: result.unresolved.filter(isOpen),
      baselined,
      baselinedUnresolved: result.unresolved.filter((one) => !isOpen(one)),
      ledger: baselineInLedger(result.ledger, baselined),
    },
    stale: [...left.values()].flat().filter(isChecked),
  };
}

/**
 * The entries that let pass what is open now: without those that are stale, and with those that were missing.
 *
 * @param result what `applyBaseline` gave, or part of it
 */
export function updateBaseline(
  entries: readonly BaselineEntry[],
  stale: readonly BaselineEntry[],
  { findings, unresolved }: Pick<Result, 'findings' | 'unresolved'>,
  toName: ToName,
): BaselineEntry[] {
  const gone = new Set(stale);
  const open = [...findings, ...unresolved].map((one) => toEntry(one, toName));
  const all = [...entries.filter((entry) => !gone.has(entry)), ...open];
  return [...groupByKey(all).values()].flatMap((alike) =>
    alike.map(({ file, symbol, change, request }, index) => ({
      file,
      ...(symbol === undefined ? {} : { symbol }),
      change,
      ...(request === undefined ? {} : { request }),
      ...(index === 0 ? {} : { ordinal: index + 1 }),
    })),
  );
}

/** What is said of entries that are stale, each at its line of the baseline. */
export function tellStale(
  stale: readonly BaselineEntry[],
  lines: ReadonlyMap<BaselineEntry, Line>,
  name: string,
): Notice[] {
  return stale.map((entry) => {
    const { start, content } = lines.get(entry) ?? { start: 0, content: '' };
    return {
      kind: 'stale-baseline',
      change: entry.change,
      place: { file: name, start, end: start + content.length },
      message: `${describeEntry(entry)} is no longer found: \`--update-baseline\` takes it out of the baseline.`,
    };
  });
}

function describeEntry({ file, symbol, change, request }: BaselineEntry): string {
  const what = request === undefined ? `\`${change}\`` : `\`${change}\` of \`${request}\``;
  return `${what} in ${symbol === undefined ? file : `${file} (${symbol})`}`;
}

/** A result whose baseline has been written anew: all that was open in it passes, and nothing is stale. */
export function passAll(result: Result): Result {
  return {
    ...result,
    findings: [],
    unresolved: [],
    baselined: sortByPlace([...result.baselined, ...result.findings]),
    baselinedUnresolved: sortByPlace([...result.baselinedUnresolved, ...result.unresolved]),
    notices: result.notices.filter(({ kind }) => kind !== 'stale-baseline'),
    ledger: baselineInLedger(result.ledger, result.findings),
  };
}

function sortByPlace<One extends Pick<Finding, 'place'>>(list: readonly One[]): One[] {
  return list.toSorted(({ place: one }, { place: other }) =>
    one.file === other.file ? one.start - other.start || one.end - other.end : one.file < other.file ? -1 : 1,
  );
}
