import { escapeControls } from '../escape.js';
import { isAddress, toPieces } from '../pieces.js';

/** HTML that is safe to put into a page as it is. Only `markup` makes it. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = string | number | Markup | readonly Markup[];

/** A template of HTML: what is put into it is text, unless it is HTML that was made the same way. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const [first = '', ...others] = strings;
  return new Markup(first + others.map((text, index) => toText(parts[index] ?? '') + text).join(''));
}

export const empty = new Markup('');

function toText(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escapeHtml(String(part));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that would turn the direction of writing, or show nothing, are shown as escapes. Tabs stay. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .split('\t')
    .map(escapeControls)
    .join('\t')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** A message, with what stands between backticks as code. */
export function toProse(message: string): Markup[] {
  return toPieces(message).map(({ kind, text }) => (kind === 'code' ? markup`<code>${text}</code>` : markup`${text}`));
}

/** Leads to a page, if it is one of the web. */
export function toAnchor(address: string, text: string): Markup {
  return isAddress(address) ? markup`<a href="${address}" rel="noreferrer">${text}</a>` : markup`${text}`;
}
