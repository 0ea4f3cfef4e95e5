import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions } from 'fastify';
import { plainError } from './errors.js';

/** What the core takes of a client before it is an API request: sizes and times. */

const kibibyte = 1024;

/** The longest address, in characters. Node takes no more than its headers' limit for the whole head of a request. */
const longestUrl = 8 * kibibyte;

const limits = { body: 64 * kibibyte, head: 16 * kibibyte } as const;

/** How long a client may take to send a request, in milliseconds. */
export const defaultTimeout = 30_000;

/** What every answer carries; the first two are GitLab's. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'max-age=0, private, must-revalidate',
  'Content-Security-Policy': "default-src 'none'",
  'Referrer-Policy': 'no-referrer',
};

export function isTooLong(url: string): boolean {
  return url.length > longestUrl;
}

/** The path and query of a request: an absolute address is one too (RFC 9112, section 3.2.2), a fragment no part of it. */
export function toOriginForm(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** @param timeout in milliseconds */
export function toServerOptions(timeout: number): FastifyHttpOptions<Server> {
  return {
    bodyLimit: limits.body,
    requestTimeout: timeout,
    connectionTimeout: 2 * timeout,
    keepAliveTimeout: 5000,
    http: {
      maxHeaderSize: limits.head,
      headersTimeout: timeout,
      connectionsCheckingInterval: Math.min(timeout, 5000),
    },
    routerOptions: { maxParamLength: longestUrl, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => toOriginForm(url),
    clientErrorHandler: answerClientError,
  };
}

const statuses: Readonly<Record<string, 408 | 431>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** What is no HTTP, too large a head, or too slow never becomes a request: the answer is written by hand. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body, message } = toAnswer(error.code ?? '');
  const headers = Object.entries({
    ...securityHeaders,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${String(status)} ${message}\r\n${head}\r\n${body}`);
}

function toAnswer(code: string): { status: number; body: string; message: string } {
  const { status, body } = plainError(statuses[code] ?? 400);
  return { status, body: JSON.stringify(body), message: String(body['error']).replace(/^\d+ /, '') };
}
