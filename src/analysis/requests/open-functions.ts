import type { TSESTree } from '@typescript-eslint/types';
import type { Place } from '../../http/text.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { exportsOf } from '../modules.js';
import { calleeName, findDeclaration, findVariable } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';

// Functions that code which nobody sees may call

/**
 * The function around a place, if code that nobody sees may call it: one that is exported, or a method of what is.
 * Null if all its callers are in sight.
 */
export function findOpenFunction(tree: Tree, place: Place): FunctionNode | null {
  const exported = exportedNodes(tree);
  const around = functionsAround(tree, place);
  return around.find((node) => isExported(tree, node, exported)) ?? null;
}

/** Whether a function is given to other code in its file as a value: `paths.map(remove)`, `promise.then(this.remove.bind(this))`. */
export function isHandedOn(evaluation: Evaluation, tree: Tree, node: FunctionNode): boolean {
  return tree.calls.some((call) =>
    call.arguments.some((argument) => {
      const named = unbound(argument);
      if (named.type !== 'Identifier' && named.type !== 'MemberExpression') return false;
      return optionsOf(evaluate(evaluation, tree, named, null)).some(
        (option) => option.kind === 'function' && option.node === node,
      );
    }),
  );
}

/**
 * Whether all that a file does with a function is to call it by its name. A member of a class or of an object goes wherever
 * that goes, and so does what is returned, or put into a record.
 */
export function isCalledOnly(tree: Tree, node: FunctionNode): boolean {
  const parent = tree.parents.get(node);
  const name = node.type === 'FunctionDeclaration' ? node.id : parent?.type === 'VariableDeclarator' ? parent.id : null;
  const variable = name?.type === 'Identifier' ? findDeclaration(tree, name) : null;
  if (variable === null) return isOwnMember(tree, node);
  return variable.references.every(({ identifier, init }) => {
    const use = tree.parents.get(identifier);
    return init === true || (use?.type === 'CallExpression' && use.callee === identifier);
  });
}

/** `#send(path)`, `private send(path)`. */
function isOwnMember(tree: Tree, node: FunctionNode): boolean {
  const member = tree.parents.get(node);
  if (member?.type !== 'MethodDefinition' && member?.type !== 'PropertyDefinition') return false;
  return member.key.type === 'PrivateIdentifier' || member.accessibility === 'private';
}

/** `remove` of `remove.bind(this)`. */
function unbound(node: Node): Node {
  const isBound =
    node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && calleeName(node) === 'bind';
  return isBound ? (node.callee as TSESTree.MemberExpression).object : node;
}

function functionsAround(tree: Tree, { start, end }: Place): FunctionNode[] {
  return tree.functions.filter(({ range }) => range[0] <= start && end <= range[1]);
}

function exportedNodes(tree: Tree): ReadonlySet<Node> {
  const { names, whole } = exportsOf(tree);
  const roots = [
    ...[...names.values()].filter(({ source }) => source === null).map(({ node }) => node),
    ...(whole === null ? [] : [whole]),
  ];
  const nodes = new Set<Node>();
  for (const root of roots) addExported(tree, root, nodes);
  return nodes;
}

/** Whether a place is part of what a file exports. */
export function isExportedAt(tree: Tree, { start, end }: Place): boolean {
  return [...exportedNodes(tree)].some(({ range: [from, to] }) => from <= start && end <= to);
}

/** What is exported where an expression is: what it names, and what that holds. */
export function nodesExported(tree: Tree, node: Node): ReadonlySet<Node> {
  const nodes = new Set<Node>();
  addExported(tree, node, nodes);
  return nodes;
}

/** A name stands for what it names, a record for what it holds. */
function addExported(tree: Tree, node: Node, nodes: Set<Node>): void {
  if (nodes.has(node)) return;
  nodes.add(node);
  if (node.type === 'Identifier') {
    const variable = findVariable(tree, node) ?? findDeclaration(tree, node);
    for (const { node: home } of variable?.defs ?? []) addExported(tree, home, nodes);
  } else if (node.type === 'VariableDeclarator' && node.init !== null) addExported(tree, node.init, nodes);
  else if (node.type === 'NewExpression') addExported(tree, node.callee, nodes);
  else if (node.type === 'ObjectExpression') {
    for (const property of node.properties) if (property.type === 'Property') addExported(tree, property.value, nodes);
  }
}

/** The function itself, or the class that it is a method of. */
function isExported(tree: Tree, node: FunctionNode, exported: ReadonlySet<Node>): boolean {
  if (exported.has(node)) return true;
  const parent = tree.parents.get(node);
  if (parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition') {
    const home = tree.parents.get(tree.parents.get(parent) ?? parent);
    return home !== undefined && exported.has(home);
  }
  if (parent?.type !== 'AssignmentExpression' || parent.left.type !== 'MemberExpression') return false;
  const root = rootOf(parent.left);
  const variable = root === null ? null : findVariable(tree, root);
  return variable?.defs.some(({ node: home }) => exported.has(home)) === true;
}

function rootOf(node: Node): Node | null {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'Identifier' ? node : null;
}
