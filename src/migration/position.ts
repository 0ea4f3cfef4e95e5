/** Where a character stands, as people and reports count: from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The position of an offset; a byte order mark is no column. Lines end as in the language: `\n`, `\r\n`, `\r`, U+2028, U+2029. */
export function toPosition(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (const match of text.slice(0, offset).matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
    line += 1;
    start = match.index + match[0].length;
  }
  const mark = line === 1 && text.startsWith('\uFEFF') ? 1 : 0;
  return { line, column: Math.max(offset - start - mark, 0) + 1 };
}
