import type { HolePiece, KnownPiece, Place, Source, Text, Writer } from '../http/text.js';

/**
 * A text that stands in a file, as whoever runs it gets it: a script in a string of YAML, a recipe of a Makefile. Each
 * character knows where it stands, whatever the file's own format makes of it.
 */
export interface Excerpt {
  readonly file: string;
  readonly text: string;
  /** The file's text. */
  readonly whole: string;
  /** Where a character begins in the file, and where it ends: an escape is longer than what it stands for. */
  readonly startOf: (index: number) => number;
  readonly endOf: (index: number) => number;
  /** What must be written in the file for these characters, at an offset of it; null if they cannot stand there. */
  readonly encode: (text: string, at: number) => string | null;
  /** A shell of Unix runs it, and one of Windows on other machines: only double quotes mean the same to both. */
  readonly everyShell?: boolean;
}

/** A part of a file in which each character stands for itself; the mark that a file may begin with is none of it. */
export function excerptOf(file: string, whole: string, start = beginOf(whole), end = whole.length): Excerpt {
  return {
    file,
    text: whole.slice(start, end),
    whole,
    startOf: (index) => start + index,
    endOf: (index) => start + index + 1,
    encode: (text) => text,
  };
}

function beginOf(whole: string): number {
  return whole.startsWith('\uFEFF') ? 1 : 0;
}

/** A character of an excerpt, and the range of the file that it stands for. */
export interface Character {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** An excerpt put together by characters. */
export function excerptFrom(
  file: string,
  whole: string,
  characters: readonly Character[],
  encode: Excerpt['encode'],
): Excerpt {
  return {
    file,
    whole,
    text: characters.map(({ text }) => text).join(''),
    startOf: (index) => characters[index]?.start ?? characters.at(-1)?.end ?? 0,
    endOf: (index) => characters[index]?.end ?? characters.at(-1)?.end ?? 0,
    encode,
  };
}

/** The characters of a range of a file, each for itself. */
export function charactersOf(whole: string, start: number, end: number): Character[] {
  return whole
    .slice(start, end)
    .split('')
    .map((text, index) => ({ text, start: start + index, end: start + index + 1 }));
}

/** Line ends of Windows are those of the file, and no characters of the script. */
export function withoutReturns(excerpt: Excerpt): Excerpt {
  if (!excerpt.text.includes('\r\n')) return excerpt;
  const characters = toCharacters(excerpt).filter(
    ({ text }, index) => text !== '\r' || excerpt.text.charAt(index + 1) !== '\n',
  );
  return excerptFrom(excerpt.file, excerpt.whole, characters, excerpt.encode);
}

/** The range of the file that a range of the excerpt stands for. */
export function placeIn(excerpt: Excerpt, start: number, end: number): Place {
  const from = excerpt.startOf(start);
  return { file: excerpt.file, start: from, end: start < end ? excerpt.endOf(end - 1) : from };
}

/** What known characters have in common. */
export type Setting = Omit<Source, 'start' | 'end' | 'file' | 'verbatim'>;

/** Known text of an excerpt: what stands together in the file is one piece, and each escape is one. */
export function toPieces(excerpt: Excerpt, characters: readonly Character[], setting: Setting): KnownPiece[] {
  const pieces: KnownPiece[] = [];
  let run: Character[] = [];
  const flush = (): void => {
    const [first] = run;
    const last = run.at(-1);
    if (first !== undefined && last !== undefined) {
      const source: Source = { ...setting, file: excerpt.file, start: first.start, end: last.end, verbatim: true };
      pieces.push({ kind: 'known', text: run.map(({ text }) => text).join(''), source });
    }
    run = [];
  };
  for (const character of characters) {
    const plain = character.end - character.start === 1;
    const last = run.at(-1);
    const follows = last !== undefined && plain && last.end - last.start === 1 && last.end === character.start;
    if (!follows) flush();
    run.push(character);
  }
  flush();
  return pieces;
}

/** An expression of a text, and what holds it. */
export function toHole(
  excerpt: Excerpt,
  range: { readonly pos: number; readonly end: number },
  setting: Setting,
  traits: Pick<HolePiece, 'span' | 'encoded'>,
): HolePiece {
  const place = placeIn(excerpt, range.pos, range.end);
  const label = excerpt.whole.slice(place.start, place.end);
  return { kind: 'hole', place, label, ...traits, source: { ...setting, ...place, verbatim: true } };
}

/** Where a text stands, if all of it stands together in one literal. */
export function placeOfText(text: Text): Place | null {
  const places = text.map((piece) => (piece.kind === 'hole' ? piece.place : piece.source));
  const [first] = places;
  const last = places.at(-1);
  if (first == null || last == null) return null;
  const joined = places.every(
    (place, index) =>
      place !== null && place.file === first.file && (index === 0 || places[index - 1]?.end === place.start),
  );
  return joined ? { file: first.file, start: first.start, end: last.end } : null;
}

/** Excerpts one below the other: the items of a list that one shell runs. */
export function joinLines(excerpts: readonly Excerpt[]): Excerpt | null {
  const [first, ...others] = excerpts;
  if (first === undefined || others.length === 0) return first ?? null;
  const characters = excerpts.flatMap((excerpt): Character[] => {
    const end = placeIn(excerpt, 0, excerpt.text.length).end;
    return [...toCharacters(excerpt), { text: '\n', start: end, end }];
  });
  const encode: Excerpt['encode'] = (text, at) => {
    const owner = excerpts.find((excerpt) => {
      const { start, end } = placeIn(excerpt, 0, excerpt.text.length);
      return start <= at && at <= end;
    });
    return owner === undefined ? null : owner.encode(text, at);
  };
  return excerptFrom(first.file, first.whole, characters, encode);
}

/** The characters of an excerpt. */
export function toCharacters(excerpt: Excerpt): Character[] {
  return excerpt.text
    .split('')
    .map((text, index) => ({ text, start: excerpt.startOf(index), end: excerpt.endOf(index) }));
}

/** The text of an excerpt that no shell reads. */
export function toPlainText(excerpt: Excerpt): Text {
  const literal = placeIn(excerpt, 0, excerpt.text.length);
  const writer: Writer = { known: (text) => excerpt.encode(text, literal.start), hole: (written) => written };
  return toPieces(excerpt, toCharacters(excerpt), { quoting: 'bare', literal, joinable: false, writer });
}
