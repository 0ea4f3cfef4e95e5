import { renewBudget } from '../budget.js';
import type { Evaluation } from '../evaluate.js';
import { originOf, patternOriginOf, statusAnswerOf } from '../responses.js';
import { findVariable, isFunction, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { Read } from './reads.js';

/**
 * Where a file compares with a number what a function hands on of an answer, its status: `(await send(path)).status === 200`
 * of `send`, which returns `{ status: answer.status }`. What is compared where it is read is told by its reader.
 */
export function findHandedStatuses(evaluation: Evaluation, tree: Tree): Read[] {
  return tree.texts.flatMap((literal): Read[] => {
    const comparison = tree.parents.get(literal);
    if (comparison?.type !== 'BinaryExpression' || !isStatus(literal)) return [];
    if (!/^(?:[=!]==?|[<>]=?)$/.test(comparison.operator)) return [];
    const node = comparison.left === literal ? comparison.right : comparison.left;
    if (!/^(?:Identifier|MemberExpression|CallExpression|AwaitExpression|ChainExpression)$/.test(node.type)) return [];
    renewBudget(evaluation, tree);
    const answer = statusAnswerOf(evaluation, tree, node);
    if (answer === null || isReadThere(evaluation, tree, unwrap(node))) return [];
    return [{ tree, node, kind: 'status', name: 'status', requests: answer.requests, type: null }];
  });
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
