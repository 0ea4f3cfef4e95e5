import type { TSESTree } from '@typescript-eslint/types';
import { beginsRoute, isOfRoute } from '../../http/route.js';
import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, calleeName, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import { beginsLine, isCommand } from './commands.js';
import { methodIn, toAddress } from './loose-calls.js';

// Texts that look like an address, and the expressions that they are put together in

/**
 * The expressions to look at: texts that look like an address, and what stands behind a method as an argument.
 *
 * @param used the literals, by `keyOf`, that requests in sight are made of
 */
export function looseNodes(evaluation: Evaluation, tree: Tree, used: ReadonlySet<string>): Node[] {
  const texts = tree.texts
    .filter((literal) => looksLikeAddress(tree, literal) && !used.has(keyOf(tree, literal)))
    .map((literal) => wholeText(evaluation, tree, literal));
  const paths = tree.calls.flatMap((call) => {
    const [method, path] = call.arguments;
    return call.type === 'CallExpression' && method !== undefined && path !== undefined && methodIn([method]) !== null
      ? [toAddress(path)]
      : [];
  });
  return [...texts, ...paths];
}

/** A literal by its file and where it begins. */
export function keyOf(tree: Tree, node: Node): string {
  return `${tree.file}:${String(node.range[0])}`;
}

function looksLikeAddress(tree: Tree, literal: Tree['texts'][number]): boolean {
  const raw = tree.text.slice(literal.range[0], literal.range[1]);
  if (raw.length > 2000) return false;
  const first = /^.\/?(\w+)|\}\/(\w+)/.exec(raw);
  return (
    /\bapi\/?(?:v[34]\b|$|['"`$])/.test(raw) ||
    beginsRoute(first?.[1] ?? '') ||
    beginsRoute(first?.[2] ?? '') ||
    /\/projects\/|\/groups\//.test(raw) ||
    isCommand(raw.slice(1)) ||
    beginsLine(raw.slice(1)) ||
    goesOn(tree, literal, raw)
  );
}

/** What may go on with an address that another expression begins: `project(id) + '/builds'`, `` `${project(id)}/builds` ``. */
function goesOn(tree: Tree, literal: Tree['texts'][number], raw: string): boolean {
  const isBegun = raw.startsWith('`${');
  const parent = tree.parents.get(literal);
  if (!isBegun && !(parent?.type === 'BinaryExpression' && parent.right === literal)) return false;
  const behind = isBegun ? /\}(\/.*)/s.exec(raw)?.[1] : /^['"`](\/.*)/s.exec(raw)?.[1];
  return behind?.match(/\/\w+/g)?.some((segment) => isOfRoute(segment.slice(1))) === true;
}

/** The largest expression that only puts texts together around a literal. */
export function wholeText(evaluation: Evaluation, tree: Tree, literal: Node): Node {
  let whole = literal;
  for (const ancestor of ancestorsOf(tree, literal)) {
    const joins =
      (ancestor.type === 'BinaryExpression' && ancestor.operator === '+') ||
      ancestor.type === 'TemplateLiteral' ||
      (ancestor.type === 'CallExpression' &&
        (isTextCall(ancestor, whole) || isPutTogether(evaluation, tree, ancestor, whole))) ||
      (ancestor.type === 'ArrayExpression' && isJoined(tree, ancestor)) ||
      (ancestor.type === 'MemberExpression' &&
        ancestor.object === whole &&
        /^(?:concat|join|replace|replaceAll|trim|toString)$/.test(
          nameOfKey(ancestor.property, ancestor.computed) ?? '',
        ));
    if (!joins) return whole;
    whole = ancestor;
  }
  return whole;
}

/** `['https:/', host, 'api', 'v3'].join('/')` */
function isJoined(tree: Tree, list: TSESTree.ArrayExpression): boolean {
  const parent = tree.parents.get(list);
  return parent?.type === 'MemberExpression' && nameOfKey(parent.property, parent.computed) === 'join';
}

function isTextCall(call: TSESTree.CallExpression, callee: Node): boolean {
  return call.callee === callee && call.callee.type === 'MemberExpression';
}

/** `util.format('%s/api/v3', host)`, `url.resolve(host, 'api/v3')`, where it gives a text. */
function isPutTogether(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression, part: Node): boolean {
  if (!call.arguments.some((argument) => argument === part)) return false;
  const isPattern = call.arguments[0] === part && /^(?:format|sprintf)$/.test(calleeName(call));
  if (!isPattern && !/^(?:resolve|(?:url)?_?join)$/i.test(calleeName(call))) return false;
  renewBudget(evaluation, tree);
  return optionsOf(evaluate(evaluation, tree, call, null)).every(({ kind }) => kind === 'text');
}
