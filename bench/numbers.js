/** Middles and tables of what was measured. */

export function medianOf(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The rows as a Markdown table; the first row's keys are its head. */
export function toTable(rows) {
  const keys = Object.keys(rows[0] ?? {});
  const widths = keys.map((key) =>
    Math.max(...[key, ...rows.map((row) => String(row[key]))].map(({ length }) => length)),
  );
  const toLine = (cells) => `| ${cells.map((cell, index) => String(cell).padEnd(widths[index] ?? 0)).join(' | ')} |\n`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [keys, rule, ...rows.map((row) => keys.map((key) => row[key]))].map(toLine).join('');
}
