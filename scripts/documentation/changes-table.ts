import type { Change } from '../../src/catalogue/change.js';
import { describeSame, toCell } from './change-section.js';

/** Rows as a table. */
export function toTable(rows: readonly Change[], linkOf: (row: Change) => string): string {
  const lines = rows.map(
    (row) =>
      `| [${row.id}](${linkOf(row)}) | ${toCell(row.example.before)} | ${describeAfter(row)} | ${row.certainty} |`,
  );
  return ['| change | v3 | v4 | at most |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function describeAfter(row: Change): string {
  const { before, after } = row.example;
  return before === after ? describeSame(row) : toCell(after);
}
