import type { TSESTree } from '@typescript-eslint/types';
import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { findVariable, isFunction, toPlace, walk } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import type { Place } from '../../http/text.js';
import { optionsOf } from '../value.js';
import type { FoundRequest } from './found-request.js';
import { interceptorsOf } from './request-interceptors.js';

// Code that a request goes through before it is sent

/** What is looked for in the functions on the way. */
export interface Wanted {
  /** What tells it from what else is looked for. */
  readonly key: string;
  readonly isMet: (tree: Tree, node: Node, within: FunctionNode) => boolean;
  /** Whether an argument, beside what a function is given itself, may hold what is asked about. */
  readonly mayHold: (tree: Tree, argument: Node) => boolean;
}

/** So many functions are looked through from one on. */
const mostFunctions = 40;

const known = new WeakMap<Evaluation, Map<string, WeakMap<FunctionNode, readonly Place[]>>>();

/**
 * Where something is met in a function that leads to a request, a helper that it gives what it was given, or a hook that
 * the request goes through.
 */
export function findOnTheWay(evaluation: Evaluation, found: FoundRequest, wanted: Wanted): readonly Place[] {
  const leading = found.chain.flatMap(({ called }) => (called === undefined ? [] : [called]));
  const hooks = [...(found.hooks ?? []), ...(found.sender === null ? [] : interceptorsOf(evaluation, found.sender))];
  const given = hooks.flatMap(({ value }) => optionsOf(value).filter((option) => option.kind === 'function'));
  return [...leading, ...given].flatMap(({ tree, node }) => findFrom(evaluation, tree, node, wanted));
}

/** Thousands of requests may go through one function. */
function findFrom(evaluation: Evaluation, tree: Tree, node: FunctionNode, wanted: Wanted): readonly Place[] {
  const byKey = known.get(evaluation) ?? new Map<string, WeakMap<FunctionNode, readonly Place[]>>();
  known.set(evaluation, byKey);
  const own = byKey.get(wanted.key) ?? new WeakMap<FunctionNode, readonly Place[]>();
  byKey.set(wanted.key, own);
  const before = own.get(node);
  if (before !== undefined) return before;
  renewBudget(evaluation, tree);
  const places = findIn(evaluation, tree, node, wanted, new Set());
  own.set(node, places);
  return places;
}

function findIn(
  evaluation: Evaluation,
  tree: Tree,
  node: FunctionNode,
  wanted: Wanted,
  seen: Set<Node>,
): readonly Place[] {
  if (seen.has(node) || seen.size >= mostFunctions) return [];
  seen.add(node);
  const met: Place[] = [];
  const helpers: TSESTree.CallExpression[] = [];
  walk(node, (each) => {
    if (wanted.isMet(tree, each, node)) met.push(toPlace(tree, each));
    if (
      each.type === 'CallExpression' &&
      each.arguments.some((argument) => isGiven(tree, argument) || wanted.mayHold(tree, argument))
    )
      helpers.push(each);
  });
  const inHelpers = helpers.flatMap(({ callee }) =>
    optionsOf(evaluate(evaluation, tree, callee, null)).flatMap((value) =>
      value.kind === 'function' ? findIn(evaluation, value.tree, value.node, wanted, seen) : [],
    ),
  );
  return [...met, ...inHelpers];
}

/** What a function is given, and gives on. */
function isGiven(tree: Tree, argument: Node): boolean {
  const variable = argument.type === 'Identifier' ? findVariable(tree, argument) : null;
  return variable?.defs.some(({ type, node }) => (type as string) === 'Parameter' && isFunction(node)) === true;
}
