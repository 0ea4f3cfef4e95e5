/** A name, and what there is to say about it. */
export type Line = readonly [name: string, about: string];

/** The columns that text for people takes: those of the terminal, within reason, or else as many as a page has. */
export function toWidth(columns: number | undefined): number {
  return columns === undefined || columns === 0 ? 100 : Math.min(columns, 120);
}

const indent = 2;
/** Columns between a name and what stands beside it. */
const gap = 2;
/** Text in fewer columns than this is hard to read. */
const least = 30;

/** Lines under a title. What is said stands beside the names where there is room, else below them. */
export function toSection(title: string, lines: readonly Line[], width: number): string {
  return [`${title}:`, ...toColumns(lines, width, indent)].join('\n');
}

/** Names, and beside them in a column, or below them, what there is to say. */
export function toColumns(lines: readonly Line[], width: number, start: number): string[] {
  const column = start + Math.max(...lines.map(([name]) => name.length)) + gap;
  const isWide = width - column >= least;
  const [at, between] = isWide ? [column, ''] : [start + 4, `\n${' '.repeat(start + 4)}`];
  return lines.map(([name, about]) => {
    const shown = isWide ? name.padEnd(column - start) : name.trimEnd();
    return `${' '.repeat(start)}${shown}${between}${wrap(about, width, at)}`.trimEnd();
  });
}

/** Breaks text between words; its lines behind the first begin at a column. */
export function wrap(text: string, width: number, column = 0): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && column + line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(column)}`);
}
