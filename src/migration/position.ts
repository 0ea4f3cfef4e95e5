import type { Place } from '../http/text.js';

/** Stands for the file of a request that was sent from nowhere in sight. */
export const unknownFile = '(source unknown)';

/** Where a character stands, as people and reports count: from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The position of an offset; a byte order mark is no column. Lines end as in the language: `\n`, `\r\n`, `\r`, U+2028, U+2029. */
export function toPosition(text: string, offset: number): Position {
  const starts = lineStartsOf(text);
  const line = lastUpTo(starts, offset);
  const mark = line === 0 && text.startsWith('\uFEFF') ? 1 : 0;
  return { line: line + 1, column: Math.max(offset - (starts[line] ?? 0) - mark, 0) + 1 };
}

/** The offset of a position, or of the nearest that the text has. */
export function toOffset(text: string, { line, column }: Position): number {
  const starts = lineStartsOf(text);
  const mark = line === 1 && text.startsWith('\uFEFF') ? 1 : 0;
  const start = starts[line - 1] ?? text.length;
  return Math.min(start + mark + column - 1, (starts[line] ?? text.length + 1) - 1);
}

interface Lines {
  readonly text: string;
  readonly starts: readonly number[];
}

/** Many positions of one text are asked for before those of the next one. */
let latest: Lines = { text: '', starts: [0] };

function lineStartsOf(text: string): readonly number[] {
  if (latest.text !== text) {
    const ends = [...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map((match) => match.index + match[0].length);
    latest = { text, starts: [0, ...ends] };
  }
  return latest.starts;
}

/** The index of the last number that is not above `limit`; the numbers rise, and the first one is not above it. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? limit) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The order of what is reported: by file, place and change. */
export function byPlace(
  one: { place: Place; change?: string | null },
  other: { place: Place; change?: string | null },
): number {
  const files = one.place.file < other.place.file ? -1 : one.place.file > other.place.file ? 1 : 0;
  return (
    files ||
    one.place.start - other.place.start ||
    one.place.end - other.place.end ||
    (one.change ?? '').localeCompare(other.change ?? '')
  );
}
