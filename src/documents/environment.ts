import type { HolePiece, Text } from '../http/text.js';
import { placeIn, toPlainText } from './excerpt.js';
import type { Excerpt, charactersOf } from './excerpt.js';
import { excerptFrom, toCharacters } from './excerpt.js';
import type { Environment } from './shell/expand.js';

/** A variable that a file sets. */
export interface Variable {
  readonly name: string;
  readonly value: Excerpt;
  /** It is set in place of one of the same name, or that one is. */
  readonly alternative?: boolean;
}

const reference = /\$(?:\{(\w+)\}|(\w+)|\((\w+)\))/g;

/** Variables with what others that stand before them are put into them. */
export function toEnvironment(variables: readonly Variable[], outer: Environment = new Map()): Environment {
  const environment = new Map(outer);
  for (const { name, value, alternative = false } of variables) {
    const others = alternative ? (environment.get(name) ?? []) : [];
    environment.set(name, [...others, expandValue(value, environment)]);
  }
  return environment;
}

/** The texts of the values, by where they stand: what is edited there is known by these literals. */
function expandValue(value: Excerpt, environment: Environment): Text {
  const whole = placeIn(value, 0, value.text.length);
  const text: Text[number][] = [];
  let at = 0;
  for (const match of value.text.matchAll(reference)) {
    text.push(...partOf(value, at, match.index, whole));
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    text.push(...(environment.get(name)?.[0] ?? [toHole(value, match.index, match.index + match[0].length)]));
    at = match.index + match[0].length;
  }
  return [...text, ...partOf(value, at, value.text.length, whole)];
}

function partOf(value: Excerpt, from: number, to: number, literal: ReturnType<typeof placeIn>): Text {
  const part = excerptFrom(value.file, value.whole, toCharacters(value).slice(from, to), value.encode);
  return toPlainText(part).map((piece) =>
    piece.kind === 'known' && piece.source !== null ? { ...piece, source: { ...piece.source, literal } } : piece,
  );
}

function toHole(value: Excerpt, from: number, to: number): HolePiece {
  const place = placeIn(value, from, to);
  return { kind: 'hole', place, label: value.whole.slice(place.start, place.end), encoded: false, span: 'segment' };
}

/** A text in which the shell's `${NAME}` stands for another notation of a variable. */
export function withNames(excerpt: Excerpt, notation: RegExp, toName: (match: RegExpMatchArray) => string): Excerpt {
  const own = toCharacters(excerpt);
  const characters: typeof own = [];
  let at = 0;
  for (const match of excerpt.text.matchAll(notation)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const place = placeIn(excerpt, start, end);
    const name = `\${${toName(match)}}`;
    characters.push(...own.slice(at, start), ...spread(name, place.start, place.end));
    at = end;
  }
  return excerptFrom(excerpt.file, excerpt.whole, [...characters, ...own.slice(at)], excerpt.encode);
}

/** All characters stand for the whole: the first begins where it begins, the last ends where it ends. */
function spread(text: string, start: number, end: number): ReturnType<typeof charactersOf> {
  return text
    .split('')
    .map((character, index) => ({ text: character, start: index === 0 ? start : end, end: index === 0 ? start : end }));
}
