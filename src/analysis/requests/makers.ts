import type { TSESTree } from '@typescript-eslint/types';
import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, isClass } from '../syntax/tree.js';
import type { ClassNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import { constructorOf, superclassesOf } from '../values/classes.js';
import type { Called } from './parameter-readers.js';

/**
 * The functions of the project that take the arguments of a call that makes a client, or an instance of a class in sight:
 * `axios.create({ baseURL })`, `new Api(base)`, `super(base)`. What those are for is told by what is sent through it. Null
 * if the call is another one.
 */
export function findMakers(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression | TSESTree.NewExpression,
): readonly Called[] | null {
  renewBudget(evaluation, tree);
  if (call.callee.type === 'Super') return findParents(evaluation, tree, call);
  const makers = optionsOf(evaluate(evaluation, tree, call, null)).map((made): readonly Called[] | null => {
    if (made.kind === 'client') return [];
    const node = made.kind === 'instance' ? constructorOf(made.of) : null;
    return made.kind === 'instance' && node !== null ? [{ tree: made.of.tree, node }] : null;
  });
  return makers.some((each) => each === null) ? null : makers.flatMap((each) => each ?? []);
}

/** The nearest constructor that `super(…)` calls; null if the class extends one that is out of sight. */
function findParents(evaluation: Evaluation, tree: Tree, call: Node): readonly Called[] | null {
  const heir = findClass(tree, call);
  if (heir === null) return null;
  for (const parent of superclassesOf(evaluation, evaluate(evaluation, tree, heir, null))) {
    const node = constructorOf(parent);
    if (node !== null) return [{ tree: parent.tree, node }];
  }
  return null;
}

function findClass(tree: Tree, node: Node): ClassNode | null {
  for (const ancestor of ancestorsOf(tree, node)) if (isClass(ancestor)) return ancestor;
  return null;
}
