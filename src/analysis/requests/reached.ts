import type { Evaluation } from '../evaluate.js';
import { enclosingFunction } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { Frame } from '../value.js';
import { decide } from '../values/decide.js';
import { decideSteps } from '../values/steps.js';
import type { Site } from './following.js';
import { conditionsOf } from './row-tests.js';

/**
 * Whether the calls that lead to a place come to it, by what they give: `if (verb === 'create') return post(path, body)` is
 * nothing to one that says `list`. What whoever calls might give comes everywhere.
 */
export function isReached(evaluation: Evaluation, { tree, node, frame, chain }: Site): boolean {
  return [{ tree, node, frame }, ...chain.map((each) => ({ ...each, frame: each.frame ?? null }))].every(
    (each) => each.frame === null || !isPassedBy(evaluation, each.tree, each.node, each.frame),
  );
}

function isPassedBy(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame): boolean {
  const owner = enclosingFunction(tree, node);
  if (owner === null || frame.node !== owner || frame.args === null) return false;
  const isContrary = conditionsOf(tree, node, frame, owner).some(({ test, holds }) => {
    const decided = decide(evaluation, tree, test, frame);
    return decided !== null && decided !== holds;
  });
  return isContrary || decideSteps(evaluation, tree, [{ node, conditional: true }], owner, frame).length === 0;
}
