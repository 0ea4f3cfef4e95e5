import { readBody } from './body.js';
import { trace } from './stack.js';
import type { Watched } from './stay-on-top.js';
import { quietly } from './watcher.js';
import type { Sending, Watcher } from './watcher.js';

type Input = Parameters<typeof fetch>[0];
type Options = NonNullable<Parameters<typeof fetch>[1]>;

/** The global `fetch`. */
export function watchFetch(watcher: Watcher): Watched {
  return {
    holder: globalThis,
    name: 'fetch',
    call: (target, self, args) => {
      const sending = watcher.isSending() ? null : quietly(() => toSending(args[0] as Input, args[1] as Options));
      if (sending === null) return Reflect.apply(target, self, args) as unknown;
      watcher.tell(sending);
      const to = watcher.redirect(sending.method, sending.url, sending.headers);
      const given = to === null ? args : redirectArguments(to, args);
      return watcher.send(() => Reflect.apply(target, self, given) as unknown);
    },
  };
}

function redirectArguments(to: URL, [input, ...others]: readonly unknown[]): unknown[] {
  return [isRequest(input) ? new Request(to, input) : to.href, ...others];
}

/** Other realms and packages have requests of their own. */
function isRequest(input: unknown): input is Request {
  return typeof input === 'object' && input !== null && 'url' in input && 'method' in input;
}

function toSending(input: Input, options: Options = {}): Sending {
  const request = isRequest(input) ? input : null;
  const url = new URL(isRequest(input) ? input.url : input);
  const headers = toHeaders(options.headers ?? request?.headers);
  return {
    method: options.method ?? request?.method ?? 'GET',
    url,
    headers,
    body: readBody(options.body ?? request, headers.get('content-type') ?? null),
    trace: trace(),
  };
}

function toHeaders(headers: unknown): Map<string, string> {
  return new Map(new Headers((headers ?? {}) as Record<string, string>));
}
