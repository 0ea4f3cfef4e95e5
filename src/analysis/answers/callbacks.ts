import type { TSESTree } from '@typescript-eslint/types';
import { isEmpty } from './made.js';
import { isTested } from '../syntax/tested.js';
import { ancestorsOf, calleeName, isFunction, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// Callbacks that go elsewhere too, and what replaces one that is missing, by how it is written

/** `done = done || noop`, `if (!done) done = () => {}`: another one takes the place of what was not given, or stands for it. */
export function isReplacement(tree: Tree, written: Node): boolean {
  const assignment = tree.parents.get(written);
  if (assignment?.type !== 'AssignmentExpression' || assignment.left !== written) return false;
  const isPut = /^(?:=|\|\|=|\?\?=)$/.test(assignment.operator) && isFunctionOrName(assignment.right);
  return isPut || isReset(tree, written);
}

/** `done = options; options = {};`, `done = body, body = null`: what stands behind is about no function any more. */
export function isReset(tree: Tree, written: Node): boolean {
  const assignment = tree.parents.get(written);
  if (assignment?.type !== 'AssignmentExpression' || assignment.operator !== '=') return false;
  const { right } = assignment;
  return right.type === 'ObjectExpression' || (isEmpty(right) && isMovedBefore(tree, assignment));
}

/** Whether what stands right before an assignment puts what its name holds into another one. */
function isMovedBefore(tree: Tree, assignment: TSESTree.AssignmentExpression): boolean {
  const parent = tree.parents.get(assignment);
  const [own, around] =
    parent?.type === 'ExpressionStatement' ? [parent, tree.parents.get(parent)] : [assignment, parent];
  const siblings: readonly Node[] =
    around?.type === 'BlockStatement' ? around.body : around?.type === 'SequenceExpression' ? around.expressions : [];
  const before = siblings[siblings.findIndex((sibling) => sibling === own) - 1];
  const moving = before?.type === 'ExpressionStatement' ? before.expression : before;
  return (
    moving?.type === 'AssignmentExpression' &&
    moving.right.type === 'Identifier' &&
    assignment.left.type === 'Identifier' &&
    moving.right.name === assignment.left.name
  );
}

function isFunctionOrName(node: Node): boolean {
  const inner = unwrap(node);
  switch (inner.type) {
    case 'Identifier':
    case 'ObjectExpression':
      return true;
    case 'LogicalExpression':
      return isFunctionOrName(inner.right);
    case 'ConditionalExpression':
      return isFunctionOrName(inner.consequent) && isFunctionOrName(inner.alternate);
    case 'CallExpression':
      return isOnce(inner);
    default:
      return isFunction(inner);
  }
}

/** `once(done)` gives what calls it with the same. */
function isOnce(call: TSESTree.CallExpression): boolean {
  return calleeName(call) === 'once' && call.arguments.length === 1;
}

/** Whether an expression names a function where that is put in its own place: `done = once(done || noop)`, or written to. */
export function isKept(tree: Tree, name: Node): boolean {
  let at = name;
  for (const parent of ancestorsOf(tree, name)) {
    if (parent.type === 'AssignmentExpression') {
      const isOwn = name.type === 'Identifier' && parent.left.type === 'Identifier' && parent.left.name === name.name;
      return parent.left === at ? isReplacement(tree, at) : isOwn && isReplacement(tree, parent.left);
    }
    const isTest = parent.type === 'ConditionalExpression' && parent.test === at;
    const passes = /^(?:Logical|Conditional)Expression$/.test(parent.type) && !isTest;
    if (!passes && !(parent.type === 'CallExpression' && parent.callee !== at && isOnce(parent))) return false;
    at = parent;
  }
  return false;
}

/** `request.on('error', done)`: what is given then is no answer. */
export function isOfFailure(call: TSESTree.CallExpression, position: number): boolean {
  const [event] = call.arguments;
  if (position !== 1 || event?.type !== 'Literal' || call.callee.type !== 'MemberExpression') return false;
  return (
    /^(?:on|once|addListener)$/.test(calleeName(call)) &&
    /^(?:error|timeout|aborte?d?|close)$/.test(String(event.value))
  );
}

/** `process.nextTick(done, null, body)`, `setTimeout(done, 100, null, body)`: where the arguments begin that the function gets later; null for other calls. */
export function argumentsBehind(call: TSESTree.CallExpression): number | null {
  const name = calleeName(call);
  if (/^(?:nextTick|setImmediate|queueMicrotask|defer)$/.test(name)) return 1;
  return /^(?:setTimeout|delay)$/.test(name) ? 2 : null;
}

/** It is only asked whether there is a function: `done && done(body)`, `typeof done === 'function'`. */
export function isTest(parent: Node, use: Node): boolean {
  return isTested(parent, use) || parent.type === 'UnaryExpression' || parent.type === 'BinaryExpression';
}
