import type { TSESTree } from '@typescript-eslint/types';
import type { Read } from '../../analysis/answers/reads.js';
import { findDeclaration, isExportedHere } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';

/** Where the value that is read is used: the expression itself, or all that read the constant that it is put in. */
export function usesOf({ tree, node }: Read): Node[] {
  const parent = tree.parents.get(node);
  if (parent?.type === 'Property') return usesOfName(tree, toLocal(parent.value)) ?? [node];
  if (parent?.type !== 'MemberExpression') return [node];
  const holder = tree.parents.get(parent);
  const whole = holder?.type === 'ChainExpression' || holder?.type === 'TSNonNullExpression' ? holder : parent;
  const declarator = tree.parents.get(whole);
  if (declarator?.type !== 'VariableDeclarator') return [whole];
  return usesOfName(tree, declarator.id) ?? [whole];
}

function toLocal(node: Node): Node {
  return node.type === 'AssignmentPattern' ? node.left : node;
}

/** Null if the name is no variable that keeps its value, or leaves the file. */
function usesOfName(tree: Tree, name: Node): Node[] | null {
  const variable = name.type === 'Identifier' ? findDeclaration(tree, name) : null;
  const references = variable?.references.filter(({ init }) => init !== true) ?? [];
  if (variable === null || isExportedHere(tree, name) || references.some((reference) => reference.isWrite()))
    return null;
  return references.map(({ identifier }) => identifier as Node);
}

export interface Comparison {
  readonly node: TSESTree.BinaryExpression;
  readonly literal: TSESTree.Literal;
}

/** `x === 20`, `20 != x`; null if a value is used in another way. */
export function compareUse(tree: Tree, use: Node): Comparison | null {
  const node = tree.parents.get(use);
  if (node?.type !== 'BinaryExpression' || !/^[=!]==?$/.test(node.operator)) return null;
  const literal = node.left === use ? node.right : node.left;
  return literal.type === 'Literal' ? { node, literal } : null;
}
