import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { calleeName, enclosingFunction, findDeclaration, findVariable, isFunction, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import { usesByName } from './named-uses.js';
import type { NamedUse } from './named-uses.js';

// Addresses that go on somewhere else than they begin

const mostUses = 200;
const mostSteps = 4;

/**
 * The expressions that go on with an address which stands somewhere by itself: `project(id) + rest`, `[root, 'user'].join('/')`,
 * `url += '/star'` of `let url = project(id)`, `url('projects', id)`. The address is given there by a function or a variable, in whatever file.
 *
 * @param isTold whether a request is known that is sent with an expression
 */
export function findContinued(
  evaluation: Evaluation,
  begun: readonly NamedUse[],
  isTold: (tree: Tree, node: Node) => boolean,
): NamedUse[] {
  const seen = new Set<Node>();
  const found = new Map<Node, NamedUse>();
  let at = begun;
  for (let step = 0; step < mostSteps && at.length > 0; step += 1) {
    const uses = at.flatMap((one) => usesOf(evaluation, one)).filter(({ node }) => !seen.has(node));
    for (const use of uses) seen.add(use.node);
    for (const { tree, node } of uses) {
      const whole = joined(tree, node);
      if (whole !== node || isGrown(tree, node) || isGivenMore(node)) found.set(whole, { tree, node: whole });
    }
    at = uses.map(({ tree, node }) => ({ tree, node: joined(tree, node) }));
  }
  return [...found.values()].filter(({ tree, node }) => !isTold(tree, node) && isText(evaluation, tree, node));
}

function isText(evaluation: Evaluation, tree: Tree, node: Node): boolean {
  return optionsOf(evaluate(evaluation, tree, node, null)).some(({ kind }) => kind === 'text');
}

/** Where what an expression gives is read: by the variable that holds it, or by calls of the function that returns it. */
export function usesOf(evaluation: Evaluation, { tree, node }: NamedUse): NamedUse[] {
  const holder = holderOf(tree, node);
  if (holder === null) return [];
  const variable = holder.type === 'Identifier' ? variableOf(tree, holder) : null;
  const own = (variable?.references ?? []).flatMap((each) => (each.isRead() ? [{ tree, node: each.identifier }] : []));
  const name = holder.type === 'Identifier' ? holder.name : nameOfKey(holder, false);
  const named = name === null ? [] : usesByName(evaluation, tree, name);
  if (named.length > mostUses) return own;
  return [...own, ...named].map((use) => ({ tree: use.tree, node: called(use.tree, use.node) }));
}

function variableOf(tree: Tree, name: Node): Variable | null {
  return findDeclaration(tree, name) ?? findVariable(tree, name);
}

/** The name that a value is kept under, or that the function has which returns it. */
function holderOf(tree: Tree, node: Node): Node | null {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.init === node && parent.id.type === 'Identifier' ? parent.id : null;
    case 'AssignmentExpression':
      return parent.right === node && parent.operator === '=' ? nameOfTarget(parent.left) : null;
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return parent.value === node && !parent.computed ? parent.key : null;
    case 'ReturnStatement': {
      const owner = enclosingFunction(tree, parent);
      return owner === null ? null : nameOfFunction(tree, owner);
    }
    case 'LogicalExpression':
    case 'ConditionalExpression':
      return holderOf(tree, parent);
    case 'ArrowFunctionExpression':
      return parent.body === node ? nameOfFunction(tree, parent) : null;
    default:
      return null;
  }
}

function nameOfFunction(tree: Tree, owner: Node): Node | null {
  return owner.type === 'FunctionDeclaration' ? owner.id : isFunction(owner) ? holderOf(tree, owner) : null;
}

function nameOfTarget(left: Node): Node | null {
  if (left.type === 'MemberExpression') return left.computed ? null : left.property;
  return left.type === 'Identifier' ? left : null;
}

/** `this.project(id)` of `project`. */
function called(tree: Tree, node: Node): Node {
  const parent = tree.parents.get(node);
  if (parent?.type === 'MemberExpression' && parent.property === node) return called(tree, parent);
  return parent?.type === 'CallExpression' && parent.callee === node ? parent : node;
}

/** The largest expression that puts a text together with others. */
function joined(tree: Tree, node: Node): Node {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'BinaryExpression':
      return parent.operator === '+' && parent.left === node ? joined(tree, parent) : node;
    case 'TemplateLiteral':
      return parent.expressions[0] === node && parent.quasis[0]?.value.raw === '' ? joined(tree, parent) : node;
    case 'ArrayExpression':
      return parent.elements[0] === node ? (methodOn(tree, parent, /^join$/) ?? node) : node;
    case 'MemberExpression':
      return parent.object === node ? (methodOn(tree, node, /^(?:concat|replace|replaceAll)$/) ?? node) : node;
    default:
      return node;
  }
}

function methodOn(tree: Tree, object: Node, name: RegExp): TSESTree.CallExpression | null {
  const member = tree.parents.get(object);
  const call = member?.type === 'MemberExpression' && member.object === object ? tree.parents.get(member) : undefined;
  return call?.type === 'CallExpression' && call.callee === member && name.test(calleeName(call)) ? call : null;
}

/** `this.url('projects', id, 'builds')`: what a function gives may go on with what it is given. */
function isGivenMore(node: Node): boolean {
  return node.type === 'CallExpression' && node.arguments.length > 0;
}

/** Whether a variable that is read gets more behind it: `url += rest`. */
function isGrown(tree: Tree, node: Node): boolean {
  const variable = node.type === 'Identifier' ? findVariable(tree, node) : null;
  const isTarget = tree.parents.get(node)?.type === 'AssignmentExpression';
  return (
    !isTarget &&
    variable?.references.some(({ identifier }) => {
      const parent = tree.parents.get(identifier);
      return parent?.type === 'AssignmentExpression' && parent.left === identifier && parent.operator === '+=';
    }) === true
  );
}
