/** https://yaml.org/spec/1.2.2/#chapter-7-flow-style-productions and chapter 8 */
import type { Scalar } from 'yaml';
import { charactersOf, excerptFrom } from './excerpt.js';
import type { Character, Excerpt } from './excerpt.js';

/** The characters of a scalar; null if nobody can say where each of them stands. */
export function excerptOfScalar(file: string, whole: string, node: Scalar): Excerpt | null {
  const { range, value, type } = node;
  if (range == null || typeof value !== 'string') return null;
  const [start, end] = range;
  switch (type) {
    case 'QUOTE_SINGLE':
      return check(foldLines(unquote(whole, start, end, /^''/)), value, (text) => text.replaceAll("'", "''"));
    case 'QUOTE_DOUBLE':
      return check(foldLines(unquote(whole, start, end, /^\\(?:["\\/ ]|\r?\n[ \t]*)/)), value, (text) =>
        text.replaceAll(/["\\]/g, '\\$&'),
      );
    case 'BLOCK_LITERAL':
    case 'BLOCK_FOLDED':
      return checkBlock(start, end, value, type === 'BLOCK_FOLDED');
    default:
      return check(foldLines(charactersOf(whole, start, end)), value, (text) => (/: | #/.test(text) ? null : text));
  }

  function check(characters: readonly Character[], text: string, encode: Excerpt['encode']): Excerpt | null {
    const excerpt = excerptFrom(file, whole, characters, encode);
    return excerpt.text === text ? excerpt : null;
  }

  function checkBlock(from: number, to: number, text: string, folded: boolean): Excerpt | null {
    const header = whole.indexOf('\n', from) + 1;
    const lines = toBlockLines(whole, header, to);
    const characters = folded ? joinFolded(lines) : lines.flat();
    const kept = characters.slice(0, text.length);
    return check(kept, text, (put) => put) ?? check(characters, text, (put) => put);
  }
}

/** Between quotes, with each escape as the character that it stands for. */
function unquote(whole: string, start: number, end: number, escape: RegExp): Character[] {
  const characters: Character[] = [];
  for (let at = start + 1; at < end - 1;) {
    const found = escape.exec(whole.slice(at, at + 200))?.[0];
    const length = found?.length ?? 1;
    const text = found === undefined ? whole.charAt(at) : found.charAt(1);
    if (!/[\r\n]/.test(text) || found === undefined) characters.push({ text, start: at, end: at + length });
    at += length;
  }
  return characters;
}

/** A line end between two lines is a space, one more is a line end; white space around it does not count. */
function foldLines(characters: readonly Character[]): Character[] {
  const text = characters.map((one) => one.text).join('');
  const result: Character[] = [];
  let at = 0;
  for (const match of text.matchAll(/[ \t]*\r?\n\s*/g)) {
    const [first, last] = [characters[match.index], characters[match.index + match[0].length - 1]];
    if (first === undefined || last === undefined) continue;
    const ends = match[0].split('\n').length - 1;
    const put = ends === 1 ? ' ' : '\n'.repeat(ends - 1);
    result.push(...characters.slice(at, match.index));
    result.push(...put.split('').map((one) => ({ text: one, start: first.start, end: last.end })));
    at = match.index + match[0].length;
  }
  return [...result, ...characters.slice(at)];
}

/** The lines of a block without their indentation, each with its end. */
function toBlockLines(whole: string, from: number, to: number): Character[][] {
  const raw = whole.slice(from, to).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const indent = /^[ ]*/.exec(raw.find((line) => line.trim() !== '') ?? '')?.[0].length ?? 0;
  let at = from;
  return raw.map((line) => {
    const start = at;
    at += line.length;
    const own = charactersOf(whole, Math.min(start + indent, at - (line.endsWith('\n') ? 1 : 0)), at);
    return own.filter(({ text }, index) => text !== '\r' || own[index + 1]?.text !== '\n');
  });
}

/** Lines that begin with no space are one, but for those with an empty line between them. */
function joinFolded(lines: readonly Character[][]): Character[] {
  return lines.flatMap((line, index) => {
    const next = lines[index + 1];
    const end = line.at(-1);
    const isText = (one: readonly Character[] | undefined): boolean =>
      one !== undefined && /^[^\s]/.test(one[0]?.text ?? '\n');
    if (end?.text !== '\n' || !isText(line) || next === undefined) return line;
    if (isText(next)) return [...line.slice(0, -1), { ...end, text: ' ' }];
    return (next[0]?.text ?? '\n') === '\n' && index + 2 < lines.length ? line.slice(0, -1) : line;
  });
}
