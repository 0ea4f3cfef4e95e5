import { diffArrays } from 'diff';
import type { DocumentEdit, DocumentFinding, Range } from '../document.js';
import type { Excerpt } from '../excerpt.js';

/** A part of a line, and whether an edit touches it. */
export interface Segment {
  readonly text: string;
  readonly changed: boolean;
}

export interface NumberedLine {
  readonly number: number;
  readonly segments: readonly Segment[];
}

/** What stands side by side; null where the other side has more lines. */
export interface Row {
  readonly before: NumberedLine | null;
  readonly after: NumberedLine | null;
}

/** The lines of one place of a file, before and after. */
export interface Hunk {
  readonly file: string;
  readonly rows: readonly Row[];
}

/** What the edits of a finding make of the lines that show them; those without lines are left out. */
export function toHunks({ file, excerpt, edits }: DocumentFinding): Hunk[] {
  const own = edits.filter((edit) => edit.excerpt === undefined);
  const elsewhere = edits.filter((edit) => edit.excerpt !== undefined);
  return [
    ...(excerpt === null || own.length === 0 ? [] : [{ file, rows: toRows(excerpt, own) }]),
    ...elsewhere.flatMap((edit) =>
      edit.excerpt === undefined || edit.excerpt === null
        ? []
        : [{ file: edit.file, rows: toRows(edit.excerpt, [edit]) }],
    ),
  ];
}

/** The lines of an excerpt, with a place marked. */
export function toMarkedLines({ line, lines }: Excerpt, place: Range): NumberedLine[] {
  const text = lines.join('\n');
  const { start, end } = toSpan(text, line, place);
  const marked = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  return toLines(
    line,
    marked.map((part, index) => ({ text: part, changed: index === 1 })),
  );
}

function toRows({ line, lines }: Excerpt, edits: readonly DocumentEdit[]): Row[] {
  const text = lines.join('\n');
  const before: Segment[] = [];
  const after: Segment[] = [];
  let at = 0;
  for (const edit of [...edits].sort((one, other) => one.line - other.line || one.column - other.column)) {
    const { start, end } = toSpan(text, line, edit);
    const kept = { text: text.slice(at, start), changed: false };
    before.push(kept, { text: text.slice(start, end), changed: true });
    after.push(kept, { text: edit.text.replace(/\r\n?/g, '\n'), changed: true });
    at = end;
  }
  const rest = { text: text.slice(at), changed: false };
  return pair(toLines(line, [...before, rest]), toLines(line, [...after, rest]));
}

function toSpan(
  text: string,
  first: number,
  { line, column, endLine, endColumn }: Range,
): { start: number; end: number } {
  const start = toOffset(text, line - first, column);
  return { start, end: Math.max(start, toOffset(text, endLine - first, endColumn)) };
}

/** Lines end with `\n` here, however they end in the file. */
function toOffset(text: string, lines: number, column: number): number {
  let start = 0;
  for (let line = 0; line < lines; line += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  return Math.min(start + column - 1, end === -1 ? text.length : end);
}

function toLines(first: number, segments: readonly Segment[]): NumberedLine[] {
  const lines: Segment[][] = [[]];
  for (const { text, changed } of segments) {
    const [head = '', ...others] = text.split('\n');
    if (head !== '') lines.at(-1)?.push({ text: head, changed });
    lines.push(...others.map((line) => (line === '' ? [] : [{ text: line, changed }])));
  }
  return lines.map((line, index) => ({ number: first + index, segments: line }));
}

/** Equal lines side by side; between them what was taken out beside what was put in. */
function pair(before: readonly NumberedLine[], after: readonly NumberedLine[]): Row[] {
  const rows: Row[] = [];
  let [left, right] = [0, 0];
  for (const { added, removed, count } of joinReplaced(diffArrays(before.map(toKey), after.map(toKey)))) {
    for (let index = 0; index < Math.max(removed, added, count); index += 1)
      rows.push({
        before: (index < removed + count ? before[left + index] : undefined) ?? null,
        after: (index < added + count ? after[right + index] : undefined) ?? null,
      });
    left += removed + count;
    right += added + count;
  }
  return rows;
}

function toKey({ segments }: NumberedLine): string {
  return segments.map(({ text }) => text).join('');
}

/** Lines that were replaced, or `count` lines that are equal. */
interface Run {
  readonly removed: number;
  readonly added: number;
  readonly count: number;
}

function joinReplaced(changes: readonly { added?: boolean; removed?: boolean; value: readonly string[] }[]): Run[] {
  const runs: Run[] = [];
  for (const { added = false, removed = false, value } of changes) {
    const last = runs.at(-1);
    const run = {
      removed: removed ? value.length : 0,
      added: added ? value.length : 0,
      count: added || removed ? 0 : value.length,
    };
    if (last !== undefined && last.count === 0 && run.count === 0)
      runs.splice(-1, 1, { removed: last.removed + run.removed, added: last.added + run.added, count: 0 });
    else runs.push(run);
  }
  return runs;
}
