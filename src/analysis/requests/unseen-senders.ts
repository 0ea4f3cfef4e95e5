import type { Variable } from '@typescript-eslint/scope-manager';
import { ancestorsOf, calleeName, findVariable, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { FoundRequest } from './found-request.js';

// Where what sends a path is from, if nobody sees it send

/**
 * Whether what takes a path that nobody is seen to send comes from outside of its file, `useForge('/projects/owned')` of an
 * import or a global: the base that it puts in front stands elsewhere, whatever bases the file has for others.
 */
export function isSentFromOutside({ tree, node, sender }: FoundRequest): boolean {
  if (sender !== null) return false;
  const call = [node, ...ancestorsOf(tree, node)].find(({ type }) => /^(?:Call|New)Expression$/.test(type));
  return call !== undefined && 'callee' in call && isFromOutside(tree, rootOf(call.callee));
}

function rootOf(node: Node): Node {
  const inner = unwrap(node);
  if (inner.type === 'MemberExpression') return rootOf(inner.object);
  return inner.type === 'CallExpression' ? rootOf(inner.callee) : inner;
}

function isFromOutside(tree: Tree, root: Node): boolean {
  const variable = root.type === 'Identifier' ? findVariable(tree, root) : null;
  return root.type === 'Identifier' && (variable === null || isBroughtIn(variable));
}

function isBroughtIn({ defs }: Variable): boolean {
  return defs.every(({ type, node }) => {
    const init: Node | null = node.type === 'VariableDeclarator' ? node.init : null;
    return (type as string) === 'ImportBinding' || (init !== null && isRequire(init));
  });
}

/** `require('./forge')`, `require('./forge').client`. */
function isRequire(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'MemberExpression') return isRequire(inner.object);
  return inner.type === 'CallExpression' && calleeName(inner) === 'require';
}
