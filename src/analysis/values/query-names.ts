import type { TSESTree } from '@typescript-eslint/types';
import { nameOfKey } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';

// The query of an address by names of its own

/** Whether a member is the query of an address: `url.searchParams`. */
export function isQuery(node: Node | undefined): node is TSESTree.MemberExpression {
  return node?.type === 'MemberExpression' && nameOfKey(node.property, node.computed) === 'searchParams';
}

/** The name that a declarator gives the query of an address: `const query = url.searchParams`, `const { searchParams: query } = url`. */
export function queryNamedBy({
  id,
  init,
}: TSESTree.VariableDeclarator): { readonly name: Node; readonly address: Node } | null {
  if (init === null) return null;
  if (id.type === 'Identifier') return isQuery(init) ? { name: id, address: init.object } : null;
  if (id.type !== 'ObjectPattern') return null;
  const property = id.properties.find(
    (each) => each.type === 'Property' && nameOfKey(each.key, each.computed) === 'searchParams',
  );
  return property?.type === 'Property' ? { name: property.value, address: init } : null;
}
