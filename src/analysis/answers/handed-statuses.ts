import type { TSESTree } from '@typescript-eslint/types';
import { renewBudget } from '../budget.js';
import type { Evaluation } from '../evaluate.js';
import { keptOriginOf, originOf, patternOriginOf, statusAnswerOf } from '../responses.js';
import { calleeName, findVariable, isFunction, nameOfKey, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { Read } from './reads.js';

/**
 * Where a file compares with a number what a function hands on of an answer, its status: `(await send(path)).status === 200`
 * of `send`, which returns `{ status: answer.status }`. What is compared where it is read is told by its reader.
 */
export function findHandedStatuses(evaluation: Evaluation, tree: Tree): Read[] {
  return tree.texts.flatMap((literal): Read[] => {
    const node = isStatus(literal) ? comparedWith(tree, literal) : null;
    if (
      node === null ||
      !/^(?:Identifier|MemberExpression|CallExpression|AwaitExpression|ChainExpression)$/.test(node.type)
    )
      return [];
    renewBudget(evaluation, tree);
    const answer = statusAnswerOf(evaluation, tree, node);
    if (answer === null || isReadThere(evaluation, tree, unwrap(node))) return [];
    return [{ tree, node, kind: 'status', name: 'status', requests: answer.requests, type: null }];
  });
}

/** Where a function parses the body of an answer that it is given by another file: `(answer) => answer.json()`. */
export function findHandedBodies(evaluation: Evaluation, tree: Tree): Read[] {
  return tree.calls.flatMap(({ callee, arguments: given }): Read[] => {
    if (
      callee.type !== 'MemberExpression' ||
      given.length > 0 ||
      nameOfKey(callee.property, callee.computed) !== 'json'
    )
      return [];
    renewBudget(evaluation, tree);
    const answer = keptOriginOf(evaluation, tree, callee.object);
    const isHanded = answer?.handed === true && answer.layer === 'answer';
    if (!isHanded || answer.client?.answer?.reads?.includes('json') !== true) return [];
    return originOf(evaluation, tree, callee.object) === null
      ? [{ tree, node: callee.property, kind: 'body', name: 'json', requests: answer.requests, type: null }]
      : [];
  });
}

/** What is compared with a number: by an operator, a `switch`, a list or a table of them, or a test's assertion. */
function comparedWith(tree: Tree, literal: Node): Node | null {
  const parent = tree.parents.get(literal);
  switch (parent?.type) {
    case 'BinaryExpression':
      if (!/^(?:[=!]==?|[<>]=?)$/.test(parent.operator)) return null;
      return parent.left === literal ? parent.right : parent.left;
    case 'SwitchCase': {
      const around = tree.parents.get(parent);
      return around?.type === 'SwitchStatement' ? around.discriminant : null;
    }
    case 'ArrayExpression': {
      const member = tree.parents.get(parent);
      const call =
        member?.type === 'MemberExpression' && member.object === parent ? tree.parents.get(member) : undefined;
      const isSearch = call?.type === 'CallExpression' && /^(?:includes|indexOf)$/.test(calleeName(call));
      return isSearch ? (call.arguments[0] ?? null) : null;
    }
    case 'Property': {
      const table = tree.parents.get(parent);
      const member = table === undefined ? undefined : tree.parents.get(table);
      const isTable = parent.key === literal && member?.type === 'MemberExpression' && member.object === table;
      return isTable && member.computed ? member.property : null;
    }
    case 'CallExpression':
      return assertedWith(parent, literal);
    default:
      return null;
  }
}

/** `assert.equal(status, 200)`, `expect(status).toBe(200)`, `expect(status).to.equal(200)`. */
function assertedWith(call: TSESTree.CallExpression, literal: Node): Node | null {
  if (!/^(?:to(?:Be|Equal|StrictEqual)|(?:strict|deep|deepStrict)?equals?|eql?|is|same)$/i.test(calleeName(call)))
    return null;
  return expectedIn(call.callee) ?? call.arguments.find((argument) => argument !== literal) ?? null;
}

function expectedIn(callee: Node): Node | null {
  if (callee.type === 'MemberExpression') return expectedIn(callee.object);
  if (callee.type !== 'CallExpression') return null;
  return calleeName(callee) === 'expect' ? (callee.arguments[0] ?? null) : expectedIn(callee.callee);
}

function isStatus(literal: Node): boolean {
  return literal.type === 'Literal' && typeof literal.value === 'number' && /^[24]\d\d$/.test(String(literal.value));
}

/** Whether the status is taken of the answer itself here: `answer.status`, `const { status } = answer`. */
function isReadThere(evaluation: Evaluation, tree: Tree, use: Node): boolean {
  if (use.type === 'MemberExpression') return originOf(evaluation, tree, use.object)?.layer === 'answer';
  if (use.type !== 'Identifier') return false;
  const definition = findVariable(tree, use)?.defs[0];
  const home = definition?.node as Node | undefined;
  const pattern =
    home?.type === 'VariableDeclarator'
      ? home.id
      : isFunction(home)
        ? home.params.find((each) => each.type === 'ObjectPattern')
        : undefined;
  if (pattern?.type === 'ObjectPattern') return patternOriginOf(evaluation, tree, pattern)?.layer === 'answer';
  return home?.type === 'VariableDeclarator' && home.init !== null && isReadThere(evaluation, tree, unwrap(home.init));
}
