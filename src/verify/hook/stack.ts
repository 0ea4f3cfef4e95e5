import { createHook, executionAsyncResource } from 'node:async_hooks';
import type { Frame } from '../record.js';

/** The most frames that a stack is asked for: clients of HTTP call each other deeply. */
const deepest = 60;

/** The same where it is only remembered, which happens often. */
const deepestRemembered = 16;

/** How far back it is remembered what led to a callback. */
const furthest = 6;

/** Callbacks whose stacks begin anew. */
const callbacks = new Set(['Immediate', 'TickObject', 'Timeout']);

/** The most promises that are remembered before the next callback: a loop of `await` must not take minutes. */
const mostPromises = 500;

const causes = new WeakMap<object, readonly Error[]>();

/**
 * Remembers what called `setImmediate`, `process.nextTick` and `setTimeout` and what made promises, which V8 follows
 * through `await` alone, since clients send from there.
 *
 * @param before called before each callback
 */
export function watchCallbacks(before: () => void): void {
  let left = mostPromises;
  const isRemembered = (type: string): boolean => {
    left = type === 'PROMISE' ? left - 1 : mostPromises;
    return type === 'PROMISE' ? left >= 0 : callbacks.has(type);
  };
  createHook({
    init(_id, type, _trigger, resource) {
      if (!isRemembered(type)) return;
      causes.set(resource, [captureStack(deepestRemembered), ...currentCauses()].slice(0, furthest));
    },
    before() {
      before();
    },
  }).enable();
}

function currentCauses(): readonly Error[] {
  return causes.get(executionAsyncResource()) ?? [];
}

/** Here, and what led here. Read later, since few stacks are needed. */
export interface Trace {
  readonly stacks: readonly Error[];
}

export function trace(): Trace {
  return { stacks: [captureStack(deepest), ...currentCauses()] };
}

/** As deep as the program lets it be: who has frozen the limit has the stacks that it gives. */
function captureStack(depth: number): Error {
  const limit = Error.stackTraceLimit;
  Reflect.set(Error, 'stackTraceLimit', depth);
  const error = new Error();
  Reflect.set(Error, 'stackTraceLimit', limit);
  return error;
}

/** The frames of a trace, nearest first, without Node's files and the hook's own. */
export function framesOf({ stacks }: Trace): Frame[] {
  return stacks.flatMap((error) => parseStack(textOf(error)));
}

/** As the program would see it: what compiled its files in memory has mapped the places back. */
function textOf(error: Error): string {
  try {
    const stack: unknown = error.stack;
    return Array.isArray(stack) ? stack.map((site) => `    at ${String(site)}`).join('\n') : String(stack);
  } catch {
    return '';
  }
}

const own = new URL('.', import.meta.url);

/** The places that a stack names. */
export function parseStack(stack: string): Frame[] {
  return stack.split('\n').flatMap((line) => parseFrame(line.trim()) ?? []);
}

function parseFrame(line: string): Frame | null {
  const match = /^at (?:async )?(?:.*\()?((?:[a-z][\w+.-]*:\/\/|\/|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$/.exec(line);
  if (match === null) return null;
  const [, file = '', row = '', column = ''] = match;
  if (file.startsWith(own.href) || file.startsWith(own.pathname)) return null;
  return { file, line: Number(row), column: Number(column) };
}
