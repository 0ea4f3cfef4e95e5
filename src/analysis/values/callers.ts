import type { Evaluation } from '../evaluate.js';
import { toKnown } from '../../http/text.js';
import { unknownAt } from '../value.js';
import type { ExternalValue, Value } from '../value.js';
import { readMember } from './members.js';
import type { At } from './members.js';

/** What a call calls, and with what. */
export interface Called {
  readonly value: Value;
  readonly args: readonly Value[];
}

/** How a function of a library calls what it is given. */
type Caller = (evaluation: Evaluation, given: readonly Value[], at: At) => Called | null;

/** `Q.nfcall(request, options)`. */
const withRest: Caller = (_, [value, ...args]) => toCalled(value, args);

/** `Q.nfapply(request, [options])`. */
const withList: Caller = (_, [value, list]) =>
  value !== undefined && list?.kind === 'list' && !list.open ? { value, args: list.items } : null;

/** `Q.ninvoke(request, 'get', options)`. */
const byName: Caller = (evaluation, [object, name, ...args], at) => {
  const member = name?.kind === 'text' ? toKnown(name.text) : null;
  return object === undefined || member === null ? null : { value: readMember(evaluation, object, member, at), args };
};

/** `call(api.get, path)`, `call([api, 'get'], path)`, `call({ context: api, fn: api.get }, path)`. */
const ofEffect: Caller = (evaluation, [target, ...args], at) => {
  if (target?.kind === 'list') {
    const [context, method] = target.items;
    return method?.kind === 'text'
      ? byName(evaluation, [context ?? unknownAt(at.tree, at.node, at.frame), method, ...args], at)
      : toCalled(method, args);
  }
  return toCalled(target?.kind === 'record' ? target.entries.get('fn')?.value : target, args);
};

/** `apply(api, api.get, [path])`. */
const inContext: Caller = (evaluation, [, ...rest], at) => withList(evaluation, rest, at);

function toCalled(value: Value | undefined, args: readonly Value[]): Called | null {
  return value === undefined ? null : { value, args };
}

/**
 * Functions that call what they are given, with a callback of their own or later on.
 *
 * @see https://github.com/kriskowal/q/wiki/API-Reference and https://redux-saga.js.org/docs/api/#effect-creators
 */
const callers: Readonly<Record<string, Caller | undefined>> = {
  'q#nfcall': withRest,
  'q#fcall': withRest,
  'q#nfapply': withList,
  'q#fapply': withList,
  'q#ninvoke': byName,
  'q#nsend': byName,
  'q#invoke': byName,
  'q#send': byName,
  'redux-saga/effects#call': ofEffect,
  'redux-saga/effects#fork': ofEffect,
  'redux-saga/effects#spawn': ofEffect,
  'redux-saga/effects#apply': inContext,
};

/** What a call of a library's function calls in turn; null if it calls nothing that is known. */
export function readCalled(
  evaluation: Evaluation,
  { module, path }: ExternalValue,
  given: readonly Value[],
  at: At,
): Called | null {
  const key = `${module ?? ''}#${path.join('.')}`;
  return Object.hasOwn(callers, key) ? (callers[key]?.(evaluation, given, at) ?? null) : null;
}
