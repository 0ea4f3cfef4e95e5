import { resolveCallee } from '../../analysis/values/calls.js';
import { openTree, renewBudget } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { toPlace } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { optionsOf } from '../../analysis/value.js';
import type { Value } from '../../analysis/value.js';
import type { Unresolved } from '../finding.js';

const speaksV3 =
  'the package `gitlab` is called as its release 1 is, which speaks v3 and nothing else: put a client of v4 in its place, and look at each of its calls';

/** Where a client of GitLab's API is made that speaks v3 by itself, so that no address tells (https://www.npmjs.com/package/gitlab/v/1.8.0). */
export function listPackages(evaluation: Evaluation): Unresolved[] {
  const trees = evaluation.project.files.flatMap((file) => openTree(evaluation, file) ?? []);
  return trees.flatMap((tree) =>
    tree.calls
      .filter((call) => makesClient(evaluation, tree, call))
      .map((call) => ({ place: toPlace(tree, call.callee), reason: speaksV3 })),
  );
}

/** `require('gitlab')({ url, token })`: later releases have classes, which `new` makes. */
function makesClient(evaluation: Evaluation, tree: Tree, call: Tree['calls'][number]): boolean {
  if (call.type !== 'CallExpression' || !mayBePackage(call.callee)) return false;
  renewBudget(evaluation);
  return optionsOf(resolveCallee(evaluation, tree, call, null)).some(isPackage);
}

/** A name, or `require(…)` itself. */
function mayBePackage({ type }: Node): boolean {
  return type === 'Identifier' || type === 'CallExpression';
}

function isPackage(value: Value): boolean {
  return value.kind === 'external' && value.module === 'gitlab' && value.path.every((name) => name === 'default');
}
