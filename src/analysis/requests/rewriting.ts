import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import {
  ancestorsOf,
  calleeName,
  childrenOf,
  contains,
  findVariable,
  nameOfKey,
  sourceOf,
  unwrap,
  walk,
} from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// What a function that is given a request before it is sent makes of its address and its parameters

/** A part of a request that may be sent under other names than it is written with. */
export type Part = 'url' | 'query' | 'body';

/** The parts that are made anew by code that nobody understands, each with where. */
export type Rewrites = ReadonlyMap<Part, { readonly tree: Tree; readonly node: Node }>;

export interface Sight {
  readonly evaluation: Evaluation;
  readonly tree: Tree;
  /** How many functions deep: beyond a few nobody looks. */
  readonly depth: number;
}

export const deepest = 3;

const parts: Readonly<Record<string, Part>> = {
  ...{ params: 'query', searchParams: 'query', query: 'query', qs: 'query', search: 'query' },
  ...{ data: 'body', body: 'body', json: 'body', form: 'body' },
  ...{ url: 'url', uri: 'url', pathname: 'url', href: 'url' },
};

/** What only looks at a request, or puts headers to it, by its name. */
const harmless =
  /log|debug|\binfo|\bwarn|error|trace|track|print|report|console|auth|sign|token|cache|retry|throttl|limit|queue|start|stop|progress|metric|measure|header|cookie|assert|expect|resolve|reject|\bnext\b|\bhandle\b/i;

/** What a hook makes anew, where it goes on with what it was given otherwise. */
export function findRewrites(sight: Sight, hook: Node): Rewrites {
  const found = new Map<Part, { tree: Tree; node: Node }>();
  const add = (...[node, ...names]: [Node, ...Part[]]): void => {
    for (const part of names) if (!found.has(part)) found.set(part, { tree: sight.tree, node });
  };
  walk(hook, (node) => {
    if (node.type === 'AssignmentExpression') addWrite(sight, node, add);
    else if (node.type === 'Property') addProperty(sight, node, add);
    else if (node.type === 'CallExpression')
      for (const [part, at] of rewritesOfCall(sight, node, hook)) if (!found.has(part)) found.set(part, at);
  });
  return found;
}

/** The part of a request that a key names. */
export function partNamed(key: Node, computed: boolean): Part | undefined {
  const name = nameOfKey(key, computed) ?? '';
  return Object.hasOwn(parts, name) ? parts[name] : undefined;
}

type Add = (...given: [Node, ...Part[]]) => void;

/** `config.params = snake(config.params)`, `config.params[snake(name)] = value`. */
function addWrite(sight: Sight, node: TSESTree.AssignmentExpression, add: Add): void {
  if (node.left.type !== 'MemberExpression' || isOfHeaders(sight, node.left.object)) return;
  const name = nameOfKey(node.left.property, node.left.computed);
  if (name === null) {
    if (!isPlainKey(sight, node.left.property)) add(node, 'query', 'body');
    return;
  }
  const part = partNamed(node.left.property, node.left.computed);
  if (part !== undefined && !keepsNames(sight, node.right)) add(node, part);
}

/** `{ ...config, params: snake(config.params) }`, but for what is only shown. */
function addProperty(sight: Sight, node: TSESTree.Property, add: Add): void {
  const { tree } = sight;
  const record = tree.parents.get(node);
  const part = partNamed(node.key, node.computed);
  if (record?.type !== 'ObjectExpression' || part === undefined || keepsNames(sight, node.value)) return;
  const around = [...ancestorsOf(tree, record)].find(
    ({ type }) => type === 'CallExpression' || type === 'NewExpression',
  );
  const callee = around?.type === 'CallExpression' ? sourceOf(tree, around.callee) : '';
  if (!harmless.test(callee)) add(node, part);
}

/** `return snakeRequest(config)`, `url.searchParams.set(snake(name), value)`. */
function rewritesOfCall(sight: Sight, node: TSESTree.CallExpression, hook: Node): Rewrites {
  const all = (...names: Part[]): Rewrites => new Map(names.map((part) => [part, { tree: sight.tree, node }]));
  const [first] = node.arguments;
  if (/^(?:set|append)$/.test(calleeName(node)) && node.callee.type === 'MemberExpression') {
    const isPlain = first === undefined || isOfHeaders(sight, node.callee.object) || isPlainKey(sight, first);
    return isPlain ? all() : all('query', 'body');
  }
  if (!node.arguments.some((argument) => isGiven(sight, argument, hook))) return all();
  const called = evaluate(sight.evaluation, sight.tree, node.callee, null);
  if (called.kind === 'function' && sight.depth < deepest)
    return findRewrites({ ...sight, tree: called.tree, depth: sight.depth + 1 }, called.node);
  const callee = sourceOf(sight.tree, node.callee);
  if (/case|snake|camel|humps/i.test(callee)) return all('query', 'body');
  return harmless.test(callee) || plainCalls.has(calleeName(node)) || !isReturned(sight.tree, node)
    ? all()
    : all('url', 'query', 'body');
}

/** Whether an argument is all that a hook was given. */
export function isGiven({ tree }: Pick<Sight, 'tree'>, argument: Node, hook: Node): boolean {
  const variable = argument.type === 'Identifier' ? findVariable(tree, argument) : null;
  return variable?.defs.some(({ type, node }) => (type as string) === 'Parameter' && contains(hook, node)) === true;
}

function isReturned(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type === 'AwaitExpression') return isReturned(tree, parent);
  return parent?.type === 'ReturnStatement' || parent?.type === 'ArrowFunctionExpression';
}

function isOfHeaders({ tree }: Sight, node: Node): boolean {
  return /headers|metadata|\bmeta\b/i.test(sourceOf(tree, node));
}

/**
 * Whether an expression holds parameters under the names that it is made of, or a function gives them so: what turns names
 * into others is a call, or a key.
 */
export function keepsNames(sight: Sight, expression: Node): boolean {
  return keepsAt(sight, expression) && namesOf(expression).every((child) => keepsNames(sight, child));
}

/** What an expression takes names of parameters from: conditions are none of what is sent, and what a name stands for is another matter. */
function namesOf(node: Node): readonly Node[] {
  const children = childrenOf(node);
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return children.filter((child) => child !== node.test);
    case 'Property':
      return node.computed || node.shorthand ? children : [];
    case 'ArrayExpression':
      return node.elements.length === 2 ? children.slice(0, 1) : children;
    case 'AssignmentExpression':
      return node.left.type === 'MemberExpression' ? [node.left] : children;
    case 'CallExpression':
      return /^(?:append|set)$/.test(calleeName(node)) ? children.slice(0, 2) : children;
    default:
      return children;
  }
}

function keepsAt(sight: Sight, node: Node): boolean {
  switch (node.type) {
    case 'CallExpression':
      return isPlainCall(sight, node);
    case 'NewExpression':
      return plainClasses.test(sourceOf(sight.tree, node.callee));
    case 'TaggedTemplateExpression':
      return false;
    case 'Property':
      return !node.computed || isPlainKey(sight, node.key);
    case 'ArrayExpression':
      return !isPairOfLookUp(node);
    case 'AssignmentExpression':
      return node.left.type !== 'MemberExpression' || !node.left.computed || isPlainKey(sight, node.left.property);
    case 'Identifier':
      return keepsVariable(sight, node);
    default:
      return true;
  }
}

/** What a name stands for was made where it is declared. */
function keepsVariable(sight: Sight, node: TSESTree.Identifier): boolean {
  const definition = findVariable(sight.tree, node)?.defs[0]?.node as Node | undefined;
  if (definition?.type !== 'VariableDeclarator' || definition.init == null || sight.depth >= deepest) return true;
  return contains(definition, node) || keepsNames({ ...sight, depth: sight.depth + 1 }, definition.init);
}

function isPlainCall(sight: Sight, node: TSESTree.CallExpression): boolean {
  const name = calleeName(node);
  const called = evaluate(sight.evaluation, sight.tree, node.callee, null);
  if (called.kind !== 'function') return plainCalls.has(name) || name === '' || harmless.test(name);
  return sight.depth < deepest && keepsNames({ ...sight, tree: called.tree, depth: sight.depth + 1 }, called.node);
}

/** `[names[key] ?? key, value]`. */
function isPairOfLookUp({ elements: [name, ...others] }: TSESTree.ArrayExpression): boolean {
  return name != null && others.length === 1 && isLookUp(name);
}

/** `names[key] ?? key`. */
function isLookUp(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'LogicalExpression') return isLookUp(inner.left) || isLookUp(inner.right);
  return inner.type === 'MemberExpression' && inner.computed && nameOfKey(inner.property, true) === null;
}

/** A name that is written, or that comes as it is. */
function isPlainKey(sight: Sight, key: Node): boolean {
  const inner = unwrap(key);
  if (inner.type === 'Literal') return true;
  if (inner.type === 'TemplateLiteral') return inner.expressions.every((each) => isPlainKey(sight, each));
  if (inner.type === 'CallExpression') return calleeName(inner) === 'String' && isPlainCall(sight, inner);
  if (inner.type === 'MemberExpression') return !isLookUp(inner);
  if (inner.type !== 'Identifier') return false;
  const variable = findVariable(sight.tree, inner);
  const definition = variable?.defs[0]?.node as Node | undefined;
  const written = variable?.references.filter((reference) => reference.isWrite()).length ?? 0;
  if (definition?.type !== 'VariableDeclarator' || definition.init == null) return written < 2;
  return written < 2 && !isLookUp(definition.init) && keepsNames(sight, definition.init);
}

/** What gives the parameters, or the address, under the names that it is given. */
const plainCalls = new Set([
  ...['stringify', 'parse', 'toString', 'encodeURI', 'encodeURIComponent', 'decodeURIComponent', 'String', 'Number'],
  ...['assign', 'entries', 'fromEntries', 'keys', 'values', 'map', 'filter', 'forEach', 'reduce', 'flatMap', 'flat'],
  ...[
    'join',
    'concat',
    'push',
    'sort',
    'slice',
    'split',
    'trim',
    'isArray',
    'append',
    'set',
    'delete',
    'get',
    'getAll',
  ],
  ...['has', 'includes', 'startsWith', 'endsWith', 'test', 'some', 'every', 'find', 'hasOwnProperty', 'hasOwn', 'call'],
  ...['omit', 'omitBy', 'pick', 'pickBy', 'compact', 'isNil', 'isNull', 'isUndefined', 'isEmpty', 'isDate', 'isObject'],
  ...['cloneDeep', 'clone', 'structuredClone', 'merge', 'defaults', 'extend', 'from', 'byteLength', 'isBuffer'],
  ...[
    'text',
    'json',
    'formData',
    'now',
    'random',
    'getTime',
    'toISOString',
    'toFixed',
    'then',
    'all',
    'Boolean',
    'param',
  ],
]);

const plainClasses = /^(?:URLSearchParams|FormData|URL|Date|Headers|HttpParams|Set|Map|Request|Error|TypeError)$/;

/** Whether a function that nobody sees is taken to leave parameters as they are, by its name: `qs.stringify`, `addToken`. */
export function isPlainName(label: string): boolean {
  return plainCalls.has(/[\w$]+$/.exec(label.replace(/\([^()]*\)$/, ''))?.[0] ?? '') || harmless.test(label);
}
