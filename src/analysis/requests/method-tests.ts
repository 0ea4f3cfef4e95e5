import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, calleeName, findVariable, nameOfKey, sourceOf, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { Place } from '../../http/text.js';
import { toOrigin } from '../value.js';
import type { FoundRequest } from './found-request.js';
import { findOnTheWay } from './on-the-way.js';

// Code that does something else for another method

/** The two methods, in upper case, of which code may ask which it is. */
type Pair = readonly [string, string];

/**
 * Where a function that leads to a request, what that gives the method to, or a hook that the request goes through, tells
 * one method from another: `method === 'POST' ? body : undefined`. Null if none does.
 */
export function findMethodTest(evaluation: Evaluation, found: FoundRequest, methods: Pair): Place | null {
  const places = findOnTheWay(evaluation, found, {
    key: methods.join(' '),
    isMet: (tree, node) => tellsApart({ evaluation, methods }, tree, node),
    mayHold: (tree, argument) => /method|verb/i.test(sourceOf(tree, argument)),
  });
  return places[0] ?? null;
}

interface Sight {
  readonly evaluation: Evaluation;
  readonly methods: Pair;
}

function tellsApart(sight: Sight, tree: Tree, node: Node): boolean {
  const { methods } = sight;
  switch (node.type) {
    case 'BinaryExpression':
      return (
        /^[!=]==?$/.test(node.operator) &&
        [node.left, node.right].some((side) => isOneOf(side, methods)) &&
        !isAskedForBoth(tree, node, methods)
      );
    case 'SwitchCase':
      return node.test !== null && isOneOf(node.test, methods) && !isCaseOfBoth(tree, node, methods);
    case 'CallExpression':
      return asksFor(sight, tree, node);
    case 'MemberExpression':
      return node.computed && isTableOf(constantOf(sight, tree, node.object), methods);
    default:
      return false;
  }
}

function isOneOf(node: Node, methods: Pair): boolean {
  const word = wordOf(node);
  return word !== null && methods.includes(word);
}

/** `method === 'POST' || method === 'PUT'`, `method !== 'POST' && method !== 'PUT'`: the one gives what the other does. */
function isAskedForBoth(tree: Tree, node: TSESTree.BinaryExpression, methods: Pair): boolean {
  const operator = node.operator.startsWith('!') ? '&&' : '||';
  let whole: Node = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor.type !== 'LogicalExpression' || ancestor.operator !== operator) break;
    whole = ancestor;
  }
  const [asked, word] = partsOf(node) ?? [];
  const others = sidesOf(whole, operator).flatMap((side) => {
    const [name, other] = (side.type === 'BinaryExpression' && side.operator === node.operator && partsOf(side)) || [];
    return name !== undefined && asked !== undefined && sourceOf(tree, name) === sourceOf(tree, asked) ? [other] : [];
  });
  return word !== undefined && areBothIn(methods, [word, ...others]);
}

/** What is asked, and the word that it is asked for. */
function partsOf({ left, right }: TSESTree.BinaryExpression): readonly [Node, string] | null {
  const [one, other] = [unwrap(left), unwrap(right)];
  if (other.type === 'Literal' && typeof other.value === 'string') return [one, other.value];
  return one.type === 'Literal' && typeof one.value === 'string' ? [other, one.value] : null;
}

/** What is joined by a logical operator, all of it. */
function sidesOf(node: Node, operator: '&&' | '||'): Node[] {
  const inner = unwrap(node);
  return inner.type === 'LogicalExpression' && inner.operator === operator
    ? [...sidesOf(inner.left, operator), ...sidesOf(inner.right, operator)]
    : [inner];
}

/** In one spelling, `'POST'` and `'PUT'` or `'post'` and `'put'`. */
function areBothIn(methods: Pair, words: readonly (string | undefined)[]): boolean {
  return [methods, methods.map((method) => method.toLowerCase())].some((pair) =>
    pair.every((method) => words.includes(method)),
  );
}

/** `case 'POST': case 'PUT': …`, one behind the other. */
function isCaseOfBoth(tree: Tree, node: TSESTree.SwitchCase, methods: Pair): boolean {
  const whole = tree.parents.get(node);
  if (whole?.type !== 'SwitchStatement') return false;
  const { cases } = whole;
  const at = cases.indexOf(node);
  const first = cases.slice(0, at).findLastIndex(({ consequent }) => consequent.length > 0) + 1;
  const last = cases.findIndex(({ consequent }, index) => index >= at && consequent.length > 0);
  const together = cases.slice(first, last === -1 ? cases.length : last + 1);
  const words = together.map(({ test }) =>
    test?.type === 'Literal' && typeof test.value === 'string' ? test.value : '',
  );
  return areBothIn(methods, words);
}

function wordOf(node: Node): string | null {
  const inner = unwrap(node);
  if (inner.type === 'Literal' && typeof inner.value === 'string') return inner.value.toUpperCase();
  return inner.type === 'TemplateLiteral' && inner.expressions.length === 0
    ? (inner.quasis[0]?.value.cooked?.toUpperCase() ?? null)
    : null;
}

/** `['POST', 'PUT'].includes(method)`, `withBody.has(method)`, `/^(?:POST|PUT)$/.test(method)`, `method.startsWith('P')`. */
function asksFor(sight: Sight, tree: Tree, node: TSESTree.CallExpression): boolean {
  const { methods } = sight;
  if (node.callee.type !== 'MemberExpression') return false;
  const [argument] = node.arguments;
  const { node: object } = constantOf(sight, tree, node.callee.object);
  switch (calleeName(node)) {
    case 'includes':
    case 'indexOf':
    case 'has':
    case 'some':
      return differs(methods, (method) => wordsOf(object).includes(method));
    case 'test':
      return differs(methods, (method) => matches(object, method));
    case 'match':
      return (
        argument !== undefined && differs(methods, (method) => matches(constantOf(sight, tree, argument).node, method))
      );
    case 'startsWith':
      return argument !== undefined && differs(methods, (method) => method.startsWith(wordOf(argument) ?? ' '));
    default:
      return false;
  }
}

function differs([one, other]: Pair, holds: (method: string) => boolean): boolean {
  return holds(one) !== holds(other);
}

/** The words of a list, of the `Set` of one, or of a text that holds several. */
function wordsOf(node: Node): readonly string[] {
  if (node.type === 'NewExpression') return node.arguments[0] === undefined ? [] : wordsOf(unwrap(node.arguments[0]));
  if (node.type === 'ArrayExpression')
    return node.elements.flatMap((each) => (each === null ? [] : (wordOf(each) ?? [])));
  return wordOf(node)?.split(/\W+/) ?? [];
}

/** In the one spelling or the other, since it may be asked for either. */
function matches(node: Node, method: string): boolean {
  if (node.type !== 'Literal' || !('regex' in node) || node.value === null) return false;
  const pattern = new RegExp(node.regex.pattern, node.regex.flags.replace(/[gy]/g, ''));
  return pattern.test(method) || pattern.test(method.toLowerCase());
}

/** `{ GET: 1000, POST: 5000 }`, with one of the methods and not the other, or with something else for each but the method itself. */
function isTableOf({ tree, node }: Located, methods: Pair): boolean {
  if (node.type !== 'ObjectExpression') return false;
  const [one, other] = methods.map((method) =>
    node.properties.find(
      (each): each is TSESTree.Property =>
        each.type === 'Property' && nameOfKey(each.key, each.computed)?.toUpperCase() === method,
    ),
  );
  if (one === undefined || other === undefined) return one !== other;
  return (
    [one, other].some(({ value }) => !isMethod(value, methods)) &&
    sourceOf(tree, one.value) !== sourceOf(tree, other.value)
  );
}

/** `'delete'`, `client.delete`. */
function isMethod(node: Node, methods: Pair): boolean {
  const name = node.type === 'MemberExpression' ? nameOfKey(node.property, node.computed) : wordOf(node);
  return name !== null && methods.includes(name.toUpperCase());
}

interface Located {
  readonly tree: Tree;
  readonly node: Node;
}

/** Where a constant is made, in another file too; an expression stands for itself. */
function constantOf({ evaluation }: Sight, tree: Tree, node: Node): Located {
  const inner = unwrap(node);
  const definition = inner.type === 'Identifier' ? findVariable(tree, inner)?.defs[0]?.node : undefined;
  if (definition?.type === 'VariableDeclarator' && definition.init !== null) {
    const made = unwrap(definition.init);
    if (made.type !== 'Identifier' && made.type !== 'CallExpression') return { tree, node: made };
  }
  if (inner.type !== 'Identifier' && inner.type !== 'MemberExpression') return { tree, node: inner };
  const value = evaluate(evaluation, tree, inner, null);
  const [home] = value.kind === 'record' ? [value.home] : [];
  if (home != null) return home;
  const made = value.kind === 'list' ? value.home : undefined;
  const origin = value.kind === 'unknown' || value.kind === 'external' ? toOrigin(value.hole) : null;
  return made === undefined ? (origin ?? { tree, node: inner }) : { tree, node: made };
}
