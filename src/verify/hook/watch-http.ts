import type { ClientRequest, RequestOptions } from 'node:http';
import { createRequire } from 'node:module';
import { longestBody, parseBody } from './body.js';
import { redirectOptions, toAddress, toHeaderMap, toHttpArguments } from './http-arguments.js';
import type { HttpArguments } from './http-arguments.js';
import { trace } from './stack.js';
import type { Trace } from './stack.js';
import type { Call, Callable, Watched } from './stay-on-top.js';
import { quietly } from './watcher.js';
import type { Watcher } from './watcher.js';

/** The modules themselves, whose properties are what CommonJS code and default imports call. */
const require = createRequire(import.meta.url);

/** `request` and `get` of `http` and `https`. */
export function watchHttp(watcher: Watcher): Watched[] {
  return ['http', 'https'].flatMap((name) => {
    const holder = require(`node:${name}`) as object;
    return ['request', 'get'].map((method) => ({ holder, name: method, call: toCall(watcher, `${name}:`, method) }));
  });
}

function toCall(watcher: Watcher, protocol: string, method: string): Call {
  return (target, self, args) => {
    const asked = watcher.isSending() ? null : quietly(() => toAsked(args, protocol));
    if (asked === null) return Reflect.apply(target, self, args) as unknown;
    const to = watcher.redirect(asked.method, asked.url, toHeaderMap(asked.given.options.headers));
    const request = watcher.send(
      () =>
        (to === null ? Reflect.apply(target, self, args) : sendTo(to, method, asked.given)) as
          ClientRequest | undefined,
    );
    quietly(() => {
      watchBody(request, asked, watcher);
    });
    return request;
  };
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly given: HttpArguments;
  readonly trace: Trace;
}

function toAsked(args: readonly unknown[], protocol: string): Asked {
  const given = toHttpArguments(args);
  const url = toAddress(given.options, protocol);
  return { method: given.options.method ?? 'GET', url, given, trace: trace() };
}

/** By the module of the place's protocol, as it is now: a mock may stand there. */
function sendTo(to: URL, method: string, { options, rest }: HttpArguments): unknown {
  const module = require(`node:${to.protocol.slice(0, -1)}`) as Record<string, Callable>;
  const send = module[method] as ((options: RequestOptions, ...rest: unknown[]) => unknown) | undefined;
  return send?.(redirectOptions(options, to), ...rest);
}

/**
 * The request is sent when it is ended; until then its body and headers are not known. What a stub gives in its place may
 * be anything.
 */
function watchBody(request: Partial<ClientRequest> | undefined, asked: Asked, watcher: Watcher): void {
  const body: Body = { chunks: [], length: 0 };
  const tell = (): void => {
    const headers = toHeaderMap(request?.getHeaders?.() ?? asked.given.options.headers);
    watcher.tell({ method: asked.method, url: asked.url, headers, body: readBody(body, headers), trace: asked.trace });
  };
  if (request?.end === undefined || request.writableEnded === true) {
    tell();
    return;
  }
  watchMethod(request, 'write', ([chunk, encoding]) => {
    addChunk(body, chunk, encoding);
  });
  watchMethod(request, 'end', ([chunk, encoding]) => {
    addChunk(body, chunk, encoding);
    tell();
  });
}

function watchMethod(
  request: Partial<ClientRequest>,
  name: 'write' | 'end',
  before: (args: readonly unknown[]) => void,
): void {
  const method = request[name] as Callable | undefined;
  if (method === undefined) return;
  const proxy = new Proxy(method, {
    apply: (target, self, args: unknown[]) => {
      quietly(() => {
        before(args);
      });
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  Object.defineProperty(request, name, { value: proxy, writable: true, configurable: true, enumerable: false });
}

interface Body {
  readonly chunks: Buffer[];
  length: number;
}

function addChunk(body: Body, chunk: unknown, encoding: unknown): void {
  const bytes =
    typeof chunk === 'string'
      ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
      : chunk instanceof Uint8Array
        ? Buffer.from(chunk)
        : null;
  if (bytes === null) return;
  body.length += bytes.length;
  if (body.length <= longestBody) body.chunks.push(bytes);
}

function readBody({ chunks, length }: Body, headers: ReadonlyMap<string, string>): ReturnType<typeof parseBody> {
  if (length > longestBody) return null;
  return parseBody(Buffer.concat(chunks).toString('utf8'), headers.get('content-type') ?? null);
}
