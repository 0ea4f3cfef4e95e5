import { subscribe } from 'node:diagnostics_channel';
import { parseBody } from './body.js';
import { toHeaderMap } from './http-arguments.js';
import { trace } from './stack.js';
import { quietly } from './watcher.js';
import type { Watcher } from './watcher.js';

/** What undici publishes of a request. Its headers are lines in version 5, else a flat list. */
interface UndiciRequest {
  readonly origin: string | URL;
  readonly path: string;
  readonly method: string;
  readonly headers: string | readonly string[];
  readonly body: unknown;
}

/**
 * The package `undici`, whose requests are told when they are about to be sent. Node's own `fetch` is made on it and is
 * told once more, without the place that sent it: whoever reads the lines leaves that out. Nothing is redirected here.
 */
export function watchUndici(watcher: Watcher): void {
  subscribe('undici:request:create', (message) => {
    quietly(() => {
      if (!watcher.isSending()) tell((message as { readonly request: UndiciRequest }).request, watcher);
    });
  });
}

function tell({ origin, path, method, headers, body }: UndiciRequest, watcher: Watcher): void {
  const named = toHeaderMap(typeof headers === 'string' ? toFlat(headers) : headers);
  const read = readBody(body, named.get('content-type') ?? null);
  const url = new URL(path, origin);
  const missed = watcher.redirect(method, url, named);
  watcher.tell({ method, url, headers: named, body: read, missed, trace: trace() });
}

function toFlat(lines: string): string[] {
  return lines.split('\r\n').flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [line.slice(0, at), line.slice(at + 1).trim()];
  });
}

function readBody(body: unknown, type: string | null): ReturnType<typeof parseBody> {
  if (body === null || body === undefined) return [];
  if (typeof body === 'string') return parseBody(body, type);
  return body instanceof Uint8Array ? parseBody(Buffer.from(body).toString('utf8'), type) : null;
}
