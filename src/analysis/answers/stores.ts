import { calleeName, findVariable, nameOfKey, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// What may be a store, or part of one, by the looks of it

const names = {
  members: /^(?:state|store|\$store|props|getters|\$root|\$parent|snapshot)$/,
  parameters:
    /state|store|props|getters|draft|action|cache|session|model|service|scope|^(?:s|st|vm|self|root|that|prev|previous|old|vuex)$/i,
  calls: /^(?:use\w*|storeToRefs|toRefs?|getState|get|inject|select\w*|\w*[sS]tore)$/,
};

/** Whether an expression may be a store, or an object of the program's that outlives a call. What a request or a database brings is none. */
export function isStore(tree: Tree, node: Node): boolean {
  const inner = unwrap(node);
  switch (inner.type) {
    case 'ThisExpression':
      return true;
    case 'MemberExpression':
      return names.members.test(nameOfKey(inner.property, inner.computed) ?? '') || isStore(tree, inner.object);
    case 'CallExpression':
      return names.calls.test(calleeName(inner));
    case 'Identifier':
      return isStoreVariable(tree, inner, inner.name);
    default:
      return false;
  }
}

function isStoreVariable(tree: Tree, identifier: Node, name: string): boolean {
  const [definition] = findVariable(tree, identifier)?.defs ?? [];
  const home = definition?.node as Node | undefined;
  if (home === undefined || definition?.type === 'Parameter') return names.parameters.test(name);
  if (home.type !== 'VariableDeclarator') return true;
  if (home.init === null) return names.parameters.test(name);
  const init = unwrap(home.init);
  return init.type === 'ObjectExpression' || init.type === 'NewExpression' || isStore(tree, init);
}
