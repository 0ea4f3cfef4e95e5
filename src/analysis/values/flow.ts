import type { Reference, Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { known, search, slice } from '../../http/text.js';
import { frameAround } from './bindings.js';
import { argumentsOf } from './calls.js';
import { decide } from './decide.js';
import { recordPutBy } from './entries.js';
import { computedNames, concatenate, evaluate, operand, spread, textual } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { queryHole, resolveText, startsWith } from './library.js';
import type { At } from './members.js';
import {
  ancestorsOf,
  contains,
  enclosingFunction,
  findDeclaration,
  isFunction,
  nameOfKey,
  toPlace,
  calleeName,
} from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { absent, choose, emptyRecord, optionsOf, toText, unknownAt } from '../value.js';
import type { Entry, Frame, RecordValue, TextValue, Value } from '../value.js';

// What happens to a variable between its definition and a use

interface Step {
  readonly node: Node;
  /** It may not have happened when the use is reached. */
  readonly conditional: boolean;
}

/** What a loop around the use counts on, or adds to, is something else each time. */
function isCounted(tree: Tree, writes: readonly Node[], use: Node, value: Value): boolean {
  return writes.some((write) => {
    const adds =
      isNumber(value) ||
      write.type === 'UpdateExpression' ||
      (write.type === 'AssignmentExpression' && write.operator !== '=');
    return adds && [...ancestorsOf(tree, write)].some((ancestor) => isLoop(ancestor) && contains(ancestor, use));
  });
}

/** A loop holds both: what is written behind the use is there in the next round. */
function shareLoop(tree: Tree, write: Node, use: Node): boolean {
  for (const ancestor of ancestorsOf(tree, write)) {
    if (isFunction(ancestor)) return false;
    if (isLoop(ancestor) && contains(ancestor, use)) return true;
  }
  return false;
}

/** A variable from outside of the function that writes to it keeps what an earlier call left in it. */
function isKeptBetweenCalls(tree: Tree, writes: readonly Node[], variable: Variable, use: Node): boolean {
  const owner = ownerOfVariable(tree, variable);
  const reader = enclosingFunction(tree, use);
  return reader !== owner && writes.some((write) => enclosingFunction(tree, write) === reader);
}

/** A value that no expression gives any more. */
function whateverWasThere(tree: Tree, use: Node, frame: Frame | null): Value {
  const { hole } = unknownAt(tree, use, frame);
  return { kind: 'unknown', hole: { ...hole, place: null } };
}

/** The function that a variable belongs to; null for one of the file. */
function ownerOfVariable(tree: Tree, variable: Variable): FunctionNode | null {
  const home = variable.defs[0]?.node as Node | undefined;
  return home === undefined ? null : isFunction(home) ? home : enclosingFunction(tree, home);
}

function isNumber(value: Value): boolean {
  return optionsOf(value).some((option) => option.kind === 'text' && option.primitive === 'number');
}

function isLoop({ type }: Node): boolean {
  return (
    type === 'ForStatement' ||
    type === 'ForOfStatement' ||
    type === 'ForInStatement' ||
    type === 'WhileStatement' ||
    type === 'DoWhileStatement'
  );
}

const knownWrites = new WeakMap<Variable, readonly Reference[]>();

/** What gives a variable another value than its first: a `var` may be declared again. */
function writesOf(variable: Variable): readonly Reference[] {
  const known = knownWrites.get(variable);
  if (known !== undefined) return known;
  const writes = variable.references.filter((reference) => reference.isWrite() && !isFirst(reference, variable.defs));
  knownWrites.set(variable, writes);
  return writes;
}

function isFirst({ init, identifier }: Reference, defs: Variable['defs']): boolean {
  return init === true && !defs.some(({ name }, index) => index > 0 && name === identifier);
}

export function followWrites(
  evaluation: Evaluation,
  tree: Tree,
  variable: Variable,
  use: Node,
  frame: Frame | null,
  initial: Value,
): Value {
  const writes = writesOf(variable);
  if (writes.length === 0) return initial;
  const nodes = writes.map((write) => assignmentOf(tree, write));
  if (isCounted(tree, nodes, use, initial)) return unknownAt(tree, use, frame);
  const steps = stepsBefore(tree, nodes, variable, use);
  if (steps === null) return mergeWrites(evaluation, tree, writes, use, frame, initial);
  const first = isKeptBetweenCalls(tree, nodes, variable, use) ? whateverWasThere(tree, use, frame) : initial;
  return decideSteps(evaluation, tree, steps, use, frame).reduce(
    (value, step) => applyWrite(evaluation, tree, step, use, frame, value),
    first,
  );
}

/** The steps that the call at hand takes: what stands under a test is decided by it, if its values are known. */
function decideSteps(
  evaluation: Evaluation,
  tree: Tree,
  steps: readonly Step[],
  use: Node,
  frame: Frame | null,
): readonly Step[] {
  return steps.flatMap((step): Step[] => {
    const taken = step.conditional ? isTaken(evaluation, tree, step.node, use, frame) : null;
    return taken === null ? [step] : taken ? [{ ...step, conditional: false }] : [];
  });
}

function isTaken(evaluation: Evaluation, tree: Tree, node: Node, use: Node, frame: Frame | null): boolean | null {
  let child = node;
  let taken: boolean | null = true;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (contains(ancestor, use) && ancestor.type !== 'SwitchStatement') break;
    if (isFunction(ancestor)) return null;
    const reached = isBranch(ancestor, child) ? isBranchTaken(evaluation, tree, ancestor, child, frame) : true;
    if (reached === false) return false;
    taken = reached === null ? null : taken;
    child = ancestor;
  }
  return taken;
}

function isBranchTaken(
  evaluation: Evaluation,
  tree: Tree,
  parent: Node,
  branch: Node,
  frame: Frame | null,
): boolean | null {
  if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') {
    const decided = decide(evaluation, tree, parent.test, frame);
    return decided === null ? null : decided === (parent.consequent === branch);
  }
  if (parent.type !== 'LogicalExpression' || parent.operator === '??') return null;
  const left = decide(evaluation, tree, parent.left, frame);
  return left === null ? null : left === (parent.operator === '&&');
}

function assignmentOf(tree: Tree, write: Reference): Node {
  const parent = tree.parents.get(write.identifier);
  if (parent?.type === 'VariableDeclarator' && parent.init !== null) return parent;
  for (const ancestor of ancestorsOf(tree, write.identifier)) {
    if (/^(?:AssignmentExpression|UpdateExpression|ForOfStatement|ForInStatement)$/.test(ancestor.type))
      return ancestor;
  }
  return write.identifier;
}

/** The steps that come before the use, in order; null if the order cannot be read off the source. */
function stepsBefore(tree: Tree, nodes: readonly Node[], variable: Variable, use: Node): Step[] | null {
  const owner = ownerOfVariable(tree, variable);
  const reader = enclosingFunction(tree, use);
  const doers = nodes.map((node) => doerOf(tree, node, owner, reader));
  if (doers.some((doer) => doer !== owner) && doers.some((doer) => doer !== reader)) return null;
  if (nodes.some((node) => node.range[0] > use.range[0] && shareLoop(tree, node, use))) return null;
  const later = reader !== owner && doers.every((doer) => doer === owner);
  return nodes
    .filter((node) => !contains(node, use) && (later || node.range[0] < use.range[0]))
    .filter((node) => later || !isElsewhere(tree, node, use))
    .map((node) => ({ node, conditional: isConditional(tree, node, use) }));
}

/** The function that does something, where callbacks that stand in its calls (`names.forEach((name) => …)`) count as its own code. */
function doerOf(tree: Tree, node: Node, ...known: readonly (FunctionNode | null)[]): FunctionNode | null {
  let doer = enclosingFunction(tree, node);
  while (doer !== null && !known.includes(doer) && isCallbackInPlace(tree, doer)) doer = enclosingFunction(tree, doer);
  return doer;
}

function isCallbackInPlace(tree: Tree, node: FunctionNode): boolean {
  const parent = tree.parents.get(node);
  return node.type !== 'FunctionDeclaration' && parent?.type === 'CallExpression' && parent.callee !== node;
}

/** The other branch of an `if` that holds the use, or a branch that is left before the use is reached. */
function isElsewhere(tree: Tree, node: Node, use: Node): boolean {
  let child = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor.type === 'IfStatement' || ancestor.type === 'ConditionalExpression') {
      if (contains(ancestor, use))
        return child !== ancestor.test && !contains(child, use) && !contains(ancestor.test, use);
      if (child !== ancestor.test && leavesBefore(tree, child, use)) return true;
    }
    if (contains(ancestor, use)) return false;
    child = ancestor;
  }
  return false;
}

/** Whether a branch ends with a jump over the use: out of the function, or out of a loop or a `try` that holds the use. */
function leavesBefore(tree: Tree, branch: Node, use: Node): boolean {
  const last = branch.type === 'BlockStatement' ? branch.body.at(-1) : branch;
  if (last?.type === 'ReturnStatement') return !isFinallyBefore(tree, last, use);
  if (last?.type !== 'ThrowStatement' && last?.type !== 'ContinueStatement' && last?.type !== 'BreakStatement')
    return false;
  const target = [...ancestorsOf(tree, last)].find((ancestor) => isFunction(ancestor) || stops(ancestor, last));
  if (target === undefined || isFunction(target)) return true;
  if (last.type === 'ContinueStatement') return false;
  return contains(target, use) && !(target.type === 'TryStatement' && !contains(target.block, use));
}

/** Whether a jump goes no further than a statement. A label may be that of a loop further out, which jumps over as much. */
function stops(statement: Node, jump: Node): boolean {
  if (jump.type === 'ThrowStatement')
    return statement.type === 'TryStatement' && contains(statement.block, jump) && statement.handler !== null;
  return isLoop(statement) || (jump.type === 'BreakStatement' && statement.type === 'SwitchStatement');
}

function isFinallyBefore(tree: Tree, node: Node, use: Node): boolean {
  return [...ancestorsOf(tree, node)].some(
    (ancestor) => ancestor.type === 'TryStatement' && ancestor.finalizer !== null && contains(ancestor.finalizer, use),
  );
}

function isConditional(tree: Tree, node: Node, use: Node): boolean {
  let child = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (contains(ancestor, use) && ancestor.type !== 'SwitchStatement') return false;
    if (isBranch(ancestor, child) || isFunction(ancestor)) return true;
    child = ancestor;
  }
  return false;
}

function isBranch(parent: Node, child: Node): boolean {
  switch (parent.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return parent.test !== child;
    case 'LogicalExpression':
      return parent.right === child;
    case 'ForStatement':
      return parent.init !== child;
    case 'ForOfStatement':
    case 'ForInStatement':
    case 'SwitchCase':
    case 'TryStatement':
    case 'CatchClause':
      return true;
    default:
      return false;
  }
}

function applyWrite(
  evaluation: Evaluation,
  tree: Tree,
  step: Step,
  use: Node,
  frame: Frame | null,
  before: Value,
): Value {
  const { node } = step;
  const otherwise = () => unknownAt(tree, use, frame);
  const after = valueAfter(evaluation, tree, node, frame, before) ?? otherwise();
  return step.conditional ? choose([before, after], otherwise) : after;
}

function valueAfter(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null, before: Value): Value | null {
  if (node.type === 'VariableDeclarator')
    return node.init === null ? null : evaluate(evaluation, tree, node.init, frame);
  if (node.type !== 'AssignmentExpression') return null;
  return applyOperator(tree, node, evaluate(evaluation, tree, node.right, frame), before, frame);
}

function applyOperator(
  tree: Tree,
  node: TSESTree.AssignmentExpression,
  right: Value,
  before: Value,
  frame: Frame | null,
): Value | null {
  if (node.operator === '+=') {
    if (isNumber(before)) return null;
    const parts = [textual(before, tree, node.left, frame), textual(right, tree, node.right, frame)];
    return concatenate(parts, () => unknownAt(tree, node, frame));
  }
  if (node.operator === '||=' || node.operator === '??=')
    return choose([before, right], () => unknownAt(tree, node, frame));
  if (node.operator !== '=') return null;
  return node.left.type === 'Identifier' ? right : null;
}

/** Writes whose order is not known: any of them may have been the last. What they add to is out of sight then. */
function mergeWrites(
  evaluation: Evaluation,
  tree: Tree,
  writes: readonly Reference[],
  use: Node,
  frame: Frame | null,
  initial: Value,
): Value {
  const otherwise = () => unknownAt(tree, use, frame);
  const nodes = writes.map((write) => assignmentOf(tree, write));
  const values = nodes.flatMap((node) => {
    const given = givenBy(node);
    return given === null ? [] : [evaluate(evaluation, tree, given, frameAround(tree, frame, node))];
  });
  return values.length < nodes.length ? otherwise() : choose([initial, ...values], otherwise);
}

/** What a write gives a variable, whatever was there before. */
function givenBy(node: Node): Node | null {
  if (node.type === 'VariableDeclarator') return node.init;
  return node.type === 'AssignmentExpression' && node.operator === '=' && node.left.type === 'Identifier'
    ? node.right
    : null;
}

/** The end of the last write before a use that replaces what was there for sure; 0 if none does. */
function replacedAt(tree: Tree, variable: Variable, use: Node): number {
  const nodes = writesOf(variable).map((write) => assignmentOf(tree, write));
  const steps = nodes.length === 0 ? null : stepsBefore(tree, nodes, variable, use);
  return steps?.findLast(({ node, conditional }) => !conditional && givenBy(node) !== null)?.node.range[1] ?? 0;
}

// What is done to a record, a list or parameters before they are used

export function followMutations(
  evaluation: Evaluation,
  tree: Tree,
  variable: Variable,
  use: Node,
  frame: Frame | null,
  value: Value,
): Value {
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
    return value.kind === 'record' ? forgetEntries(evaluation, tree, nodes, frame, value) : unknownAt(tree, use, frame);
  const kept = value.kind === 'record' && isKeptBetweenCalls(tree, nodes, variable, use);
  const first = kept ? forgetEntries(evaluation, tree, nodes, frame, value) : value;
  return decideSteps(evaluation, tree, steps, use, frame).reduce<Value>(
    (before, step) => applyMutation(evaluation, tree, step, frame, before),
    first,
  );
}

const assignedTo = new WeakMap<Variable, boolean>();

/**
 * Whether something is put into the object that a variable holds, `options.url = …`, by this file. An object that is out of
 * sight is known by nothing else, so that functions of other files need not be asked what they do to it.
 */
function isAssignedTo(tree: Tree, variable: Variable): boolean {
  const before = assignedTo.get(variable);
  if (before !== undefined) return before;
  assignedTo.set(variable, false);
  const found = variable.references.some(({ identifier }) => {
    const mutation = findMutation(tree, identifier);
    if (mutation !== null) return mutation.type === 'AssignmentExpression' && mutation.operator === '=';
    const alias = aliasOf(tree, identifier);
    return alias !== null && isAssignedTo(tree, alias);
  });
  assignedTo.set(variable, found);
  return found;
}

/** What is followed of the changes of one object: each is asked for with all before it. */
const mostMutations = 500;

function forgetAll(tree: Tree, use: Node, frame: Frame | null, value: Value): Value {
  return value.kind === 'record' ? { ...value, entries: new Map(), open: true } : unknownAt(tree, use, frame);
}

/** Where the object that a variable holds is changed: through this name, through another one, or by a function that takes it. */
function mutationsOf(evaluation: Evaluation, tree: Tree, variable: Variable): readonly Node[] {
  const before = evaluation.mutations.get(variable);
  if (before !== undefined) return before;
  evaluation.mutations.set(variable, []);
  const found = variable.references.flatMap(
    ({ identifier }) => findMutation(tree, identifier) ?? mutationsThrough(evaluation, tree, identifier),
  );
  evaluation.mutations.set(variable, found);
  return found;
}

/** What is done to the object under another name, and the call of a function of the project that changes what it is given. */
function mutationsThrough(evaluation: Evaluation, tree: Tree, identifier: Node): readonly Node[] {
  const alias = aliasOf(tree, identifier);
  if (alias !== null) return mutationsOf(evaluation, tree, alias);
  const parent = tree.parents.get(identifier);
  if (parent?.type !== 'CallExpression' || parent.callee === identifier) return [];
  return changesOfCall(evaluation, tree, parent, identifier).length > 0 ? [parent] : [];
}

/** `const other = name`. */
function aliasOf(tree: Tree, identifier: Node): Variable | null {
  const parent = tree.parents.get(identifier);
  return parent?.type === 'VariableDeclarator' && parent.init === identifier ? findDeclaration(tree, parent.id) : null;
}

interface Change {
  readonly tree: Tree;
  readonly node: Node;
}

/** What the called function of the project does to the object that it gets as `argument`. */
function changesOfCall(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression, argument: Node): Change[] {
  const index = call.arguments.findIndex((candidate) => candidate === argument);
  const { callee } = call;
  if (index < 0 || (callee.type !== 'Identifier' && callee.type !== 'MemberExpression')) return [];
  return optionsOf(evaluate(evaluation, tree, callee, null)).flatMap((option) => {
    const parameter = option.kind === 'function' ? option.node.params[index + option.bound.length] : undefined;
    const variable = parameter === undefined || option.kind !== 'function' ? null : toParameter(option.tree, parameter);
    if (variable === null || option.kind !== 'function') return [];
    return mutationsOf(evaluation, option.tree, variable).map((node) => ({ tree: option.tree, node }));
  });
}

function toParameter(tree: Tree, pattern: Node): Variable | null {
  return findDeclaration(tree, pattern.type === 'AssignmentPattern' ? pattern.left : pattern);
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
  const start: Value = { ...emptyRecord, open: true };
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
      entries.set(name, { value: unknownAt(tree, node, frame), written: null });
  }
  return { ...value, entries, open: true };
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
    if (!merging.test(calleeName(node))) return [];
    const sources = argumentsOf(evaluation, tree, node, frame).slice(1);
    return sources.flatMap((source) =>
      source.kind === 'record' && !source.open ? [...source.entries.keys()] : [...entries.keys()],
    );
  }
  const left =
    node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : null;
  const [name] = (left === null ? null : assignedPath(evaluation, tree, left, frame)) ?? [];
  return name === undefined ? [] : [name];
}

const merging = /^(?:assign|extend|merge|defaults)$/;

/** The assignment or call that changes the object that an identifier names. */
function findMutation(tree: Tree, identifier: Node): Node | null {
  const member = tree.parents.get(identifier);
  if (member?.type === 'CallExpression' && member.arguments[0] === identifier) {
    return merging.test(calleeName(member)) || isAppliedChange(member) ? member : null;
  }
  if (member?.type !== 'MemberExpression' || member.object !== identifier) return null;
  const parent = tree.parents.get(member);
  if (parent?.type === 'AssignmentExpression' && parent.left === member) return parent;
  if (parent?.type === 'UnaryExpression' && parent.operator === 'delete') return parent;
  if (parent?.type === 'UpdateExpression') return parent;
  if (parent?.type === 'MemberExpression' && parent.object === member) {
    const outer = tree.parents.get(parent);
    if (outer?.type === 'AssignmentExpression' && outer.left === parent) return outer;
    if (
      outer?.type === 'CallExpression' &&
      outer.callee === parent &&
      nameOfKey(member.property, false) === 'searchParams'
    )
      return outer;
  }
  if (parent?.type !== 'CallExpression' || parent.callee !== member) return null;
  return changing.test(calleeName(parent)) ? parent : null;
}

/** `Array.prototype.push.apply(parts, more)`, `[].push.call(parts, part)`. */
function isAppliedChange({ callee }: TSESTree.CallExpression): boolean {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'MemberExpression') return false;
  const { object } = callee;
  return (
    /^(?:apply|call)$/.test(nameOfKey(callee.property, callee.computed) ?? '') &&
    changing.test(nameOfKey(object.property, object.computed) ?? '')
  );
}

const changing = /^(?:append|set|delete|push|pop|shift|unshift|splice|reverse|sort|fill|copyWithin)$/;

function applyMutation(evaluation: Evaluation, tree: Tree, step: Step, frame: Frame | null, before: Value): Value {
  const { node, conditional } = step;
  if (before.kind === 'text') return applyUrlMutation(evaluation, tree, node, frame, before);
  if (node.type === 'CallExpression') return applyMutatingCall(evaluation, tree, node, conditional, frame, before);
  if (before.kind === 'list') return unknownAt(tree, node, frame);
  if (before.kind !== 'record') return before;
  if (node.type === 'UpdateExpression') return forgetEntries(evaluation, tree, [node], frame, before);
  if (node.type !== 'AssignmentExpression') return { ...before, open: true };
  const path = assignedPath(evaluation, tree, node.left, frame);
  if (path === null) return { ...before, open: true };
  if (node.operator !== '=') return growEntry(evaluation, tree, step, frame, before);
  const value = evaluate(evaluation, tree, node.right, frame);
  return setEntry(before, path, toEntry(tree, node, value), conditional);
}

/** `options.url += '/…'`. What grows in any other way is out of sight. */
function growEntry(evaluation: Evaluation, tree: Tree, step: Step, frame: Frame | null, before: RecordValue): Value {
  const { node, conditional } = step;
  const [name, ...deeper] =
    node.type === 'AssignmentExpression' ? (assignedPath(evaluation, tree, node.left, frame) ?? []) : [];
  const entry = name === undefined || deeper.length > 0 ? undefined : before.entries.get(name);
  const isText = entry?.value.kind === 'text' && entry.value.primitive === 'string';
  if (node.type !== 'AssignmentExpression' || node.operator !== '+=' || !isText)
    return forgetEntries(evaluation, tree, [node], frame, before);
  const right = operand(evaluation, tree, node.right, frame);
  const grown = concatenate([entry.value, right], () => unknownAt(tree, node, frame));
  return setEntry(before, [name ?? ''], { value: grown, written: null }, conditional);
}

function forgetChanged(evaluation: Evaluation, changes: readonly Change[], frame: Frame | null, before: Value): Value {
  const [first] = changes;
  if (first === undefined || before.kind !== 'record')
    return first === undefined ? before : unknownAt(first.tree, first.node, frame);
  return changes.reduce((value, { tree, node }) => forgetEntries(evaluation, tree, [node], frame, value), before);
}

function toEntry(tree: Tree, node: TSESTree.AssignmentExpression, value: Value): Entry {
  const statement = tree.parents.get(node);
  const key = node.left.type === 'MemberExpression' ? node.left.property : node.left;
  const whole = toPlace(tree, statement?.type === 'ExpressionStatement' ? statement : node);
  return {
    value,
    written: { whole, key: toPlace(tree, key), value: toPlace(tree, node.right), kind: 'assignment', literal: null },
  };
}

function assignedPath(evaluation: Evaluation, tree: Tree, left: Node, frame: Frame | null): string[] | null {
  if (left.type === 'Identifier') return [];
  if (left.type !== 'MemberExpression') return null;
  const before = assignedPath(evaluation, tree, left.object, frame);
  const names = left.computed
    ? computedNames(evaluation, tree, left.property, frame)
    : [nameOfKey(left.property, false)];
  const [name] = names;
  return before === null || names.length !== 1 || name === null || name === undefined ? null : [...before, name];
}

function setEntry(record: RecordValue, path: readonly string[], entry: Entry, conditional: boolean): RecordValue {
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
    entries.set(name, { value, written: entry.written });
  }
  return { ...record, entries };
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
  if (before.kind !== 'record') return before;
  if (name === 'append' || name === 'set') {
    const put = recordPutBy(evaluation, tree, node, frame);
    return put === null ? appendEntry(tree, node, args, before) : putEntries(put, before);
  }
  if (name === 'delete' || name === 'push') return { ...before, open: true };
  const entries = new Map(before.entries);
  const known = args.slice(1).every((argument) => spread(argument, entries));
  return { ...before, entries, open: before.open || !known };
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

function putEntries(put: RecordValue, before: RecordValue): RecordValue {
  return {
    ...before,
    entries: new Map([...before.entries, ...put.entries]),
    open: before.open || put.open,
    literal: before.literal ?? put.literal,
  };
}

/** `url.searchParams.append(name, value)` and `url.search = …` of a URL object. */
function applyUrlMutation(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
  frame: Frame | null,
  before: TextValue,
): Value {
  const sign = search(before.text, /\?/) === null ? '?' : '&';
  const at = { tree, node, frame };
  if (node.type === 'CallExpression') {
    const record =
      recordPutBy(evaluation, tree, node, frame) ??
      appendEntry(tree, node, argumentsOf(evaluation, tree, node, frame), emptyRecord);
    return { ...before, text: [...before.text, ...known(sign), queryHole({ ...record, query: true }, at)] };
  }
  const part =
    node.type === 'AssignmentExpression' ? assignedPath(evaluation, tree, node.left, frame)?.join('.') : null;
  if (part === 'hash' || part === 'username' || part === 'password') return before;
  if (node.type === 'AssignmentExpression' && part === 'pathname')
    return setPathname(evaluation, { tree, node, frame }, node, before);
  if (node.type !== 'AssignmentExpression' || node.operator !== '=' || part !== 'search')
    return unknownAt(tree, node, frame);
  const value = evaluate(evaluation, tree, node.right, frame);
  const text =
    value.kind === 'record' ? [queryHole({ ...value, query: true }, at)] : toText(value, tree, node.right, frame);
  return { ...before, text: [...before.text, ...known(sign), ...(startsWith(text, '?') ? slice(text, 1) : text)] };
}

/** What is set as a pathname holds no query, whatever is put into it: the query is taken for out of sight. */
function setPathname(
  evaluation: Evaluation,
  at: At,
  { operator, right }: TSESTree.AssignmentExpression,
  { text, ...before }: TextValue,
): Value {
  const value = textual(evaluate(evaluation, at.tree, right, at.frame), at.tree, right, at.frame);
  const kept = operator === '=' ? resolveText(text, known('/')) : text;
  const grown = operator === '=' || operator === '+=';
  if (!grown || value.kind !== 'text' || search(text, /\?/) !== null) return unknownAt(at.tree, at.node, at.frame);
  const path = operator === '=' && startsWith(value.text, '/') ? slice(value.text, 1) : value.text;
  const rest = queryHole({ ...emptyRecord, open: true, query: true }, at);
  return { ...before, text: [...kept, ...path, ...known('?'), rest] };
}

/** A record with what `.append(name, value)` or `.set(name, value)` puts into it. */
export function appendEntry(
  tree: Tree,
  node: TSESTree.CallExpression,
  args: readonly Value[],
  before: RecordValue,
): RecordValue {
  const [key, value] = args;
  const [keyNode, valueNode] = node.arguments;
  const name = key?.kind === 'text' ? key.text.map((piece) => (piece.kind === 'known' ? piece.text : null)) : [null];
  if (keyNode === undefined || valueNode === undefined || value === undefined || name.includes(null))
    return { ...before, open: true };
  const statement = tree.parents.get(node);
  const whole = toPlace(tree, statement?.type === 'ExpressionStatement' ? statement : node);
  const written = {
    whole,
    key: toPlace(tree, keyNode),
    value: toPlace(tree, valueNode),
    kind: 'call',
    literal: null,
  } as const;
  return { ...before, entries: new Map(before.entries).set(name.join(''), { value, written }) };
}
