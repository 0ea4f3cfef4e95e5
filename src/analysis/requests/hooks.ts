import type { Client } from '../clients/client.js';
import { toPlace } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Given, Value } from '../value.js';
import type { Hook } from './found-request.js';

// Functions of a client's options that each request goes through before it is sent

/** Those among what a call and its client were given. */
export function hooksAmong({ hooks }: Client, given: readonly Given[]): Hook[] {
  const own = given.flatMap((one): Hook[] =>
    one.role === 'hook' ? [{ of: 'request', value: one.value, place: toPlace(one.tree, one.node) }] : [],
  );
  const named = Object.entries(hooks ?? {});
  if (named.length === 0) return own;
  const options = given.filter(({ role }) => role.endsWith('options'));
  return [
    ...own,
    ...options.flatMap(({ value, tree, node }) =>
      named.flatMap(([path, of]) =>
        entriesAt(value, path.split('.')).map((each): Hook => ({ of, value: each, place: toPlace(tree, node) })),
      ),
    ),
  ];
}

/** What stands under names in a record, each of a list. */
function entriesAt(value: Value, [name, ...names]: readonly string[]): Value[] {
  if (name === undefined) return optionsOf(value).flatMap((one) => (one.kind === 'list' ? one.items : [one]));
  return optionsOf(value).flatMap((one) => {
    const entry = one.kind === 'record' ? one.entries.get(name)?.value : undefined;
    return entry === undefined ? [] : entriesAt(entry, names);
  });
}
