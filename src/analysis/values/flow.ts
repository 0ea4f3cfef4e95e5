import type { Reference, Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { frameAround } from './bindings.js';
import { concatenate, textual } from './texts.js';
import { spend } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, calleeName, contains, enclosingFunction, isFunction, rightOf } from '../syntax/tree.js';
import type { FunctionNode, LoopNode, Node, Tree } from '../syntax/tree.js';
import { choose, optionsOf, unknownAt } from '../value.js';
import type { Frame, Value } from '../value.js';
import { anyRound, heldInRound, holding, roundsOf } from './rounds.js';
import type { Rounds, Use } from './rounds.js';
import type { Fork, Step } from './steps.js';
import { decideSteps, forkOf, isLastOfRounds, isLoop, ownerOfVariable, startsInEach, stepsBefore } from './steps.js';

// What happens to a variable between its definition and a use

/** What a loop around the use counts on, or adds to, is something else each time, unless each round begins anew. */
function isCounted(tree: Tree, variable: Variable, writes: readonly Node[], use: Node, value: Value): boolean {
  const isCounter = isNumber(value);
  return writes.some((write) => {
    const adds =
      isCounter ||
      write.type === 'UpdateExpression' ||
      (write.type === 'AssignmentExpression' && write.operator !== '=');
    return adds && isRepeated(tree, variable, write, use);
  });
}

/** `path = path + part` in a loop adds to what it has added in earlier rounds. */
function isAddedTo(tree: Tree, variable: Variable, writes: readonly Node[], use: Node): boolean {
  const write = writes.find((node) => contains(node, use));
  return write?.type === 'AssignmentExpression' && isGrowth(write) && isRepeated(tree, variable, write, use);
}

/** Whether a loop around both does something before a use that it has done before. */
function isRepeated(tree: Tree, variable: Variable, write: Node, use: Node): boolean {
  const loops = [...ancestorsOf(tree, write)].filter((ancestor) => isLoop(ancestor) && contains(ancestor, use));
  return loops.some((loop) => !startsInEach(tree, variable, loop));
}

/** `path = path + part`, `` path = `${path}/${part}` ``, `path = path.concat(part)`. */
function isGrowth({ left, operator, right }: TSESTree.AssignmentExpression): boolean {
  if (operator === '+=') return true;
  const first = operator === '=' && left.type === 'Identifier' ? firstOf(right) : null;
  return first?.type === 'Identifier' && left.type === 'Identifier' && first.name === left.name && first !== right;
}

/** What a text begins with that is put together. */
function firstOf(node: Node): Node | null {
  if (node.type === 'BinaryExpression') return node.operator === '+' ? firstOf(node.left) : null;
  if (node.type === 'TemplateLiteral') {
    const [first] = node.expressions;
    return first !== undefined && node.quasis[0]?.value.raw === '' ? firstOf(first) : null;
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return node;
  const { object } = node.callee;
  const [item] = object.type === 'ArrayExpression' && calleeName(node) === 'join' ? object.elements : [];
  if (item != null) return firstOf(item);
  return calleeName(node) === 'concat' ? firstOf(object) : null;
}

/** A variable from outside of the function that writes to it keeps what an earlier call left in it. */
export function isKeptBetweenCalls(tree: Tree, writes: readonly Node[], variable: Variable, use: Node): boolean {
  const owner = ownerOfVariable(tree, variable);
  const reader = enclosingFunction(tree, use);
  return reader !== owner && writes.some((write) => enclosingFunction(tree, write) === reader);
}

/** A value that no expression gives any more. */
function whateverWasThere(tree: Tree, use: Node, frame: Frame | null): Value {
  const { hole } = unknownAt(tree, use, frame);
  return { kind: 'unknown', hole: { ...hole, place: null } };
}

function isNumber(value: Value): boolean {
  return optionsOf(value).some((option) => option.kind === 'text' && option.primitive === 'number');
}

const knownWrites = new WeakMap<Variable, readonly Node[]>();

/** What gives a variable another value than its first: a `var` may be declared again. */
function writesOf(tree: Tree, variable: Variable): readonly Node[] {
  const known = knownWrites.get(variable);
  if (known !== undefined) return known;
  const writes = variable.references
    .filter((reference) => reference.isWrite() && !isFirst(reference, variable.defs))
    .map((write) => assignmentOf(tree, write));
  knownWrites.set(variable, writes);
  return writes;
}

function isFirst({ init, identifier }: Reference, defs: Variable['defs']): boolean {
  return init === true && !defs.some(({ name }, index) => index > 0 && name === identifier);
}

/** To set so many writes in order costs about what a look at one expression does. */
const writesInStep = 8;

export function followWrites(
  evaluation: Evaluation,
  tree: Tree,
  variable: Variable,
  use: Node,
  frame: Frame | null,
  initial: Value,
): Value {
  const writes = writesOf(tree, variable);
  if (writes.length === 0) return initial;
  spend(evaluation, Math.floor(writes.length / writesInStep));
  const held = heldInRound(frame, variable, use);
  if (held !== undefined) return held ?? unknownAt(tree, use, frame);
  if (isCounted(tree, variable, writes, use, initial)) return unknownAt(tree, use, frame);
  if (isAddedTo(tree, variable, writes, use)) return withMore(tree, use, initial, frame);
  const steps = stepsBefore(tree, writes, variable, use);
  if (steps === null) return mergeWrites(evaluation, tree, writes, use, frame, initial);
  const first = isKeptBetweenCalls(tree, writes, variable, use) ? whateverWasThere(tree, use, frame) : initial;
  const decided = decideSteps(evaluation, tree, steps, use, frame);
  return applySteps({ evaluation, tree, variable, use, frame }, decided, first, null);
}

/** So many writes are looked at for those that exclude each other. */
const mostForked = 200;

/** What a variable holds after some steps: those of one arm of an `if` never go together with those of the other. */
function applySteps(at: Use, steps: readonly Step[], before: Value, within: Node | null): Value {
  const { tree, use } = at;
  let value = before;
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index];
    const isForked = step?.conditional === true && step.late !== true && steps.length <= mostForked;
    const fork = isForked ? forkOf(tree, steps.slice(index), use, within) : null;
    const rounds = fork === null && isForked ? roundsOf(at, steps.slice(index), within) : null;
    if (fork !== null) {
      value = applyFork(at, fork, value);
      index += fork.count - 1;
    } else if (rounds?.steps.every(({ conditional }) => !conditional) === true) {
      value = applyRounds(at, rounds, value);
      index += rounds.steps.length - 1;
    } else if (step !== undefined) value = applyWrite(at, step, value);
  }
  return value;
}

function applyRounds(at: Use, { frames, conditional, start, steps }: Rounds, before: Value): Value {
  const { evaluation, tree, use, variable } = at;
  const otherwise = (): Value => unknownAt(tree, use, at.frame);
  let after = before;
  for (const round of frames)
    for (const [index, { node }] of steps.entries()) {
      const frame = holding(round, variable, after, steps[index - 1]?.node.range[1] ?? start, node);
      after = valueAfter(evaluation, tree, node, frame, after) ?? otherwise();
    }
  return conditional ? choose([before, after], otherwise) : after;
}

function applyFork(at: Use, { arms, conditional }: Fork, before: Value): Value {
  const after = arms.map((arm) => applySteps(at, arm.steps, before, arm.node));
  return choose(conditional ? [before, ...after] : after, () => unknownAt(at.tree, at.use, at.frame));
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

function applyWrite(at: Use, { node, conditional }: Step, before: Value): Value {
  const { evaluation, tree, use, frame } = at;
  const otherwise = () => unknownAt(tree, use, frame);
  const loop = growingLoop(tree, node, use);
  const round = loop === null ? frame : anyRound(at, loop, before, node);
  const once = valueAfter(evaluation, tree, node, round, before) ?? otherwise();
  const after = loop === null ? once : withMore(tree, node, once, frame);
  return conditional ? choose([before, after], otherwise) : after;
}

/** The loop that adds to a text that the use stands behind, and goes on when it has; null if none does. */
function growingLoop(tree: Tree, write: Node, use: Node): LoopNode | FunctionNode | null {
  if (write.type !== 'AssignmentExpression' || !isGrowth(write)) return null;
  const loop = [...ancestorsOf(tree, write)].find((ancestor) => isFunction(ancestor) || isLoop(ancestor));
  if (loop === undefined || contains(loop, use)) return null;
  if (isFunction(loop)) return isDoneForEach(tree, loop) ? loop : null;
  return isLoop(loop) && !isLastOfRounds(tree, write) ? loop : null;
}

/** `parts.forEach((part) => …)`, `_.each(parts, (part) => …)`. */
function isDoneForEach(tree: Tree, callback: FunctionNode): boolean {
  const call = tree.parents.get(callback);
  return call?.type === 'CallExpression' && call.callee !== callback && /^(?:each|forEach)$/.test(calleeName(call));
}

/** What more rounds add, nobody knows how often. */
function withMore(tree: Tree, node: Node, once: Value, frame: Frame | null): Value {
  const { hole } = unknownAt(tree, node, frame);
  const more: Value = { kind: 'text', primitive: 'string', text: [{ ...hole, place: null, span: 'open' }] };
  return concatenate([textual(once, tree, node, frame), more], () => unknownAt(tree, node, frame));
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
  writes: readonly Node[],
  use: Node,
  frame: Frame | null,
  initial: Value,
): Value {
  const otherwise = () => unknownAt(tree, use, frame);
  const given = writes.flatMap((node) => givenBy(node) ?? rightOf(node) ?? []);
  if (given.length < writes.length) return otherwise();
  const values = given.map((node) => evaluate(evaluation, tree, node, frameAround(tree, frame, node)));
  return choose([initial, ...values], otherwise);
}

/** What a write gives a variable, whatever was there before. */
function givenBy(node: Node): Node | null {
  if (node.type === 'VariableDeclarator') return node.init;
  return node.type === 'AssignmentExpression' && node.operator === '=' && node.left.type === 'Identifier'
    ? node.right
    : null;
}

/** The end of the last write before a use that replaces what was there for sure; 0 if none does. */
export function replacedAt(tree: Tree, variable: Variable, use: Node): number {
  const writes = writesOf(tree, variable);
  const steps = writes.length === 0 ? null : stepsBefore(tree, writes, variable, use);
  return steps?.findLast(({ node, conditional }) => !conditional && givenBy(node) !== null)?.node.range[1] ?? 0;
}
