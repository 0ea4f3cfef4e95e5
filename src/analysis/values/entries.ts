import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { isNothing } from '../syntax/tested.js';
import {
  ancestorsOf,
  calleeName,
  findDeclaration,
  findVariable,
  isFunction,
  nameOfKey,
  unwrap,
  walk,
} from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
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
  const tests: Node[] = [];
  for (const ancestor of ancestorsOf(tree, call)) {
    const loop = toRound(tree, ancestor);
    if (loop !== undefined)
      return loop !== null && tests.every((test) => asksForEntry(tree, test, loop)) && !leavesBefore(tree, call, loop)
        ? loop
        : null;
    if (ancestor.type === 'IfStatement' && ancestor.consequent === child) tests.push(ancestor.test);
    else if (ancestor.type !== 'BlockStatement' && ancestor.type !== 'ExpressionStatement') return null;
    child = ancestor;
  }
  return null;
}

/** The loop whose round a node is, null if that is over something else. Undefined of a node that is no round. */
function toRound(tree: Tree, node: Node): EntryLoop | null | undefined {
  if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') return toLoop(node);
  return isFunction(node) ? toCallbackLoop(tree, node) : undefined;
}

/** Whether a round may end in front of a call for the name that is at hand: `if (!allowed[name]) continue;`. */
function leavesBefore(tree: Tree, call: Node, loop: EntryLoop): boolean {
  for (const ancestor of ancestorsOf(tree, call)) {
    if (ancestor.type === 'BlockStatement') {
      const earlier = ancestor.body.filter(({ range }) => range[1] <= call.range[0]);
      if (earlier.some((step) => step.type === 'IfStatement' && leaves(step) && asksForName(tree, step.test, loop)))
        return true;
    } else if (toRound(tree, ancestor) !== undefined) return false;
  }
  return false;
}

function leaves(step: Node): boolean {
  let found = false;
  walk(step, ({ type }) => {
    found ||= /^(?:Continue|Return|Break|Throw)Statement$/.test(type);
  });
  return found;
}

/** Whether a test reads the name otherwise than for its value, `record[name]`. */
function asksForName(tree: Tree, test: Node, loop: EntryLoop): boolean {
  let found = false;
  walk(test, (inner) => {
    const parent = tree.parents.get(inner);
    found ||= isSame(tree, inner, loop.name) && !(parent !== undefined && isUnderName(tree, parent, loop));
  });
  return found;
}

/** Whether a test asks whether the value at hand is there: `value !== undefined`, `record[name] != null`. */
function asksForEntry(tree: Tree, test: Node, loop: EntryLoop): boolean {
  return isPresence(test, (asked) => isSame(tree, asked, loop.value ?? loop.name) || isUnderName(tree, asked, loop));
}

/**
 * `value !== undefined`, `value != null`: what is not there is not sent anyway.
 *
 * @param isAsked whether it is the value that is asked for; `allowed[name] !== undefined` lets only some names pass
 */
export function isPresence(test: Node, isAsked: (asked: Node) => boolean): boolean {
  if (test.type !== 'BinaryExpression' || !/^!==?$/.test(test.operator)) return false;
  return isNothing(test.right) && isAsked(unwrap(test.left));
}

/**
 * Whether what a test in a callback asks for is what the callback is given, or a part of that: `(value) => value`,
 * `([, value]) => value`, `(pair) => pair[1]`; of `Object.keys(record)` also `(name) => record[name]`.
 *
 * @param list what is gone through, if it is in sight
 */
export function isGivenTo(tree: Tree, callback: FunctionNode, asked: Node, list: Node | null): boolean {
  const [pattern] = callback.params;
  if (pattern === undefined) return false;
  const loop = list === null ? null : toEntryLoop(list, pattern);
  if (loop !== null && isUnderName(tree, asked, loop)) return true;
  const names = pattern.type === 'ArrayPattern' ? pattern.elements : [pattern];
  const isPair = asked.type === 'MemberExpression' && asked.property.type === 'Literal' && asked.property.value === 1;
  const whole = isPair && pattern.type === 'Identifier' ? unwrap(asked.object) : asked;
  return whole.type === 'Identifier' && names.some((name) => name?.type === 'Identifier' && name.name === whole.name);
}

/** `record[name]` */
function isUnderName(tree: Tree, node: Node, loop: EntryLoop): boolean {
  return (
    node.type === 'MemberExpression' &&
    isSame(tree, node.property, loop.name) &&
    isSameObject(tree, node.object, withoutFallback(loop.object))
  );
}

/** `query` of `query || {}`: of what is empty, no name is gone through. */
function withoutFallback(node: Node): Node {
  const inner = unwrap(node);
  if (inner.type !== 'LogicalExpression' || inner.operator === '&&') return inner;
  const right = unwrap(inner.right);
  return right.type === 'ObjectExpression' && right.properties.length === 0 ? inner.left : inner;
}

/** Whether two expressions are the same variable, or the same property of it, `options.query`, `this.query`. */
function isSameObject(tree: Tree, one: Node, other: Node): boolean {
  const [left, right] = [unwrap(one), unwrap(other)];
  if (left.type !== 'MemberExpression' || right.type !== 'MemberExpression')
    return left.type === 'ThisExpression' ? right.type === 'ThisExpression' : isSame(tree, left, right);
  const name = nameOfKey(left.property, left.computed);
  return (
    name !== null && name === nameOfKey(right.property, right.computed) && isSameObject(tree, left.object, right.object)
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
  return loop.value === null ? isUnderName(tree, put, loop) : isSame(tree, put, loop.value);
}

function withoutString(node: Node): Node {
  const inner = unwrap(node);
  const [only] = inner.type === 'CallExpression' && calleeName(inner) === 'String' ? inner.arguments : [];
  return only ?? inner;
}

/** Whether a use and a definition, or another use, are of the same variable. */
function isSame(tree: Tree, one: Node, other: Node): boolean {
  const [use, definition] = [unwrap(one), unwrap(other)];
  if (use.type !== 'Identifier' || definition.type !== 'Identifier' || use.name !== definition.name) return false;
  const variable = findVariable(tree, use) ?? null;
  return variable !== null && variable === (findVariable(tree, definition) ?? findDeclaration(tree, definition));
}
