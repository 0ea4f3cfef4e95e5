import { toOffset } from '../migration/position.js';

/** Lines of a file as they stand there, without their ends. */
export interface Excerpt {
  /** The number of the first one. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** From the first to the last, both included. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

interface Placed {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
}

/** Lines of context before and after. */
const context = 2;

/** Lines that an edit may stand away from its finding and still be shown with it. */
const near = 8;

/** Characters of an excerpt; what is longer is no code that a person reads. */
const limit = 4000;

/** The lines that show a place, and the others of the same file that stand near it. */
export function excerptLines(place: Placed, others: readonly Placed[]): Lines {
  const shown = others.filter(
    ({ file, line, endLine }) => file === place.file && line >= place.line - near && endLine <= place.endLine + near,
  );
  const first = Math.min(place.line, ...shown.map(({ line }) => line));
  const last = Math.max(place.endLine, ...shown.map(({ endLine }) => endLine));
  return { first: Math.max(1, first - context), last: last + context };
}

/** Null if there is no text, or these lines are too long to show. */
export function takeExcerpt(text: string | null, { first, last }: Lines): Excerpt | null {
  if (text === null) return null;
  const start = toOffset(text, { line: first, column: 1 });
  const end = toOffset(text, { line: last + 1, column: 1 });
  if (end - start > limit) return null;
  const lines = text.slice(start, end).split(/\r\n|[\n\r\u2028\u2029]/);
  const ended = end < text.length || /[\n\r\u2028\u2029]$/.test(text);
  return { line: first, lines: ended && lines.at(-1) === '' ? lines.slice(0, -1) : lines };
}

/** The excerpt shows all the lines of a place. */
export function holds({ line, lines }: Excerpt, place: Pick<Placed, 'line' | 'endLine'>): boolean {
  return place.line >= line && place.endLine < line + lines.length;
}
