import { typeOf } from './annotations.js';
import type { Evaluation } from '../evaluate.js';
import type { FoundRequest } from '../requests/found-request.js';
import type { Node, Tree } from '../syntax/tree.js';
import { shapeOf } from './type-shapes.js';

/**
 * The properties of types whose values are sent without being seen, by the property's name where it is declared. Where
 * what is sent is written out, the names that count are those that are written.
 */
export function findSentMembers(
  evaluation: Evaluation,
  requests: readonly FoundRequest[],
): ReadonlyMap<Node, FoundRequest> {
  const sent = new Map<Node, FoundRequest>();
  for (const found of requests.filter(({ request }) => request.unseen.length > 0)) {
    for (const { tree, node } of [found, ...found.chain]) {
      const values = node.type === 'CallExpression' || node.type === 'NewExpression' ? node.arguments : [];
      for (const { key } of values.flatMap((value) => membersSent(evaluation, tree, value))) sent.set(key, found);
    }
  }
  return sent;
}

function membersSent(evaluation: Evaluation, tree: Tree, value: Node): { readonly key: Node }[] {
  switch (value.type) {
    case 'ObjectExpression':
      return value.properties.flatMap((property) =>
        membersSent(evaluation, tree, property.type === 'Property' ? property.value : property.argument),
      );
    case 'SpreadElement':
      return membersSent(evaluation, tree, value.argument);
    case 'CallExpression':
      return value.arguments.flatMap((argument) => membersSent(evaluation, tree, argument));
    case 'Identifier':
    case 'MemberExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression': {
      const type = typeOf(evaluation, tree, value);
      return type === null ? [] : [...shapeOf(evaluation, type).members];
    }
    default:
      return [];
  }
}
