import type { TSESTree } from '@typescript-eslint/types';
import { known } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { toMethod } from '../clients/client.js';
import { calleeName, childrenOf, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { makeHole } from '../value.js';

// The method that is written around an address

/** The method that stands beside an address: the callee's name, an argument before it, a property beside it. A hole if there is none. */
export function methodAround(tree: Tree, node: Node): Text {
  const parent = tree.parents.get(node);
  const hidden: Text = [makeHole(tree, node, null)];
  if (parent?.type === 'CallExpression' && parent.callee !== node) {
    const said = toMethod(calleeName(parent)) ?? methodIn(parent.arguments.filter((argument) => argument !== node));
    return said === null ? hidden : known(said);
  }
  const record = parent?.type === 'Property' ? tree.parents.get(parent) : undefined;
  if (record === undefined) return hidden;
  const said = methodIn(
    childrenOf(record).flatMap((child) =>
      child.type === 'Property' && /^(?:method|type|verb)$/i.test(nameOfKey(child.key, child.computed) ?? '')
        ? [child.value]
        : [],
    ),
  );
  return said === null ? hidden : known(said);
}

export function methodIn(nodes: readonly Node[]): string | null {
  for (const node of nodes) {
    if (node.type === 'Literal' && typeof node.value === 'string' && /^[a-z]+$/i.test(node.value)) {
      const method = toMethod(node.value);
      if (method !== null) return method;
    }
  }
  return null;
}

/**
 * Whether a call that nobody sees into sends what it is given: by its name, `sendRequest`, or as a member that its
 * callers name, `axios[verb]`. `Base.call(this, options)` calls what stands before.
 */
export function isSender(call: TSESTree.CallExpression): boolean {
  if (isNamedElsewhere(call.callee)) return true;
  const [first] = call.arguments;
  return first?.type !== 'ThisExpression' && senders.test(calleeName(call));
}

function isNamedElsewhere(callee: Node): boolean {
  return callee.type === 'MemberExpression' && nameOfKey(callee.property, callee.computed) === null;
}

const senders =
  /fetch|request|qwest|ajax|xhr|curl|^(?:send|call|http|rest|api|req|client|transport|load|download|execute|perform)$/i;
