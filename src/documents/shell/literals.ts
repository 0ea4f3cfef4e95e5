import type { ParameterCaseOperation } from 'unbash';
import { known, lengthOf, show, slice, toKnown } from '../../http/text.js';
import type { KnownPiece, Place, Text } from '../../http/text.js';
import { placeIn, toPieces } from '../excerpt.js';
import type { Character, Excerpt } from '../excerpt.js';
import { isEscaped, settingIn } from './quoting.js';
import type { Quotes } from './quoting.js';

// What stands in a script is read as, and what an expansion makes of a text

/** A range of a script. */
interface Range {
  readonly pos: number;
  readonly end: number;
}

/** `$'…'`, with its escapes. */
export function readAnsi(excerpt: Excerpt, part: Range & { readonly value?: unknown }, literal: Place): Text {
  const raw = excerpt.text.slice(part.pos + 2, part.end - 1);
  if (!raw.includes('\\'))
    return toPieces(excerpt, verbatim(excerpt, part.pos + 2, part.end - 1), settingIn(excerpt, literal, "'"));
  const place = placeIn(excerpt, part.pos, part.end);
  const source: KnownPiece['source'] = { ...settingIn(excerpt, literal, "'"), ...place, verbatim: false };
  return [{ kind: 'known', text: String(part.value), source }];
}

/** Each character for itself. */
export function verbatim(excerpt: Excerpt, from: number, to: number): Character[] {
  return Array.from({ length: to - from }, (_, index) => ({
    text: excerpt.text.charAt(from + index),
    start: excerpt.startOf(from + index),
    end: excerpt.endOf(from + index),
  }));
}

/** https://www.gnu.org/software/bash/manual/html_node/Quoting.html */
export function unescape(excerpt: Excerpt, { pos, end }: Range, quotes: Quotes): Character[] {
  const characters = verbatim(excerpt, pos, end);
  const result: Character[] = [];
  for (let index = 0; index < characters.length; index += 1) {
    const [character, next] = [characters[index], characters[index + 1]];
    if (character === undefined) continue;
    const escapes = character.text === '\\' && next !== undefined && isEscaped(next.text, quotes);
    if (!escapes) result.push(character);
    else {
      if (next.text !== '\n') result.push({ text: next.text, start: character.start, end: next.end });
      index += 1;
    }
  }
  return result;
}

/** `${1^^}`: what is written here stands nowhere as it is sent. */
export function inCase({ operator, operand }: ParameterCaseOperation, value: Text, hole: Text): Text {
  const written = toKnown(value);
  if (written === null || operand !== undefined || operator.length === 1) return hole;
  return known(operator === '^^' ? written.toUpperCase() : written.toLowerCase());
}

export function withoutSlash(text: Text): Text {
  return show(text).endsWith('/') ? slice(text, 0, lengthOf(text) - 1) : text;
}

export function withoutFirstSlash(text: Text): Text {
  return show(text).startsWith('/') ? slice(text, 1) : text;
}
