import type { TSESTree } from '@typescript-eslint/types';
import { calleeName, findDeclaration, findVariable } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { FunctionValue } from '../value.js';
import { agree } from './answer.js';
import type { Answer, Context } from './answer.js';
import { withoutFailures } from './failures.js';
import { givenToVariable } from './given.js';

/**
 * What a promise of a function that takes a callback gives, `promisify(load)(path)`, `api.loadAsync(path)`: what the callback
 * would get behind the error. Null of a call that gives the callback itself.
 *
 * https://nodejs.org/api/util.html#utilpromisifyoriginal, http://bluebirdjs.com/docs/api/promise.promisifyall.html
 *
 * @param inner in the function, as the call enters it
 */
export function readPromisified(
  inner: Context,
  { node: { params }, tree }: FunctionValue,
  home: Tree,
  call: TSESTree.CallExpression,
): Answer | null {
  const callback = params.at(-1);
  if (callback?.type !== 'Identifier' || call.arguments.length >= params.length) return null;
  if (!isPromisified(home, call.callee)) return null;
  const variable = findDeclaration(tree, callback);
  return variable === null ? null : agree(withoutFailures(givenToVariable(inner, variable, 1)));
}

function isPromisified(tree: Tree, callee: Node): boolean {
  if (callee.type === 'CallExpression') return /^promisify(?:All)?$/.test(calleeName(callee));
  if (callee.type === 'MemberExpression')
    return callee.property.type === 'Identifier' && callee.property.name.endsWith('Async');
  const definition = callee.type === 'Identifier' ? findVariable(tree, callee)?.defs[0] : undefined;
  const home = definition?.node as Node | undefined;
  return home?.type === 'VariableDeclarator' && home.init !== null && isPromisified(tree, home.init);
}
