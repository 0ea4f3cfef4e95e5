import { search, show, slice } from '../../http/text.js';
import type { HolePiece, Text } from '../../http/text.js';

// What a text must be to be taken for an address

/** A path of the API behind whatever host, not a sentence or a pattern that mentions one. */
export function isAddress(text: Text, hasMethod: boolean): boolean {
  const path = pathOf(text)
    .replace(/^\*+(?=\/api\/|:\/\/)/, 'x')
    .replace(/^(\w+:\/\/)\*/, '$1x');
  return !/[\s<>()"'\\^|*]/.test(path) && (hasMethod || search(text, /\//) !== null);
}

/**
 * An address with a host that ends in a pattern: `https://host/api/v3/*` of an extension, or `https://host/api/v3/:path*` of a
 * server that passes requests on. Without a host it may be one of files.
 */
export function isOfMany(text: Text): boolean {
  const [first] = text;
  const hasHost = first?.kind === 'hole' || search(text, /^(?:https?|\*):\/\//) !== null;
  return hasHost && search(text, /\/api\/v[34]\/[^?#]*\*/) !== null;
}

/** The base of a mock of all that is sent behind it, `/api/v3/**`; null for any other. */
export function baseOfAll(text: Text): Text | null {
  const stars = search(text, /(?:(?<=\/):\w+)?\*+$/);
  const base = stars === null ? null : slice(text, 0, stars.start);
  return base !== null && search(base, /\/api\/v[34]\/$/) !== null ? base : null;
}

/** A text that ends with the prefix, and of which a test asks whether it is in an address; null for any other. */
export function baseAlone(text: Text): Text | null {
  return search(text, /\/api\/v[34]\/?$/) === null ? null : text;
}

/** A mock's address with holes for what may be anything in its path: `/api/v3/projects/*`, or its query, `/projects/owned*`. */
export function openStars(text: Text): Text {
  const base = search(text, /\/api\/v[34]\/(?=[^*])/);
  const stars = base === null ? null : search(text, /(?:(?<=\/):\w+)?\*+/, base.end);
  if (stars === null) return text;
  const [before, behind] = [slice(text, 0, stars.start), slice(text, stars.end)];
  if (show(before).includes('?')) return text;
  const isSegment = show(before).endsWith('/');
  const label = isSegment ? show(slice(text, stars.start, stars.end)) : 'query';
  const span = label === '*' ? 'segment' : 'open';
  const piece: HolePiece = { kind: 'hole', place: null, label, encoded: true, span };
  return openStars([...before, piece, ...behind]);
}

/** A page about the API, not the API. */
export function isPage(text: Text): boolean {
  const path = pathOf(text);
  return (
    /^https?:\/\/docs?\./.test(path) || (/\.(?:html?|md)$/.test(path) && !/\/api\/v[34]\/|\/repository\//.test(path))
  );
}

/** What stands before the query; a placeholder of a template is as good as a hole. */
function pathOf(text: Text): string {
  const bare = text.map((piece) => (piece.kind === 'known' ? piece.text : 'x')).join('');
  return bare.replaceAll(/<%[-=]?\s*[\w.]+\s*%>|\{\{\s*[\w.]+\s*\}\}/g, 'x').split(/[?#]/)[0] ?? '';
}
