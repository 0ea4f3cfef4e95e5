import { toKnown } from '../../http/text.js';
import type { Place } from '../../http/text.js';
import { isGivenTo, isPresence } from './entries.js';
import { itemsOf } from './lists.js';
import { contains } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';
import type { At } from './members.js';
import { emptyRecord, unknownAt } from '../value.js';
import type { Entry, ListValue, RecordValue, Value } from '../value.js';

// Records of some of the entries that another one, or a list of pairs, has

/**
 * `Object.fromEntries(pairs)`; null unless all keys are in sight. Pairs of a list that was sifted may not be there.
 *
 * @param at the call that they are given to: those that are written in it are nobody else's
 */
export function recordOfPairs(list: Value | undefined, at: At | null): RecordValue | null {
  const items = list === undefined ? null : itemsOf(list);
  if (list?.kind !== 'list' || items === null) return null;
  const entries = new Map<string, Entry>();
  for (const item of items) {
    const [key, value] = item.kind === 'list' ? item.items : [];
    const name = key?.kind === 'text' ? toKnown(key.text) : null;
    if (name === null || value === undefined) return null;
    const written = isWrittenAt(list, at) && !entries.has(name) ? placeOfPair(item) : null;
    entries.set(name, { value, written, ...(list.open ? { optional: true } : {}) });
  }
  return { ...emptyRecord, entries };
}

function isWrittenAt({ home, place, open }: ListValue, at: At | null): boolean {
  return !open && at !== null && place?.file === at.tree.file && home !== undefined && contains(at.node, home);
}

/** Of `['ref', branch]`; null if the pair is made otherwise. */
function placeOfPair(pair: Value): Entry['written'] {
  if (pair.kind !== 'list' || pair.place === null || pair.home?.type !== 'ArrayExpression') return null;
  const [key, value, ...others] = pair.home.elements;
  if (key?.type !== 'Literal' || value == null || value.type === 'SpreadElement' || others.length > 0) return null;
  const toPlace = ({ range: [start, end] }: Node): Place => ({ file, start, end });
  const { file } = pair.place;
  return { whole: null, key: toPlace(key), value: toPlace(value), kind: 'call', literal: null };
}

/** `_.pickBy(record, predicate)`; null if the record is out of sight. */
export function pickBy(record: Value | undefined, predicate: Value | undefined): RecordValue | null {
  return predicate !== undefined && isPresenceTest(predicate) ? asItIs(record) : sift(record, predicate);
}

/** `_.omitBy(record, predicate)`; null if the record is out of sight. */
export function omitBy(record: Value | undefined, predicate: Value | undefined): RecordValue | null {
  return predicate?.kind === 'external' && /^is(?:Nil|Undefined|Null)$/.test(predicate.path.at(-1) ?? '')
    ? asItIs(record)
    : sift(record, predicate);
}

/** `(value) => value !== undefined`, `([, value]) => value != null`: what is not there is not sent anyway. */
export function isPresenceTest(predicate: Value): boolean {
  if (predicate.kind !== 'function') return false;
  const { node, tree } = predicate;
  return isPresence(node.body, (asked) => isGivenTo(tree, node, asked, null));
}

function asItIs(record: Value | undefined): RecordValue | null {
  return record?.kind === 'record' ? { ...record, literal: null, home: null } : null;
}

/** A predicate may leave any entry out, and one that is given the name too may know it by that. */
function sift(record: Value | undefined, predicate: Value | undefined): RecordValue | null {
  if (record?.kind !== 'record') return null;
  const knowsNames = predicate?.kind === 'function' && predicate.node.params.length !== 1;
  const entries = [...record.entries].map(([name, entry]): [string, Entry] => [
    name,
    { ...entry, written: knowsNames ? null : entry.written, optional: true },
  ]);
  return { ...record, entries: new Map(entries), literal: null, home: null };
}

/** `_.pick(record, ['page', 'per_page'])`, of a record in sight or not; null if the names are out of sight. */
export function pick([record, ...named]: readonly Value[], { tree, node, frame }: At): RecordValue | null {
  const names = namesOf(named);
  if (names === null || record === undefined) return null;
  const known = record.kind === 'record' ? record : null;
  const entries = names.flatMap((name): [string, Entry][] => {
    const entry = known?.entries.get(name);
    if (entry !== undefined) return [[name, { ...entry, written: null }]];
    return known?.open === false
      ? []
      : [[name, { value: unknownAt(tree, node, frame), written: null, optional: true }]];
  });
  return { ...emptyRecord, entries: new Map(entries) };
}

/** `_.omit(record, 'token')`; null if the record or the names are out of sight. */
export function omit([record, ...named]: readonly Value[]): RecordValue | null {
  const names = namesOf(named);
  if (names === null || record?.kind !== 'record') return null;
  const entries = [...record.entries].filter(([name]) => !names.includes(name));
  return { ...record, entries: new Map(entries), literal: null, home: null };
}

/** Names one by one or in lists; null if one is out of sight. */
function namesOf(values: readonly Value[]): string[] | null {
  const names = values
    .flatMap((value) => itemsOf(value) ?? [value])
    .map((each) => (each.kind === 'text' ? toKnown(each.text) : null));
  return names.includes(null) ? null : names.flatMap((name) => name ?? []);
}
