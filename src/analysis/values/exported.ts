import type { TSESTree } from '@typescript-eslint/types';
import { exportsOf } from '../modules.js';
import { initialsOf } from './origins.js';
import type { ParsedFile } from '../project.js';
import { childrenOf, findVariable, isFunction, toTree } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

/**
 * Whether what stands at an offset is part of a text or record that the file exports. What only the file's functions
 * and instances use does not leave it.
 */
export function isExported(parsed: ParsedFile, offset: number): boolean {
  const tree = toTree(parsed);
  const { names, whole, merged } = exportsOf(tree);
  const own = [...names.values()].filter(({ source }) => source === null).map(({ node }) => node);
  const reached = new Set<Node>([...own, ...merged, ...(whole === null ? [] : [whole])]);
  for (const node of reached) {
    if (isText(node) && node.range[0] <= offset && offset < node.range[1]) return true;
    for (const part of partsOf(tree, node)) reached.add(part);
  }
  return false;
}

/** Whether a file exports anything. */
export function hasExports(parsed: ParsedFile): boolean {
  const { names, stars, whole, merged } = exportsOf(toTree(parsed));
  return names.size + stars.length + merged.length > 0 || whole !== null;
}

function isText({ type }: Node): boolean {
  return type === 'Literal' || type === 'TemplateLiteral';
}

/** What a value is made of, as far as it is not run. */
function partsOf(tree: Tree, node: Node): readonly Node[] {
  if (node.type === 'Identifier') {
    const variable = tree.declarations.get(node) ?? findVariable(tree, node);
    return variable === null ? [] : initialsOf(tree, variable).map((origin) => origin.node);
  }
  if (node.type === 'PropertyDefinition')
    return node.static && node.value !== null && !isPrivate(node) ? [node.value] : [];
  return isFunction(node) || isRun(node) ? [] : childrenOf(node);
}

function isPrivate({ key, accessibility }: TSESTree.PropertyDefinition): boolean {
  return key.type === 'PrivateIdentifier' || accessibility === 'private';
}

function isRun({ type }: Node): boolean {
  return /^(?:Call|New|Await|Yield|TaggedTemplate)Expression$|^(?:MethodDefinition|StaticBlock)$/.test(type);
}
