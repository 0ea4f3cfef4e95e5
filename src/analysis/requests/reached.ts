import type { Evaluation } from '../evaluate.js';
import { enclosingFunction } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
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

/** What stands in a callback, `new Promise((resolve) => { if (verb === 'get') … })`, is come to by the tests around both. */
function isPassedBy(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame): boolean {
  let isContrary = false;
  let inner = node;
  for (let owner = enclosingFunction(tree, node); owner !== null; owner = enclosingFunction(tree, owner)) {
    isContrary ||= isPassedIn(evaluation, tree, inner, owner, frame);
    const own = frameOf(frame, owner);
    if (own !== null && own.args !== null) return isContrary;
    // One that is declared may be called from in front of where it stands.
    if (own === null && owner.type === 'FunctionDeclaration') return false;
    inner = owner;
  }
  return false;
}

function isPassedIn(evaluation: Evaluation, tree: Tree, node: Node, owner: FunctionNode, frame: Frame): boolean {
  const isContrary = conditionsOf(tree, node, frame, owner).some(({ test, holds }) => {
    const decided = decide(evaluation, tree, test, frame);
    return decided !== null && decided !== holds;
  });
  return isContrary || decideSteps(evaluation, tree, [{ node, conditional: true }], owner, frame).length === 0;
}

function frameOf(innermost: Frame, owner: FunctionNode): Frame | null {
  for (let frame: Frame | null = innermost; frame !== null; frame = frame.parent)
    if (frame.node === owner) return frame;
  return null;
}
