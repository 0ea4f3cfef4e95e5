import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { calleeName, findVariable, isFunction, unwrap } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { choose, optionsOf, unknownAt } from '../value.js';
import type { RecordValue, Value } from '../value.js';
import { isEntry, isGivenTo, isPresence, toEntryLoop } from './entries.js';
import type { At } from './members.js';

// A query that a program puts together by itself

/**
 * The record that is written as a query, `Object.entries(record).map(([name, value]) =>
 * `${name}=${encodeURIComponent(value)}`).join('&')`, as a library writes it. Null of any other call, and where the values
 * are not encoded, since what is put in besides would not be either.
 */
export function readJoinedQuery(evaluation: Evaluation, at: At, node: TSESTree.CallExpression): Value | null {
  const mapped = joinedBy(node, '&');
  const [callback] = mapped?.arguments ?? [];
  if (mapped === null || calleeName(mapped) !== 'map' || !isFunction(callback)) return null;
  const [pattern] = callback.params;
  const loop = pattern === undefined ? null : toEntryLoop(withoutSteps(at.tree, objectOf(mapped)), pattern);
  const [name, value] = partsOf(resultOf(callback)) ?? [];
  if (loop === null || name === undefined || value === undefined) return null;
  const encoded = encodedIn(at.tree, value);
  if (encoded === null || !isEntry(at.tree, encodedIn(at.tree, name) ?? name, encoded, loop)) return null;
  const records = optionsOf(evaluate(evaluation, at.tree, loop.object, at.frame));
  return records.every((each) => each.kind === 'record')
    ? choose(records.map(asQuery), () => unknownAt(at.tree, node, at.frame))
    : null;
}

function asQuery(record: RecordValue): RecordValue {
  return { ...record, query: true };
}

/** The call whose items a call of `join` puts together by a sign. */
function joinedBy(node: TSESTree.CallExpression, sign: string): TSESTree.CallExpression | null {
  const [separator] = node.arguments;
  const isBySign = separator?.type === 'Literal' && separator.value === sign;
  const list = calleeName(node) === 'join' && isBySign ? objectOf(node) : null;
  return list?.type === 'CallExpression' ? list : null;
}

function objectOf({ callee }: TSESTree.CallExpression): Node {
  return callee.type === 'MemberExpression' ? unwrap(callee.object) : callee;
}

/** A list without what puts it in order, or takes out what is not there and so is not sent. */
function withoutSteps(tree: Tree, list: Node): Node {
  if (list.type !== 'CallExpression') return list;
  const [test] = list.arguments;
  const inner = withoutSteps(tree, objectOf(list));
  const isSort = calleeName(list) === 'sort' && test === undefined;
  const isSieve =
    calleeName(list) === 'filter' &&
    isFunction(test) &&
    asksForPresence(test.body, (asked) => isGivenTo(tree, test, asked, inner));
  return isSort || isSieve ? inner : list;
}

/** `value !== undefined && value !== null` too. */
function asksForPresence(test: Node, isAsked: (asked: Node) => boolean): boolean {
  const inner = unwrap(test);
  return inner.type === 'LogicalExpression' && inner.operator === '&&'
    ? asksForPresence(inner.left, isAsked) && asksForPresence(inner.right, isAsked)
    : isPresence(inner, isAsked);
}

/** What a function returns whose only statement that is. */
function resultOf({ body, async, generator }: FunctionNode): Node | null {
  if (async || generator) return null;
  if (body.type !== 'BlockStatement') return unwrap(body);
  const [only, ...others] = body.body;
  return only?.type === 'ReturnStatement' && only.argument !== null && others.length === 0
    ? unwrap(only.argument)
    : null;
}

/** The two sides of `${name}=${value}`, `name + '=' + value` and `[name, value].join('=')`. */
function partsOf(node: Node | null): readonly [Node, Node] | null {
  switch (node?.type) {
    case 'TemplateLiteral': {
      const [name, value, ...others] = node.expressions;
      const text = node.quasis.map((each) => each.value.raw).join('|');
      return name !== undefined && value !== undefined && others.length === 0 && text === '|=|' ? [name, value] : null;
    }
    case 'BinaryExpression': {
      const left = unwrap(node.left);
      if (node.operator !== '+' || left.type !== 'BinaryExpression' || left.operator !== '+') return null;
      const sign = unwrap(left.right);
      return sign.type === 'Literal' && sign.value === '=' ? [left.left, node.right] : null;
    }
    case 'CallExpression': {
      const [separator] = node.arguments;
      const list = calleeName(node) === 'join' ? objectOf(node) : null;
      if (list?.type !== 'ArrayExpression' || separator?.type !== 'Literal' || separator.value !== '=') return null;
      const [name, value, ...others] = list.elements;
      return name != null && value != null && others.length === 0 ? [name, value] : null;
    }
    default:
      return null;
  }
}

/** What `encodeURIComponent` is given, that of the language and no function of the program that has its name. */
function encodedIn(tree: Tree, node: Node): Node | null {
  const inner = unwrap(node);
  if (inner.type !== 'CallExpression' || inner.callee.type !== 'Identifier') return null;
  if (findVariable(tree, inner.callee) !== null) return null;
  const [given] = inner.arguments;
  return inner.callee.name === 'encodeURIComponent' && given !== undefined ? given : null;
}
