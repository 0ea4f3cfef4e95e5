import { eastAsianWidth } from 'get-east-asian-width';
import type { DocumentFinding } from './document.js';
import { escapeControls } from './escape.js';
import type { Appearance } from './formats.js';

/** Columns of code that are shown where nothing says how many there are. */
const usual = 120;

/** Columns in front of the code. */
const gutter = 13;

/** A line of code, and marks below what a finding is about. Nothing if the code can't be shown. */
export function printFrame(finding: DocumentFinding, { paint, width }: Appearance): string[] {
  const { excerpt, line, column, endLine, endColumn } = finding;
  const code = excerpt?.lines[line - excerpt.line];
  if (code === undefined) return [];
  const cells = toCells(code);
  const start = column - 1;
  const end = endLine === line ? Math.max(endColumn - 1, start + 1) : code.length;
  const shown = crop(cells, { start, end }, Math.max((width ?? usual) - gutter, 20));
  const marks = shown.map(({ text, at }) => (at >= start && at < end ? '^' : ' ').repeat(toWidth(text))).join('');
  const under = start >= code.length ? `${marks}^` : marks.trimEnd();
  return [
    `${paint('dim', `${String(line).padStart(gutter - 3)} |`)} ${shown.map(({ text }) => text).join('')}`.trimEnd(),
    `${paint('dim', `${' '.repeat(gutter - 3)} |`)} ${paint('red', under)}`,
  ];
}

/** A character as it is shown, and where it stands in the line. */
interface Cell {
  readonly text: string;
  readonly at: number;
}

function toCells(code: string): Cell[] {
  let at = 0;
  return Array.from(code).map((character) => {
    const cell = { text: character === '\t' ? '  ' : escapeControls(character), at };
    at += character.length;
    return cell;
  });
}

/** Of a line that is too long, the part around the place. */
function crop(cells: readonly Cell[], { start, end }: { start: number; end: number }, room: number): Cell[] {
  if (cells.length <= room) return [...cells];
  const first = cells.findIndex(({ at }) => at >= start);
  const middle = (first === -1 ? cells.length : first) + Math.min(end - start, room) / 2;
  const from = Math.min(Math.max(0, Math.floor(middle - room / 2)), cells.length - room);
  const shown = cells.slice(from, from + room);
  const ellipsis = { text: '…', at: -1 };
  return [...(from > 0 ? [ellipsis] : []), ...shown, ...(from + room < cells.length ? [ellipsis] : [])];
}

/** Columns that a terminal takes for a text. */
export function toWidth(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + widthOf(character), 0);
}

function widthOf(character: string): number {
  return /^[\p{Mark}\u200B-\u200D\uFE0F]$/u.test(character) ? 0 : eastAsianWidth(character.codePointAt(0) ?? 0);
}
