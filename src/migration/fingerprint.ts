import { createHash } from 'node:crypto';
import type { Finding, Identity, ReportedFinding, ReportedUnresolved, Result, Unresolved } from './finding.js';

/** What is found of a project; so far nobody can know it again. */
export interface Found<One = Finding, Open = Unresolved> {
  readonly findings: readonly One[];
  readonly possible: readonly One[];
  readonly guarded: readonly One[];
  readonly acknowledged: readonly One[];
  readonly unresolved: readonly Open[];
}

/** What stands for the change where a call could not be settled: `v4ward-ignore unresolved -- reason`. */
export const unresolvedName = 'unresolved';

/**
 * What is found, each with what tells it apart from all others of the project, and from one run to the next: the change,
 * the file, the function that it stands in and the request; what is alike in these by its order. Nothing of it moves
 * when lines do, or when a message, a host, an id or a parameter is another one.
 *
 * @param toSymbol the name of what it stands in
 */
export function identify<One extends Finding, Open extends Unresolved>(
  found: Found<One, Open>,
  toSymbol: (one: One | Open) => string | null,
): Pick<Result, keyof Found> {
  const { findings, possible, guarded, acknowledged, unresolved } = found;
  const all = [...findings, ...possible, ...guarded, ...acknowledged, ...unresolved];
  const identities = toIdentities(all, toSymbol);
  const withIdentity = (finding: Finding): ReportedFinding => ({ ...finding, ...identityIn(identities, finding) });
  return {
    findings: findings.map(withIdentity),
    possible: possible.map(withIdentity),
    guarded: guarded.map(withIdentity),
    acknowledged: acknowledged.map(withIdentity),
    unresolved: unresolved.map((each): ReportedUnresolved => ({ ...each, ...identityIn(identities, each) })),
  };
}

type Identities = ReadonlyMap<Finding | Unresolved, Identity>;

function identityIn(identities: Identities, one: Finding | Unresolved): Identity {
  const identity = identities.get(one);
  if (identity === undefined) throw new RangeError('What has no identity was not among what was identified.');
  return identity;
}

function toIdentities<One extends Finding | Unresolved>(
  all: readonly One[],
  toSymbol: (one: One) => string | null,
): Map<Finding | Unresolved, Identity> {
  const counts = new Map<string, number>();
  const identities = new Map<Finding | Unresolved, Identity>();
  for (const one of all.toSorted((a, b) => a.place.start - b.place.start || a.place.end - b.place.end)) {
    const symbol = toSymbol(one);
    const key = JSON.stringify([nameOf(one), one.place.file, symbol, subjectOf(one)]);
    const ordinal = (counts.get(key) ?? 0) + 1;
    counts.set(key, ordinal);
    identities.set(one, { symbol, fingerprint: toFingerprint(key, ordinal) });
  }
  return identities;
}

function nameOf(one: Finding | Unresolved): string {
  return 'change' in one ? one.change : unresolvedName;
}

/**
 * What a finding is about, without what may change beside it: the method and the path, known ids as unknown ones. The
 * prefix is about whatever stands behind it, so that no request of these tells it apart.
 */
export function subjectOf(one: Finding | Unresolved): string | null {
  if (!('change' in one) || one.request === null || one.rule === 'no-v3-prefix') return null;
  return one.request.replace(/[?#].*$/s, '').replace(/\/\d+(?=\/|$)/g, '/{}');
}

function toFingerprint(key: string, ordinal: number): string {
  return createHash('sha256')
    .update(`${key}\n${String(ordinal)}`)
    .digest('hex')
    .slice(0, 16);
}
