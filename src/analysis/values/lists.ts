import type { TSESTree } from '@typescript-eslint/types';
import { known, split as splitText, toKnown } from '../../http/text.js';
import { argumentsOf, callFunction } from './calls.js';
import { callLibrary } from './library.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import type { At } from './members.js';
import { isGivenTo, isPresence, keepsWhatIsNull } from './entries.js';
import { calleeName, isFunction } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';
import { concatenate, textual } from './texts.js';
import { choose, optionsOf, toOrigin, unknownAt } from '../value.js';
import type { ExternalValue, ListValue, Origin, TextValue, UnknownValue, Value } from '../value.js';
import { mayBeNothing } from './presence.js';
import { withWrittenItems } from './writes.js';

/** The items of a list, if all that it may hold is among them; null if it may hold something else. */
export function itemsOf(value: Value): readonly Value[] | null {
  return value.kind === 'list' && (!value.open || value.among === true) ? value.items : null;
}

/** A list of which only that is known that nothing else than these items is in it. */
export function listAmong(items: readonly Value[]): ListValue {
  return { kind: 'list', items, open: true, among: true, place: null };
}

export function listOf(items: readonly Value[]): ListValue {
  return { kind: 'list', items, open: false, place: null };
}

/** What a list may hold, with something unknown where that is not all in sight. */
export function partsOf(value: Value, unknown: () => Value): readonly Value[] {
  return itemsOf(value) ?? (value.kind === 'list' ? [...value.items, unknown()] : [unknown()]);
}

/** One of a list's elements, whichever it is; null if not all that the list may hold is in sight. */
export function elementOf(value: Value, otherwise: () => Value): Value | null {
  const items = itemsOf(value);
  return items === null || items.length === 0 ? null : choose(items, otherwise);
}

/** One of a list's elements, if any is in sight; others may be in it that are not. */
export function knownElement(list: Value, otherwise: () => Value): Value | null {
  if (list.kind !== 'list' || list.items.every(({ kind }) => kind === 'unknown')) return null;
  const element = elementOf(list, otherwise);
  return element ?? choose([...list.items, otherwise()], otherwise);
}

type ListMethod = (
  evaluation: Evaluation,
  list: ListValue,
  items: readonly Value[],
  node: TSESTree.CallExpression,
  at: At,
) => Value | null;

/** A call of a list's method; null if nothing is known of what it gives. */
export function callListMethod(
  evaluation: Evaluation,
  list: ListValue,
  name: string,
  node: TSESTree.CallExpression,
  at: At,
): Value | null {
  const items = itemsOf(list);
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (name === 'join') return joinList(evaluation, list, node, at);
  return items === null || method === undefined ? null : method(evaluation, list, items, node, at);
}

const some: ListMethod = (_, list, items) => ({ ...list, ...listAmong(items) });
const element: ListMethod = (_, list, _items, node, at) => elementOf(list, () => unknownAt(at.tree, node, at.frame));

const methods: Readonly<Record<string, ListMethod | undefined>> = {
  concat: (evaluation, list, items, node, at) => {
    const added = argumentsOf(evaluation, at.tree, node, at.frame).flatMap((value) => itemsOf(value) ?? [value]);
    return { ...list, items: [...items, ...added] };
  },
  filter: (evaluation, list, items, node, at) => {
    const [test] = node.arguments;
    const whole = node.callee.type === 'MemberExpression' ? node.callee.object : null;
    const isPresent = isFunction(test)
      ? isPresence(test.body, (asked) => isGivenTo(at.tree, test, asked, whole))
      : test?.type === 'Identifier' && test.name === 'Boolean';
    return isPresent && test !== undefined
      ? withoutNothing(evaluation, list, test, at)
      : some(evaluation, list, items, node, at);
  },
  slice: (evaluation, list, items, node, at) =>
    node.arguments.length === 0 ? list : some(evaluation, list, items, node, at),
  sort: some,
  toSorted: some,
  reverse: some,
  toReversed: some,
  values: (_, list, items, node, at) => (list.pairs === true ? listAmong(memberOfEach(items, 1, node, at)) : list),
  keys: (_, list, items, node, at) => (list.pairs === true ? listAmong(memberOfEach(items, 0, node, at)) : null),
  get: (evaluation, list, items, node, at) => {
    const [key] = argumentsOf(evaluation, at.tree, node, at.frame);
    const values = list.pairs === true ? memberOfEach(underKey(items, key), 1, node, at) : [];
    return values.length === 0 ? null : choose(values, () => unknownAt(at.tree, node, at.frame));
  },
  entries: (_, list, items) => {
    const pairs = items.map((item, index) => listOf([numberOf(index), item]));
    return list.pairs === true ? list : list.open ? null : listOf(pairs);
  },
  map: (evaluation, list, items, node, at) => {
    const mapped = mapItems(evaluation, items, node, at);
    return mapped === null ? null : list.open ? listAmong(mapped) : listOf(mapped);
  },
  flatMap: (evaluation, list, items, node, at) => {
    const mapped = mapItems(evaluation, items, node, at)?.map((item) => itemsOf(item)) ?? [null];
    const flat = mapped.flatMap((each) => each ?? []);
    return mapped.includes(null) ? null : list.open ? listAmong(flat) : listOf(flat);
  },
  reduce: reduceList,
  at: element,
  find: element,
  findLast: element,
};

/** A list without those of its items that are sure to be nothing, where that is what it is sifted for: an argument that no call gives. */
function withoutNothing(evaluation: Evaluation, list: ListValue, test: Node, at: At): ListValue {
  const keepsNull = isFunction(test) && keepsWhatIsNull(test.body);
  const items = list.items.filter((item) => item.kind !== 'absent' || (keepsNull && item.isNull === true));
  const isCut = items.every((item, index) => item === list.items[index]);
  if (isCut) return { ...list, items };
  // What may be nothing is told by the place where it stands in the literal.
  const isSure = !list.items.some((_, index) => mayElementBeNothing(evaluation, list, index, at));
  return isSure ? { kind: 'list', items, open: list.open, place: list.place } : list;
}

/** The pairs that may have a key: of one in sight those that have it, if any do. */
function underKey(pairs: readonly Value[], key: Value | undefined): readonly Value[] {
  const wanted = key === undefined ? null : toKey(key);
  const found = pairs.filter((pair) => {
    const own = itemsOf(pair)?.[0];
    return own === undefined || [null, wanted].includes(toKey(own));
  });
  return wanted === null || !found.some((pair) => toKey(itemsOf(pair)?.[0]) === wanted) ? pairs : found;
}

function toKey(value: Value | undefined): string | null {
  return value?.kind === 'text' ? toKnown(value.text) : null;
}

/** Of pairs all the keys, or all the values. */
function memberOfEach(items: readonly Value[], index: 0 | 1, node: Node, at: At): Value[] {
  return items.map((item) => itemsOf(item)?.[index] ?? unknownAt(at.tree, node, at.frame));
}

function numberOf(index: number): Value {
  return { kind: 'text', primitive: 'number', text: known(String(index)) };
}

/** Of so many items each is looked at by itself. */
export const mostMapped = 12;

/** What a function of the project makes of each item. */
function mapItems(
  evaluation: Evaluation,
  items: readonly Value[],
  node: TSESTree.CallExpression,
  at: At,
): Value[] | null {
  const [callback] = node.arguments;
  if (callback === undefined || items.length > mostMapped) return null;
  const value = evaluate(evaluation, at.tree, callback, at.frame);
  if (value.kind === 'external') return mapByLibrary(evaluation, items, value, at);
  if (value.kind !== 'function' || value.node.async) return null;
  return items.map((item, index) => callFunction(evaluation, value, [item, numberOf(index)], at));
}

/**
 * What a function of the program makes of each element of a list that nobody sees, if that is an address or holds one:
 * ``ids.map((id) => `/projects/${id}`)``. Null if it makes anything else.
 */
export function mapUnseen(
  evaluation: Evaluation,
  list: UnknownValue,
  node: TSESTree.CallExpression,
  at: At,
): Value | null {
  const [callback] = node.arguments;
  if (calleeName(node) !== 'map' || callback === undefined) return null;
  const mapped = mapItems(evaluation, [unknownAt(at.tree, callback, at.frame, parametersOf(list))], node, at);
  const options = mapped?.flatMap(optionsOf) ?? [];
  if (options.length === 0 || !options.every(holdsAddress)) return null;
  const made: ListValue = { ...listAmong(options), home: node };
  // What a method puts into a list that an instance keeps is none of these.
  return withWrittenItems(evaluation, node, made) === made ? made : null;
}

function holdsAddress(value: Value): boolean {
  if (value.kind === 'text') return value.text.some((piece) => piece.kind === 'known' && piece.text.includes('/'));
  return value.kind === 'record' && [...value.entries.values()].some((entry) => holdsAddress(entry.value));
}

/** `parts.map(String)`, `parts.map(encodeURIComponent)`. */
function mapByLibrary(evaluation: Evaluation, items: readonly Value[], value: ExternalValue, at: At): Value[] | null {
  const mapped = items.flatMap((item) => callLibrary(evaluation, value, [item], at) ?? []);
  return mapped.length < items.length ? null : mapped;
}

/** What a function of the project makes of a list whose items are all in sight, one after the other. */
function reduceList(
  evaluation: Evaluation,
  list: ListValue,
  items: readonly Value[],
  node: TSESTree.CallExpression,
  at: At,
): Value | null {
  const [callback, initial] = argumentsOf(evaluation, at.tree, node, at.frame);
  const [first, ...others] = items;
  if (list.open || items.length > mostMapped || callback?.kind !== 'function' || callback.node.async) return null;
  const start = initial ?? first;
  const rest = initial === undefined ? others : items;
  const skipped = items.length - rest.length;
  return rest.reduce<Value | null>(
    (before, item, index) =>
      before === null ? null : callFunction(evaluation, callback, [before, item, numberOf(index + skipped)], at),
    start ?? null,
  );
}

function joinList(evaluation: Evaluation, object: ListValue, node: TSESTree.CallExpression, at: At): Value | null {
  const [given] = argumentsOf(evaluation, at.tree, node, at.frame);
  const separator = given === undefined ? ',' : given.kind === 'text' ? toKnown(given.text) : null;
  if (object.open) return unknownAt(at.tree, node, at.frame, object.items.flatMap(parametersOf));
  if (separator === null) return null;
  const parts = object.items.flatMap((item, index): Value[] => {
    const value = textual(item, at.tree, node, at.frame);
    const part = index === 0 ? [value] : [toWord(separator), value];
    if (!mayElementBeNothing(evaluation, object, index, at)) return part;
    const otherwise = (): UnknownValue => unknownAt(at.tree, node, at.frame);
    return [choose([concatenate(part, otherwise), toWord('')], otherwise)];
  });
  return concatenate(parts, () => unknownAt(at.tree, node, at.frame));
}

function toWord(text: string): TextValue {
  return { kind: 'text', primitive: 'string', text: known(text) };
}

/** `['per_page=1', on && 'owned=true']`: what nothing is given for is sifted out of a list before it is joined, or is empty. */
function mayElementBeNothing(evaluation: Evaluation, { home, place }: ListValue, index: number, at: At): boolean {
  if (home?.type !== 'ArrayExpression' || place?.file !== at.tree.file) return false;
  const element = home.elements[index];
  if (element == null || home.elements.some((each) => each?.type === 'SpreadElement')) return false;
  return mayBeNothing(evaluation, at.tree, element, at.frame);
}

function parametersOf(value: Value): Origin['parameters'] {
  return value.kind === 'unknown' ? (toOrigin(value.hole)?.parameters ?? []) : [];
}

/** `'owned,starred'.split(',')`. What stands in a part cannot be edited: the separator may not stand in it. */
export function splitInto(object: TextValue, separator: Value | undefined): Value | null {
  const by = separator?.kind === 'text' ? toKnown(separator.text) : null;
  if (by?.length !== 1 || toKnown(object.text) === null) return null;
  const { parts } = splitText(object.text, by);
  const items = parts.map((part): TextValue => {
    const text = part.map((piece) =>
      piece.kind === 'known' && piece.source !== null
        ? { ...piece, source: { ...piece.source, verbatim: false } }
        : piece,
    );
    return { ...object, text };
  });
  return listOf(items);
}

/** What `Object.keys`, `Object.values` and `Object.entries` list; null if a record may hold more than is in sight. */
export function listRecord(value: Value | undefined, toItem: (name: Value, value: Value) => Value): Value | null {
  if (value?.kind !== 'record' || value.open || value.query) return null;
  const items = [...value.entries].map(([name, entry]) =>
    toItem({ kind: 'text', primitive: 'string', text: known(name) }, entry.value),
  );
  return listOf(items);
}

/** `Array.from(list)`, `Array.from(list, (item) => …)`. */
export function listFrom(evaluation: Evaluation, [list, map]: readonly Value[], at: At): Value | null {
  const items = list === undefined ? null : itemsOf(list);
  if (items === null || map === undefined) return items === null ? null : (list ?? null);
  if (map.kind !== 'function' || map.node.async || items.length > mostMapped) return null;
  return listAmong(items.map((item, index) => callFunction(evaluation, map, [item, numberOf(index)], at)));
}

/** A `Set`, or a `Map` of pairs, made of a list in sight. */
export function collect(list: Value | undefined, kind: 'set' | 'map'): Value | null {
  const items = list === undefined ? null : itemsOf(list);
  if (list?.kind !== 'list' || items === null || items.length === 0) return null;
  const among = { ...list, ...listAmong(items) };
  return kind === 'map' ? { ...among, pairs: true } : among;
}
