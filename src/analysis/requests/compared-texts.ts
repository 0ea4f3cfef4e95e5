import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import type { Place } from '../../http/text.js';
import { textsOfPattern } from '../syntax/patterns.js';
import { calleeName, findDeclaration, findVariable, isFunction, nameOfKey, sourceOf, toPlace } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

/** A text that code compares others with: `url.startsWith('/projects/owned')`, `case '/todos':`, a key of a store, `redis.del('gitlab:/todos')`. A star is whatever stands there. */
export interface ComparedText extends Place {
  readonly text: string;
  /** What it is compared with must end in it: `url === '/projects'`, so that a query behind the path makes a difference. */
  readonly isEnd: boolean;
  /** A query stands behind it, so that one with other names makes a difference. */
  readonly hasQuery: boolean;
  /** What is done with an address depends on it; else the text is only taken out: `url.replace('/api/v3', '')`. */
  readonly decides: boolean;
}

/** The paths and addresses, and parts of them, that a program compares something with. */
export function findComparedTexts(tree: Tree): ComparedText[] {
  return tree.texts.flatMap((node) => toCompared(tree, node));
}

/** Alone or behind other text. */
function toCompared(tree: Tree, node: Tree['texts'][number]): ComparedText[] {
  const isPattern = isRegExp(tree, node);
  const whole = isPattern ? node : joined(tree, node);
  const key = isPattern ? null : pathOfKey(textsOf(node, false)[0] ?? '');
  if (key !== null) return [{ text: key, isEnd: false, hasQuery: false, decides: true, ...toPlace(tree, node) }];
  if (!isPattern && !isComparison(tree, whole) && !isForgotten(tree, whole)) return [];
  return textsOf(node, isPattern)
    .map((text) => (isPattern ? [text] : text.split('?')))
    .filter(
      ([text = '', query]) =>
        /^[\w.:*-]*\/[\w./:*-]*$/.test(text) ||
        (query === undefined && /^\w{4,}$/.test(text) && isAskedOfAddress(tree, whole)),
    )
    .map(([text = '', query]) => ({
      text,
      isEnd: !isPattern && isEnd(tree, whole),
      hasQuery: query !== undefined,
      decides: !isTakenAway(tree, whole),
      ...toPlace(tree, node),
    }));
}

/** `url.replace(text, …)`, `url.split(text)`. */
function isTakenAway(tree: Tree, node: Node): boolean {
  const call = tree.parents.get(node);
  return call?.type === 'CallExpression' && /^(?:replace(?:All)?|split)$/.test(calleeName(call));
}

/** `/projects/owned` of `gitlab:/projects/owned`: what something is kept under, and found again by; an address has two slashes there. */
function pathOfKey(text: string): string | null {
  return /^[\w.-]+[:|#](\/[\w.*-]+(?:\/[\w.:*-]+)*)$/.exec(text)?.[1] ?? null;
}

/** What a literal says, with a star for what is out of sight. */
export function textsOf(node: Tree['texts'][number], isPattern: boolean): string[] {
  if (node.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked).join('*')];
  if ('regex' in node) return textsOfPattern(node.regex.pattern);
  if (typeof node.value !== 'string') return [];
  return isPattern ? textsOfPattern(node.value) : [node.value];
}

/** `url === '/projects'`, `case '/projects':`, `url.endsWith('/projects')`, and keys: `answers['/projects']`. */
function isEnd(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'BinaryExpression':
      return /^(?:[!=]==?|in)$/.test(parent.operator);
    case 'CallExpression':
      return calleeName(parent) === 'endsWith' || askedForKey(tree, parent, node) !== null;
    default:
      return parent?.type === 'SwitchCase' || parent?.type === 'MemberExpression' || parent?.type === 'Property';
  }
}

/** `/\/api\/v3/`, `new RegExp('/api/v3/')`. */
function isRegExp(tree: Tree, node: Node): boolean {
  if (node.type === 'Literal' && 'regex' in node) return true;
  const parent = tree.parents.get(node);
  if (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') return false;
  return parent.arguments[0] === node && parent.callee.type === 'Identifier' && parent.callee.name === 'RegExp';
}

/** `base + '/projects'` around `'/projects'`. */
function joined(tree: Tree, node: Node): Node {
  const parent = tree.parents.get(node);
  return parent?.type === 'BinaryExpression' && parent.operator === '+' ? joined(tree, parent) : node;
}

function isComparison(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'BinaryExpression':
      return /^[!=]==?$/.test(parent.operator) || isIn(tree, parent, node);
    case 'MemberExpression':
      return parent.property === node && isKeyedByValues(tree, parent.object);
    case 'SwitchCase':
      return parent.test === node;
    case 'CallExpression':
      return (
        isKeyedByValues(tree, askedForKey(tree, parent, node)) ||
        (parent.arguments[0] === node && (comparing.test(calleeName(parent)) || isOfCache(tree, parent)))
      );
    case 'Property': {
      const whole = tree.parents.get(parent);
      return parent.key === node && (isLookedUp(tree, whole) || isKeyedByValues(tree, takenApart(tree, whole)));
    }
    case 'ArrayExpression':
      return !isValueOfMap(tree, parent, node) && isLookedUp(tree, parent);
    default:
      return false;
  }
}

const forgetting = /^(?:invalidate|evict|purge|expire|uncache|forget)(?:[A-Z_]\w*)?$/;

/** Whether a path is given to what empties a cache of it: `drop(path)` of `const drop = (path) => cache.delete(path)`, `invalidate(path)`. */
function isForgotten(tree: Tree, node: Node): boolean {
  const call = tree.parents.get(node);
  if (call?.type !== 'CallExpression' || call.callee === node) return false;
  if (forgetting.test(calleeName(call))) return call.arguments[0] === node;
  const uses = (parameterGiven(tree, call, node)?.references ?? []).map(({ identifier }) => identifier);
  return uses.length > 0 && uses.every((use) => isTakenOut(tree, use));
}

/** `cache.delete(path)`, `key.startsWith(path)`. */
function isTakenOut(tree: Tree, use: Node): boolean {
  const call = tree.parents.get(use);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== use) return false;
  return isComparison(tree, use) && /^(?:delete|del|remove|startsWith|includes|indexOf)$/.test(calleeName(call));
}

/** The parameter of a function that stands in the file. */
function parameterGiven(
  tree: Tree,
  { callee, arguments: given }: TSESTree.CallExpression,
  node: Node,
): Variable | null {
  const definition = callee.type === 'Identifier' ? findVariable(tree, callee)?.defs[0]?.node : undefined;
  const home = definition as Node | undefined;
  const owner = home?.type === 'VariableDeclarator' ? home.init : home;
  const index = given.findIndex((each) => each === node);
  const parameter = isFunction(owner) ? owner.params[index] : undefined;
  return parameter?.type === 'Identifier' ? findDeclaration(tree, parameter) : null;
}

/** What stands behind the key in `new Map([['lab', base]])`. */
function isValueOfMap(tree: Tree, pair: TSESTree.ArrayExpression, node: Node): boolean {
  const pairs = tree.parents.get(pair);
  const made = pairs?.type === 'ArrayExpression' ? tree.parents.get(pairs) : undefined;
  return made?.type === 'NewExpression' && sourceOf(tree, made.callee) === 'Map' && pair.elements[0] !== node;
}

/** `'/projects/owned' in answers`. */
function isIn(tree: Tree, { operator, left, right }: TSESTree.BinaryExpression, node: Node): boolean {
  return operator === 'in' && left === node && isKeyedByValues(tree, right);
}

/** What `const { '/projects/owned': owned } = answers` takes apart. */
function takenApart(tree: Tree, pattern: Node | undefined): Node | null {
  const declarator = pattern?.type === 'ObjectPattern' ? tree.parents.get(pattern) : undefined;
  return declarator?.type === 'VariableDeclarator' ? declarator.init : null;
}

const comparing = /^(?:startsWith|endsWith|includes|indexOf|lastIndexOf|match|search|replace|split)$/;

/** What a call asks for a key: `answers.has('/projects/owned')`, `Object.hasOwn(answers, '/projects/owned')`; null if it asks for none. */
function askedForKey(tree: Tree, call: TSESTree.CallExpression, key: Node): Node | null {
  const { callee, arguments: given } = call;
  if (callee.type !== 'MemberExpression' || given.at(-1) !== key) return null;
  if (given.length === 1)
    return isCollection(tree, callee.object) || asks.test(calleeName(call)) ? callee.object : null;
  return given.length === 2 && /\b(?:has|hasOwn|hasOwnProperty\.call)$/.test(sourceOf(tree, callee))
    ? (given[0] ?? null)
    : null;
}

const asks = /^(?:has|hasOwnProperty)$/;

/** `cache.delete('/projects/owned')`. */
function isOfCache(tree: Tree, { callee }: TSESTree.CallExpression): boolean {
  return (
    callee.type === 'MemberExpression' && /(?:cache|redis|memo|in_?flight)s?$/i.test(sourceOf(tree, callee.object))
  );
}

/** A variable that a `Map` or a `Set` is made for. */
export function isCollection(tree: Tree, object: Node): boolean {
  if (object.type !== 'Identifier') return false;
  const definition = findVariable(tree, object)?.defs[0]?.node as Node | undefined;
  const made = definition?.type === 'VariableDeclarator' ? definition.init : null;
  return made?.type === 'NewExpression' && /^(?:Weak)?(?:Map|Set)$/.test(sourceOf(tree, made.callee));
}

/** `answers[path]`, `answers.set(path, …)`: of a table whose keys all stand in writing, each finds its own. */
function isKeyedByValues(tree: Tree, object: Node | null | undefined): boolean {
  const name = object == null ? null : lastNameOf(object);
  return (
    name !== null &&
    tree.readings.some(
      (each) => each.type === 'MemberExpression' && lastNameOf(each.object) === name && isByValue(tree, each),
    )
  );
}

function isByValue(tree: Tree, member: TSESTree.MemberExpression): boolean {
  const name = nameOfKey(member.property, member.computed);
  if (name === null) return true;
  const call = tree.parents.get(member);
  if (call?.type !== 'CallExpression' || call.callee !== member || !/^(?:get|set|has|add|delete)$/.test(name))
    return false;
  return call.arguments[0] !== undefined && call.arguments[0].type !== 'Literal';
}

function lastNameOf(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? nameOfKey(node.property, node.computed) : null;
}

/** `url.includes('builds')`. */
function isAskedOfAddress(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return false;
  return /(?:ur[il]|href|path(?:name)?|address|endpoint)$/i.test(sourceOf(tree, parent.callee.object));
}

/** A list or a table, or the `Set` or `Map` that is made of one, in which something is looked up. */
export function isLookedUp(tree: Tree, collection: Node | undefined): boolean {
  const parent = collection === undefined ? undefined : tree.parents.get(collection);
  if (parent?.type === 'ArrayExpression' || parent?.type === 'NewExpression') return isLookedUp(tree, parent);
  const isTable = collection?.type === 'ObjectExpression';
  if (parent?.type !== 'VariableDeclarator') return isLookUp(parent, isTable);
  const uses = findDeclaration(tree, parent.id)?.references ?? [];
  return uses.some(({ identifier }) => isLookUp(tree.parents.get(identifier), isTable));
}

/** `paths.includes(url)`, `table[url]`. */
function isLookUp(member: Node | undefined, isTable: boolean): boolean {
  if (member?.type !== 'MemberExpression') return false;
  const name = nameOfKey(member.property, member.computed);
  return name === null ? isTable : /^(?:includes|indexOf|has|get|hasOwnProperty|some)$/.test(name);
}
