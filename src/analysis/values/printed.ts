import { walk } from '../syntax/tree.js';
import type { FunctionNode, Node } from '../syntax/tree.js';
import { toKnown } from '../../http/text.js';
import { choose, optionsOf } from '../value.js';
import type { Entry, RecordValue, Value } from '../value.js';

// What `JSON.stringify` makes of a record, and `qs.stringify` with a filter:
// https://tc39.es/ecma262/#sec-json.stringify, https://github.com/ljharb/qs#stringifying

/**
 * The record that a text of JSON is read as. What a list of names or a function lets through is known by its name there,
 * so that no edit reaches it; null for what is no record, or nobody knows.
 */
export function printJson([value, replacer]: readonly Value[]): Value | null {
  if (value === undefined || !optionsOf(value).every(isPrinted)) return null;
  if (replacer === undefined) return value;
  const printed = optionsOf(value).map((option) => (option.kind === 'record' ? filterNames(option, replacer) : option));
  return choose(printed, () => value);
}

/** Text is made of `undefined` neither. */
function isPrinted({ kind }: Value): boolean {
  return kind === 'record' || kind === 'absent';
}

/** What is printed of a record by a list of names or a function that is asked for each. */
export function filterNames(record: RecordValue, replacer: Value): RecordValue {
  if (replacer.kind === 'absent') return record;
  const asked = replacer.kind === 'function' ? namesAskedFor(replacer.node) : null;
  if (asked !== null) return asked.length === 0 ? record : letThrough(record, asked);
  const names = namesOf(replacer);
  const kept = [...record.entries].filter(([name]) => names === null || names.includes(name));
  const entries = kept.map(([name, entry]): [string, Entry] => [name, { ...entry, written: null }]);
  return { ...record, entries: new Map(entries), open: record.open || names === null, literal: null };
}

/** A function that asks for names may leave any out, and knows those by their names. */
function letThrough(record: RecordValue, asked: readonly string[]): RecordValue {
  const entries = [...record.entries].map(([name, entry]): [string, Entry] => {
    const written = asked.includes(name) ? null : entry.written;
    return [name, { ...entry, written, optional: true }];
  });
  return { ...record, entries: new Map(entries) };
}

/** The names that a list lets through; null if it is none, or not all of it is in sight. */
function namesOf(list: Value): string[] | null {
  if (list.kind !== 'list' || list.open) return null;
  const names = list.items.flatMap((item) => (item.kind === 'text' ? (toKnown(item.text) ?? []) : []));
  return names.length === list.items.length ? names : null;
}

/** What a function that gives what it gets, or nothing, compares with, `(name, value) => (name === 'token' ? undefined : value)`; null if it may make something else. */
function namesAskedFor({ body }: FunctionNode): string[] | null {
  const nodes: Node[] = [];
  walk(body, (node) => {
    nodes.push(node);
  });
  if (nodes.some(makesAnother)) return null;
  return nodes.flatMap((node) => (node.type === 'Literal' ? [String(node.value)] : []));
}

function makesAnother(node: Node): boolean {
  return (
    /^(?:Call|New|Object|Array|Assignment|Await)Expression$/.test(node.type) ||
    (node.type === 'MemberExpression' && node.computed)
  );
}
