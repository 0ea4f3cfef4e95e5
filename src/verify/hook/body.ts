import type { SentParameter } from '../record.js';

/** The most of a body that is read for its parameters, in characters. */
export const longestBody = 256 * 1024;

/**
 * The parameters of a body. None for an empty one; null for one that is neither a form nor JSON.
 *
 * @param type its `Content-Type`; null if there is none
 */
export function parseBody(text: string, type: string | null): readonly SentParameter[] | null {
  if (text === '') return [];
  if (type?.includes('multipart/') === true) return parseMultipart(text);
  if (/^\s*\{/.test(text)) return parseJson(text);
  return type?.includes('form-urlencoded') === true || /^[\w.[\]%+-]+=/.test(text) ? parseForm(text) : null;
}

function parseForm(text: string): SentParameter[] {
  return [...new URLSearchParams(text)];
}

function parseJson(text: string): SentParameter[] | null {
  try {
    return Object.entries(JSON.parse(text) as object).map(([name, value]: [string, unknown]) => [name, toValue(value)]);
  } catch {
    return null;
  }
}

/** What v4 changes has short values without line ends; files are told by their names alone. */
function parseMultipart(text: string): SentParameter[] {
  const parts = text.matchAll(/content-disposition: form-data; name="([^"]*)"([^\r\n]*)[^]*?\r\n\r\n([^\r\n]*)/gi);
  return [...parts].map(([, name = '', more = '', value = '']) => [name, more.includes('filename') ? null : value]);
}

/** A list or a record has no value of its own. */
export function toValue(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
