import type { Change } from '../catalogue/change.js';
import { suggestName } from '../configuration/spelling.js';
import type { Finding, Result } from './finding.js';

/** Rows and rules by name, as `--only` and `--skip` give them. */
export interface Selection {
  /** Empty: all. */
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

/** A selection that names what there is not, or asks for what it leaves out. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
}

/**
 * The ids of the rows that a selection leaves.
 *
 * @throws {SelectionError}
 */
export function selectChanges(rows: readonly Pick<Change, 'id' | 'rule'>[], { only, skip }: Selection): Set<string> {
  const known = new Set(rows.flatMap(({ id, rule }) => [id, rule]));
  const unknown = [...only, ...skip].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new SelectionError(unknown.map((name) => describeUnknown(name, [...known])).join('\n'));
  const isNamed = (row: Pick<Change, 'id' | 'rule'>, names: readonly string[]): boolean =>
    names.includes(row.id) || names.includes(row.rule);
  const left = rows.filter((row) => (only.length === 0 || isNamed(row, only)) && !isNamed(row, skip));
  // A gate that looks for nothing would pass whatever there is.
  if (only.length > 0 && left.length === 0)
    throw new SelectionError('Nothing is left of what is asked for: what "only" names, "skip" leaves out.');
  return new Set(left.map(({ id }) => id));
}

function describeUnknown(name: string, known: readonly string[]): string {
  return `There is no row or rule "${name}".${suggestName(name, known)} \`v4ward catalogue\` lists them.`;
}

/** What a result says of the changes that were asked for. Calls that could not be settled stay: nobody knows what they are. */
export function selectResult(result: Result, changes: ReadonlySet<string>): Result {
  const isSelected = ({ change }: Finding): boolean => changes.has(change);
  return {
    ...result,
    findings: result.findings.filter(isSelected),
    possible: result.possible.filter(isSelected),
    guarded: result.guarded.filter(isSelected),
    acknowledged: result.acknowledged.filter(isSelected),
    baselined: result.baselined.filter(isSelected),
    ledger: new Map([...result.ledger].filter(([change]) => changes.has(change))),
  };
}
