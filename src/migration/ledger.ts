import type { Finding, LedgerEntry } from './finding.js';

/** How often each change applies, by what became of it. */
export function toLedger(findings: readonly Finding[], guarded: readonly Finding[]): Map<string, LedgerEntry> {
  const ledger = new Map<string, LedgerEntry>();
  const at = (change: string): LedgerEntry => {
    const entry = ledger.get(change) ?? { fixed: 0, fixable: 0, suggestion: 0, manual: 0, guarded: 0, fine: 0 };
    ledger.set(change, entry);
    return entry;
  };
  for (const { change, certainty } of findings) at(change)[certainty === 'safe' ? 'fixable' : certainty] += 1;
  for (const { change } of guarded) at(change).guarded += 1;
  return new Map([...ledger].sort(([one], [other]) => (one < other ? -1 : 1)));
}
