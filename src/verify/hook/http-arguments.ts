import type { RequestOptions } from 'node:http';
import { urlToHttpOptions } from 'node:url';

/** What `http.request` is called with, put into one form: `(url[, options][, callback])` or `(options[, callback])`. */
export interface HttpArguments {
  readonly options: RequestOptions;
  readonly rest: readonly unknown[];
}

export function toHttpArguments(args: readonly unknown[]): HttpArguments {
  const [first, ...rest] = args;
  if (typeof first !== 'string' && !(first instanceof URL)) return { options: toOptions(first), rest };
  const address = urlToHttpOptions(new URL(first));
  const [second, ...others] = rest;
  return typeof second === 'object' && second !== null
    ? { options: { ...address, ...toOptions(second) }, rest: others }
    : { options: address, rest: second === undefined ? others : rest };
}

/** A class's instance may have its options in its prototype. */
function toOptions(given: unknown): RequestOptions {
  const options: Record<string, unknown> = {};
  for (const name in given as object) options[name] = (given as Record<string, unknown>)[name];
  return options;
}

/**
 * The address that a request goes to: by way of a proxy, the path holds all of it (RFC 9112, section 3.2.2).
 *
 * @param protocol that of the module, `http:`
 */
export function toAddress(options: RequestOptions, protocol: string): URL {
  const { hostname, host, port, defaultPort, path } = options;
  if (path != null && /^https?:\/\//i.test(path)) return new URL(path);
  const scheme = options.protocol ?? protocol;
  const name = (hostname ?? host ?? 'localhost').replace(/^([^:]+):\d+$/, '$1');
  const at = port ?? defaultPort;
  const authority = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  return new URL(`${scheme}//${authority}${at == null ? '' : `:${String(at)}`}${path ?? '/'}`);
}

/** The same request to another place. What belongs to the connection with the old one is left out. */
export function redirectOptions(options: RequestOptions, to: URL): RequestOptions {
  const { hostname, port, protocol } = urlToHttpOptions(to);
  const kept = Object.entries(options).filter(([name]) => !connection.has(name));
  const place = { protocol, hostname, host: hostname, path: `${to.pathname}${to.search}` };
  return { ...Object.fromEntries(kept), ...place, ...(port === undefined ? {} : { port }) };
}

const connection = new Set([
  'agent',
  'agents',
  'createConnection',
  'defaultPort',
  'href',
  'lookup',
  'nativeProtocols',
  'origin',
  'port',
  'servername',
  'socketPath',
  '_defaultAgent',
]);

/** Their names in lower case; a list's values are joined. */
export function toHeaderMap(headers: unknown): Map<string, string> {
  const entries = isIterable(headers) ? toPairs([...headers]) : Object.entries(headers ?? {});
  return new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function isIterable(headers: unknown): headers is Iterable<unknown> {
  return typeof headers === 'object' && headers !== null && Symbol.iterator in headers;
}

function toPairs(headers: readonly unknown[]): [string, unknown][] {
  if (Array.isArray(headers[0])) return (headers as [unknown, unknown][]).map(([name, value]) => [String(name), value]);
  return headers.flatMap((name, index) => (index % 2 === 0 ? [[String(name), headers[index + 1]]] : []));
}
