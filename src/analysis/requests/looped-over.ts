import { ancestorsOf, calleeName, contains, findVariable, isFunction, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// What a loop goes over

/** The object whose entries or names the innermost loop around a node goes over: `params` of `for (const [name] of params)`; null if there is none. */
export function loopedOver(tree: Tree, node: Node): Node | null {
  let inner = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    if ((ancestor.type === 'ForOfStatement' || ancestor.type === 'ForInStatement') && contains(ancestor.body, node))
      return listed(ancestor.right);
    if (ancestor.type === 'CallExpression' && isFunction(inner)) return givenTo(ancestor);
    inner = ancestor;
  }
  return null;
}

/** What a function is called for each entry of, `params.forEach((value, name) => …)`, or each property, `JSON.stringify(body, (name, value) => …)`. */
function givenTo(call: Node): Node | null {
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
  const [first] = call.arguments;
  if (calleeName(call) === 'stringify') return first ?? null;
  return listed(call.callee.object);
}

/** The object whose names a list holds, also as a variable has it; null for any other list. */
export function namedIn(tree: Tree, list: Node): Node | null {
  const declared =
    list.type === 'Identifier' ? (findVariable(tree, list)?.defs[0]?.node as Node | undefined) : undefined;
  const written = unwrap((declared?.type === 'VariableDeclarator' ? declared.init : null) ?? list);
  const object = listed(written);
  return object === written ? null : object;
}

const listing = /^(?:keys|entries|from|getOwnPropertyNames|ownKeys)$/;
const passing = /^(?:filter|map|sort|slice|reverse|concat)$/;

/** `params` of `params.keys()`, `Object.keys(params)`, `[...params]`, `Array.from(params)`, and of some of those. */
function listed(node: Node): Node {
  const inner = unwrap(node);
  if (inner.type === 'ArrayExpression') {
    const [only] = inner.elements;
    return only?.type === 'SpreadElement' ? listed(only.argument) : inner;
  }
  if (inner.type !== 'CallExpression' || inner.callee.type !== 'MemberExpression') return inner;
  const { object } = inner.callee;
  const [first] = inner.arguments;
  const name = calleeName(inner);
  if (listing.test(name)) return listed(first ?? object);
  return passing.test(name) ? listed(object) : inner;
}
