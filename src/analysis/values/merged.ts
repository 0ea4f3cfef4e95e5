import { emptyRecord, withUnknowns } from '../value.js';
import type { Entry, RecordValue, Value } from '../value.js';
import { replacing } from './presence.js';
import { spread } from './records.js';

// One record of several

/** @param deep records of the same name become one too, as `_.merge` and `$.extend(true, …)` have it */
export function mergeRecords(args: readonly Value[], deep = false): Value | null {
  const entries = new Map<string, Entry>();
  const known = args.map((argument) => {
    const own = new Map<string, Entry>();
    const isKnown = spread(argument, deep ? own : entries);
    if (deep) putDeep(own, entries);
    if (!isKnown) for (const [name, entry] of entries) entries.set(name, { ...entry, overridable: true });
    return isKnown;
  });
  if (entries.size === 0 && known.includes(false)) return null;
  const literal = args
    .map((argument) => (argument.kind === 'record' ? argument.literal : null))
    .findLast((place) => place !== null);
  const merged: RecordValue = { ...emptyRecord, entries, open: known.includes(false), literal: literal ?? null };
  return withUnknowns(merged, args);
}

function putDeep(own: ReadonlyMap<string, Entry>, entries: Map<string, Entry>): void {
  for (const [name, entry] of own) {
    const before = entries.get(name);
    const value = before === undefined ? entry.value : mergeValues(before.value, entry.value);
    entries.set(name, replacing(before, { ...entry, value }));
  }
}

function mergeValues(before: Value, after: Value): Value {
  if (before.kind !== 'record' || after.kind !== 'record') return after;
  const entries = new Map(before.entries);
  putDeep(after.entries, entries);
  const merged = { ...after, entries, open: before.open || after.open, literal: after.literal ?? before.literal };
  return withUnknowns(merged, [before]);
}
