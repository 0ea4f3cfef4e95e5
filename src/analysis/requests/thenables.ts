import type { TSESTree } from '@typescript-eslint/types';
import { hasPath } from '../../http/request.js';
import { renewBudget } from '../budget.js';
import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { readMember } from '../values/members.js';
import { isFunction, nameOfKey } from '../syntax/tree.js';
import type { Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Frame, FunctionValue, Value } from '../value.js';
import { requestsThrough } from './calls.js';
import { programsOf } from './documents.js';
import type { FoundRequest } from './found-request.js';
import { asMade } from './made-instances.js';

/**
 * What instances send once they are awaited, whose class has a method `then`: `await client.get(path).page(2)`. What a
 * function returns, or collects in a list, is awaited by whoever gets it.
 */
export function findThenables(evaluation: Evaluation, tree: Tree): FoundRequest[] {
  if (!hasThenables(evaluation)) return [];
  return tree.calls.flatMap((call) => {
    if (call.type !== 'CallExpression' || !isLast(tree, call)) return [];
    renewBudget(evaluation, tree);
    return optionsOf(evaluate(evaluation, tree, call, null)).flatMap((value) =>
      sentWhenAwaited(evaluation, tree, call, value),
    );
  });
}

function sentWhenAwaited(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  value: Value,
): FoundRequest[] {
  const then = thenOf(evaluation, tree, call, null, value);
  if (then === null) return [];
  return requestsThrough(evaluation, tree, then, [], call, null, { chain: [], reach: 'told' }).filter(({ request }) =>
    hasPath(request),
  );
}

/** The `then` of an instance that a call gives; null if it has none. */
export function thenOf(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  frame: Frame | null,
  value: Value,
): FunctionValue | null {
  if (value.kind !== 'instance' || !hasThenables(evaluation)) return null;
  const then = readMember(evaluation, value, 'then', { tree, node: call, frame });
  return then.kind === 'function' ? asMade(evaluation, then, tree, call, frame) : null;
}

/** Whether nothing is called on what a call gives. */
function isLast(tree: Tree, call: TSESTree.CallExpression): boolean {
  const parent = tree.parents.get(call);
  return parent?.type !== 'MemberExpression' || parent.object !== call;
}

const known = new WeakMap<Evaluation, boolean>();

function hasThenables(evaluation: Evaluation): boolean {
  const before = known.get(evaluation);
  if (before !== undefined) return before;
  const found = programsOf(evaluation.project).some((file) => {
    const tree = openTree(evaluation, file);
    return tree !== null && /\bthen\b/.test(tree.text) && tree.classes.some(isThenable);
  });
  known.set(evaluation, found);
  return found;
}

function isThenable({ body }: Tree['classes'][number]): boolean {
  return body.body.some(
    (element) =>
      element.type === 'MethodDefinition' &&
      !element.static &&
      isFunction(element.value) &&
      nameOfKey(element.key, element.computed) === 'then',
  );
}
