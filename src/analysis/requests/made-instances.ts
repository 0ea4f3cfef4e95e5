import type { Evaluation } from '../evaluate.js';
import { resolveCallee } from '../values/calls.js';
import { returnsOf } from '../values/returns.js';
import { asWhole } from '../values/classes.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Frame, FunctionValue } from '../value.js';

// Methods of instances that are seen to be made

/**
 * A method as the instance has it that an expression makes: `new Query(path).where(params)`, on which nothing else was
 * called then.
 */
export function asMade(
  evaluation: Evaluation,
  method: FunctionValue,
  tree: Tree,
  made: Node,
  frame: Frame | null,
): FunctionValue {
  const { self } = method;
  if (self?.kind !== 'instance') return method;
  const steps = stepsFrom(evaluation, tree, made, frame);
  return steps === (self.steps?.length ?? 0) ? { ...method, self: asWhole(self) } : method;
}

/** So many functions are looked into, each of which gives what the next one makes. */
const mostMakers = 4;

/** How many calls there are behind `new`, also that of a function which gives what it makes; null if the chain begins with anything else. */
function stepsFrom(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
  frame: Frame | null,
  makers = mostMakers,
): number | null {
  if (node.type === 'NewExpression') return 0;
  if (node.type !== 'CallExpression' || makers === 0) return null;
  const { callee } = node;
  const before = callee.type === 'MemberExpression' ? stepsFrom(evaluation, tree, callee.object, frame, makers) : null;
  if (before !== null) return before + 1;
  const [made, ...others] = optionsOf(resolveCallee(evaluation, tree, node, frame));
  if (made?.kind !== 'function' || others.length > 0) return null;
  const [returned, ...more] = returnsOf(made.node);
  return returned === undefined || more.length > 0
    ? null
    : stepsFrom(evaluation, made.tree, returned, null, makers - 1);
}

/** A method of an instance that is seen to be made with something. */
export function isOfMade({ self }: Pick<FunctionValue, 'self'>): boolean {
  return self?.kind === 'instance' && ((self.args?.length ?? 0) > 0 || self.steps !== undefined);
}
