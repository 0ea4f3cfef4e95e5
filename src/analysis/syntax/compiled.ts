import type { TSESTree } from '@typescript-eslint/types';
import { ancestorsOf, calleeName, findVariable, isFunction, nameOfKey } from './tree.js';
import type { FunctionNode, Node, Tree } from './tree.js';

// What compilers make of `async` and `await`: TypeScript's `__awaiter` and `__generator`, Babel's regenerator

/**
 * The function that TypeScript's helper runs in place of the one around it: the body of `__awaiter(this, void 0, void 0, body)`
 * and of `__generator(this, body)`. Null of any other call.
 */
export function bodyOfHelper(call: Node): { readonly body: FunctionNode; readonly steps: boolean } | null {
  if (call.type !== 'CallExpression') return null;
  const name = calleeName(call);
  const body = call.arguments.at(-1);
  return (name === '__awaiter' || name === '__generator') && isFunction(body)
    ? { body, steps: name === '__generator' }
    : null;
}

/**
 * What the helper gives the function that it runs, as TypeScript writes it where parameters have defaults: `arguments` of
 * `__awaiter(this, arguments, void 0, body)`, `[path_1, ...args_1]` of an arrow function.
 */
export function givenByHelper(tree: Tree, node: FunctionNode): Node | null {
  const call = tree.parents.get(node);
  if (call?.type !== 'CallExpression' || bodyOfHelper(call)?.body !== node || call.arguments.length < 3) return null;
  const given = call.arguments[1];
  return given?.type === 'Identifier' || given?.type === 'ArrayExpression' ? given : null;
}

/** The function whose arguments another one takes: itself, or the one around its helper, where that is given `arguments`. */
export function takerOfArguments(tree: Tree, node: FunctionNode): FunctionNode {
  const given = givenByHelper(tree, node);
  if (given?.type !== 'Identifier' || given.name !== 'arguments') return node;
  for (const ancestor of ancestorsOf(tree, given))
    if (isFunction(ancestor) && ancestor.type !== 'ArrowFunctionExpression') return ancestor;
  return node;
}

/** Whether the helper that runs a function is given `this` for it, as the code around has it; in the steps of Babel's it is the last. */
export function keepsThis(tree: Tree, node: FunctionNode): boolean {
  const call = tree.parents.get(node);
  if (call?.type !== 'CallExpression') return false;
  const [first, , third] = call.arguments;
  if (bodyOfHelper(call)?.body === node) return first?.type === 'ThisExpression';
  return first === node && third?.type === 'ThisExpression' && isRun(tree, node);
}

const resumes = 4;
const ends = 2;

/** What a step of `__generator` returns for the whole function: X of `return [2, X]`. */
export function resultOfStep(step: Node): Node | null {
  return operandOf(step, ends);
}

function operandOf(step: Node, operation: number): Node | null {
  if (step.type !== 'ArrayExpression') return null;
  const [first, operand] = step.elements;
  return first?.type === 'Literal' && first.value === operation ? (operand ?? null) : null;
}

/**
 * What was awaited before the place of `_a.sent()` or of `_context.sent`: the operand of the step that ends the case before,
 * where the labels say that it goes on here.
 */
export function awaitedBefore(tree: Tree, node: TSESTree.CallExpression | TSESTree.MemberExpression): Node | null {
  const member = node.type === 'CallExpression' ? node.callee : node;
  if (member.type !== 'MemberExpression' || member.object.type !== 'Identifier') return null;
  if (!/^(?:sent|v)$/.test(nameOfKey(member.property, member.computed) ?? '')) return null;
  const owner = findVariable(tree, member.object)?.defs[0]?.node as Node | undefined;
  if (!isFunction(owner) || !isRun(tree, owner)) return null;
  const own = caseAround(tree, node, owner);
  const cases = own === null ? [] : (tree.parents.get(own) as TSESTree.SwitchStatement).cases;
  const before = own === null ? undefined : cases[cases.indexOf(own) - 1];
  return own === null || before === undefined ? null : operandBetween(before, own);
}

/** It is given to what runs steps: `__generator(this, steps)`, `regeneratorRuntime.wrap(steps, …)`. */
function isRun(tree: Tree, steps: FunctionNode): boolean {
  const call = tree.parents.get(steps);
  return call?.type === 'CallExpression' && /^(?:__generator|wrap|w)$/.test(calleeName(call));
}

/** The case of the outermost `switch` in a function of steps. */
function caseAround(tree: Tree, node: Node, steps: FunctionNode): TSESTree.SwitchCase | null {
  let outermost: TSESTree.SwitchCase | null = null;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor === steps) return outermost;
    if (ancestor.type === 'SwitchCase') outermost = ancestor;
    if (isFunction(ancestor)) return null;
  }
  return null;
}

function operandBetween(before: TSESTree.SwitchCase, own: TSESTree.SwitchCase): Node | null {
  const last = before.consequent.at(-1);
  const label = labelOf(own.test);
  if (label === null || last?.type !== 'ReturnStatement' || last.argument === null) return null;
  if (last.argument.type === 'ArrayExpression')
    return labelOf(before.test) === label - 1 ? operandOf(last.argument, resumes) : null;
  return nextLabel(before.consequent.at(-2)) === label ? last.argument : null;
}

/** `_context.next = 3`, in newer ones `_context.n = 3`. */
function nextLabel(statement: Node | undefined): number | null {
  if (statement?.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return null;
  const { left, right } = statement.expression;
  const name = left.type === 'MemberExpression' ? nameOfKey(left.property, left.computed) : null;
  return name === 'next' || name === 'n' ? labelOf(right) : null;
}

function labelOf(node: Node | null): number | null {
  return node?.type === 'Literal' && typeof node.value === 'number' ? node.value : null;
}
