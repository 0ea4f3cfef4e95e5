import type { Evaluation } from '../evaluate.js';
import { findVariable, nameOfKey } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import type { Place } from '../../http/text.js';
import type { FoundRequest } from './found-request.js';
import { findOnTheWay } from './on-the-way.js';

// Code that knows a parameter by its name before it is sent

/**
 * Where a function that leads to a request, a helper of it, or a hook reads a parameter by its name, `body.branch_name`,
 * `({ branch_name, ...rest })`, `pick(body, ['branch_name', 'ref'])`. Null if none does.
 *
 * @param own where the name is written for the request itself
 */
export function findNameTest(
  evaluation: Evaluation,
  found: FoundRequest,
  name: string,
  own: readonly Place[],
): Place | null {
  const places = findOnTheWay(evaluation, found, {
    key: name,
    isMet: (tree, node, within) => knows(tree, node, within, name),
    mayHold: () => false,
  });
  const isOwn = ({ file, start, end }: Place): boolean =>
    own.some((place) => place.file === file && place.start < end && start < place.end);
  return places.find((place) => !isOwn(place)) ?? null;
}

function knows(tree: Tree, node: Node, within: FunctionNode, name: string): boolean {
  switch (node.type) {
    case 'MemberExpression':
      return nameOfKey(node.property, node.computed) === name && isOfParameter(tree, node.object, within);
    case 'Property':
      return nameOfKey(node.key, node.computed) === name && isTakenApart(tree, node, within);
    case 'Literal':
      return node.value === name && tree.parents.get(node)?.type !== 'MemberExpression';
    case 'Identifier':
      return isListWith(tree, node, name);
    default:
      return false;
  }
}

/** `body.branch_name`, `config.data?.branch_name`: what the function is given itself, and no answer. */
function isOfParameter(tree: Tree, node: Node, within: FunctionNode): boolean {
  if (node.type === 'MemberExpression') return isOfParameter(tree, node.object, within);
  if (node.type === 'ChainExpression') return isOfParameter(tree, node.expression, within);
  return node.type === 'Identifier' && findVariable(tree, node)?.defs[0]?.node === within;
}

/** `const { branch_name, ...rest } = config.data`, `({ branch_name }) => …`. */
function isTakenApart(tree: Tree, property: Node, within: FunctionNode): boolean {
  const pattern = tree.parents.get(property);
  if (pattern?.type !== 'ObjectPattern') return false;
  const holder = tree.parents.get(pattern);
  if (holder?.type === 'VariableDeclarator') return holder.init !== null && isOfParameter(tree, holder.init, within);
  return holder === within || (holder?.type === 'Property' && isTakenApart(tree, holder, within));
}

/** A list of names, or a table of them, that stands outside of the function. */
function isListWith(tree: Tree, node: Node, name: string): boolean {
  const variable = findVariable(tree, node);
  const definition = variable?.defs[0]?.node as Node | undefined;
  if (definition?.type !== 'VariableDeclarator' || definition.init === null) return false;
  const { init } = definition;
  if (!/^(?:ArrayExpression|ObjectExpression|NewExpression|TSAsExpression)$/.test(init.type)) return false;
  return tree.texts.some(
    (text) =>
      text.type === 'Literal' &&
      text.value === name &&
      init.range[0] <= text.range[0] &&
      text.range[1] <= init.range[1] &&
      isNamed(tree, text),
  );
}

/** One of several in a list. */
function isNamed(tree: Tree, text: Node): boolean {
  return tree.parents.get(text)?.type === 'ArrayExpression';
}
