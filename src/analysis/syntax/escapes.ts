/** A stretch of a literal as it is written: characters that stand for themselves, or one that is written in more. */
export interface Stretch {
  readonly text: string;
  /** How many characters it is written in. */
  readonly length: number;
}

const escaped = /^\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]+)\}|(\r\n|[^]))/;
const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

/**
 * Cuts a literal at its escapes. A line that goes on behind a `\` belongs to the character before it, or, where there is
 * none, to the one behind it, so that no part of the literal is left out.
 *
 * @param raw what stands between the quotes
 * @returns null if a character cannot be told by itself: half of a pair of units, an old octal escape
 */
export function cutAtEscapes(raw: string): readonly Stretch[] | null {
  const characters: Stretch[] = [];
  let before = 0;
  for (let at = 0; at < raw.length;) {
    const character = readCharacter(raw, at);
    if (character === null) return null;
    at += character.length;
    const last = characters.at(-1);
    if (character.text !== '') {
      characters.push({ ...character, length: character.length + before });
      before = 0;
    } else if (last === undefined) before += character.length;
    else characters[characters.length - 1] = { ...last, length: last.length + character.length };
  }
  return joinPlain(characters);
}

/** One character and how it is written; that of a line which goes on is empty. */
function readCharacter(raw: string, at: number): Stretch | null {
  if (raw[at] !== '\\') return { text: raw.charAt(at), length: 1 };
  const match = escaped.exec(raw.slice(at, at + 12));
  if (match === null) return null;
  const [whole, byte, unit, point, other = ''] = match;
  const code = byte ?? unit ?? point;
  const text = code === undefined ? readOther(other) : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff));
  return text === null || text.length > 1 ? null : { text, length: whole.length };
}

function readOther(character: string): string | null {
  if (/^[\r\n\u2028\u2029]/.test(character)) return '';
  if (/^[\dxu]/.test(character)) return null;
  return named[character] ?? character;
}

/** Neighbours that stand for themselves are one stretch. */
function joinPlain(characters: readonly Stretch[]): readonly Stretch[] {
  const joined: Stretch[] = [];
  for (const one of characters) {
    const last = joined.at(-1);
    if (last !== undefined && last.length === last.text.length && one.length === 1)
      joined[joined.length - 1] = { text: last.text + one.text, length: last.length + 1 };
    else joined.push(one);
  }
  return joined;
}
