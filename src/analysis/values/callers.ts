import type { Evaluation } from '../evaluate.js';
import { toKnown } from '../../http/text.js';
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
const withRest: Caller = (_, [value, ...args]) => (value === undefined ? null : { value, args });

/** `Q.nfapply(request, [options])`. */
const withList: Caller = (_, [value, list]) =>
  value !== undefined && list?.kind === 'list' && !list.open ? { value, args: list.items } : null;

/** `Q.ninvoke(request, 'get', options)`. */
const byName: Caller = (evaluation, [object, name, ...args], at) => {
  const member = name?.kind === 'text' ? toKnown(name.text) : null;
  return object === undefined || member === null ? null : { value: readMember(evaluation, object, member, at), args };
};

/** Functions that call what they are given with a callback of their own, and give a promise (https://github.com/kriskowal/q/wiki/API-Reference). */
const callers: Readonly<Record<string, Caller | undefined>> = {
  'q#nfcall': withRest,
  'q#fcall': withRest,
  'q#nfapply': withList,
  'q#fapply': withList,
  'q#ninvoke': byName,
  'q#nsend': byName,
  'q#invoke': byName,
  'q#send': byName,
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
