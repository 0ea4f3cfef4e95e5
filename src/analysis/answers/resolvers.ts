import type { TSESTree } from '@typescript-eslint/types';
import { nameOfKey, nodesIn } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { agreeIn, settle } from './answer.js';
import type { Answer, Context } from './answer.js';
import { readReturned } from './calls.js';
import { toJoined } from './made.js';

/*
 * Resolvers of GraphQL: what those of `Query` and `Mutation` give, and those of fields, is given to those of the types' fields,
 * `Project: { isOpen: (project) => project.public }`. Which type a query or a field has stands in a schema, which is not read.
 *
 * https://graphql.org/learn/execution/#root-fields--resolvers
 */

/** What a resolver of a field is given first, by the queries that are called after its type, or the fields that are, or else by all queries; null of any other function. */
export function readResolved(context: Context, owner: FunctionNode, index: number): Answer | null {
  const { tree } = context;
  const type = index === 0 ? typeAround(tree, owner) : null;
  const table = type === null ? undefined : tree.parents.get(type);
  if (type === null || table?.type !== 'ObjectExpression') return null;
  const isOwn = (each: Node): boolean => nameOf(propertyAround(tree, each)).includes(nameOf(type));
  const resolvers = resolversIn(tree, table, isRoot);
  const queries = resolvers.filter(isOwn);
  const fields = resolversIn(tree, table, (each) => !isRoot(each)).filter(isOwn);
  return (
    readGiven(context, [...queries, ...fields]) ??
    readGiven(context, queries) ??
    readGiven(context, fields) ??
    (queries.length > 0 ? null : readGiven(context, resolvers))
  );
}

/** What all of some resolvers give, of a list any of its elements. */
function readGiven(context: Context, resolvers: readonly Node[]): Answer | null {
  return agreeIn(
    context,
    resolvers.map((resolver) => settle(toJoined(readReturned(context, resolver)))),
  );
}

/** The resolvers of some of the types of a table. */
function resolversIn(tree: Tree, table: TSESTree.ObjectExpression, isOf: (type: Node) => boolean): Node[] {
  return table.properties
    .filter((type) => isOf(type))
    .flatMap((type) =>
      nodesIn(tree.functions, type).filter((each) => propertyAround(tree, propertyAround(tree, each)) === type),
    );
}

function nameOf(property: Node | null): string {
  return property?.type === 'Property' ? (nameOfKey(property.key, property.computed) ?? '').toLowerCase() : '';
}

/** `{ Query: { … }, Project: { isOpen: owner } }`, where the owner is no query. */
function typeAround(tree: Tree, owner: Node): TSESTree.Property | null {
  const type = propertyAround(tree, propertyAround(tree, owner));
  const table = type === null ? undefined : tree.parents.get(type);
  if (type?.type !== 'Property' || table?.type !== 'ObjectExpression' || isRoot(type)) return null;
  const isType = /^[A-Z]/.test(nameOfKey(type.key, type.computed) ?? '');
  return isType && table.properties.some((each) => isRoot(each)) ? type : null;
}

/** The property whose value a node is, or of which the record is that has the property. */
function propertyAround(tree: Tree, node: Node | null): Node | null {
  const parent = node === null ? undefined : tree.parents.get(node);
  if (parent?.type === 'ObjectExpression') return propertyAround(tree, parent);
  return parent?.type === 'Property' && parent.value === node ? parent : null;
}

function isRoot(property: Node): boolean {
  return property.type === 'Property' && /^(?:Query|Mutation)$/.test(nameOfKey(property.key, property.computed) ?? '');
}
