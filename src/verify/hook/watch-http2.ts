import type { ClientHttp2Session } from 'node:http2';
import { createRequire } from 'node:module';
import { toHeaderMap } from './http-arguments.js';
import { trace } from './stack.js';
import type { Callable, Watched } from './stay-on-top.js';
import { quietly } from './watcher.js';
import type { Watcher } from './watcher.js';

/** Sessions of `http2`: their requests are told, never redirected, and their bodies are not read. */
export function watchHttp2(watcher: Watcher): Watched {
  return {
    holder: createRequire(import.meta.url)('node:http2') as object,
    name: 'connect',
    call: (target, self, args) => {
      const session = Reflect.apply(target, self, args) as ClientHttp2Session;
      quietly(() => {
        watchSession(session, new URL(String(args[0])), watcher);
      });
      return session;
    },
  };
}

function watchSession(session: ClientHttp2Session, authority: URL, watcher: Watcher): void {
  const { request } = session as { readonly request: Callable };
  const proxy = new Proxy(request, {
    apply: (target, self, args: unknown[]) => {
      quietly(() => {
        tell(args[0], authority, watcher);
      });
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  Object.defineProperty(session, 'request', { value: proxy, writable: true, configurable: true, enumerable: false });
}

function tell(given: unknown, authority: URL, watcher: Watcher): void {
  const headers = toHeaderMap(given);
  const method = headers.get(':method') ?? 'GET';
  const url = new URL(headers.get(':path') ?? '/', authority);
  const missed = watcher.redirect(method, url, headers);
  watcher.tell({ method, url, headers, body: method === 'GET' ? [] : null, missed, trace: trace() });
}
