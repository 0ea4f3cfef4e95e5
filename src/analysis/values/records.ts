import type { TSESTree } from '@typescript-eslint/types';
import { nameOfKey, toPlace } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { asProperties } from './fields.js';
import { namespaceMadeBy, readCompiledNamespace } from './namespaces.js';
import { mayBeNothing, replacing, sometimes } from './presence.js';
import { toOptions } from './url-objects.js';
import { absent, literalsOf, relocate, withUnknowns } from '../value.js';
import type { Entry, EntryPlace, Frame, LiteralPlace, RecordValue, Value } from '../value.js';
import { withWrittenEntries, withWrittenItems } from './writes.js';
import type { Evaluation } from '../evaluate.js';
import { evaluate, namesOfKey } from '../evaluate.js';

// Records and lists

export function readRecord(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.ObjectExpression,
  frame: Frame | null,
): RecordValue {
  const namespace = namespaceMadeBy(tree, node);
  if (namespace !== null) return readCompiledNamespace(evaluation, tree, namespace, frame);
  const last = node.properties.at(-1);
  const literal = { place: toPlace(tree, node), last: last === undefined ? null : toPlace(tree, last) };
  const entries = new Map<string, Entry>();
  const unread: Value[] = [];
  const whole: LiteralPlace[] = [];
  let open = false;
  for (const property of node.properties) {
    const value =
      property.type === 'SpreadElement'
        ? asProperties(evaluation, evaluate(evaluation, tree, property.argument, frame))
        : null;
    const known =
      property.type === 'SpreadElement'
        ? value !== null && spreadExpression(evaluation, tree, property.argument, frame, value, entries)
        : readProperty(evaluation, tree, property, frame, literal, entries);
    if (property.type === 'SpreadElement' && !mayBeNothing(evaluation, tree, property.argument, frame))
      whole.push(...literalsOf(value));
    if (known) continue;
    if (value !== null) unread.push(value);
    open = true;
    for (const [name, entry] of entries) entries.set(name, { ...entry, overridable: true });
  }
  const record: RecordValue = {
    kind: 'record',
    entries,
    open,
    literal: whole.length === 0 ? literal : { ...literal, spread: whole },
    query: false,
    home: { tree, node, frame },
  };
  return withWrittenEntries(evaluation, withUnknowns(record, unread));
}

/** Puts in what an expression gives, or gives under a condition, `on && { owned }`; false if it may hold more than that. */
export function spreadExpression(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
  frame: Frame | null,
  value: Value,
  entries: Map<string, Entry>,
): boolean {
  if (!mayBeNothing(evaluation, tree, node, frame)) return spread(value, entries);
  const own = new Map<string, Entry>();
  const known = spread(value, own);
  for (const [name, entry] of own) entries.set(name, sometimes(entries.get(name), entry));
  return known;
}

/** What only some of the alternatives hold may be absent, and what they hold differently is a choice. */
function spreadChoice(options: readonly Value[], entries: Map<string, Entry>): boolean {
  const alternatives = options.map((option) => {
    const own = new Map<string, Entry>();
    return { own, known: spread(option, own) };
  });
  for (const name of new Set(alternatives.flatMap(({ own }) => [...own.keys()]))) {
    const given = alternatives.map(({ own }) => own.get(name) ?? entries.get(name));
    const [first] = new Set(given.flatMap((entry) => (entry === undefined ? [] : [entry])));
    const values = given.map((entry) => entry?.value ?? absent);
    const written = given.filter((entry) => entry !== undefined).length === 1 ? (first?.written ?? null) : null;
    const isOptional = given.some((entry) => entry?.optional === true);
    entries.set(name, {
      value: { kind: 'choice', options: values },
      written,
      ...(isOptional ? { optional: true } : {}),
    });
  }
  return alternatives.every(({ known }) => known);
}

/** Puts a value's entries in; false if it may hold more than those. */
export function spread(value: Value, entries: Map<string, Entry>): boolean {
  if (value.kind === 'absent') return true;
  if (value.kind === 'choice') return spreadChoice(value.options, entries);
  const record = value.kind === 'text' ? toOptions(value) : value;
  if (record?.kind !== 'record') return false;
  for (const [name, entry] of record.entries) entries.set(name, replacing(entries.get(name), entry));
  return !record.open;
}

function readProperty(
  evaluation: Evaluation,
  tree: Tree,
  property: TSESTree.Property,
  frame: Frame | null,
  literal: RecordValue['literal'],
  entries: Map<string, Entry>,
): boolean {
  const names = namesOfKey(evaluation, tree, property.key, property.computed, frame);
  const [name] = names;
  if (names.length !== 1 || name === null || name === undefined) return false;
  if (property.kind === 'set' && entries.has(name)) return true;
  const isMethod = property.method || property.kind !== 'init';
  // What stands beside a name that is computed may stand for another one too.
  const isShared = property.computed && nameOfKey(property.key, true) === null;
  const kind: EntryPlace['kind'] = property.shorthand ? 'shorthand' : isMethod ? 'method' : 'property';
  const written: EntryPlace = {
    whole: isShared ? null : toPlace(tree, property),
    key: toPlace(tree, property.key),
    value: property.shorthand || isMethod || isShared ? null : toPlace(tree, property.value),
    kind: property.computed ? 'method' : kind,
    literal,
  };
  const value = evaluate(evaluation, tree, property.value, frame);
  const local = value.kind === 'unknown' ? { ...value, hole: relocate(value.hole, tree, property.value) } : value;
  const entry: Entry = {
    value: local,
    written,
    ...(property.kind === 'get' ? { getter: true } : {}),
    ...(mayBeNothing(evaluation, tree, property.value, frame) ? { optional: true } : {}),
  };
  entries.set(name, replacing(entries.get(name), entry));
  return true;
}

export function readList(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.ArrayExpression,
  frame: Frame | null,
): Value {
  const items: Value[] = [];
  let open = false;
  for (const element of node.elements) {
    if (element === null) items.push(absent);
    else if (element.type !== 'SpreadElement') items.push(evaluate(evaluation, tree, element, frame));
    else {
      const value = evaluate(evaluation, tree, element.argument, frame);
      if (value.kind === 'list' && !value.open) items.push(...value.items);
      else open = true;
      if (value.kind === 'unknown') items.push(value);
    }
  }
  return withWrittenItems(evaluation, node, { kind: 'list', items, open, place: toPlace(tree, node), home: node });
}
