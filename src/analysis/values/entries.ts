import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, calleeName, findVariable, isFunction, nameOfKey, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { Frame, RecordValue } from '../value.js';

/** A loop over the names of an object, and perhaps its values. */
export interface EntryLoop {
  readonly object: Node;
  readonly name: Node;
  /** Null where the values are read by their names. */
  readonly value: Node | null;
}

/**
 * The record whose entries a loop puts elsewhere one by one: `for (const [name, value] of Object.entries(record))
 * params.set(name, value)`, `Object.keys(record).forEach((name) => params.append(name, record[name]))`. Null if a call
 * is no such thing, or the record is not in sight.
 */
export function recordPutBy(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  frame: Frame | null,
): RecordValue | null {
  const loop = findLoop(tree, call);
  if (loop === null || !putsEntry(tree, call, loop)) return null;
  const record = evaluate(evaluation, tree, loop.object, frame);
  return record.kind === 'record' ? record : null;
}

/** The loop whose every round makes the call. What stands under a test of its own is not put in every round. */
function findLoop(tree: Tree, call: Node): EntryLoop | null {
  let child = call;
  for (const ancestor of ancestorsOf(tree, call)) {
    if (ancestor.type === 'ForOfStatement' || ancestor.type === 'ForInStatement') return toLoop(ancestor);
    if (isFunction(ancestor)) return toCallbackLoop(tree, ancestor);
    const isPassed =
      ancestor.type === 'BlockStatement' ||
      ancestor.type === 'ExpressionStatement' ||
      (ancestor.type === 'IfStatement' && ancestor.consequent === child && isPresence(ancestor.test));
    if (!isPassed) return null;
    child = ancestor;
  }
  return null;
}

/** `value !== undefined`, `value != null`: what is not there is not sent anyway. */
export function isPresence(test: Node): boolean {
  if (test.type !== 'BinaryExpression' || !/^!==?$/.test(test.operator)) return false;
  const right = unwrap(test.right);
  return (
    (right.type === 'Literal' && right.value === null) || (right.type === 'Identifier' && right.name === 'undefined')
  );
}

/** Whether a test of what is there takes `null` for it: `value !== undefined`. */
export function keepsWhatIsNull(test: Node): boolean {
  return test.type === 'BinaryExpression' && test.operator === '!==' && unwrap(test.right).type === 'Identifier';
}

function toLoop(loop: TSESTree.ForOfStatement | TSESTree.ForInStatement): EntryLoop | null {
  const left = loop.left.type === 'VariableDeclaration' ? loop.left.declarations[0].id : undefined;
  if (left === undefined) return null;
  return loop.type === 'ForInStatement'
    ? { object: loop.right, name: left, value: null }
    : toEntryLoop(loop.right, left);
}

function toCallbackLoop(tree: Tree, callback: Node): EntryLoop | null {
  const call = tree.parents.get(callback);
  const [pattern] = isFunction(callback) ? callback.params : [];
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression' || pattern === undefined) return null;
  return nameOfKey(call.callee.property, call.callee.computed) === 'forEach'
    ? toEntryLoop(call.callee.object, pattern)
    : null;
}

/** `Object.entries(object)` with `[name, value]`, or `Object.keys(object)` with `name`. */
export function toEntryLoop(list: Node, pattern: Node): EntryLoop | null {
  const call = unwrap(list);
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
  const [object] = call.arguments;
  if (object === undefined || call.callee.object.type !== 'Identifier' || call.callee.object.name !== 'Object')
    return null;
  if (calleeName(call) === 'keys' && pattern.type === 'Identifier') return { object, name: pattern, value: null };
  const [name, value] = pattern.type === 'ArrayPattern' ? pattern.elements : [];
  return calleeName(call) === 'entries' && name != null && value != null ? { object, name, value } : null;
}

function putsEntry(tree: Tree, { arguments: [name, value] }: TSESTree.CallExpression, loop: EntryLoop): boolean {
  return name !== undefined && value !== undefined && isEntry(tree, name, value, loop);
}

/** Whether two expressions in a round are the name that is at hand and its value. */
export function isEntry(tree: Tree, name: Node, value: Node, loop: EntryLoop): boolean {
  if (!isSame(tree, name, loop.name)) return false;
  const put = withoutString(value);
  if (loop.value !== null) return isSame(tree, put, loop.value);
  return (
    put.type === 'MemberExpression' && isSame(tree, put.property, loop.name) && isSame(tree, put.object, loop.object)
  );
}

function withoutString(node: Node): Node {
  const inner = unwrap(node);
  const [only] = inner.type === 'CallExpression' && calleeName(inner) === 'String' ? inner.arguments : [];
  return only ?? inner;
}

function isSame(tree: Tree, one: Node, other: Node): boolean {
  const [use, definition] = [unwrap(one), unwrap(other)];
  if (use.type !== 'Identifier' || definition.type !== 'Identifier' || use.name !== definition.name) return false;
  return (findVariable(tree, use) ?? null) !== null;
}
