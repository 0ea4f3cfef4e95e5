import { renewBudget } from '../budget.js';
import type { Evaluation } from '../evaluate.js';
import { originOf } from '../responses.js';
import { calleeName, findVariable } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { Read } from './reads.js';

/**
 * Where a file makes a text or a number of a whole body, which names nothing of it: `'marked ' + count` of a callback
 * `(error, answer, count) => …`. Each name in a text is looked at, so it is asked only of files where that may tell something.
 */
export function findBareBodies(evaluation: Evaluation, tree: Tree): Read[] {
  return tree.identifiers.flatMap((node): Read[] => {
    if (!isMadeText(tree, node) || isCaught(tree, node)) return [];
    renewBudget(evaluation, tree);
    const answer = originOf(evaluation, tree, node);
    if (answer?.layer !== 'body' || answer.path.length > 0 || !answer.settled || answer.type !== null) return [];
    return [{ tree, node, kind: 'body', name: '', requests: answer.requests, type: null }];
  });
}

/** What is caught is no body: to follow all that may fail in a block takes long, and tells nothing. */
function isCaught(tree: Tree, name: Node): boolean {
  return findVariable(tree, name)?.defs.some(({ node }) => (node as Node).type === 'CatchClause') === true;
}

const makingText = /^(?:Number|String|parseInt|parseFloat|text|html)$/;

function isMadeText(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'BinaryExpression':
      return /^(?:[-+*/%<>]|[<>]=)$/.test(parent.operator);
    case 'TemplateLiteral':
      return true;
    case 'CallExpression':
      return parent.callee !== node && makingText.test(calleeName(parent));
    default:
      return false;
  }
}
