import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import type { FoundRequest } from './found-request.js';
import { calleeName, enclosingFunction, findDeclaration, nameOfKey, sourceOf, walk } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { isPrefixTest } from './prefix-tests.js';

// What functions of the project do with the text of a parameter besides sending it

/** The calls that send requests, and those of the project's functions that lead there, with the functions that they call. */
export type Leads = ReadonlyMap<Node, readonly Called[]>;

export interface Called {
  readonly tree: Tree;
  readonly node: FunctionNode;
  /** What it was given before the call's own arguments: `call.bind(null, 'gitlab')`. */
  readonly bound?: readonly unknown[];
}

/** The calls that requests are sent by, or go through. */
export function toLeads(requests: readonly FoundRequest[]): Leads {
  const leads = new Map<Node, readonly Called[]>();
  for (const { node, followedBy = [], chain } of requests) {
    for (const sending of [node, ...followedBy]) if (!leads.has(sending)) leads.set(sending, []);
    for (const call of chain) {
      const { node: lead, called } = call;
      const before = leads.get(lead) ?? [];
      const isNew = called !== undefined && before.every((one) => one.node !== called.node);
      leads.set(lead, isNew ? [...before, called] : before);
    }
  }
  return leads;
}

/** A reader of a parameter's text, whose meaning may change with it. */
export interface Reader {
  readonly tree: Tree;
  readonly identifier: Node;
  readonly node: Node;
}

const deepest = 4;

/** What counts as a reader. */
export interface Search {
  readonly leads: Leads;
  /** Texts that were told apart would be no more: a function's own cache reads them too. */
  readonly distinct: boolean;
}

/**
 * What reads the text that is given as an argument for more than the address: a comparison, a test, a key of a table.
 * Null if nothing does.
 */
export function findParameterReader(search: Search, call: Node, argument: Node, text: Node): Reader | null {
  return readerThrough({ ...search, asked: new Map() }, call, argument, text, 0);
}

interface Asking extends Search {
  /**
   * Variables that were asked about, each with the least depth. A function that calls itself many times leads to its
   * parameters again and again, and what nothing reads is not asked about anew.
   */
  readonly asked: Map<Variable, number>;
}

function readerThrough(search: Asking, call: Node, argument: Node, text: Node, depth: number): Reader | null {
  if (depth > deepest || (call.type !== 'CallExpression' && call.type !== 'NewExpression')) return null;
  const index = call.arguments.findIndex((candidate) => candidate === argument);
  for (const { tree, node, bound = [] } of search.leads.get(call) ?? []) {
    const pattern = index === -1 ? undefined : node.params[index + bound.length];
    const variable = pattern === undefined ? null : toVariable(tree, pattern, keyOf(argument, text));
    const reader = variable === null ? null : readerOf(search, tree, variable, depth);
    if (reader !== null) return reader;
  }
  return null;
}

/** The property of the record that holds the text; null if the argument is no record. */
function keyOf(argument: Node, text: Node): string | null {
  if (argument.type !== 'ObjectExpression') return null;
  for (const property of argument.properties)
    if (property.type === 'Property' && property.range[0] <= text.range[0] && text.range[1] <= property.range[1])
      return nameOfKey(property.key, property.computed);
  return null;
}

function toVariable(tree: Tree, pattern: Node, key: string | null): Variable | null {
  if (pattern.type === 'AssignmentPattern') return toVariable(tree, pattern.left, key);
  if (pattern.type === 'TSParameterProperty') return toVariable(tree, pattern.parameter, key);
  if (pattern.type === 'Identifier') return key === null ? findDeclaration(tree, pattern) : null;
  if (pattern.type !== 'ObjectPattern' || key === null) return null;
  const property = pattern.properties.find(
    (candidate) => candidate.type === 'Property' && nameOfKey(candidate.key, candidate.computed) === key,
  );
  return property?.type === 'Property' ? toVariable(tree, property.value, null) : null;
}

function readerOf(search: Asking, tree: Tree, variable: Variable, depth: number): Reader | null {
  if ((search.asked.get(variable) ?? Infinity) <= depth) return null;
  search.asked.set(variable, depth);
  for (const reference of variable.references) {
    const reader = reference.isRead() ? readerAt(search, tree, reference.identifier, depth) : null;
    if (reader !== null) return reader;
  }
  return null;
}

const same = /^(?:toLowerCase|toUpperCase|trim|toString|replace|slice|substr|substring|split|concat)$/;
const asking = /^(?:startsWith|endsWith|includes|indexOf|lastIndexOf|match|search)$/;

function readerAt(search: Asking, tree: Tree, identifier: Node, depth: number): Reader | null {
  const reader = (node: Node): Reader => ({ tree, identifier, node });
  let at = identifier;
  for (let parent = tree.parents.get(at); parent !== undefined; at = parent, parent = tree.parents.get(at)) {
    switch (parent.type) {
      case 'TemplateLiteral':
        continue;
      case 'BinaryExpression':
        if (parent.operator === '+') continue;
        return isTold(parent.left === at ? parent.right : parent.left) ? reader(parent) : null;
      case 'SwitchStatement':
        return parent.discriminant === at ? reader(parent) : null;
      case 'MemberExpression': {
        if (parent.property === at) return isOwnCache(search, tree, parent.object, at) ? null : reader(parent);
        const call = tree.parents.get(parent);
        const name = nameOfKey(parent.property, parent.computed) ?? '';
        if (call?.type !== 'CallExpression' || call.callee !== parent) return null;
        if (asking.test(name)) return call.arguments.some(isTold) && !isPrefixTest(tree, call) ? reader(call) : null;
        if (!same.test(name)) return null;
        continue;
      }
      case 'CallExpression':
      case 'NewExpression':
        if (parent.callee === at) continue;
        return readerInCall(search, tree, parent, at, identifier, depth);
      case 'VariableDeclarator': {
        const next = parent.id.type === 'Identifier' ? findDeclaration(tree, parent.id) : null;
        return next === null || depth >= deepest ? null : readerOf(search, tree, next, depth + 1);
      }
      default:
        return null;
    }
  }
  return null;
}

function readerInCall(
  search: Asking,
  tree: Tree,
  call: TSESTree.CallExpression | TSESTree.NewExpression,
  argument: Node,
  identifier: Node,
  depth: number,
): Reader | null {
  const through = readerThrough(search, call, argument, identifier, depth + 1);
  if (through !== null || call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return through;
  const { object } = call.callee;
  const name = calleeName(call);
  const asks = /^(?:test|exec)$/.test(name)
    ? isTold(object)
    : /^(?:has|get|includes|indexOf)$/.test(name) &&
      !search.leads.has(call) &&
      !isOwnCache(search, tree, object, argument);
  return asks ? { tree, identifier, node: call } : null;
}

/** What a text is compared with says more than how an address begins or is put together: `?`, a slash, a protocol. */
export function isTold(node: Node): boolean {
  if (node.type === 'TemplateLiteral') return node.expressions.length > 0 || isWord(node.quasis[0]?.value.raw ?? '');
  if (node.type === 'Identifier') return node.name !== 'undefined';
  if (node.type !== 'Literal') return node.type !== 'UnaryExpression';
  if ('regex' in node) return isWord(node.regex.pattern.replace(/\\./g, ''));
  return typeof node.value === 'string' && isWord(node.value);
}

function isWord(text: string): boolean {
  return /[a-z]/i.test(text.replace(/https?/i, ''));
}

/** A cache goes on under another key, unless the key says less than before. */
function isOwnCache({ distinct }: Search, tree: Tree, table: Node, key: Node): boolean {
  return !distinct && isKept(tree, table, key);
}

/** A table that the function itself fills by the same key: its own cache. */
function isKept(tree: Tree, table: Node, key: Node): boolean {
  const owner = enclosingFunction(tree, key);
  if (owner === null) return false;
  const [name, text] = [sourceOf(tree, table), sourceOf(tree, key)];
  let kept = false;
  walk(owner, (node) => {
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression' && node.left.computed)
      kept ||= sourceOf(tree, node.left.object) === name && sourceOf(tree, node.left.property) === text;
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && node.arguments[0] !== undefined)
      kept ||=
        /^(?:set|add|push)$/.test(calleeName(node)) &&
        sourceOf(tree, node.callee.object) === name &&
        sourceOf(tree, node.arguments[0]) === text;
  });
  return kept;
}
