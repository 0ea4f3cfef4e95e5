import type { Change } from '../catalogue/change.js';
import { changes } from '../catalogue/index.js';
import { RequestTextError } from './translate.js';
import type { TranslatedLine } from './translate-text.js';
import { translateText } from './translate-text.js';

/** What other programs find behind `v4ward/catalogue`: the rows, and `translate` for requests as they have them. */

export { changes, getChange } from '../catalogue/index.js';
export { RequestTextError };
export type { Change, TranslatedLine };

/** A request as a program has it, before it is sent. */
export interface PlainRequest {
  /** GET by default. */
  readonly method?: string;
  /** `/projects/4/star`, or an address: `https://git.example.com/api/v3/projects/4/star`. It may have a query. */
  readonly path: string;
  readonly query?: Parameters;
  /** Fields of a form, or of a JSON object. */
  readonly body?: Parameters;
}

/** Records and lists are written as GitLab reads them, `labels[]=a`, `events[push]=true`; what is undefined is not sent. */
export type Parameters = URLSearchParams | Readonly<Record<string, Value>>;

export type Value =
  string | number | boolean | Date | null | undefined | readonly Value[] | { readonly [key: string]: Value };

/**
 * The v4 form of a v3 request, and the changes that lead there: what `v4ward translate --json` prints.
 *
 * @param request as a line, `DELETE /projects/1/star`, or in its parts
 * @param rows the rows that hold, with those that a project adds
 * @throws {RequestTextError} if it is no request
 */
export function translate(request: string | PlainRequest, rows: readonly Change[] = changes): TranslatedLine {
  return translateText(typeof request === 'string' ? request : toLine(request), rows);
}

/** Parameters behind those that the path has, those of the query first. */
function toLine({ method = 'GET', path, query = {}, body = {} }: PlainRequest): string {
  if (typeof path !== 'string') throw new RequestTextError(method, 'it has no path');
  const added = [...listParameters(query), ...listParameters(body)].join('&');
  if (added === '') return `${method} ${path}`;
  const end = path.includes('#') ? path.indexOf('#') : path.length;
  const address = path.slice(0, end);
  return `${method} ${address}${address.includes('?') ? '&' : '?'}${added}${path.slice(end)}`;
}

function listParameters(parameters: Parameters): string[] {
  const entries: (readonly [string, Value])[] =
    parameters instanceof URLSearchParams ? [...parameters] : Object.entries(parameters);
  return entries.flatMap(([name, value]) => writeParameter(name, value));
}

function writeParameter(name: string, value: Value): string[] {
  if (value === undefined) return [];
  if (isList(value)) return value.flatMap((item) => writeParameter(name.endsWith('[]') ? name : `${name}[]`, item));
  if (isRecord(value)) return Object.entries(value).flatMap(([key, item]) => writeParameter(`${name}[${key}]`, item));
  const text = value instanceof Date ? value.toISOString() : String(value ?? '');
  return [`${encodeName(name)}=${encodeURIComponent(text)}`];
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function isRecord(value: Exclude<Value, readonly Value[]>): value is { readonly [key: string]: Value } {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

/** Brackets stay, as people write them. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
}
