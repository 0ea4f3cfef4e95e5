/** A text in which some places were filled, and some characters replaced by blanks. */
export interface Filled {
  readonly code: string;
  /** Where something was filled in, in the order of the text, and how long that is. */
  readonly fills: readonly Fill[];
  /** Where the specifiers that were made begin in the filled text. What reads as such an export within a text makes none. */
  readonly specifiers: readonly number[];
}

interface Fill {
  /** An offset in the text as it was. */
  readonly at: number;
  readonly length: number;
}

const exporting =
  /^([^\S\n]*export[^\S\n]+)([A-Za-z_$][\w$]*)([^\S\n]*(?:,\s*\{(?=[^{}]*\}\s*from\s*['"])|(?=from\s*['"])))/gm;

/**
 * The text with `export Group from './group'` and `export Group, { find } from './group'` as the language has them now:
 * Babel compiled these for years. Null if there are none.
 *
 * https://github.com/tc39/proposal-export-default-from
 */
export function withDefaultFrom(code: string): Filled | null {
  const fills: Fill[] = [];
  const specifiers: number[] = [];
  const fill = (at: number, text: string): string => {
    fills.push({ at, length: text.length });
    return text;
  };
  const filled = code.replaceAll(exporting, (match, before: string, name: string, rest: string, start: number) => {
    if (/^(?:type|async)$/.test(name)) return match;
    specifiers.push(start + before.length + fills.reduce((sum, { length }) => sum + length, '{ '.length));
    const opened = fill(start + before.length, '{ default as ');
    if (rest.includes('{')) return `${before}${opened}${name}${rest.replace('{', ' ')}`;
    return `${before}${opened}${name}${fill(start + before.length + name.length, ' }')}${rest}`;
  });
  return fills.length === 0 ? null : { code: filled, fills, specifiers };
}

/** Where an offset of a filled text stands in the text as it was. */
export function toOwnOffset(fills: readonly Fill[], offset: number): number {
  let filled = 0;
  for (const { at, length } of fills) {
    if (offset <= at + filled) break;
    filled += Math.min(length, offset - filled - at);
  }
  return offset - filled;
}
