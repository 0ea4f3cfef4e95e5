import type { LedgerState } from '../migration/ledger.js';
import type { DocumentLedger, DocumentLedgerEntry } from './document.js';
import { counted } from './summary.js';

/** In the order of the work. */
export const states = [
  'fixed',
  'fixable',
  'suggestion',
  'manual',
  'guarded',
  'acknowledged',
  'baselined',
  'unresolved',
  'fine',
] as const satisfies readonly LedgerState[];

/** What became of each change, as a table; changes of which nothing was found are only counted. Empty if there is none. */
export function printLedger(ledger: DocumentLedger): string {
  const rows = Object.entries(ledger).filter(([, entry]) => isFound(entry));
  const columns = states.filter((state) => rows.some(([, entry]) => countOf(entry, state) > 0));
  const width = Math.max(0, ...rows.map(([change]) => change.length));
  const lines = rows.map(([change, entry]) =>
    printRow(change.padEnd(width), columns, (state) => String(countOf(entry, state))),
  );
  const table =
    rows.length === 0 ? [] : ['By change:', printRow(' '.repeat(width), columns, (state) => state), ...lines];
  return [...table, ...printOthers([...Object.values(ledger)].filter((entry) => !isFound(entry)))].join('\n');
}

export function countOf(entry: DocumentLedgerEntry, state: LedgerState): number {
  return entry[state] ?? 0;
}

/** Something of the change was found, whatever became of it. */
export function isFound(entry: DocumentLedgerEntry): boolean {
  return states.some((state) => state !== 'unresolved' && state !== 'fine' && countOf(entry, state) > 0);
}

function printRow(change: string, columns: readonly LedgerState[], toCell: (state: LedgerState) => string): string {
  return `  ${[change, ...columns.map((state) => toCell(state).padStart(state.length))].join('  ')}`.trimEnd();
}

/** A change that may be about a request that nobody could tell is not fine, whatever the other requests are. */
function printOthers(entries: readonly DocumentLedgerEntry[]): string[] {
  const open = entries.filter(({ unresolved }) => unresolved > 0).length;
  const fine = entries.length - open;
  return [
    ...(fine > 0 ? [`Fine: ${counted(fine, 'other change')} that the requests could need, and do not.`] : []),
    ...(open > 0 ? [`Could not tell: ${counted(open, 'other change')} that unresolved requests may need.`] : []),
  ];
}
