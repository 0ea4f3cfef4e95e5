import type { Change } from '../../../src/catalogue/change.js';
import { changes } from '../../../src/catalogue/index.js';
import { translateText } from '../../../src/http/translate-text.js';
import type { Sent } from './recorder.js';

/** A request reduced to what v4 sees: where parameters stand, and in what form, makes no difference to it. */
export interface Asked {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly parameters: readonly string[];
}

/** What the program asks for. */
export function toAsked(sent: Sent): Asked {
  return parse(sent.method, sent.host, withBody(sent));
}

/**
 * What the program should ask for once it is moved.
 *
 * @param iids the internal number of each id that the answers hold
 * @param rows what the migration has to do with; all by default
 * @throws {Error} if v4 has nothing for the request
 */
export function toAskedOfV4(
  sent: Sent,
  iids: Readonly<Record<string, string>>,
  rows: readonly Change[] = changes,
): Asked {
  const before = `${sent.method} https://${sent.host}${withBody(sent)}`;
  const { replacement } = translateText(before, rows);
  if (replacement === null) throw new Error(`v4 has nothing for ${before}`);
  const [method = '', address = ''] = split(replacement, ' ');
  const { host, pathname, search } = new URL(address);
  const asked = parse(method, host, pathname + search);
  return { ...asked, path: useInternalNumbers(asked.path, iids) };
}

function split(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}

/** In routes of issues and merge requests the number that follows is theirs. */
function useInternalNumbers(path: string, iids: Readonly<Record<string, string>>): string {
  return path.replace(/(\/(?:issues|merge_requests)\/)(\d+)/, (whole, route: string, id: string) =>
    iids[id] === undefined ? whole : route + iids[id],
  );
}

function parse(method: string, host: string, address: string): Asked {
  const { pathname, searchParams } = new URL(address, `http://${host}`);
  const parameters = [...searchParams].map(([name, value]) => `${name}=${value}`);
  return { method, host, path: toPlain(pathname), parameters: parameters.sort() };
}

/** The same path in one spelling: what may stand unescaped in a segment does. */
function toPlain(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join('/');
}

/** The address with the body's parameters behind its own. */
function withBody({ path, contentType, body }: Sent): string {
  const parameters = new URLSearchParams(toEntries(contentType, body)).toString();
  if (parameters === '') return path;
  return path + (path.includes('?') ? '&' : '?') + parameters;
}

function toEntries(contentType: string, body: string): [string, string][] {
  if (body === '') return [];
  if (contentType.includes('multipart/form-data')) return readForm(contentType, body);
  if (contentType.includes('x-www-form-urlencoded')) return [...new URLSearchParams(body)];
  const record: unknown = JSON.parse(body);
  if (typeof record !== 'object' || record === null) return [];
  return Object.entries(record).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

function readForm(contentType: string, body: string): [string, string][] {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? '';
  return body.split(`--${boundary}`).flatMap((part) => {
    const field = /name="([^"]*)"\r\n(?:[^\r\n]+\r\n)*\r\n([\s\S]*)\r\n$/.exec(part);
    return field?.[1] === undefined || field[2] === undefined ? [] : [[field[1], field[2]] satisfies [string, string]];
  });
}
