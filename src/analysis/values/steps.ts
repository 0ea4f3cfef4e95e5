import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { decide, decideCase } from './decide.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, childrenOf, contains, enclosingFunction, isFunction } from '../syntax/tree.js';
import type { FunctionNode, LoopNode, Node, Tree } from '../syntax/tree.js';
import type { Frame } from '../value.js';

// The order of what happens to a variable, and whether it happens, before a use

export interface Step {
  readonly node: Node;
  /** It may not have happened when the use is reached. */
  readonly conditional: boolean;
  /** It stands behind the function that reads, which may be called before it happens, whatever tests say. */
  readonly late?: true;
}

/** A loop holds both: what is written behind the use is there in the next round, unless the variable is another one then. */
function shareLoop(tree: Tree, variable: Variable, write: Node, use: Node): boolean {
  for (const ancestor of ancestorsOf(tree, write)) {
    if (isFunction(ancestor)) return false;
    if (isLoop(ancestor) && contains(ancestor, use)) return !startsInEach(tree, variable, ancestor);
  }
  return false;
}

/** Whether a variable has its first value anew in each round of a loop, or where the loop's list is made. */
export function startsInEach(tree: Tree, { defs }: Variable, loop: Node): boolean {
  const [first, ...others] = defs;
  const node = first?.node as Node | undefined;
  if (node?.type !== 'VariableDeclarator' || others.length > 0 || !('body' in loop)) return false;
  const declaration = tree.parents.get(node);
  const isFresh = node.init !== null || (declaration?.type === 'VariableDeclaration' && declaration.kind !== 'var');
  const isInList = (loop.type === 'ForOfStatement' || loop.type === 'ForInStatement') && contains(loop.right, node);
  return isFresh && (isInList || contains(loop.body as Node, node));
}

/** The function that a variable belongs to; null for one of the file. */
export function ownerOfVariable(tree: Tree, variable: Variable): FunctionNode | null {
  const home = variable.defs[0]?.node as Node | undefined;
  return home === undefined ? null : isFunction(home) ? home : enclosingFunction(tree, home);
}

export function isLoop(node: Node): node is LoopNode {
  return (
    node.type === 'ForStatement' ||
    node.type === 'ForOfStatement' ||
    node.type === 'ForInStatement' ||
    node.type === 'WhileStatement' ||
    node.type === 'DoWhileStatement'
  );
}

/** Whether the loop, or what it stands in, is left right behind a statement. */
export function isLastOfRounds(tree: Tree, write: Node): boolean {
  const statement = tree.parents.get(write);
  const block = statement && tree.parents.get(statement);
  if (block?.type !== 'BlockStatement') return false;
  const last = block.body.at(-1);
  return last !== statement && /^(?:Break|Return|Throw)Statement$/.test(last?.type ?? '');
}

/** The steps that the call at hand takes: what stands under a test is decided by it, if its values are known. */
export function decideSteps(
  evaluation: Evaluation,
  tree: Tree,
  steps: readonly Step[],
  use: Node,
  frame: Frame | null,
): readonly Step[] {
  return steps.flatMap((step): Step[] => {
    const taken = step.conditional ? isTaken(evaluation, tree, step.node, use, frame) : null;
    return taken === null ? [step] : taken ? [{ ...step, conditional: step.late === true }] : [];
  });
}

/** What the call at hand may return, of all that a function returns: nothing behind a `return` that it is sure to come to. */
export function decideReturns(
  evaluation: Evaluation,
  tree: Tree,
  owner: FunctionNode,
  returned: readonly Node[],
  frame: Frame | null,
): readonly Node[] {
  if (returned.length < 2) return returned;
  const reached: Node[] = [];
  for (const node of returned) {
    const exit = toExit(evaluation, tree, owner, node, frame);
    if (exit !== 'never') reached.push(node);
    if (exit === 'sure') break;
  }
  return reached;
}

/** Whether a call comes to a `return`: in any case, perhaps, or never. */
export function toExit(
  evaluation: Evaluation,
  tree: Tree,
  owner: FunctionNode,
  returned: Node,
  frame: Frame | null,
): 'sure' | 'perhaps' | 'never' {
  const taken = isTaken(evaluation, tree, returned, owner, frame);
  if (taken === false) return 'never';
  return taken === true && !mayBeLeft(tree, returned, owner) ? 'sure' : 'perhaps';
}

/** Whether a `break` may lead past it, out of a block with a label, or a loop whose body runs once at least. */
function mayBeLeft(tree: Tree, node: Node, owner: FunctionNode): boolean {
  return [...ancestorsOf(tree, node)].some(
    (ancestor) =>
      contains(owner, ancestor) && (ancestor.type === 'LabeledStatement' || ancestor.type === 'DoWhileStatement'),
  );
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
  if (parent.type === 'SwitchCase') return isCaseTaken(evaluation, tree, parent, branch, frame);
  if (parent.type !== 'LogicalExpression' || parent.operator === '??') return null;
  const left = decide(evaluation, tree, parent.left, frame);
  return left === null ? null : left === (parent.operator === '&&');
}

/** Whether a `switch` does what stands in one of its cases: it enters there, or comes out of the case before it. */
function isCaseTaken(
  evaluation: Evaluation,
  tree: Tree,
  own: TSESTree.SwitchCase,
  branch: Node,
  frame: Frame | null,
): boolean | null {
  const whole = tree.parents.get(own);
  if (whole?.type !== 'SwitchStatement') return null;
  const tests = whole.cases.map(({ test }) =>
    test === null ? null : decideCase(evaluation, tree, whole, test, frame),
  );
  let taken: boolean | null = false;
  for (const [index, one] of whole.cases.entries()) {
    taken = either(isEntered(whole, tests, index), fallsInto(whole.cases[index - 1], taken));
    if (one === own) break;
  }
  const before = own.consequent.slice(0, Math.max(own.consequent.indexOf(branch as TSESTree.Statement), 0));
  const isLeft = (jump: Node): boolean => isTaken(evaluation, tree, jump, own, frame) !== false;
  return taken === true && before.flatMap(breaksIn).some(isLeft) ? null : taken;
}

/** Whether a `switch` begins with a case, the one of its default if no other. */
function isEntered(
  { cases }: TSESTree.SwitchStatement,
  tests: readonly (boolean | null)[],
  index: number,
): boolean | null {
  const isDefault = cases[index]?.test === null;
  const others = isDefault
    ? tests.filter((_, at) => at !== index)
    : tests.slice(0, index).filter((_, at) => cases[at]?.test !== null);
  if (others.includes(true)) return false;
  const own = isDefault ? true : (tests[index] ?? null);
  return own === true && others.includes(null) ? null : own;
}

/** @param taken whether what stands in it is done */
function fallsInto(before: TSESTree.SwitchCase | undefined, taken: boolean | null): boolean | null {
  if (before === undefined || before.consequent.every(({ type }) => goesOn.has(type))) return taken;
  const last = before.consequent.at(-1);
  const end = last?.type === 'BlockStatement' ? last.body.at(-1) : last;
  const leaves = end !== undefined && /^(?:Break|Return|Throw|Continue)Statement$/.test(end.type);
  return leaves || taken === false ? false : null;
}

/** Statements behind which the next one comes for sure. */
const goesOn: ReadonlySet<string> = new Set(['ExpressionStatement', 'VariableDeclaration', 'EmptyStatement']);

function either(one: boolean | null, other: boolean | null): boolean | null {
  if (one === true || other === true) return true;
  return one === null || other === null ? null : false;
}

/** Each `break` of the `switch` itself. */
function breaksIn(node: Node): Node[] {
  if (isFunction(node) || isLoop(node) || node.type === 'SwitchStatement') return [];
  return node.type === 'BreakStatement' ? [node] : childrenOf(node).flatMap(breaksIn);
}

/** Steps of which an `if` takes those of one arm, or those of the other. */
export interface Fork {
  readonly arms: readonly Arm[];
  /** How many of the steps they are. */
  readonly count: number;
  /** The `if` itself may not be reached. */
  readonly conditional: boolean;
}

interface Arm {
  readonly node: Node;
  readonly steps: readonly Step[];
}

/** The `if` that the first of some steps stands in and that has others of them in its other arm; null if none has. */
export function forkOf(tree: Tree, steps: readonly Step[], use: Node, within: Node | null): Fork | null {
  const [first] = steps;
  for (const fork of first === undefined ? [] : ifsAround(tree, first.node, use, within)) {
    const end = steps.findIndex(({ node }) => !contains(fork, node));
    const own = end === -1 ? steps : steps.slice(0, end);
    const arms = [fork.consequent, fork.alternate].map((node): Arm => ({
      node,
      steps: own.filter((step) => contains(node, step.node)),
    }));
    const inArms = arms.reduce((sum, arm) => sum + arm.steps.length, 0);
    if (arms.every((arm) => arm.steps.length > 0) && inArms === own.length)
      return {
        arms: arms.map((arm) => withinArm(tree, arm, use)),
        count: own.length,
        conditional: isConditional(tree, fork, use, within),
      };
  }
  return null;
}

/** The steps as they are once the arm is taken. */
function withinArm(tree: Tree, { node: arm, steps }: Arm, use: Node): Arm {
  const own = steps.map(({ node, conditional }) => ({
    node,
    conditional: conditional && isConditional(tree, node, use, arm),
  }));
  return { node: arm, steps: own };
}

type IfElse = TSESTree.IfStatement & { readonly alternate: TSESTree.Statement };

/** The `if` statements with an `else` around a node that end before the use, outermost first. What a loop does again is none of one or the other. */
function ifsAround(tree: Tree, node: Node, use: Node, within: Node | null): IfElse[] {
  const found: IfElse[] = [];
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor === within || isFunction(ancestor) || contains(ancestor, use)) break;
    if (isLoop(ancestor)) found.length = 0;
    else if (ancestor.type === 'IfStatement' && hasElse(ancestor)) found.unshift(ancestor);
  }
  return found;
}

function hasElse(node: TSESTree.IfStatement): node is IfElse {
  return node.alternate !== null;
}

/**
 * The steps that come before the use, in order; null if the order cannot be read off the source. What is written behind a
 * function that reads it may be there when that is called, or not yet.
 */
export function stepsBefore(tree: Tree, nodes: readonly Node[], variable: Variable, use: Node): Step[] | null {
  const owner = ownerOfVariable(tree, variable);
  const reader = enclosingFunction(tree, use);
  const doers = nodes.map((node) => doerOf(tree, node, owner, reader));
  if (doers.some((doer) => doer !== owner) && doers.some((doer) => doer !== reader)) return null;
  if (nodes.some((node) => node.range[0] > use.range[0] && shareLoop(tree, variable, node, use))) return null;
  const later = reader !== owner && doers.every((doer) => doer === owner);
  const isBefore = (node: Node): boolean => node.range[0] < use.range[0];
  return nodes
    .filter((node) => !contains(node, use) && (later || isBefore(node)))
    .filter((node) => later || !isElsewhere(tree, node, use))
    .map((node) =>
      isBefore(node) ? { node, conditional: isConditional(tree, node, use) } : { node, conditional: true, late: true },
    );
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

/** Whether something may not have happened when a use behind it is reached. */
export function isConditional(tree: Tree, node: Node, use: Node, within: Node | null = null): boolean {
  let child = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (child === within || ancestor === within) return isBranch(ancestor, child) && child !== within;
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
