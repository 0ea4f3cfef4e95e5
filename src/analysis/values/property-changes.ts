import type { TSESTree } from '@typescript-eslint/types';
import { toKnown } from '../../http/text.js';
import { calleeName, toPlace } from '../syntax/tree.js';
import type { Tree } from '../syntax/tree.js';
import { unknownAt } from '../value.js';
import type { Entry, Frame, RecordValue, Value } from '../value.js';
import { setEntry, statementOf, withoutEntry } from './entry-changes.js';

// Functions that change the properties of their first argument

/** The property that a call changes by its name; null if that is not in sight, is a path of names, or there are several. */
export function propertyChangedBy(call: TSESTree.CallExpression, [, key]: readonly Value[]): string | null {
  if (!/^(?:set|unset|update|defineProperty|deleteProperty)$/.test(calleeName(call))) return null;
  const name = key?.kind === 'text' ? toKnown(key.text) : null;
  return name !== null && /^[\w$]+$/.test(name) ? name : null;
}

/** The record after `Reflect.set(record, name, value)`, `_.unset(record, name)` and the like. */
export function applyPropertyChange(
  tree: Tree,
  call: TSESTree.CallExpression,
  conditional: boolean,
  frame: Frame | null,
  args: readonly Value[],
  before: RecordValue,
): RecordValue {
  const name = propertyChangedBy(call, args);
  const [, key, value] = call.arguments;
  const [, , given] = args;
  if (/^(?:unset|deleteProperty)$/.test(calleeName(call))) return withoutEntry(before, [name]);
  if (name === null || key === undefined || value === undefined || given === undefined || calleeName(call) !== 'set')
    return forgetEntries(tree, call, frame, name, before);
  const written: Entry['written'] = {
    whole: statementOf(tree, call),
    key: toPlace(tree, key),
    value: toPlace(tree, value),
    kind: 'call',
    literal: null,
  };
  return setEntry(before, [name], { value: given, written }, conditional);
}

/** An entry may be anything, or all may that are there if its name is not in sight. */
function forgetEntries(
  tree: Tree,
  call: TSESTree.CallExpression,
  frame: Frame | null,
  name: string | null,
  before: RecordValue,
): RecordValue {
  const names = name === null ? [...before.entries.keys()] : [name];
  const entries = new Map(before.entries);
  for (const each of names) entries.set(each, { value: unknownAt(tree, call, frame), written: null, optional: true });
  return { ...before, entries, open: true };
}
