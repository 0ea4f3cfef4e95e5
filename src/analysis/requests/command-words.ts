/** https://www.gnu.org/software/bash/manual/bash.html#Quoting */
import type { Argument } from '../../documents/shell/expand.js';
import { slice } from '../../http/text.js';
import type { Text } from '../../http/text.js';

// The words of a command that stands in a text

/** What stands for a hole where a text is looked at as characters. */
export const hole = '\uE000';

interface Word {
  readonly start: number;
  readonly end: number;
  /** The characters that it is made of, without quotes of the shell. */
  readonly units: readonly number[];
  readonly quoted: boolean;
}

/**
 * The words of the simple command that has something at `at`, as a shell takes it apart: `cd x && curl -d "a=b" URL` has
 * `curl`, `-d`, `a=b` and the address.
 *
 * @param units the text as characters
 */
export function splitCommand(text: Text, units: string, at: number): Argument[] {
  const words = splitWords(units).find((command) => command.some(({ start, end }) => start <= at && at < end)) ?? [];
  return words.map((word) => ({
    text: toText(text, word.units),
    place: null,
    whole: null,
    hidden: !word.quoted && word.units.every((unit) => units.charAt(unit) === hole),
  }));
}

/** All words, one list for each command. What follows a redirection is a command to itself. */
function splitWords(units: string): readonly (readonly Word[])[] {
  return groups(tokensOf(units), 'end').map((command) =>
    groups(command, 'space').flatMap((parts): Word[] => {
      const [first] = parts;
      const last = parts.at(-1);
      if (first === undefined || last === undefined) return [];
      const characters = parts.filter(({ kind }) => kind === 'character').map(({ unit }) => unit);
      return [{ start: first.start, end: last.end, units: characters, quoted: characters.length < parts.length }];
    }),
  );
}

function groups(all: readonly Token[], parting: Token['kind']): readonly (readonly Token[])[] {
  const found: Token[][] = [[]];
  for (const token of all)
    if (token.kind === parting) found.push([]);
    else found.at(-1)?.push(token);
  return found;
}

interface Token {
  readonly start: number;
  readonly end: number;
  readonly kind: 'character' | 'quote' | 'space' | 'end';
  /** Where the character stands that it is. */
  readonly unit: number;
}

/** Between single quotes every character is itself, between double quotes and beside them a backslash takes the meaning of the next. */
const tokens = {
  bare: /(?<space>[^\S\n]+|\\\n)|(?<end>[\n;|&()<>]+)|(?<quote>['"])|\\?(?<character>[^])/y,
  "'": /(?<quote>')|(?<character>[^])/y,
  '"': /(?<quote>")|(?<character>\\(?=["$`\\])[^]|[^])/y,
} as const;

function tokensOf(units: string): Token[] {
  const all: Token[] = [];
  let quotes: keyof typeof tokens = 'bare';
  for (let start = 0; start < units.length;) {
    const pattern: RegExp = tokens[quotes];
    pattern.lastIndex = start;
    const found = pattern.exec(units);
    const whole = found?.[0] ?? units.charAt(start);
    const end = start + whole.length;
    const kind = kinds.find((name) => found?.groups?.[name] !== undefined) ?? 'character';
    if (kind === 'quote') quotes = quotes === 'bare' ? toQuotes(whole) : 'bare';
    all.push({ start, end, kind, unit: end - 1 });
    start = end;
  }
  return all;
}

const kinds = ['space', 'end', 'quote', 'character'] as const;

function toQuotes(written: string): keyof typeof tokens {
  return written === "'" ? "'" : '"';
}

/** Characters that follow each other are one part. */
function toText(text: Text, units: readonly number[]): Text {
  const [first = 0] = units;
  const gap = units.findIndex((unit, index) => unit !== first + index);
  if (gap === -1) return slice(text, first, first + units.length);
  return [...slice(text, first, first + gap), ...toText(text, units.slice(gap))];
}
