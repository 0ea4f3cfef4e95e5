import type { Place, Writer } from '../../http/text.js';
import type { Excerpt, Setting } from '../excerpt.js';

/** What stands around characters in a script. */
export type Quotes = 'bare' | "'" | '"';

/** What the characters of a word have in common. */
export function settingIn(excerpt: Excerpt, literal: Place, quotes: Quotes): Setting {
  return { quoting: quotes, literal, joinable: false, writer: writerIn(excerpt, quotes, literal.start) };
}

/** https://www.gnu.org/software/bash/manual/html_node/Quoting.html */
function writerIn({ encode }: Excerpt, quotes: Quotes, at: number): Writer {
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
    case 'bare':
      return { known: (text) => put(text.replaceAll(/[^\w./:=%@,+~-]/g, '\\$&')), hole: (written) => written };
  }
}
