import type { Client } from '../clients/client.js';
import { toPlace } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Given, Value } from '../value.js';
import type { AnswerHook, Hook } from './found-request.js';

// Functions of a client's options that each request, or its answer, goes through

/** Those among what a call and its client were given. */
export function hooksAmong({ hooks = {} }: Client, given: readonly Given[]): Hook[] {
  const own = given.filter(({ role }) => role === 'hook');
  return [
    ...own.map((one): Hook => ({ of: 'request', value: one.value, place: toPlace(one.tree, one.node) })),
    ...optionsNamed(hooks, given).map(({ of, value, from }): Hook => ({
      of,
      value,
      place: toPlace(from.tree, from.node),
    })),
  ];
}

/** Those that the answer goes through. */
export function answerHooksAmong({ answerHooks = {} }: Client, given: readonly Given[]): AnswerHook[] {
  return optionsNamed(answerHooks, given).map(({ of, value }) => ({ of, value }));
}

interface Named<Of> {
  readonly of: Of;
  readonly value: Value;
  readonly from: Given;
}

function optionsNamed<Of>(table: Readonly<Record<string, Of>>, given: readonly Given[]): Named<Of>[] {
  const named = Object.entries(table);
  const options = named.length === 0 ? [] : given.filter(({ role }) => role.endsWith('options'));
  return options.flatMap((from) =>
    named.flatMap(([path, of]) => entriesAt(from.value, path.split('.')).map((value) => ({ of, value, from }))),
  );
}

/** What stands under names in a record, each of a list. */
function entriesAt(value: Value, [name, ...names]: readonly string[]): Value[] {
  if (name === undefined) return optionsOf(value).flatMap((one) => (one.kind === 'list' ? one.items : [one]));
  return optionsOf(value).flatMap((one) => {
    const entry = one.kind === 'record' ? one.entries.get(name)?.value : undefined;
    return entry === undefined ? [] : entriesAt(entry, names);
  });
}
