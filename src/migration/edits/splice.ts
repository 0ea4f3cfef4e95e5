import { sourceOf } from '../../analysis/syntax/tree.js';
import { toOrigin } from '../../analysis/value.js';
import type { HolePiece, Place, Quoting, Source, Writer } from '../../http/text.js';
import type { Edit } from '../finding.js';

/** Why a text cannot be edited where it stands. */
export interface Refusal {
  readonly refusal: string;
}

/** A character of known text, or a hole: the smallest thing that is kept, taken out or put in. */
export type Unit =
  | { readonly kind: 'character'; readonly text: string; readonly source: Source | null; readonly key: string }
  | { readonly kind: 'hole'; readonly hole: HolePiece; readonly key: string };

/** Reads the text of a file that edits may touch. */
export type ReadText = (file: string) => string;

export function placeOf(unit: Unit): Place | null {
  if (unit.kind === 'hole') return unit.hole.place;
  return unit.source?.verbatim === true ? unit.source : null;
}

/** The literal that a unit's characters stand in; null for an expression. */
export function literalSource(unit: Unit): Source | null {
  return unit.kind === 'character' ? unit.source : (unit.hole.source ?? null);
}

/** A place between characters, and what surrounds it. */
export interface Spot {
  readonly file: string;
  readonly offset: number;
  /** Null between operands of `+`. */
  readonly source: Source | null;
  readonly side: 'after' | 'before';
}

export function spotBeside(unit: Unit, side: 'after' | 'before', read: ReadText): Spot | null {
  const place = placeOf(unit);
  if (place === null) return null;
  const source = literalSource(unit);
  if (source !== null) return { file: place.file, offset: side === 'after' ? place.end : place.start, source, side };
  const template = templateBounds(place, read);
  if (template !== null) {
    const source: Source = { ...template.place, verbatim: true, quoting: '`', literal: template.place, joinable: true };
    return { file: place.file, offset: side === 'after' ? template.place.end : template.place.start, source, side };
  }
  return isOperand(place, side, read)
    ? { file: place.file, offset: side === 'after' ? place.end : place.start, source: null, side }
    : null;
}

/** The `${…}` around an expression of a template. */
function templateBounds(place: Place, read: ReadText): { place: Place } | null {
  const text = read(place.file);
  const before = /\$\{\s*$/.exec(text.slice(Math.max(0, place.start - 200), place.start));
  const after = /^\s*\}/.exec(text.slice(place.end, place.end + 200));
  if (before === null || after === null) return null;
  return { place: { file: place.file, start: place.start - before[0].length, end: place.end + after[0].length } };
}

/** Whether an expression is an operand of `+` on the other side, so that another can be put beside it. */
function isOperand(place: Place, side: 'after' | 'before', read: ReadText): boolean {
  const text = read(place.file);
  if (side === 'after') return /\+\s*$/.test(text.slice(Math.max(0, place.start - 200), place.start));
  return /^\s*\+/.test(text.slice(place.end, place.end + 200));
}

// Writing

const tagged: Refusal = {
  refusal: 'the tag of the template may encode the values that are put into it, or do something else with them',
};

/** Puts units between two spots of one literal, or beside an operand. */
export function writeAt(start: Spot, end: Spot, put: readonly Unit[], read: ReadText): Edit[] | Refusal {
  const source = start.source ?? end.source;
  if (source === null) return writeOperand(start, put, read);
  if (source.through?.includes('encodeURIComponent') === true && !put.every(isName))
    return { refusal: '`encodeURIComponent` encodes later what would be written there' };
  if (source.through?.includes('tag') === true && put.some(({ kind }) => kind === 'hole')) return tagged;
  if (source.through?.includes('format') === true && put.some((unit) => unit.kind === 'character' && unit.text === '%'))
    return { refusal: 'a `%` begins a directive in the text that is formatted' };
  if (source.writer !== undefined) return writeThrough(start, end, { ...source, writer: source.writer }, put);
  if (source.quoting === 'bare') return writeBare(start, end, put);
  if (source.quoting === '`')
    return written(
      start,
      end,
      put.map((unit) => inTemplate(unit, read)),
    );
  return writeQuoted(start, end, source, put, read);
}

/** What no encoding changes. */
function isName(unit: Unit): boolean {
  return unit.kind === 'character' && /[\w.!~*'()-]/.test(unit.text);
}

function written(start: Spot, end: Spot, texts: readonly (string | null)[]): Edit[] | Refusal {
  if (texts.includes(null)) return { refusal: 'a value that moves has no expression to take along' };
  return [{ file: start.file, start: start.offset, end: end.offset, text: texts.join('') }];
}

/** In another language: an expression goes no further than its own literal, and nothing encodes it there. */
function writeThrough(
  start: Spot,
  end: Spot,
  { writer, literal }: Source & { readonly writer: Writer },
  put: readonly Unit[],
): Edit[] | Refusal {
  const isOwn = ({ source, wrap }: HolePiece): boolean =>
    wrap === undefined && source?.literal.file === literal.file && source.literal.start === literal.start;
  if (put.some((unit) => unit.kind === 'hole' && !isOwn(unit.hole)))
    return { refusal: 'a value that moves would have to be encoded, or stands in another text' };
  const texts = joinCharacters(put).map((one) =>
    typeof one === 'string' ? writer.known(one) : writer.hole(one.label),
  );
  return texts.includes(null)
    ? { refusal: 'what v4 needs cannot be written between these quotes' }
    : [{ file: start.file, start: start.offset, end: end.offset, text: texts.join('') }];
}

function joinCharacters(units: readonly Unit[]): (string | HolePiece)[] {
  const result: (string | HolePiece)[] = [];
  for (const unit of units) {
    const last = result.at(-1);
    if (unit.kind === 'hole') result.push(unit.hole);
    else if (typeof last === 'string') result[result.length - 1] = last + unit.text;
    else result.push(unit.text);
  }
  return result;
}

/** A number that is put into text. */
function writeBare(start: Spot, end: Spot, put: readonly Unit[]): Edit[] | Refusal {
  const text = put.map((unit) => (unit.kind === 'character' ? unit.text : 'x')).join('');
  if (!/^\d+$/.test(text)) return { refusal: 'a number stands where text is needed' };
  return [{ file: start.file, start: start.offset, end: end.offset, text }];
}

function inTemplate(unit: Unit, read: ReadText): string | null {
  if (unit.kind === 'character') return unit.text === '`' || unit.text === '\\' ? `\\${unit.text}` : unit.text;
  if (unit.hole.source !== undefined) return unit.hole.label;
  const expression = expressionOf(unit.hole, read);
  return expression === null ? null : `\${${expression}}`;
}

/** In a quoted literal an expression ends the literal and starts another, but at its edges. */
function writeQuoted(start: Spot, end: Spot, source: Source, put: readonly Unit[], read: ReadText): Edit[] | Refusal {
  const { quoting: quote, literal } = source;
  const holes = put.filter((unit) => unit.kind === 'hole' && unit.hole.source === undefined);
  if (holes.length === 0)
    return written(
      start,
      end,
      put.map((unit) => textOf(unit, quote)),
    );
  if (!source.joinable) return { refusal: 'the text stands where no other can be joined to it' };
  const operands = toOperands(put, quote, read);
  if (operands === null) return { refusal: 'a value that moves has no expression to take along' };
  const atStart = start.offset === literal.start + 1;
  const atEnd = end.offset === literal.end - 1;
  const head = operands[0]?.quoted === true ? '' : atStart ? null : `${quote} + `;
  const tail = operands.at(-1)?.quoted === true ? '' : atEnd ? null : ` + ${quote}`;
  const text = operands.map(({ text: one }, index) => joinOperand(operands, index, one)).join('');
  const from = head === null ? literal.start : start.offset;
  const to = tail === null ? literal.end : end.offset;
  return [{ file: start.file, start: from, end: to, text: `${head ?? ''}${text}${tail ?? ''}` }];
}

interface Operand {
  readonly quoted: boolean;
  readonly text: string;
}

function joinOperand(operands: readonly Operand[], index: number, text: string): string {
  const quote = operands[index]?.quoted === true;
  const opens = quote && index > 0;
  const closes = quote && index < operands.length - 1;
  const plus = index > 0 ? ' + ' : '';
  return `${plus}${opens ? quoteOf(text) : ''}${text.slice(1)}${closes ? quoteOf(text) : ''}`;
}

/** Operands carry the quote that they are to stand in as their first character. */
function quoteOf(text: string): string {
  return text.slice(0, 1);
}

function toOperands(put: readonly Unit[], quote: Quoting, read: ReadText): Operand[] | null {
  const operands: Operand[] = [];
  for (const unit of put) {
    const last = operands.at(-1);
    const text = textOf(unit, quote);
    if (text !== null) {
      if (last?.quoted === true) operands[operands.length - 1] = { quoted: true, text: last.text + text };
      else operands.push({ quoted: true, text: quote + text });
      continue;
    }
    const expression = unit.kind === 'hole' ? expressionOf(unit.hole, read) : null;
    if (expression === null) return null;
    operands.push({ quoted: false, text: quote + expression });
  }
  return operands;
}

/** Beside an operand of `+`. */
function writeOperand(spot: Spot, put: readonly Unit[], read: ReadText): Edit[] | Refusal {
  const quote: Quoting = /"/.test(read(spot.file).slice(Math.max(0, spot.offset - 200), spot.offset)) ? '"' : "'";
  const operands = toOperands(put, quote, read);
  if (operands === null) return { refusal: 'a value that moves has no expression to take along' };
  const text = operands.map(({ quoted, text: one }) => (quoted ? `${one}${quote}` : one.slice(1))).join(' + ');
  return [
    {
      file: spot.file,
      start: spot.offset,
      end: spot.offset,
      text: spot.side === 'after' ? ` + ${text}` : `${text} + `,
    },
  ];
}

/** A unit as characters of a literal; null for an expression. */
function textOf(unit: Unit, quote: Quoting): string | null {
  if (unit.kind === 'character') return escape(unit.text, quote);
  return unit.hole.source === undefined ? null : unit.hole.label;
}

function escape(text: string, quote: Quoting): string {
  return text === quote || text === '\\' ? `\\${text}` : text;
}

/** The source of a hole's expression, as the hole wants it written. */
export function expressionOf(hole: HolePiece, read: ReadText): string | null {
  if (hole.place === null) return null;
  const source = read(hole.place.file).slice(hole.place.start, hole.place.end);
  if (hole.wrap === 'encode') return isPartlyEncoded(hole, source) ? null : `encodeURIComponent(${source})`;
  return hole.wrap === undefined ? source : wrapped(source, hole.wrap);
}

function wrapped(source: string, wrap: 'not' | 'increment'): string {
  const inner = isSimple(source) ? source : `(${source})`;
  return wrap === 'not' ? `!${inner}` : `${inner} + 1`;
}

/** Encoded in part by hand, here or where the value comes from: nobody can say what encoding it again would make of it. */
export function isPartlyEncoded(hole: HolePiece, source: string): boolean {
  const origin = toOrigin(hole);
  const made = origin === null ? '' : sourceOf(origin.tree, origin.node);
  return [source, made].some((text) => /\bencodeURI\(|\bescape\(|%[0-9A-Fa-f]{2}/.test(text));
}

function isSimple(source: string): boolean {
  return /^[\w$.[\]'"?!()]+$/.test(source);
}

/** A hole that stays, but is to be written differently. */
export function wrapEdits(before: Unit | undefined, after: Unit | undefined, read: ReadText): Edit[] | Refusal {
  if (before?.kind !== 'hole' || after?.kind !== 'hole') return [];
  if (after.hole.wrap === undefined || before.hole.wrap === after.hole.wrap) return [];
  if (after.hole.source !== undefined)
    return after.hole.source.writer === undefined ? [] : { refusal: 'the value changes, and it is not written here' };
  const { place } = before.hole;
  const text = expressionOf(after.hole, read);
  if (place === null || text === null) return { refusal: 'the value that changes has no expression in sight' };
  if (before.hole.through?.includes('tag') === true) return tagged;
  if (after.hole.wrap === 'encode') {
    return [
      { file: place.file, start: place.start, end: place.start, text: 'encodeURIComponent(' },
      { file: place.file, start: place.end, end: place.end, text: ')' },
    ];
  }
  return [
    { ...place, text: after.hole.wrap === 'increment' && templateBounds(place, read) === null ? `(${text})` : text },
  ];
}
