import type { TSESTree } from '@typescript-eslint/types';
import { calleeName, findVariable, isFunction } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';

// Names that stand in texts, which a function puts values in place of

const longestText = 5000;

/** What the texts of a file name in the way that a pattern looks for, where a parameter of what replaces it is such a name: `name` of `text.replace(/{{(\w+)}}/g, (all, name) => …)`. */
export function findReplaced(tree: Tree, parameter: Node): string[] {
  const replacer = replacerOf(tree, parameter);
  const call = replacer === null ? undefined : tree.parents.get(replacer);
  if (replacer === null || call?.type !== 'CallExpression' || call.arguments[1] !== replacer) return [];
  const pattern = /^replace(?:All)?$/.test(calleeName(call)) ? patternOf(call) : null;
  const group = replacer.params.findIndex((each) => isSame(tree, each, parameter));
  if (pattern === null || group < 0) return [];
  const found = tree.texts
    .flatMap(textsOf)
    .filter(({ length }) => length < longestText)
    .flatMap((text) => [...text.matchAll(pattern)].flatMap((match) => match[group]?.trim() ?? []));
  return [...new Set(found)];
}

/** The function whose parameter an expression is. */
function replacerOf(tree: Tree, parameter: Node): FunctionNode | null {
  const [definition] = findVariable(tree, parameter)?.defs ?? [];
  const owner = definition?.node as Node | undefined;
  return definition?.type === 'Parameter' && isFunction(owner) ? owner : null;
}

function isSame(tree: Tree, pattern: Node, use: Node): boolean {
  return findVariable(tree, use)?.defs.some(({ name }) => (name as Node) === pattern) === true;
}

/** A pattern that is written out, and in which nothing is repeated that repeats: one of these may take for ever. */
function patternOf({ arguments: [pattern] }: TSESTree.CallExpression): RegExp | null {
  if (pattern?.type !== 'Literal' || !('regex' in pattern) || /\)[*+{]/.test(pattern.regex.pattern)) return null;
  try {
    return new RegExp(pattern.regex.pattern, 'g');
  } catch {
    return null;
  }
}

function textsOf(node: Tree['texts'][number]): string[] {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '');
  return typeof node.value === 'string' ? [node.value] : [];
}
