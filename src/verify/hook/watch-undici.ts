import { stringify } from 'node:querystring';
import type { ParsedUrlQueryInput } from 'node:querystring';
import { readBody } from './body.js';
import { coverDispatchers, getOwnOrigin, openSender } from './dispatchers.js';
import type { Dispatcher, DispatchOptions } from './dispatchers.js';
import { toHeaderMap } from './http-arguments.js';
import { trace } from './stack.js';
import { quietly } from './watcher.js';
import type { Watcher } from './watcher.js';

/** The key of what was told: a request goes through several dispatchers, at once, from a queue or once more. */
const told = Symbol('told');

/**
 * The package `undici`, and Node's `fetch`, which is made on it and is told once more, without the place that sent it:
 * whoever reads the lines leaves that out.
 */
export function watchUndici(watcher: Watcher): void {
  coverDispatchers((target, self, args) => {
    const asked = quietly(() => toAsked(args[0] as DispatchOptions, self as Dispatcher, watcher));
    if (asked === null) return Reflect.apply(target, self, args) as unknown;
    tell(asked, watcher);
    if (asked.sender === null) return Reflect.apply(target, self, [toOptions(asked), ...args.slice(1)]) as unknown;
    asked.sender.dispatch(toOptions(asked), args[1]);
    return true;
  });
}

interface Asked {
  readonly options: DispatchOptions;
  readonly method: string;
  readonly url: URL;
  readonly headers: ReadonlyMap<string, string>;
  /** Where it should go instead. */
  readonly to: URL | null;
  /** What sends it there; null if it stays. */
  readonly sender: Dispatcher | null;
}

/** @returns null for what is no request, such as the opening of a tunnel through a proxy */
function toAsked(options: DispatchOptions, self: Dispatcher, watcher: Watcher): Asked | null {
  const { origin, path, method, query } = options;
  if (typeof path !== 'string' || typeof method !== 'string' || method === 'CONNECT') return null;
  const search = query == null ? '' : `?${stringify(query as ParsedUrlQueryInput)}`;
  const url = new URL(`${path}${search}`, (origin ?? getOwnOrigin(self)) as string | URL);
  const headers = toHeaderMap(options.headers);
  const to = watcher.redirect(method, url, headers);
  const sender = to === null ? null : quietly(() => openSender(self, to.origin));
  return { options, method, url, headers, to, sender };
}

function tell({ options, method, url, headers, to, sender }: Asked, watcher: Watcher): void {
  if (watcher.isSending() || Reflect.get(options, told) === toKey(method, url)) return;
  const type = headers.get('content-type') ?? null;
  const missed = sender === null ? to : null;
  quietly(() => {
    watcher.tell({ method, url, headers, body: readBody(options.body, type), missed, trace: trace() });
  });
}

/** The options to send with, which remember what was told. Those that have a class of their own stay as they are. */
function toOptions({ options, method, url, to, sender }: Asked): DispatchOptions & { readonly [told]?: string } {
  if (to !== null && sender !== null) {
    const place = { origin: to.origin, path: `${to.pathname}${to.search}`, query: undefined };
    return { ...options, ...place, [told]: toKey(method, to) };
  }
  const isPlain = Object.getPrototypeOf(Object.getPrototypeOf(options) ?? {}) === null;
  return isPlain ? { ...options, [told]: toKey(method, url) } : options;
}

function toKey(method: string, { href }: URL): string {
  return `${method} ${href}`;
}
