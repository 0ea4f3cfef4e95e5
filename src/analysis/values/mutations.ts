import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { frameAround } from './bindings.js';
import { argumentsOf } from './calls.js';
import { recordPutBy } from './entries.js';
import { evaluate, namesOfKey } from '../evaluate.js';
import { concatenate, operand } from './texts.js';
import {
  appendEntry,
  assignedPath,
  keyOf,
  putEntries,
  setEntry,
  statementOf,
  withEarlier,
  withoutEntry,
} from './entry-changes.js';
import { mayBeNothing, mayHaveHappened } from './presence.js';
import { spread, spreadExpression } from './records.js';
import type { Evaluation } from '../evaluate.js';
import { nameOfKey, toPlace, calleeName } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { absent, choose, emptyRecord, nullValue, optionsOf, unknownAt, unknownsIn, withUnknowns } from '../value.js';
import type { Entry, Frame, RecordValue, Value } from '../value.js';
import { roundsOf } from './rounds.js';
import type { Rounds, Use } from './rounds.js';
import type { Step } from './steps.js';
import { isKeptBetweenCalls, replacedAt } from './flow.js';
import { applyPropertyChange, propertyChangedBy } from './property-changes.js';
import { decideSteps, stepsBefore } from './steps.js';
import { applyUrlMutation } from './url-mutations.js';
import { pathOf } from './members.js';
import { addressIn, isUrlPart, toOptions } from './url-objects.js';
import { isAssignedTo, isPropertyChange, mutationsOf, changesOfCall, handing, merging } from './mutation-places.js';
import type { Change } from './mutation-places.js';

// What is done to a record, a list or parameters before they are used

export function followMutations(
  evaluation: Evaluation,
  tree: Tree,
  variable: Variable,
  use: Node,
  frame: Frame | null,
  value: Value,
): Value {
  if (value.kind === 'choice' && !value.options.some(({ kind }) => kind === 'unknown')) {
    const options = value.options.map((option) => followMutations(evaluation, tree, variable, use, frame, option));
    return choose(options, () => unknownAt(tree, use, frame));
  }
  if (value.kind !== 'record' && value.kind !== 'list' && value.kind !== 'text' && value.kind !== 'unknown')
    return value;
  if (value.kind === 'unknown' && !isAssignedTo(tree, variable)) return value;
  const all = mutationsOf(evaluation, tree, variable);
  const replaced = all.length === 0 ? 0 : replacedAt(tree, variable, use);
  const nodes = all.filter(({ range }) => range[0] >= replaced);
  if (nodes.length === 0) return value;
  if (nodes.length > mostMutations) return forgetAll(tree, use, frame, value);
  const steps = stepsBefore(tree, nodes, variable, use);
  if (value.kind === 'unknown') return fillUnknown(evaluation, tree, steps ?? [], frame, value);
  if (steps === null)
    return value.kind === 'record' ? mergeEntries(evaluation, tree, nodes, frame, value) : unknownAt(tree, use, frame);
  const kept = value.kind === 'record' && isKeptBetweenCalls(tree, nodes, variable, use);
  const first = kept ? forgetEntries(evaluation, tree, nodes, frame, value) : value;
  return applyMutations(
    { evaluation, tree, variable, use, frame },
    decideSteps(evaluation, tree, steps, use, frame),
    first,
  );
}

/** Where a loop is over a list in sight, as `for (const name of ['owned', 'page']) params[name] = given[name]`, round by round. */
function applyMutations(at: Use, steps: readonly Step[], before: Value): Value {
  const { evaluation, tree, frame } = at;
  let value = before;
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index];
    const rounds = step?.conditional === true ? roundsOf(at, steps.slice(index), null) : null;
    if (rounds !== null) {
      value = applyRounds(at, rounds, value);
      index += rounds.steps.length - 1;
    } else if (step !== undefined) value = applyMutation(evaluation, tree, step, frame, value);
  }
  return value;
}

function applyRounds({ evaluation, tree }: Use, { frames, steps, conditional }: Rounds, before: Value): Value {
  return frames
    .flatMap((frame) =>
      steps.map(({ node, ...step }) => ({ frame, node, conditional: conditional || step.conditional })),
    )
    .reduce<Value>((value, { frame, ...step }) => applyMutation(evaluation, tree, step, frame, value), before);
}

/** What is followed of the changes of one object: each is asked for with all before it. */
const mostMutations = 500;

function forgetAll(tree: Tree, use: Node, frame: Frame | null, value: Value): Value {
  return value.kind === 'record' ? { ...value, entries: new Map(), open: true } : unknownAt(tree, use, frame);
}

/** An object that only a caller knows, with what is put into it here. */
function fillUnknown(
  evaluation: Evaluation,
  tree: Tree,
  steps: readonly Step[],
  frame: Frame | null,
  value: Value,
): Value {
  const assigned = steps.filter(({ node }) => node.type === 'AssignmentExpression' && node.operator === '=');
  const start: Value = { ...emptyRecord, open: true, from: unknownsIn(value) };
  return assigned.length === 0
    ? value
    : assigned.reduce<Value>((before, step) => applyMutation(evaluation, tree, step, frame, before), start);
}

/** What is written to at a time that nobody knows may be anything. */
function forgetEntries(
  evaluation: Evaluation,
  tree: Tree,
  nodes: readonly Node[],
  frame: Frame | null,
  value: RecordValue,
): RecordValue {
  const entries = new Map(value.entries);
  for (const node of nodes) {
    for (const name of changedNames(evaluation, tree, node, frame, value))
      entries.set(name, {
        value: unknownAt(tree, node, frame),
        written: null,
        ...keptAbsence(value.entries.get(name)),
      });
  }
  const opened: RecordValue = { ...value, entries, open: true };
  return nodes.reduce<RecordValue>(
    (record, node) => openWritten(evaluation, tree, writtenBy(node), frame, record),
    opened,
  );
}

/** `state.form[name] = value`: a record holds more than is in sight where something is put into it under a name that nobody knows. */
function openWritten(
  evaluation: Evaluation,
  tree: Tree,
  left: Node,
  frame: Frame | null,
  record: RecordValue,
): RecordValue {
  const names = writtenNames(evaluation, tree, left, frame);
  const at = names.indexOf(null);
  return at === -1 ? record : openAt(record, names.slice(0, at), at < names.length - 1);
}

/** The names behind a variable, `form` and null of `state.form[name]`. */
function writtenNames(evaluation: Evaluation, tree: Tree, left: Node, frame: Frame | null): (string | null)[] {
  if (left.type !== 'MemberExpression') return [];
  const names = namesOfKey(evaluation, tree, left.property, left.computed, frame);
  const [name = null] = names.length === 1 ? names : [];
  return [...writtenNames(evaluation, tree, left.object, frame), name];
}

/** @param deeper whether it was one of the records in it that something was put into */
function openAt(record: RecordValue, [name, ...rest]: readonly (string | null)[], deeper: boolean): RecordValue {
  if (name === undefined && !deeper) return { ...record, open: true };
  const open = ({ value, ...entry }: Entry): Entry => ({
    ...entry,
    value:
      value.kind === 'record' ? openAt(value, name === undefined ? [] : rest, name !== undefined && deeper) : value,
  });
  const entries = [...record.entries].map(
    ([key, entry]) => [key, name === undefined || name === key ? open(entry) : entry] as const,
  );
  return { ...record, entries: new Map(entries), open: true };
}

/** What may be put where nothing was may not be put there either. */
function keptAbsence(before: Entry | undefined): Pick<Entry, 'optional'> {
  return before === undefined || before.optional === true ? { optional: true } : {};
}

/** Writes to entries whose order is not known: any of them may have been the last, or none. */
function mergeEntries(
  evaluation: Evaluation,
  tree: Tree,
  nodes: readonly Node[],
  frame: Frame | null,
  value: RecordValue,
): RecordValue {
  const given = nodes.map((node) => ({ node, put: putBy(evaluation, tree, node, frame) }));
  const others = given.filter(({ put }) => put === null).map(({ node }) => node);
  const start = others.length === 0 ? value : forgetEntries(evaluation, tree, others, frame, value);
  const entries = new Map(start.entries);
  for (const { node, put } of given) {
    if (put === null) continue;
    const after = evaluate(evaluation, tree, put.value, frameAround(tree, frame, node));
    entries.set(put.name, { value: either(entries.get(put.name)?.value ?? absent, after), written: null });
  }
  return { ...start, entries };
}

/** What was there may be there still; a `null` stands where something is to come. */
function either(before: Value, after: Value): Value {
  const kept = before === nullValue ? [] : optionsOf(before);
  const options = [...new Set([...kept, ...optionsOf(after)])];
  const [only] = options;
  return only !== undefined && options.length === 1 ? only : { kind: 'choice', options };
}

/** The entry that `record.name = value` sets; null for any other change. */
function putBy(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
  frame: Frame | null,
): { readonly name: string; readonly value: Node } | null {
  if (node.type !== 'AssignmentExpression' || node.operator !== '=') return null;
  const [name, ...deeper] = assignedPath(evaluation, tree, node.left, frame) ?? [];
  return name === undefined || deeper.length > 0 ? null : { name, value: node.right };
}

/** The entries that a change may give another value: all that there are, if it does not say which. */
function changedNames(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
  frame: Frame | null,
  { entries }: RecordValue,
): Iterable<string> {
  if (node.type === 'CallExpression') {
    const changed = isPropertyChange(node)
      ? propertyChangedBy(node, argumentsOf(evaluation, tree, node, frame))
      : undefined;
    if (changed !== undefined) return changed === null ? entries.keys() : [changed];
    if (!merging.test(calleeName(node))) return [];
    const sources = argumentsOf(evaluation, tree, node, frame).slice(1);
    return sources.flatMap((source) =>
      source.kind === 'record' && !source.open ? [...source.entries.keys()] : [...entries.keys()],
    );
  }
  const [name] = assignedPath(evaluation, tree, writtenBy(node), frame) ?? [];
  return name === undefined ? [] : [name];
}

/** The member that an assignment, `body.page++` or a pattern writes to. */
function writtenBy(node: Node): Node {
  if (node.type === 'AssignmentExpression') return node.left;
  return node.type === 'UpdateExpression' ? node.argument : node;
}

function applyMutation(evaluation: Evaluation, tree: Tree, step: Step, frame: Frame | null, before: Value): Value {
  const { node, conditional } = step;
  if (before.kind === 'text') {
    const options = addsOption(evaluation, tree, node, frame) ? toOptions(before) : null;
    return options === null
      ? applyUrlMutation(evaluation, tree, step, frame, before)
      : applyMutation(evaluation, tree, step, frame, options);
  }
  if (node.type === 'CallExpression') return applyMutatingCall(evaluation, tree, node, conditional, frame, before);
  if (before.kind === 'list') return unknownAt(tree, node, frame);
  if (before.kind !== 'record') return before;
  if (node.type === 'UpdateExpression' || node.type === 'MemberExpression')
    return forgetEntries(evaluation, tree, [node], frame, before);
  if (node.type === 'UnaryExpression')
    return withoutEntry(before, assignedPath(evaluation, tree, node.argument, frame) ?? [null]);
  if (node.type !== 'AssignmentExpression') return { ...before, open: true };
  const path = assignedPath(evaluation, tree, node.left, frame);
  if (path === null) return openWritten(evaluation, tree, node.left, frame, { ...before, open: true });
  const address = isUrlPart(path[0] ?? '') ? addressIn(before) : null;
  if (address !== null && path.join('.') !== 'path') return unknownAt(tree, node, frame);
  if (node.operator !== '=')
    return growEntry(evaluation, tree, step, frame, address === null ? before : withPathOf(address, before));
  const value = evaluate(evaluation, tree, node.right, frame);
  const isOptional = mayBeNothing(evaluation, tree, node.right, frame);
  const entry = toEntry(tree, node, value);
  return setEntry(before, path, isOptional ? { ...entry, optional: true } : entry, conditional);
}

/** `options.method = 'PUT'`, `Object.assign(options, more)`: what is put into an object of a URL's parts and is none of them. */
function addsOption(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null): boolean {
  if (node.type === 'CallExpression') return merging.test(calleeName(node));
  if (node.type !== 'AssignmentExpression') return false;
  const [name] = assignedPath(evaluation, tree, node.left, frame) ?? [];
  return name !== undefined && (name === 'path' || !isUrlPart(name));
}

/** An object of a URL's parts as a record that has its path as an entry, unless something else was put there. */
function withPathOf(address: Value, record: RecordValue): RecordValue {
  const path = address.kind === 'text' ? pathOf(address) : null;
  if (path === null || record.entries.has('path')) return record;
  return { ...record, entries: new Map([...record.entries, ['path', { value: path, written: null }]]) };
}

/** `options.url += '/…'`. What grows in any other way is out of sight. */
function growEntry(evaluation: Evaluation, tree: Tree, step: Step, frame: Frame | null, before: RecordValue): Value {
  const { node, conditional } = step;
  const [name, ...deeper] =
    node.type === 'AssignmentExpression' ? (assignedPath(evaluation, tree, node.left, frame) ?? []) : [];
  const entry = name === undefined || deeper.length > 0 ? undefined : before.entries.get(name);
  if (node.type !== 'AssignmentExpression' || node.operator !== '+=' || entry === undefined || !isString(entry.value))
    return forgetEntries(evaluation, tree, [node], frame, before);
  const right = operand(evaluation, tree, node.right, frame);
  const grown = concatenate([entry.value, right], () => unknownAt(tree, node, frame));
  return setEntry(before, [name ?? ''], { value: grown, written: null }, conditional);
}

function isString(value: Value): boolean {
  return optionsOf(value).every((option) => option.kind === 'text' && option.primitive === 'string');
}

function forgetChanged(evaluation: Evaluation, changes: readonly Change[], frame: Frame | null, before: Value): Value {
  const [first] = changes;
  if (first === undefined || before.kind !== 'record')
    return first === undefined ? before : unknownAt(first.tree, first.node, frame);
  return changes.reduce((value, { tree, node }) => forgetEntries(evaluation, tree, [node], frame, value), before);
}

function toEntry(tree: Tree, node: TSESTree.AssignmentExpression, value: Value): Entry {
  const { left, right } = node;
  const key = toPlace(tree, left.type === 'MemberExpression' ? left.property : left);
  // A name that is computed may be another in the next round.
  return left.type === 'MemberExpression' && nameOfKey(left.property, left.computed) === null
    ? { value, written: { whole: null, key, value: null, kind: 'method', literal: null } }
    : {
        value,
        written: {
          whole: statementOf(tree, node),
          key,
          value: toPlace(tree, right),
          kind: 'assignment',
          literal: null,
        },
      };
}

function applyMutatingCall(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.CallExpression,
  conditional: boolean,
  frame: Frame | null,
  before: Value,
): Value {
  const changes = node.arguments.flatMap((argument) => changesOfCall(evaluation, tree, node, argument));
  if (changes.length > 0) return forgetChanged(evaluation, changes, frame, before);
  const args = argumentsOf(evaluation, tree, node, frame);
  const name = calleeName(node);
  if (before.kind === 'list') {
    if (name !== 'push') return unknownAt(tree, node, frame);
    const isOpen = conditional || hasUnreadSpread(evaluation, tree, node, frame);
    return isOpen ? { ...before, open: true } : { ...before, items: [...before.items, ...args] };
  }
  if (before.kind !== 'record' || name === 'add') return before;
  if (isPropertyChange(node)) return applyPropertyChange(tree, node, conditional, frame, args, before);
  if (handing.test(name)) return { ...before, open: true };
  const key = changedEntry(evaluation, tree, node, frame, before);
  const inner = key === null ? undefined : before.entries.get(key);
  if (key !== null) {
    if (inner?.value.kind !== 'record') return before;
    const value = putByCall(evaluation, tree, { node, conditional }, frame, args, inner.value);
    return { ...before, entries: new Map([...before.entries, [key, { ...inner, value }]]) };
  }
  return putByCall(evaluation, tree, { node, conditional }, frame, args, before);
}

/** A record behind what a call puts into it: `query.set(name, value)`, `Object.assign(params, more)`. */
function putByCall(
  evaluation: Evaluation,
  tree: Tree,
  { node, conditional }: { readonly node: TSESTree.CallExpression; readonly conditional: boolean },
  frame: Frame | null,
  args: readonly Value[],
  before: RecordValue,
): RecordValue {
  const name = calleeName(node);
  if (name === 'append' || name === 'set') {
    const put = recordPutBy(evaluation, tree, node, frame);
    const after = put === null ? appendEntry(tree, node, args, before) : putEntries(put, before);
    return conditional && put === null ? mayHaveHappened(before, after) : after;
  }
  if (name === 'delete') return withoutEntry(before, [keyOf(args)]);
  if (name === 'push') return { ...before, open: true };
  const entries = new Map(before.entries);
  const known = spreadArguments(evaluation, tree, node, frame, args.slice(1), entries);
  const after = { ...before, entries: withEarlier(entries, before), open: before.open || !known };
  return withUnknowns(conditional ? mayHaveHappened(before, after) : after, args.slice(1));
}

/** The entry of a record that something is put into, `body` of `init.body.append(…)`; null if it is the record itself. */
function changedEntry(
  evaluation: Evaluation,
  tree: Tree,
  { callee }: TSESTree.CallExpression,
  frame: Frame | null,
  { query, entries }: RecordValue,
): string | null {
  const [name] = callee.type === 'MemberExpression' ? (assignedPath(evaluation, tree, callee.object, frame) ?? []) : [];
  // A variable may hold what is put into, of a record that has it.
  return name ?? (!query && entries.has('searchParams') ? 'searchParams' : null);
}

/** `Object.assign(params, on && { owned })`: the sources of a call, as they are written or, behind a spread, as far as they are known. */
function spreadArguments(
  evaluation: Evaluation,
  tree: Tree,
  { arguments: [, ...nodes] }: TSESTree.CallExpression,
  frame: Frame | null,
  values: readonly Value[],
  entries: Map<string, Entry>,
): boolean {
  const known = values.map((value, index) => {
    const node = nodes[index];
    return node === undefined || nodes.some(({ type }) => type === 'SpreadElement')
      ? spread(value, entries)
      : spreadExpression(evaluation, tree, node, frame, value, entries);
  });
  return !known.includes(false);
}

/** Whether more values may be given than are in sight. */
function hasUnreadSpread(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.CallExpression,
  frame: Frame | null,
): boolean {
  return node.arguments.some((argument) => {
    if (argument.type !== 'SpreadElement') return false;
    const list = evaluate(evaluation, tree, argument.argument, frame);
    return list.kind !== 'list' || list.open;
  });
}
