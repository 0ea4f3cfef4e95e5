import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { askedText, differInSign } from '../syntax/query-signs.js';
import { findDeclaration, findVariable, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Reader } from './parameter-readers.js';

// Code that asks whether a text holds a `?`, whose answer changes where a query is put there or taken out

interface Search {
  readonly evaluation: Evaluation;
  readonly seen: Set<Node>;
}

/**
 * What asks whether a text holds a `?`, and does more on the answer than choose the sign that more parameters go behind:
 * it cuts the query off, refuses it, or adds one. The text is followed through variables and the project's functions.
 * Null if nothing does.
 */
export function findQueryReader(evaluation: Evaluation, tree: Tree, text: Node): Reader | null {
  return readerOf({ evaluation, seen: new Set() }, tree, text);
}

const same = /^(?:toLowerCase|toUpperCase|trim|toString|replace|replaceAll|slice|substr|substring|concat)$/;

function readerOf(search: Search, tree: Tree, text: Node): Reader | null {
  if (search.seen.has(text)) return null;
  search.seen.add(text);
  let at = text;
  for (let parent = tree.parents.get(at); parent !== undefined; at = parent, parent = tree.parents.get(at)) {
    const test = askingCall(tree, at);
    if (test !== null && !choosesSign(tree, test)) return { tree, identifier: text, node: test };
    switch (parent.type) {
      case 'TemplateLiteral':
      case 'ConditionalExpression':
      case 'LogicalExpression':
      case 'AwaitExpression':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
        continue;
      case 'BinaryExpression':
        if (parent.operator !== '+') return null;
        continue;
      case 'MemberExpression':
        if (parent.object !== at || !same.test(nameOfKey(parent.property, parent.computed) ?? '')) return null;
        continue;
      case 'CallExpression': {
        const reader = parent.callee === at ? null : readerInFunctions(search, tree, parent, at);
        if (reader !== null) return reader;
        continue;
      }
      case 'VariableDeclarator':
        return parent.id.type === 'Identifier'
          ? readerOfVariable(search, tree, findDeclaration(tree, parent.id))
          : null;
      case 'AssignmentExpression':
        return parent.left.type === 'Identifier'
          ? readerOfVariable(search, tree, findVariable(tree, parent.left))
          : null;
      default:
        return null;
    }
  }
  return null;
}

/** What the project's functions that are called do with the argument. */
function readerInFunctions(search: Search, tree: Tree, call: TSESTree.CallExpression, argument: Node): Reader | null {
  const index = call.arguments.findIndex((each) => each === argument);
  for (const option of optionsOf(evaluate(search.evaluation, tree, call.callee, null))) {
    if (option.kind !== 'function') continue;
    const parameter = option.node.params[index + option.bound.length];
    const pattern = parameter?.type === 'AssignmentPattern' ? parameter.left : parameter;
    if (pattern?.type !== 'Identifier') continue;
    const reader = readerOfVariable(search, option.tree, findDeclaration(option.tree, pattern));
    if (reader !== null) return reader;
  }
  return null;
}

function readerOfVariable(search: Search, tree: Tree, variable: Variable | null): Reader | null {
  for (const reference of variable?.references ?? []) {
    const reader = reference.isRead() ? readerOf(search, tree, reference.identifier) : null;
    if (reader !== null) return reader;
  }
  return null;
}

/** `url.includes('?')`, `/\?/.test(url)`. */
function askingCall(tree: Tree, text: Node): TSESTree.CallExpression | null {
  const parent = tree.parents.get(text);
  const call = parent?.type === 'MemberExpression' && parent.object === text ? tree.parents.get(parent) : parent;
  return call?.type === 'CallExpression' && askedText(call) === text ? call : null;
}

/** Whether a test decides between `?` and `&` alone, so that it decides right about a changed text too. */
function choosesSign(tree: Tree, test: Node): boolean {
  let at = test;
  let signs = 0;
  for (let parent = tree.parents.get(at); parent !== undefined; at = parent, parent = tree.parents.get(at)) {
    switch (parent.type) {
      case 'UnaryExpression':
      case 'BinaryExpression':
        continue;
      case 'LogicalExpression':
        if (isSign(parent.right)) signs += 1;
        continue;
      case 'ConditionalExpression':
        return parent.test === at && differInSign(tree, parent.consequent, parent.alternate);
      case 'IfStatement':
        return parent.test === at && isIfOfSigns(tree, parent);
      case 'VariableDeclarator':
        return signs > 1 || isHeldForSigns(tree, parent);
      default:
        return signs > 1;
    }
  }
  return false;
}

function isHeldForSigns(tree: Tree, { id }: TSESTree.VariableDeclarator): boolean {
  const variable = id.type === 'Identifier' ? findDeclaration(tree, id) : null;
  return (
    variable?.references.every(
      (reference) => reference.init === true || (reference.isRead() && choosesSign(tree, reference.identifier)),
    ) ?? false
  );
}

function isIfOfSigns(tree: Tree, whole: TSESTree.IfStatement): boolean {
  const { consequent, alternate } = whole;
  if (alternate !== null) return differInSign(tree, consequent, alternate);
  const only = toOnly(consequent);
  if (only.type === 'ExpressionStatement')
    return only.expression.type === 'AssignmentExpression' && isSign(only.expression.right);
  const next = statementBehind(tree, whole);
  return next !== null && only.type === 'ReturnStatement' && differInSign(tree, only, next);
}

function statementBehind(tree: Tree, statement: TSESTree.Statement): Node | null {
  const home = tree.parents.get(statement);
  return home?.type === 'BlockStatement' ? (home.body[home.body.indexOf(statement) + 1] ?? null) : null;
}

function toOnly(statement: TSESTree.Statement): Node {
  const [only, ...others] = statement.type === 'BlockStatement' ? statement.body : [statement];
  return only === undefined || others.length > 0 ? statement : only;
}

function isSign(node: Node): boolean {
  return node.type === 'Literal' && (node.value === '?' || node.value === '&');
}
