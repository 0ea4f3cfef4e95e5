import { rolesOf } from '../values/calls.js';
import type { FoundRequest } from '../requests/found-request.js';
import { ancestorsOf, childrenOf, nameOfKey, toPlace } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { Place } from '../../http/text.js';

/** A field that a mock answers with, where it is written as a property. */
export interface ReplyField {
  readonly name: string;
  readonly key: Place;
  /** The key can be given another name as it stands. */
  readonly plain: boolean;
}

/** The fields of the records that stand in a mock's answer, or in the function that gives it; those of other records in them are left out. */
export function findReplyFields({ tree, sender, answered }: FoundRequest): ReplyField[] {
  if (sender === null || answered === null) return [];
  const roles = rolesOf(sender.call, []);
  const own = sender.node.arguments.filter((_, index) => {
    const role = roles[index] ?? 'other';
    return role === 'other' || (answered.server && role === 'options');
  });
  const replies = resumingArguments(tree, sender.node, sender.client.resumes ?? []);
  return [...own, ...replies].flatMap((node) => fieldsIn(tree, node));
}

/** What is given to the call that ends a mock: `.reply(200, body)`. */
function resumingArguments(tree: Tree, node: Node, resumes: readonly string[]): readonly Node[] {
  let inner = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor.type === 'CallExpression' && ancestor.callee === inner) {
      const name = inner.type === 'MemberExpression' ? (nameOfKey(inner.property, inner.computed) ?? '') : '';
      if (resumes.includes(name)) return ancestor.arguments;
    } else if (ancestor.type !== 'MemberExpression' || ancestor.object !== inner) return [];
    inner = ancestor;
  }
  return [];
}

/** Properties whose value is the answer itself, or the function that gives it. */
const holders = /^(?:handler|body|data|json|payload|response)$/;

function fieldsIn(tree: Tree, node: Node): ReplyField[] {
  if (node.type !== 'Property') return childrenOf(node).flatMap((child) => fieldsIn(tree, child));
  const name = nameOfKey(node.key, node.computed);
  const held = name !== null && holders.test(name) ? fieldsIn(tree, node.value) : [];
  if (name === null || tree.parents.get(node)?.type !== 'ObjectExpression') return held;
  const plain = !node.computed && !node.shorthand && !node.method;
  return [{ name, key: toPlace(tree, node.key), plain }, ...held];
}
