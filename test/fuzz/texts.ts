import type { Choices } from './choices.js';
import { quoteText } from './style.js';
import type { Style } from './style.js';

/** A piece of a text: as it stands there, or an expression that gives it. */
export type Piece = { readonly text: string } | { readonly code: string };

/** Texts that stand beside each other are one. */
export function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && 'text' in last && 'text' in piece) joined.splice(-1, 1, { text: last.text + piece.text });
    else if (!('text' in piece && piece.text === '')) joined.push(piece);
  }
  return joined;
}

/** An expression that gives the text, in one of the ways that people write it. */
export function writeText(style: Style, pieces: readonly Piece[], choices: Choices): string {
  const joined = joinPieces(pieces);
  const write = choices.pick([
    writeTemplate,
    writeSum,
    writeConcat,
    writeFormat,
    writeSplitSum,
    writeJoin,
    writeNested,
    writePlaceholders,
    writeReduced,
    writeLooped,
    writePushed,
    writeMapped,
    writeAdded,
    writeRaw,
  ]);
  return joined.every((piece) => 'text' in piece) && write !== writeSplitSum
    ? quoteText(style, joined.map((piece) => ('text' in piece ? piece.text : '')).join(''))
    : write(style, joined);
}

function writeTemplate(_style: Style, pieces: readonly Piece[]): string {
  const parts = pieces.map((piece) =>
    'text' in piece ? quoteText({ quote: '`' } as Style, piece.text).slice(1, -1) : `\${${piece.code}}`,
  );
  return `\`${parts.join('')}\``;
}

function writeSum(style: Style, pieces: readonly Piece[]): string {
  const [first] = pieces;
  const start = first !== undefined && 'text' in first ? [] : [quoteText(style, '')];
  return [...start, ...pieces.map((piece) => writePiece(style, piece))].join(` + ${style.comment}`);
}

/** Literals are broken after a slash, as they are where lines get long. */
function writeSplitSum(style: Style, pieces: readonly Piece[]): string {
  const broken = pieces.flatMap((piece): Piece[] => {
    if (!('text' in piece)) return [piece];
    const at = piece.text.indexOf('/', Math.ceil(piece.text.length / 2));
    return at <= 0 ? [piece] : [{ text: piece.text.slice(0, at) }, { text: piece.text.slice(at) }];
  });
  return `(${writeSum(style, broken)})`;
}

function writeConcat(style: Style, pieces: readonly Piece[]): string {
  const [first, ...rest] = pieces;
  const start = first !== undefined && 'text' in first ? writePiece(style, first) : quoteText(style, '');
  const others = first !== undefined && 'text' in first ? rest : pieces;
  return `${start}.concat(${others.map((piece) => writePiece(style, piece)).join(', ')})`;
}

function writeFormat(style: Style, pieces: readonly Piece[]): string {
  const pattern = pieces.map((piece) => ('text' in piece ? piece.text.replaceAll('%', '%%') : '%s')).join('');
  const values = pieces.flatMap((piece) => ('text' in piece ? [] : [piece.code]));
  return `require('node:util').format(${[quoteText(style, pattern), ...values].join(', ')})`;
}

/** Cut at slashes, and joined again; where a piece is nothing the sum is plainer. */
function writeJoin(style: Style, pieces: readonly Piece[]): string {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    const [first = '', ...others] = 'text' in piece ? piece.text.split('/') : [];
    parts.at(-1)?.push('text' in piece ? { text: first } : piece);
    parts.push(...others.map((text) => [{ text }]));
  }
  const items = parts.map((part) => {
    const joined = joinPieces(part);
    return joined.length === 0 ? quoteText(style, '') : joined.map((piece) => writePiece(style, piece)).join(' + ');
  });
  return `[${items.join(`, ${style.comment}`)}].join(${quoteText(style, '/')})`;
}

/** A template in a template. */
function writeNested(style: Style, pieces: readonly Piece[]): string {
  const middle = Math.ceil(pieces.length / 2);
  return writeTemplate(style, [{ code: writeTemplate(style, pieces.slice(0, middle)) }, ...pieces.slice(middle)]);
}

/** Names in the text, that are replaced by what they stand for. */
function writePlaceholders(style: Style, pieces: readonly Piece[]): string {
  const names = pieces.map((_, at) => `{part${String(at)}}`);
  const text = pieces.map((piece, at) => ('text' in piece ? piece.text : names[at])).join('');
  const replaced = pieces.flatMap((piece, at) =>
    'text' in piece ? [] : [`.replace(${quoteText(style, names[at] ?? '')}, ${asText(piece.code)})`],
  );
  return quoteText(style, text) + replaced.join('');
}

/** For the compiler of TypeScript, which no fuzzed program is checked by, and for people. */
function asText(code: string): string {
  return /^[\w.]+$/.test(code) ? `String(${code})` : code;
}

function writeReduced(style: Style, pieces: readonly Piece[]): string {
  const items = pieces.map((piece) => writePiece(style, piece));
  return `[${items.join(', ')}].reduce((text, each) => text + each, ${quoteText(style, '')})`;
}

/** In a function that is called where it stands. */
function writeInPlace({ semicolon }: Style, lines: readonly string[]): string {
  return `(() => { ${lines.map((line) => `${line}${semicolon || ';'}`).join(' ')} })()`;
}

function writeLooped(style: Style, pieces: readonly Piece[]): string {
  const items = pieces.map((piece) => writePiece(style, piece));
  return writeInPlace(style, [
    `let text = ${quoteText(style, '')}`,
    `for (const each of [${items.join(', ')}]) text += each`,
    'return text',
  ]);
}

function writePushed(style: Style, pieces: readonly Piece[]): string {
  const [first, ...others] = pieces.map((piece) => writePiece(style, piece));
  return writeInPlace(style, [
    `const parts${style.language === 'TypeScript' ? ': any[]' : ''} = [${first ?? ''}]`,
    ...others.map((item) => `parts.push(${item})`),
    `return parts.join(${quoteText(style, '')})`,
  ]);
}

function writeMapped(style: Style, pieces: readonly Piece[]): string {
  const items = pieces.map((piece) => writePiece(style, piece));
  return `[${items.join(', ')}].map((each) => \`\${each}\`).join(${quoteText(style, '')})`;
}

/** A function that adds one piece, called with what it gave before. */
function writeAdded(style: Style, pieces: readonly Piece[]): string {
  const [first = quoteText(style, ''), ...others] = pieces.map((piece) => writePiece(style, piece));
  const parameters = style.language === 'TypeScript' ? 'text: any, each: any' : 'text, each';
  const called = others.reduce((before, item) => `add(${before}, ${item})`, first);
  return writeInPlace(style, [`const add = (${parameters}) => text + each`, `return ${called}`]);
}

/** Nothing is escaped there; what would have to be is written as an expression. */
function writeRaw(style: Style, pieces: readonly Piece[]): string {
  const parts = pieces.map((piece) =>
    'text' in piece && !/[`\\$]/.test(piece.text) ? piece.text : `\${${writePiece(style, piece)}}`,
  );
  return `String.raw\`${parts.join('')}\``;
}

function writePiece(style: Style, piece: Piece): string {
  return 'text' in piece ? quoteText(style, piece.text) : piece.code;
}
