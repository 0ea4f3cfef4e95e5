import type { TSESTree } from '@typescript-eslint/types';
import { renewBudget, shareBudget } from '../budget.js';
import { isAmongMembers } from './class-tables.js';
import { createMemo, evaluate, namesOfKey, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { withFilled } from './filled-fields.js';
import { calleeName, findVariable, isFunction, isLoopVariable, nameOfKey, rightOf } from '../syntax/tree.js';
import type { MemberWriteNode, Node, Tree } from '../syntax/tree.js';
import { absent, choose, optionsOf, unknownAt } from '../value.js';
import type { Entry, ListValue, RecordValue, UnknownValue, Value } from '../value.js';

/**
 * A write to a member of an object that is not followed where the object is read: of a class's instance or of the class
 * from outside, of a record of another file, of a record or list that a method keeps on `this`.
 */
export interface MemberWrite {
  readonly tree: Tree;
  readonly node: MemberWriteNode | TSESTree.CallExpression;
  /** What a member is that nobody knows what was written to. */
  readonly unknown: UnknownValue;
}

/**
 * Writes by the node that makes the object (a class, a record's or a list's literal) and the member's name; null stands
 * for whichever member.
 */
export type MemberWrites = ReadonlyMap<Node, ReadonlyMap<string | null, readonly MemberWrite[]>>;

/**
 * A member's value with what is written to it from outside of the object's own code: which write was the last is not
 * known, and what counts on the value before is out of sight.
 *
 * @param home what makes the object: its class, or the record's literal
 */
export function withWrites(evaluation: Evaluation, home: Node, name: string, value: Value | null): Value | null {
  const all = writesOf(evaluation).get(home);
  const writes = all?.get(name) ?? [];
  const [first] = writes;
  if (first === undefined) {
    // What a record may be given by any name is put in as it is made.
    const any = home.type === 'ObjectExpression' ? undefined : all?.get(null)?.[0];
    return any === undefined || value === null ? value : withFilled(value, any.unknown);
  }
  const written = writes.flatMap((write) => writtenBy(evaluation, write, name));
  if (written.length < writes.length) return first.unknown;
  return choose(value === null ? written : [value, ...written], () => first.unknown);
}

/** What a write puts into a member; nothing where it counts on what was there, or is out of sight. */
function writtenBy(evaluation: Evaluation, { tree, node }: MemberWrite, name: string): Value[] {
  const right = rightOf(node);
  if (right !== null) return [evaluate(evaluation, tree, right, null)];
  if (node.type !== 'CallExpression') return [];
  const entry = node.arguments
    .slice(1)
    .map((source) => evaluate(evaluation, tree, source, null))
    .map((source) => (source.kind === 'record' && !source.open ? source.entries.get(name) : undefined))
    .findLast((given) => given !== undefined);
  return entry === undefined || entry.optional === true ? [] : [entry.value];
}

/** A record as its literal makes it, with what is written to its entries elsewhere: any of it may have happened, or not. */
export function withWrittenEntries(evaluation: Evaluation, record: RecordValue): RecordValue {
  const writes = record.home === null ? undefined : writesOf(evaluation).get(record.home.node);
  if (record.home === null || writes === undefined) return record;
  const entries = new Map(record.entries);
  for (const name of writes.keys()) {
    if (name === null) continue;
    const before = entries.get(name)?.value ?? absent;
    const after = withWrites(evaluation, record.home.node, name, before) ?? before;
    const options = before.kind === 'absent' ? [absent, ...optionsOf(after)] : optionsOf(after);
    entries.set(name, { value: options.length > 1 ? { kind: 'choice', options } : after, written: null });
  }
  const [any] = writes.get(null) ?? [];
  return any === undefined
    ? { ...record, entries }
    : { ...record, open: true, entries: new Map([...entries].map(([name, entry]) => [name, mayDiffer(entry, any)])) };
}

function mayDiffer(entry: Entry, { unknown }: MemberWrite): Entry {
  if (entry.value.kind === 'function') return entry;
  return { ...entry, overridable: true, value: choose([entry.value, unknown], () => unknown) };
}

/** A list as its literal makes it, unless code elsewhere changes it. */
export function withWrittenItems(evaluation: Evaluation, home: Node, list: ListValue): ListValue {
  return writesOf(evaluation).has(home) ? { ...list, open: true } : list;
}

function writesOf(evaluation: Evaluation): MemberWrites {
  if (evaluation.writes.known !== null) return evaluation.writes.known;
  // What is read while the writes are collected must not be remembered: it does not know of them yet.
  const blank: Evaluation = {
    ...evaluation,
    memo: createMemo(),
    framed: new WeakMap(),
    active: new Map(),
    entered: new Map(),
    cuts: [],
    turns: [],
    turn: 0,
    open: { all: new WeakMap(), told: new WeakMap() },
    callees: { all: new WeakMap(), told: new WeakMap() },
    clientless: { all: new WeakSet(), told: new WeakSet() },
    mutations: new WeakMap(),
    budget: shareBudget(evaluation.budget),
    writes: { known: new Map() },
  };
  const writes = new Map<Node, Map<string | null, MemberWrite[]>>();
  for (const file of evaluation.project.files) {
    const tree = openTree(evaluation, file);
    if (tree === null) continue;
    for (const node of tree.memberWrites) collect(blank, tree, node, writes);
    for (const node of tree.calls) if (node.type === 'CallExpression') collectCall(blank, tree, node, writes);
  }
  evaluation.writes.known = writes;
  return writes;
}

type Collected = Map<Node, Map<string | null, MemberWrite[]>>;

function collect(evaluation: Evaluation, tree: Tree, node: MemberWriteNode, writes: Collected): void {
  const left = node.type === 'AssignmentExpression' ? node.left : node.argument;
  if (left.type !== 'MemberExpression') return;
  renewBudget(evaluation, tree);
  for (const option of optionsOf(evaluate(evaluation, tree, left.object, null))) {
    if (option.kind === 'instance' && isAmongMembers(option.of, node)) continue;
    const home = homeOf(evaluation, option, tree, left.object);
    if (home === null) continue;
    const isMethod = node.type === 'AssignmentExpression' && isFunction(node.right);
    for (const name of namesOfKey(evaluation, tree, left.property, left.computed, null))
      if (name !== null || option.kind === 'record' || !isMethod) add(writes, home, name, tree, node);
  }
}

const assigning = /^(?:assign|extend|merge|defaults)$/;
const changing = /^(?:add|set|delete|clear|push|pop|shift|unshift|splice|reverse|sort|fill|copyWithin)$/;

/** What `URLSearchParams` and forms have; the names that others have too are no entries of theirs. */
const setting = /^(?:append|set|delete)$/;

function isConstruction({ type }: Node): boolean {
  return type === 'NewExpression';
}

/** `Object.assign(this.options, …)`, `Object.assign(new Api(), …)`, `this.parts.push(…)`, `this.query.append(…)`. */
function collectCall(evaluation: Evaluation, tree: Tree, node: TSESTree.CallExpression, writes: Collected): void {
  const { callee } = node;
  const name = calleeName(node);
  const [target, ...sources] = node.arguments;
  if (assigning.test(name) && target !== undefined) {
    const homes = filledHomes(evaluation, tree, target);
    const keys = homes.length === 0 ? [] : keysOf(evaluation, tree, sources);
    for (const home of homes) for (const key of keys) add(writes, home, key, tree, node);
  }
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return;
  if (changing.test(name) && !isFollowedList(evaluation, tree, callee.object))
    for (const home of homesOf(evaluation, tree, callee.object, 'list')) add(writes, home, null, tree, node);
  if (setting.test(name) && target !== undefined)
    for (const home of homesOf(evaluation, tree, callee.object, 'record').filter(isConstruction))
      for (const key of namesOfKey(evaluation, tree, target, true, null)) add(writes, home, key, tree, node);
}

/** What makes the object whose members an `assign` writes: a record in a member, an instance or a class, and no prototype. */
function filledHomes(evaluation: Evaluation, tree: Tree, target: Node): Node[] {
  if (target.type === 'MemberExpression') {
    if (nameOfKey(target.property, target.computed) === 'prototype') return [];
    return [...homesOf(evaluation, tree, target, 'record'), ...homesOf(evaluation, tree, target, 'instance')];
  }
  if (!/^(?:Identifier|NewExpression|CallExpression)$/.test(target.type)) return [];
  renewBudget(evaluation, tree);
  return optionsOf(evaluate(evaluation, tree, target, null)).flatMap((option) => {
    if (option.kind === 'class') return [option.node];
    return option.kind === 'instance' ? (homeOf(evaluation, option, tree, target) ?? []) : [];
  });
}

function homesOf(evaluation: Evaluation, tree: Tree, object: Node, kind: 'record' | 'list' | 'instance'): Node[] {
  renewBudget(evaluation, tree);
  return optionsOf(evaluate(evaluation, tree, object, null))
    .filter((option) => option.kind === kind)
    .flatMap((option) => homeOf(evaluation, option, tree, object) ?? []);
}

/** The names that the sources of an assignment have, without methods; null stands for those that nobody sees. */
function keysOf(evaluation: Evaluation, tree: Tree, sources: readonly Node[]): Set<string | null> {
  const values = sources.map((source) => evaluate(evaluation, tree, source, null));
  return new Set(
    values.flatMap((value) =>
      value.kind === 'record' && !value.open
        ? [...value.entries].flatMap(([name, entry]) => (entry.value.kind === 'function' ? [] : [name]))
        : [null],
    ),
  );
}

function add(writes: Collected, home: Node, name: string | null, tree: Tree, node: MemberWrite['node']): void {
  const byName = writes.get(home) ?? new Map<string | null, MemberWrite[]>();
  const write: MemberWrite = { tree, node, unknown: unknownAt(tree, node, null) };
  writes.set(home, byName.set(name, [...(byName.get(name) ?? []), write]));
}

/** What makes the object, if this write is not among those that are followed where the object is read. */
function homeOf(evaluation: Evaluation, value: Value, tree: Tree, object: Node): Node | null {
  if (value.kind === 'record') {
    const { home } = value;
    return home === null || (home.tree === tree && isFollowed(evaluation, tree, object)) ? null : home.node;
  }
  if (value.kind === 'list')
    return value.home === undefined || isFollowedList(evaluation, tree, object) ? null : value.home;
  if (value.kind === 'instance') return isSelf(tree, object) ? null : value.of.node;
  return value.kind === 'class' && value.tree !== tree ? value.node : null;
}

/** Changes of what a variable holds are followed where it is read, unless it holds what something else holds too. */
function isFollowed(evaluation: Evaluation, tree: Tree, object: Node): boolean {
  if (object.type === 'MemberExpression')
    return (
      isFollowed(evaluation, tree, object.object) && evaluate(evaluation, tree, object.object, null).kind !== 'list'
    );
  if (object.type !== 'Identifier') return object.type !== 'ThisExpression';
  const definition = findVariable(tree, object)?.defs[0]?.node as Node | undefined;
  return (
    definition?.type !== 'VariableDeclarator' ||
    (definition.id.type === 'Identifier' && !isLoopVariable(tree, definition))
  );
}

function isFollowedList(evaluation: Evaluation, tree: Tree, object: Node): boolean {
  return object.type !== 'MemberExpression' && isFollowed(evaluation, tree, object);
}

/** `this`, or `self` of `var self = this`. */
function isSelf(tree: Tree, node: Node): boolean {
  if (node.type === 'ThisExpression') return true;
  const definition = node.type === 'Identifier' ? (findVariable(tree, node)?.defs[0]?.node as Node | undefined) : null;
  return definition?.type === 'VariableDeclarator' && definition.init?.type === 'ThisExpression';
}
