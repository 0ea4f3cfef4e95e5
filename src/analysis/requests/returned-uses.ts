import type { Place } from '../../http/text.js';
import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { enclosingFunction, isFunction } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { usesOf } from './continued.js';
import { optionsOf } from '../value.js';
import { holdsLiteral } from './named-uses.js';
import type { NamedUse } from './named-uses.js';

// Who calls the function that gives what an expression is part of

/** What a text or a record may stand in, and be part of it. */
const wholes = new Set([
  'TemplateLiteral',
  'BinaryExpression',
  'ObjectExpression',
  'Property',
  'SpreadElement',
  'ConditionalExpression',
  'LogicalExpression',
  'AwaitExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
]);

/**
 * Where the function is called, or the getter read, that gives a text or a record: `put(body)` for the record of
 * `const put = (body) => ({ method: 'PUT', body })`. None for what no function gives that has a name.
 *
 * @param literal where the text or the record stands that `part` is made of
 */
export function usesOfReturned(evaluation: Evaluation, tree: Tree, part: Node, literal: Place): NamedUse[] {
  const whole = wholeAround(tree, part);
  const owner = isReturned(tree, whole) ? enclosingFunction(tree, whole) : null;
  if (owner === null) return [];
  const uses = usesOf(evaluation, { tree, node: whole }).filter(
    (use) => isCallOf(evaluation, use, owner) || holdsLiteral(evaluation, use.tree, use.node, literal),
  );
  // `{ star: starPath }`: by the name that it is put under it is called elsewhere.
  const kept = uses
    .filter(({ node }) => node.type !== 'CallExpression')
    .flatMap((use) => usesOf(evaluation, use))
    .filter((use) => isCallOf(evaluation, use, owner));
  return [...uses, ...kept];
}

/** A name alone may be that of another thing. */
function isCallOf(evaluation: Evaluation, { tree, node }: NamedUse, owner: FunctionNode): boolean {
  renewBudget(evaluation, tree);
  const functions = optionsOf(evaluate(evaluation, tree, node.type === 'CallExpression' ? node.callee : node, null));
  return functions.some((each) => each.kind === 'function' && each.node === owner);
}

/** The largest expression that an expression is a part of. */
export function wholeAround(tree: Tree, part: Node): Node {
  const parent = tree.parents.get(part);
  const isPart =
    parent !== undefined && wholes.has(parent.type) && !(parent.type === 'Property' && parent.key === part);
  return isPart ? wholeAround(tree, parent) : part;
}

function isReturned(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  return parent?.type === 'ReturnStatement' || (isFunction(parent) && parent.body === node);
}
