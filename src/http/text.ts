/**
 * Text that knows where it stands: a list of pieces, each known or a hole. A request is made of such texts, so that
 * whatever is learnt about it can be said, and edited, at the characters that caused it.
 */

/** A half-open range of UTF-16 offsets in a file. */
export interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** What stands around known characters in the source, and so what may be put between them. */
export type Quoting = "'" | '"' | '`' | 'bare';

/**
 * What text goes through before it is sent: `encodeURI` encodes the `%` of encoded values again, what becomes a pathname
 * has its `?` and `#` encoded, and `encodeURIComponent` leaves nothing of an address but the characters of names; in a
 * `format` a `%` begins a directive. What a `tag` does with the values of a template, nobody sees.
 * A slash at the `joint` of a base and a path is put there by the client if the path has none.
 * A line for `parameters` alone begins with `?` or `&`.
 */
export type Passage = 'encodeURI' | 'pathname' | 'encodeURIComponent' | 'format' | 'tag' | 'joint' | 'parameters';

/** How text is written in a literal of a language that is not JavaScript. */
export interface Writer {
  /** Known characters as they must be written; null if they cannot stand there. */
  readonly known: (text: string) => string | null;
  /** An expression of the same literal, given as it is written; null if it cannot stand there. */
  readonly hole: (written: string) => string | null;
}

/** Where known characters stand. */
export interface Source extends Place {
  /** The range can be cut like the text: each character stands for itself, or there is but one, which may be an escape. */
  readonly verbatim: boolean;
  readonly quoting: Quoting;
  /** The whole literal with its quotes (or the whole template), as a range of the same file. */
  readonly literal: Place;
  /** `+` may be put beside the literal without changing what the expression means. */
  readonly joinable: boolean;
  readonly through?: readonly Passage[];
  /** What writes there, where the language is another one than JavaScript. */
  readonly writer?: Writer;
  /** A `?` that would be a `&` if this text had a query: `path.includes('?') ? '&' : '?'`. */
  readonly asked?: Text;
  /** The variable of the environment that has the text. */
  readonly variable?: string;
}

export interface KnownPiece {
  readonly kind: 'known';
  readonly text: string;
  /** Null for text that no source holds: a concrete request, or what a change puts in. */
  readonly source: Source | null;
}

export interface HolePiece {
  readonly kind: 'hole';
  /** The expression that fills the hole; null if there is none to point at. */
  readonly place: Place | null;
  /** The parts of the expression that give something else, which is no part of this text: `'https://…'` of `api ?? 'https://…'`. */
  readonly unread?: readonly Place[];
  /** The expression's source, for people. */
  readonly label: string;
  /** Its value went through `encodeURIComponent` (or the like), so it holds no `/`, `?` or `&`. */
  readonly encoded: boolean;
  /** What was encoded, where the hole's expression is the call that encodes it. */
  readonly decoded?: Place | null;
  readonly through?: readonly Passage[];
  /** `segment` if it fills at most one path segment or parameter value; `open` if it may hold more, a path or a query. */
  readonly span: 'segment' | 'open';
  /** A change writes the expression as `encodeURIComponent(x)`, `!x` or `x + 1`. */
  readonly wrap?: 'encode' | 'not' | 'increment';
  /** The value is surely `true` or `false`, or surely neither. */
  readonly boolean?: boolean;
  /** All that the value may be, each known and written in the hole's own expression: `open ? 20 : 0`. */
  readonly arms?: readonly Text[];
  /** What stands in its place if it is nothing: `'https://…'` of `host || 'https://…'`. */
  readonly standIn?: Place;
  /** It may be `false` as well, where `open && 20` gives that. */
  readonly falsy?: true;
  /** The hole is a placeholder that a library fills, `:id`, or an expression inside of text, `$ID`, and these are its characters. */
  readonly source?: Source;
  /** What the analysis knows of the value beyond its text; this room only carries it. */
  readonly origin?: unknown;
}

export type Piece = KnownPiece | HolePiece;
export type Text = readonly Piece[];

export const nothing: Text = [];

/** Known text that stands in no source. */
export function known(text: string): Text {
  return text === '' ? nothing : [{ kind: 'known', text, source: null }];
}

export function isKnown(text: Text): boolean {
  return text.every((piece) => piece.kind === 'known');
}

/** The same pieces, on their way through something that does not take every character. */
export function passThrough(text: Text, through: Passage): Text {
  return text.map((piece) => withPassages(piece, [...passagesOf(piece), through]));
}

/** The same piece, on its way through nothing else. What stands in no source is not edited. */
export function withPassages(piece: Piece, through: readonly Passage[]): Piece {
  if (piece.kind === 'hole') return { ...piece, through };
  return piece.source === null ? piece : { ...piece, source: { ...piece.source, through } };
}

/** What a piece goes through before it is sent. */
export function passagesOf(piece: Piece): readonly Passage[] {
  return (piece.kind === 'hole' ? piece.through : piece.source?.through) ?? [];
}

/** The characters of a text without holes; null if it has one. */
export function toKnown(text: Text): string | null {
  return isKnown(text) ? text.map((piece) => (piece.kind === 'known' ? piece.text : '')).join('') : null;
}

/** For people: holes print as `{}`. */
export function show(text: Text): string {
  return text.map((piece) => (piece.kind === 'known' ? piece.text : '{}')).join('');
}

/** Length in units: a known character counts one, a hole counts one. */
export function lengthOf(text: Text): number {
  return text.reduce((sum, piece) => sum + (piece.kind === 'known' ? piece.text.length : 1), 0);
}

/** The part from unit `start` to unit `end`; places follow the cut. */
export function slice(text: Text, start: number, end = lengthOf(text)): Text {
  const result: Piece[] = [];
  let at = 0;
  for (const piece of text) {
    const length = piece.kind === 'known' ? piece.text.length : 1;
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, length);
    if (from < to) result.push(piece.kind === 'known' ? cut(piece, from, to) : piece);
    at += length;
  }
  return result;
}

function cut(piece: KnownPiece, from: number, to: number): KnownPiece {
  if (from === 0 && to === piece.text.length) return piece;
  const { source } = piece;
  const text = piece.text.slice(from, to);
  if (source === null || !source.verbatim) return { kind: 'known', text, source };
  return { kind: 'known', text, source: { ...source, start: source.start + from, end: source.start + to } };
}

/**
 * The first unit at or after `from` at which `pattern` matches known characters, and where the match ends. A pattern
 * never matches across a hole, but does match across neighbouring known pieces. `pattern` must not be sticky or global.
 */
export function search(text: Text, pattern: RegExp, from = 0): { start: number; end: number } | null {
  let at = 0;
  for (const run of runs(text)) {
    const length = run.known === null ? 1 : run.known.length;
    const skip = Math.max(from - at, 0);
    const match = run.known === null || skip > length ? null : pattern.exec(run.known.slice(skip));
    if (match !== null) {
      const start = at + skip + match.index;
      return { start, end: start + match[0].length };
    }
    at += length;
  }
  return null;
}

/** Splits at each known `separator` character; the separators are returned between the parts. */
export function split(text: Text, separator: string): { parts: Text[]; separators: Text[] } {
  const parts: Text[] = [];
  const separators: Text[] = [];
  let start = 0;
  let at = 0;
  for (const piece of text) {
    if (piece.kind === 'hole') {
      at += 1;
      continue;
    }
    for (const character of toUnits(piece.text)) {
      if (character === separator) {
        parts.push(slice(text, start, at));
        separators.push(slice(text, at, at + 1));
        start = at + 1;
      }
      at += 1;
    }
  }
  parts.push(slice(text, start, at));
  return { parts, separators };
}

/** UTF-16 units, so that offsets agree with those of the source. */
function toUnits(text: string): string[] {
  return text.split('');
}

function runs(text: Text): { known: string | null }[] {
  const result: { known: string | null }[] = [];
  for (const piece of text) {
    const last = result.at(-1);
    if (piece.kind === 'hole') result.push({ known: null });
    else if (last !== undefined && last.known !== null) last.known += piece.text;
    else result.push({ known: piece.text });
  }
  return result;
}
