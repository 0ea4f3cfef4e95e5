import { openTree } from '../../analysis/evaluate.js';
import { childrenOf, findVariable, nodeAround } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import type { Place } from '../../http/text.js';
import type { Writing } from './plan.js';

export const given = 'it is what one call gives, and others may give what is to be written otherwise';

/**
 * Whether an expression is what a function is given, `open` or `options.level`, or what an object holds, `this.level`: what
 * one call gives is not written in its place.
 */
export function isGivenThere(place: Place, { evaluation }: Pick<Writing, 'evaluation'>): boolean {
  const tree = openTree(evaluation, place.file);
  return tree !== null && readsGiven(tree, expressionAt(tree, place), new Set());
}

/** In `{ confirm }` the name that is read stands behind the key, at the same place. */
function expressionAt(tree: Tree, place: Place): Node {
  const node = nodeAround(tree, place);
  const parent = tree.parents.get(node);
  return parent?.type === 'Property' && parent.shorthand ? parent.value : node;
}

/** @param seen the nodes that are asked about already: a name may be made of itself */
function readsGiven(tree: Tree, node: Node, seen: Set<Node>): boolean {
  if (seen.has(node)) return false;
  seen.add(node);
  if (node.type === 'ThisExpression') return true;
  const definitions = node.type === 'Identifier' ? (findVariable(tree, node)?.defs ?? []) : [];
  return (
    childrenOf(node).some((child) => readsGiven(tree, child, seen)) ||
    definitions.some(
      ({ type, node: declared }) =>
        (type as string) === 'Parameter' ||
        (declared.type === 'VariableDeclarator' && declared.init !== null && readsGiven(tree, declared.init, seen)),
    )
  );
}
