import type { TSESTree } from '@typescript-eslint/types';
import { toKnown } from '../../http/text.js';
import type { Place } from '../../http/text.js';
import { namesOfKey } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { toPlace } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { absent, emptyRecord } from '../value.js';
import type { Entry, Frame, RecordValue, Value } from '../value.js';
import { writtenAfter } from './presence.js';

// What is put into a record and taken out of it

/** The names behind a variable, `form` and `ref` of `state.form.ref`; null if one is not known, or it is no variable. */
export function assignedPath(evaluation: Evaluation, tree: Tree, left: Node, frame: Frame | null): string[] | null {
  if (left.type === 'Identifier') return [];
  if (left.type !== 'MemberExpression') return null;
  const before = assignedPath(evaluation, tree, left.object, frame);
  const names = namesOfKey(evaluation, tree, left.property, left.computed, frame);
  const [name] = names;
  return before === null || names.length !== 1 || name === null || name === undefined ? null : [...before, name];
}

/** A record with an entry, which may be one of a record in it; one that may have been put there or not, if that is conditional. */
export function setEntry(
  record: RecordValue,
  path: readonly string[],
  entry: Entry,
  conditional: boolean,
): RecordValue {
  const [name, ...rest] = path;
  if (name === undefined) return record;
  const before = record.entries.get(name);
  const entries = new Map(record.entries);
  if (rest.length > 0) {
    const inner = before?.value.kind === 'record' ? before.value : emptyRecord;
    entries.set(name, { value: setEntry(inner, rest, entry, conditional), written: before?.written ?? null });
  } else {
    const value: Value = conditional
      ? { kind: 'choice', options: [before?.value ?? absent, entry.value] }
      : entry.value;
    const isOptional = entry.optional === true || (conditional && before?.optional === true);
    const written = writtenAfter(before, entry.written);
    entries.set(name, { value, written, ...(isOptional ? { optional: true } : {}) });
  }
  return { ...record, entries };
}

/**
 * `delete params.owned`: what is taken out, perhaps, may not be there; any entry, if the name is out of sight, and whatever
 * would be put into it.
 */
export function withoutEntry(record: RecordValue, [name, ...deeper]: readonly (string | null)[]): RecordValue {
  const entries = [...record.entries].map(([key, entry]): [string, Entry] => {
    if (key !== (name ?? key)) return [key, entry];
    if (deeper.length === 0) return [key, { ...entry, optional: true }];
    return [key, entry.value.kind === 'record' ? { ...entry, value: withoutEntry(entry.value, deeper) } : entry];
  });
  const isAny = name === null && deeper.length === 0;
  return { ...record, entries: new Map(entries), open: true, ...(isAny ? { literal: null } : {}) };
}

/** A record with the entries of another one. */
export function putEntries(put: RecordValue, before: RecordValue): RecordValue {
  return {
    ...before,
    entries: new Map([...before.entries, ...withEarlier(put.entries, before)]),
    open: before.open || put.open,
    literal: before.literal ?? put.literal,
  };
}

/** A record with what `.append(name, value)` or `.set(name, value)` puts into it. */
export function appendEntry(
  tree: Tree,
  node: TSESTree.CallExpression,
  args: readonly Value[],
  before: RecordValue,
): RecordValue {
  const [, value] = args;
  const [keyNode, valueNode] = node.arguments;
  const name = keyOf(args);
  if (keyNode === undefined || valueNode === undefined || value === undefined || name === null)
    return { ...before, open: true };
  const written = {
    whole: statementOf(tree, node),
    key: toPlace(tree, keyNode),
    value: toPlace(tree, valueNode),
    kind: 'call',
    literal: null,
  } as const;
  const put = new Map([[name, { value, written }]]);
  return { ...before, entries: new Map([...before.entries, ...withEarlier(put, before)]) };
}

/** The name that is the first argument of a call; null if it is out of sight. */
export function keyOf([key]: readonly Value[]): string | null {
  return key?.kind === 'text' ? toKnown(key.text) : null;
}

/** Entries that take the place of others of a record. */
export function withEarlier(entries: ReadonlyMap<string, Entry>, { entries: before }: RecordValue): Map<string, Entry> {
  return new Map(
    [...entries].map(([name, entry]) => {
      const earlier = before.get(name);
      return [name, entry === earlier ? entry : { ...entry, written: writtenAfter(earlier, entry.written) }];
    }),
  );
}

/** The statement that can be taken out with a change; null for a part of an expression, and for all that an `if` without braces does. */
export function statementOf(tree: Tree, node: Node): Place | null {
  const statement = tree.parents.get(node);
  const around = statement?.type === 'ExpressionStatement' ? tree.parents.get(statement) : undefined;
  return statement !== undefined && around !== undefined && holdsStatements.test(around.type)
    ? toPlace(tree, statement)
    : null;
}

const holdsStatements = /^(?:Program|BlockStatement|SwitchCase|StaticBlock)$/;
