import { calleeName, findVariable, nameOfKey, unwrap } from '../syntax/tree.js';
import { isProp } from '../syntax/template.js';
import type { Node, Tree } from '../syntax/tree.js';

// What may be a store, or part of one, by the looks of it

const names = {
  members: /^(?:state|store|\$store|props|getters|\$root|\$parent|snapshot)$/,
  parameters:
    /state|store|props|getters|draft|action|cache|session|model|service|scope|^(?:s|st|vm|self|root|that|prev|previous|old|vuex)$/i,
  calls: /^(?:use\w*|\$props|defineProps|withDefaults|storeToRefs|toRefs?|getState|get|inject|select\w*|\w*[sS]tore)$/,
};

/** Whether an expression may be a store, or an object of the program's that outlives a call. What a request or a database brings is none. */
export function isStore(tree: Tree, node: Node): boolean {
  return mayBeStore(tree, node, new Set());
}

/** @param seen the variables that are asked about already: one may be made of itself */
function mayBeStore(tree: Tree, node: Node, seen: Set<Node>): boolean {
  const inner = unwrap(node);
  switch (inner.type) {
    case 'ThisExpression':
      return true;
    case 'MemberExpression':
      return (
        names.members.test(nameOfKey(inner.property, inner.computed) ?? '') || mayBeStore(tree, inner.object, seen)
      );
    case 'CallExpression':
      return names.calls.test(calleeName(inner));
    case 'Identifier':
      return isStoreVariable(tree, inner, inner.name, seen);
    default:
      return false;
  }
}

function isStoreVariable(tree: Tree, identifier: Node, name: string, seen: Set<Node>): boolean {
  const variable = findVariable(tree, identifier);
  const [definition] = variable?.defs ?? [];
  const home = definition?.node as Node | undefined;
  if (home === undefined || definition?.type === 'Parameter') return names.parameters.test(name);
  if (home.type !== 'VariableDeclarator') return true;
  if (home.init === null) return names.parameters.test(name) || (variable !== null && isProp(tree, variable));
  if (seen.has(home)) return false;
  seen.add(home);
  const init = unwrap(home.init);
  return init.type === 'ObjectExpression' || init.type === 'NewExpression' || mayBeStore(tree, init, seen);
}
