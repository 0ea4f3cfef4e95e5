import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import type { Line } from '../record.js';
import { redactParameters, redactUrl, secretsOf } from '../redact.js';
import type { BodyParameters, ReadBody } from './body.js';
import { framesOf } from './stack.js';
import type { Trace } from './stack.js';

/** A request as one of the ways to send it tells of it. */
export interface Sending {
  readonly method: string;
  readonly url: URL;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: ReadBody;
  /** Where it should have gone, and did not; null if all is well. */
  readonly missed?: URL | null;
  readonly trace: Trace;
}

/** Where a request goes instead; null if it stays. */
export type Redirect = (method: string, url: URL, headers: ReadonlyMap<string, string>) => URL | null;

/** What the ways to send a request have in common. */
export interface Watcher {
  readonly redirect: Redirect;
  readonly tell: (sending: Sending) => void;
  /** Whether a request is being sent right now, which the layers below must not tell again. */
  readonly isSending: () => boolean;
  /** Calls what sends. */
  readonly send: <Result>(call: () => Result) => Result;
}

/** @param file what the lines are appended to */
export function createWatcher(file: string, redirect: Redirect): Watcher {
  let [depth, id] = [0, 0];
  writeLine(file, { kind: 'started', process: processName() });
  return {
    redirect,
    tell: (sending) => {
      quietly(() => {
        write(file, sending, (id += 1));
      });
    },
    isSending: () => depth > 0,
    send: (call) => {
      depth += 1;
      try {
        return call();
      } finally {
        depth -= 1;
      }
    },
  };
}

/** A body that takes time to read has a line of its own: until then the request must not be lost. */
function write(file: string, { body, ...sending }: Sending, id: number): void {
  const isLater = body instanceof Promise;
  writeLine(file, toLine({ ...sending, body: isLater ? null : body }, id));
  if (!isLater) return;
  body
    .then((read) => {
      writeBody(file, read, sending, id);
    })
    .catch(() => undefined);
}

function writeBody(file: string, read: BodyParameters, { headers }: Pick<Sending, 'headers'>, request: number): void {
  if (read === null) return;
  writeLine(file, { kind: 'body', process: processName(), request, body: redactParameters(read, secretsOf(headers)) });
}

type Whole = Sending & { readonly body: BodyParameters };

function toLine({ method, url, headers, body, missed = null, trace }: Whole, id: number): Line {
  const secrets = secretsOf(headers);
  return {
    kind: 'sent',
    process: processName(),
    id,
    method: method.toUpperCase(),
    url: redactUrl(url, secrets),
    headers: [...headers].map(([name, value]) => (name === 'accept' ? `${name}: ${value.slice(0, 80)}` : name)),
    body: body === null ? null : redactParameters(body, secrets),
    stayed: missed !== null,
    frames: framesOf(trace),
  };
}

function processName(): string {
  return `${String(process.pid)}.${String(threadId)}`;
}

/** One call of the system, to the end of the file: lines of several processes do not mix, and nothing is lost by a crash. */
function writeLine(file: string, line: Line): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** What fails in here must not fail the program. */
export function quietly<Result>(call: () => Result): Result | null {
  try {
    return call();
  } catch {
    return null;
  }
}
