import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { ancestorsOf, contains, definitionOf, findVariable, isFunction, nameOfKey, unwrap } from './tree.js';
import type { FunctionNode, Node, Tree } from './tree.js';

// Functions that call themselves

/**
 * Those of some expressions that say what a function gives, or all if there are none: `all(path, found, page + 1)` of
 * `return next ? all(path, found, page + 1) : found` gives what the others do.
 */
export function withoutRecursion(tree: Tree, nodes: readonly Node[]): readonly Node[] {
  const before = known.get(nodes);
  if (before !== undefined) return before;
  const others = nodes.filter((node) => !isRecursion(tree, node));
  const told = others.length > 0 ? others : nodes;
  known.set(nodes, told);
  return told;
}

/** What a function returns is asked for again and again. */
const known = new WeakMap<readonly Node[], readonly Node[]>();

/** Whether an expression calls the function that it stands in again, with something that this was given, in its place, and without a word of its own. */
function isRecursion(tree: Tree, node: Node): boolean {
  const call = unwrap(node);
  if (call.type !== 'CallExpression' || saysMore(tree, call)) return false;
  const owner = calledAgain(tree, call);
  return owner !== null && handedOn(tree, call, owner).size > 0;
}

/** The parameters of a function that a call inside it hands on as they are, each in its own place. */
export function handedOn(tree: Tree, call: Node, { params }: FunctionNode): ReadonlySet<Variable> {
  const given = call.type === 'CallExpression' ? call.arguments : [];
  return new Set(
    given.flatMap((argument, index) => {
      const parameter = params[index];
      const variable = argument.type === 'Identifier' ? findVariable(tree, argument) : null;
      if (parameter === undefined || variable === null) return [];
      return variable.defs.some(({ name }) => contains(parameter, name)) ? [variable] : [];
    }),
  );
}

/** Whether a call is given a text, a yes or a no, which may decide what the function does: `walk(id, true)`. */
export function saysMore(tree: Tree, call: Node): boolean {
  return call.type === 'CallExpression' && call.arguments.some((argument) => isWord(tree, argument));
}

function isWord(tree: Tree, node: Node): boolean {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'boolean';
    case 'TemplateLiteral':
      return true;
    case 'Identifier': {
      const value = definitionOf(tree, node);
      return (value?.type === 'Literal' || value?.type === 'TemplateLiteral') && isWord(tree, value);
    }
    case 'UnaryExpression':
      return node.operator === '!';
    case 'BinaryExpression':
      return isWord(tree, node.left) || isWord(tree, node.right);
    case 'ConditionalExpression':
      return isWord(tree, node.consequent) || isWord(tree, node.alternate);
    case 'ObjectExpression':
      return node.properties.some((each) => each.type === 'Property' && isWord(tree, each.value));
    default:
      return false;
  }
}

/** The function around a call that this calls: by its name, or as the method of the same object. */
function calledAgain(tree: Tree, call: TSESTree.CallExpression): FunctionNode | null {
  const { callee } = call;
  if (callee.type === 'Identifier') {
    const value = definitionOf(tree, callee);
    return value !== null && isFunction(value) && contains(value, call) ? value : null;
  }
  if (callee.type !== 'MemberExpression' || !isOwn(tree, callee.object)) return null;
  const name = nameOfKey(callee.property, callee.computed);
  return name === null ? null : (methodsAround(tree, call).find(([own]) => own === name)?.[1] ?? null);
}

/** `this`, another name for it, and the record or the class that a node stands in. */
function isOwn(tree: Tree, object: Node): boolean {
  if (object.type === 'ThisExpression') return true;
  const value = object.type === 'Identifier' ? definitionOf(tree, object) : null;
  return value !== null && (value.type === 'ThisExpression' || contains(value, object));
}

/** Methods and members around a node, innermost first, with their names: `all(path) {…}`, `Client.prototype.all = function (path) {…}`. */
function methodsAround(tree: Tree, node: Node): [string | null, FunctionNode][] {
  return [...ancestorsOf(tree, node)].flatMap((ancestor): [string | null, FunctionNode][] => {
    if (!isFunction(ancestor)) return [];
    const parent = tree.parents.get(ancestor);
    switch (parent?.type) {
      case 'MethodDefinition':
      case 'PropertyDefinition':
      case 'Property':
        return [[nameOfKey(parent.key, parent.computed), ancestor]];
      case 'AssignmentExpression':
        return parent.left.type === 'MemberExpression'
          ? [[nameOfKey(parent.left.property, parent.left.computed), ancestor]]
          : [];
      default:
        return [];
    }
  });
}
