import type { Place } from '../../http/text.js';
import { ancestorsOf, childrenOf, isFunction, nodeAround, toPlace } from './tree.js';
import type { Node, Tree } from './tree.js';

/**
 * What says together what a request is: the call that a place stands in, with all its arguments but for the bodies of
 * functions, which say what happens later. Empty if it stands in none.
 */
export function callAround(tree: Tree, place: Place): Place[] {
  const inside = nodeAround(tree, place);
  for (const node of [inside, ...ancestorsOf(tree, inside)]) {
    if (isFunction(node)) return [];
    if (node.type === 'CallExpression' || node.type === 'NewExpression') return withoutFunctions(tree, node);
  }
  return [];
}

/** The parts of a node between the functions in it. */
function withoutFunctions(tree: Tree, node: Node): Place[] {
  const { file, start, end } = toPlace(tree, node);
  const places: Place[] = [];
  let at = start;
  for (const inner of functionsIn(node)) {
    places.push({ file, start: at, end: inner.range[0] });
    at = inner.range[1];
  }
  return [...places, { file, start: at, end }];
}

/** The outermost ones, in source order. */
function functionsIn(node: Node): Node[] {
  return childrenOf(node)
    .flatMap((child) => (isFunction(child) ? [child] : functionsIn(child)))
    .sort((one, other) => one.range[0] - other.range[0]);
}
