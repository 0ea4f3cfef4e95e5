import { slice } from '../../http/text.js';
import type { Text } from '../../http/text.js';

// Addresses in texts that become pages

const hole = '\uE000';

/** What a page fetches or leads to: `<img src="…">`, `<a href="…">`, `[builds](…)`. */
const link = /(?:[\s'"](?:href|src|poster|data-(?:src|url|href))\s*=\s*\\?["']?|\]\()([^"'\s)>\\]+)/gi;

/** The addresses that links in a text of HTML or Markdown lead to; none if it has no links. */
export function linksIn(text: Text): Text[] {
  const units = text.map((piece) => (piece.kind === 'known' ? piece.text : hole)).join('');
  return [...units.matchAll(link)].map((found) => {
    const end = found.index + found[0].length;
    return slice(text, end - (found[1] ?? '').length, end);
  });
}
