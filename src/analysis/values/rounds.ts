import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { known } from '../../http/text.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, childrenOf, contains, isFunction, nameOfKey } from '../syntax/tree.js';
import type { FunctionNode, LoopNode, Node, Tree } from '../syntax/tree.js';
import type { Frame, Value } from '../value.js';
import { mostMapped } from './lists.js';
import { isConditional, isLoop } from './steps.js';
import type { Step } from './steps.js';

// Loops over lists whose items are all in sight: `for (const part of [host, '/api/v3', path]) url += part;`

/** Where a variable is read. */
export interface Use {
  readonly evaluation: Evaluation;
  readonly tree: Tree;
  readonly variable: Variable;
  readonly use: Node;
  readonly frame: Frame | null;
}

/** What a loop does to a variable, round by round. */
export interface Rounds {
  /** Those of the steps that the loop does, as they are in a round: some may not happen in each. */
  readonly steps: readonly Step[];
  /** The loop itself may not be reached. */
  readonly conditional: boolean;
  readonly frames: readonly Frame[];
  /** Where a round begins. */
  readonly start: number;
}

/** `for (const item of list) …` or `list.forEach((item) => …)`. */
interface Loop {
  readonly node: TSESTree.ForOfStatement | FunctionNode;
  /** What is reached when the loop is. */
  readonly whole: Node;
  readonly list: Node;
  readonly body: Node;
}

/**
 * The rounds of the loop that the first of some steps stands in; null if its items, or what it does with each, are out of sight.
 *
 * @param within what is known to be reached
 */
export function roundsOf(at: Use, steps: readonly Step[], within: Node | null): Rounds | null {
  const { evaluation, tree, use, frame } = at;
  const [first] = steps;
  const loop = first === undefined ? null : loopAround(tree, first.node);
  if (loop === null || contains(loop.whole, use)) return null;
  const end = steps.findIndex(({ node }) => !contains(loop.body, node));
  const own = end === -1 ? steps : steps.slice(0, end);
  if (own.some(({ node, late }) => late === true || loopAround(tree, node)?.body !== loop.body)) return null;
  const list = evaluate(evaluation, tree, loop.list, frame);
  if (list.kind !== 'list' || list.open || list.items.length > mostMapped) return null;
  const isLeft = hasJump(loop.body);
  return {
    steps: own.map(({ node }) => ({ node, conditional: isLeft || isConditional(tree, node, use, loop.body) })),
    conditional: isConditional(tree, loop.whole, use, within),
    frames: list.items.map((item, index) => toRound(at, loop, item, index)),
    start: loop.body.range[0],
  };
}

/** A round in which the step at hand, `path = step(path)`, reads what those before it have left. */
export function holding(round: Frame, variable: Variable, value: Value, from: number, step: Node): Frame {
  return { ...round, held: { variable, value, from, to: step.range[1] } };
}

/** One of many rounds, of which nobody knows the item: it reads what was there before. */
export function anyRound(
  { tree, variable, frame }: Use,
  loop: LoopNode | FunctionNode,
  value: Value,
  step: Node,
): Frame {
  const round: Frame = { tree, node: loop, args: null, self: null, parent: frame, depth: (frame?.depth ?? 0) + 1 };
  return holding(round, variable, value, step.range[0], step);
}

/** What a variable holds where the round that is being looked at reads it; null if nobody knows, undefined if no round holds it. */
export function heldInRound(frame: Frame | null, variable: Variable, use: Node): Value | null | undefined {
  for (let at = frame; at !== null; at = at.parent) {
    if (at.held?.variable !== variable || !contains(at.node, use)) continue;
    const { from, to, value } = at.held;
    return use.range[0] >= from && use.range[1] <= to ? value : null;
  }
  return undefined;
}

function toRound({ tree, frame }: Use, { node }: Loop, item: Value, index: number): Frame {
  const place: Value = { kind: 'text', primitive: 'number', text: known(String(index)) };
  return { tree, node, args: [item, place], self: null, parent: frame, depth: (frame?.depth ?? 0) + 1 };
}

/** What a loop gives its variable in the round that is being looked at; undefined if none is. */
export function itemOfRound(frame: Frame | null, loop: TSESTree.ForOfStatement): Value | undefined {
  for (let at = frame; at !== null; at = at.parent) if (at.node === loop) return at.args?.[0];
  return undefined;
}

function loopAround(tree: Tree, node: Node): Loop | null {
  const around = [...ancestorsOf(tree, node)].find((ancestor) => isFunction(ancestor) || isLoop(ancestor));
  if (around?.type === 'ForOfStatement')
    return around.await ? null : { node: around, whole: around, list: around.right, body: around.body };
  if (around === undefined || !isFunction(around) || around.async || around.generator) return null;
  const call = tree.parents.get(around);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== around) return null;
  const { callee } = call;
  if (callee.type !== 'MemberExpression' || nameOfKey(callee.property, callee.computed) !== 'forEach') return null;
  return { node: around, whole: call, list: callee.object, body: around.body };
}

/** Whether some rounds may be left early. */
function hasJump(node: Node): boolean {
  if (isFunction(node)) return false;
  return /^(?:Break|Continue|Return|Throw)Statement$/.test(node.type) || childrenOf(node).some(hasJump);
}
