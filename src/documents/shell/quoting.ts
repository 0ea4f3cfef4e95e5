import type { Piece, Place, Text, Writer } from '../../http/text.js';
import type { Excerpt, Setting } from '../excerpt.js';

/** What stands around characters in a script: `<<` is a here-document whose delimiter is not quoted. */
export type Quotes = 'bare' | "'" | '"' | '<<';

/** What the characters of a word have in common. */
export function settingIn(excerpt: Excerpt, literal: Place, quotes: Quotes): Setting {
  return {
    quoting: quotes === '<<' ? '"' : quotes,
    literal,
    joinable: false,
    writer: writerIn(excerpt, quotes, literal.start),
  };
}

/** https://www.gnu.org/software/bash/manual/html_node/Quoting.html, and `Redirections.html#Here-Documents` beside it */
function writerIn({ encode, everyShell = false }: Excerpt, quotes: Quotes, at: number): Writer {
  const put = (text: string | null): string | null => (text === null ? null : encode(text, at));
  switch (quotes) {
    case "'":
      return {
        known: (text) => put(text.includes("'") ? null : text),
        hole: (written) => {
          const [open, close] = [put(`'"`), put(`"'`)];
          return open === null || close === null ? null : `${open}${written}${close}`;
        },
      };
    case '"':
      return { known: (text) => put(text.replaceAll(/["$`\\]/g, '\\$&')), hole: (written) => written };
    case '<<':
      return { known: (text) => put(text.replaceAll(/[$`\\]/g, '\\$&')), hole: (written) => written };
    case 'bare':
      return {
        known: (text) => put(everyShell ? quote(text) : text.replaceAll(special, '\\$&')),
        hole: (written) => written,
      };
  }
}

const special = /[^\w./:=%@,+~-]/g;

/** The text of a word that another shell reads once more, without its quotes: nothing is written there that one would take apart. */
export function forAnotherShell(text: Text): Text {
  return text.map((piece): Piece => {
    const writer = piece.source?.writer;
    if (writer === undefined) return piece;
    const known: Writer['known'] = (written) => (written.search(special) === -1 ? writer.known(written) : null);
    return toPiece(piece, { ...writer, known });
  });
}

function toPiece(piece: Piece, writer: Writer): Piece {
  if (piece.kind === 'known') return piece.source === null ? piece : { ...piece, source: { ...piece.source, writer } };
  return piece.source === undefined ? piece : { ...piece, source: { ...piece.source, writer } };
}

/** For shells of Unix and of Windows; null for what these read in different ways. */
function quote(text: string): string | null {
  if (text.search(special) === -1) return text;
  return /["$`\\]/.test(text) ? null : `"${text}"`;
}

/** Whether a backslash takes its meaning from a character behind it. */
export function isEscaped(character: string, quotes: Quotes): boolean {
  if (quotes === 'bare') return true;
  return quotes === '<<' ? /[$`\\\n]/.test(character) : /[$`"\\\n]/.test(character);
}
