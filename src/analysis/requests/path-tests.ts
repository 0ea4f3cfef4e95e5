import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { calleeName, enclosingFunction, findDeclaration, findVariable, isFunction, nameOfKey } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import { isLastPart, isPartRead } from './path-parts.js';
import { textsOf } from './compared-texts.js';
import type { Reader } from './parameter-readers.js';

// Code that asks what stands in a path, or how long it is, whose answer changes with the path

/** A path before and after it is fixed, with the query if that is put into the same text. */
export interface PathChange {
  readonly before: string;
  readonly after: string;
}

interface Search {
  readonly evaluation: Evaluation;
  readonly change: PathChange;
  /** Whether a call gives a text that holds the path. */
  readonly gives: (tree: Tree, call: Node) => boolean;
  readonly seen: Set<Node>;
}

/**
 * What reads of a text what its change changes: a word in it, its end, its length. The text is followed through variables
 * and the project's functions. Null if nothing does.
 *
 * @param gives whether a call gives a text that holds the path
 */
export function findPathReader(
  evaluation: Evaluation,
  tree: Tree,
  text: Node,
  change: PathChange,
  gives: Search['gives'],
): Reader | null {
  if (change.before === change.after) return null;
  return readerOf({ evaluation, change, gives, seen: new Set() }, tree, text);
}

/** An expression around the text that holds it: what reads it is looked for there. */
const goesOn = Symbol();

function readerOf(search: Search, tree: Tree, text: Node): Reader | null {
  if (search.seen.has(text)) return null;
  search.seen.add(text);
  let at = text;
  for (let parent = tree.parents.get(at); parent !== undefined; at = parent, parent = tree.parents.get(at)) {
    const read = readByParent(search, tree, at, parent);
    if (read === true) return { tree, identifier: text, node: parent };
    if (read !== goesOn) return read;
  }
  return null;
}

/** The reader; `true` if it is the expression around, null if there is none. */
function readByParent(search: Search, tree: Tree, at: Node, parent: Node): Reader | true | null | typeof goesOn {
  switch (parent.type) {
    case 'TemplateLiteral':
    case 'LogicalExpression':
    case 'AwaitExpression':
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return goesOn;
    case 'ConditionalExpression':
      return parent.test === at ? null : goesOn;
    case 'BinaryExpression':
      if (parent.operator === '+') return goesOn;
      return isAnswered(search.change, parent.left === at ? parent.right : parent.left) || null;
    case 'SwitchStatement':
      return parent.cases.some(({ test }) => test !== null && isAnswered(search.change, test)) || null;
    case 'MemberExpression':
      return parent.object === at ? readByMember(search, tree, parent) : null;
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee === at ? goesOn : readByCall(search, tree, parent, at);
    case 'VariableDeclarator':
      return readerOfPattern(search, tree, parent.id);
    case 'ArrayExpression':
      return readerOfList(search, tree, parent);
    case 'ArrowFunctionExpression':
      return parent.body === at ? readerOfMapped(search, tree, parent) : null;
    case 'ReturnStatement':
      return readerOfMapped(search, tree, enclosingFunction(tree, parent));
    case 'AssignmentExpression':
      return parent.left.type === 'Identifier' ? readerOfVariable(search, tree, findVariable(tree, parent.left)) : null;
    default:
      return null;
  }
}

const asking = /^(?:startsWith|endsWith|includes|indexOf|lastIndexOf|match|matchAll|search|replace|replaceAll|split)$/;
const same = /^(?:toLowerCase|toUpperCase|trim|toString|replace|replaceAll|slice|substr|substring|concat)$/;
const ofAddress = /^(?:href|pathname|path)$/;

/** `url.endsWith('owned')`, `path.length`, `path.split('/').pop()`. */
function readByMember({ change }: Search, tree: Tree, member: TSESTree.MemberExpression): true | null | typeof goesOn {
  const name = nameOfKey(member.property, member.computed) ?? '';
  const call = tree.parents.get(member);
  if (name === 'length') return (change.before.length !== change.after.length && !isCompared(tree, member)) || null;
  if (call?.type !== 'CallExpression' || call.callee !== member) return ofAddress.test(name) ? goesOn : null;
  const [argument] = call.arguments;
  if (asking.test(name) && argument !== undefined && isAnswered(change, argument, name === 'endsWith')) return true;
  if (name === 'split') return (isSlash(argument) && isPartRead(tree, call, change)) || null;
  if (name === 'lastIndexOf') return (isSlash(argument) && isLastPart(change)) || null;
  if (/^(?:slice|substr|substring)$/.test(name) && call.arguments.some((each) => isBehind(change, each))) return true;
  return same.test(name) ? goesOn : null;
}

/** Whether a number counts in what is not the same before and after, from the end or from the beginning: `path.slice(0, -5)`. */
function isBehind({ before, after }: PathChange, node: Node): boolean {
  const isFromEnd = node.type === 'UnaryExpression' && node.operator === '-';
  const counted = isFromEnd ? node.argument : node;
  if (counted.type !== 'Literal' || typeof counted.value !== 'number') return false;
  const { value } = counted;
  return isFromEnd ? before.slice(-value) !== after.slice(-value) : before.slice(0, value) !== after.slice(0, value);
}

function isSlash(node: Node | undefined): boolean {
  return node?.type === 'Literal' && node.value === '/';
}

/** `path.length > 0`: whether there is anything, or how much may be sent. */
function isCompared(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  return (
    (parent?.type === 'BinaryExpression' && /^(?:[<>]=?|[!=]==?)$/.test(parent.operator)) ||
    parent?.type === 'UnaryExpression' ||
    parent?.type === 'IfStatement' ||
    parent?.type === 'LogicalExpression' ||
    (parent?.type === 'ConditionalExpression' && parent.test === node)
  );
}

/** Whether a text in sight stands in the path before it is fixed, and not behind, or the other way round; at its end, a query may follow or not. */
function isAnswered({ before, after }: PathChange, node: Node, atEnd = false): boolean {
  if (node.type !== 'Literal' && node.type !== 'TemplateLiteral') return false;
  const stands = (path: string, part: string): boolean => (atEnd ? isEnd(path, part) : path.includes(part));
  return textsOf(node, 'regex' in node)
    .flatMap((each) => each.split('*'))
    .some((part) => /\w/.test(part) && stands(before, part) !== stands(after, part));
}

function isEnd(path: string, part: string): boolean {
  return path.endsWith(part) || path.split('?')[0]?.endsWith(part) === true;
}

function readByCall(
  search: Search,
  tree: Tree,
  call: TSESTree.CallExpression | TSESTree.NewExpression,
  argument: Node,
): Reader | true | null | typeof goesOn {
  const name = nameOfCallee(call);
  if (call.callee.type === 'MemberExpression' && /^(?:test|exec)$/.test(name))
    return isAnswered(search.change, call.callee.object) || null;
  if (name === 'basename') return isLastPart(search.change) || null;
  if (call.type === 'NewExpression') return name === 'URL' ? goesOn : null;
  return readerInFunctions(search, tree, call, argument) ?? (search.gives(tree, call) ? goesOn : null);
}

function nameOfCallee({ callee }: TSESTree.CallExpression | TSESTree.NewExpression): string {
  return (
    (callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : nameOfKey(callee, false)) ?? ''
  );
}

/** What the project's functions that are called do with the argument. */
function readerInFunctions(search: Search, tree: Tree, call: TSESTree.CallExpression, argument: Node): Reader | null {
  const index = call.arguments.findIndex((each) => each === argument);
  for (const option of optionsOf(evaluate(search.evaluation, tree, call.callee, null))) {
    const parameter = option.kind === 'function' ? option.node.params[index + option.bound.length] : undefined;
    const reader =
      option.kind === 'function' && parameter !== undefined ? readerOfPattern(search, option.tree, parameter) : null;
    if (reader !== null) return reader;
  }
  return null;
}

/** `url`, and `{ pathname }` of an address. */
function readerOfPattern(search: Search, tree: Tree, pattern: Node): Reader | null {
  if (pattern.type === 'AssignmentPattern') return readerOfPattern(search, tree, pattern.left);
  if (pattern.type === 'Identifier') return readerOfVariable(search, tree, findDeclaration(tree, pattern));
  if (pattern.type !== 'ObjectPattern') return null;
  for (const property of pattern.properties) {
    if (property.type !== 'Property' || !ofAddress.test(nameOfKey(property.key, property.computed) ?? '')) continue;
    const reader = readerOfPattern(search, tree, property.value);
    if (reader !== null) return reader;
  }
  return null;
}

/** What reads an element of a list: a loop over it, a function that is given each. */
function readerOfList(search: Search, tree: Tree, list: Node): Reader | null {
  if (search.seen.has(list)) return null;
  search.seen.add(list);
  const parent = tree.parents.get(list);
  if (parent?.type === 'VariableDeclarator') {
    const references = findDeclaration(tree, parent.id)?.references ?? [];
    return firstOf(
      references.filter((each) => each.init !== true),
      ({ identifier }) => readerOfList(search, tree, identifier),
    );
  }
  if (parent?.type === 'ForOfStatement' && parent.right === list)
    return parent.left.type === 'VariableDeclaration'
      ? readerOfPattern(search, tree, parent.left.declarations[0].id)
      : null;
  const call = parent?.type === 'MemberExpression' && parent.object === list ? tree.parents.get(parent) : undefined;
  if (call?.type !== 'CallExpression' || call.callee !== parent) return null;
  const [callback] = call.arguments;
  const pattern = isFunction(callback) ? callback.params[0] : undefined;
  const inner = pattern === undefined ? null : readerOfPattern(search, tree, pattern);
  return (
    inner ?? (/^(?:filter|slice|sort|reverse|concat)$/.test(calleeName(call)) ? readerOfList(search, tree, call) : null)
  );
}

/** What a function makes of each element of a list is in the list that `map` gives. */
function readerOfMapped(search: Search, tree: Tree, made: FunctionNode | null): Reader | null {
  const call = made === null ? undefined : tree.parents.get(made);
  return call?.type === 'CallExpression' && calleeName(call) === 'map' ? readerOfList(search, tree, call) : null;
}

function firstOf<Each>(all: readonly Each[], find: (each: Each) => Reader | null): Reader | null {
  for (const each of all) {
    const found = find(each);
    if (found !== null) return found;
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
