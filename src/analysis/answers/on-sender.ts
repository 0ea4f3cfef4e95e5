import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import { readAnswer } from '../responses.js';
import { ancestorsOf, calleeName, findDeclaration, findVariable } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';
import { agree } from './answer.js';
import type { Answer, Context } from './answer.js';
import { readCallAnswer } from './calls.js';
import { toMade } from './made.js';

// What stands on the object that sent a request

/** The answer on the object that sent the request: `xhr.responseText` of `xhr = new XMLHttpRequest()`. */
export function readSender(context: Context, node: TSESTree.NewExpression): Answer | null {
  const { evaluation, tree, frame } = context;
  const value = evaluate(evaluation, tree, node, frame);
  if (value.kind !== 'client' || value.client.answer?.onSender !== true) return null;
  const parent = tree.parents.get(node);
  const holder = parent?.type === 'VariableDeclarator' ? parent.id : null;
  const variable = holder?.type === 'Identifier' ? findDeclaration(tree, holder) : null;
  const calls = (variable?.references ?? []).flatMap(({ identifier }) => {
    const member = tree.parents.get(identifier);
    const call = member === undefined ? undefined : tree.parents.get(member);
    return call?.type === 'CallExpression' && call.callee === member ? [call] : [];
  });
  const sent = calls.flatMap((call) => readCallAnswer(context, call) ?? []);
  return agree(sent);
}

/** `this` in a handler of the object that sent the request. */
export function readHandlerThis(context: Context, node: TSESTree.ThisExpression): Answer | null {
  for (const ancestor of ancestorsOf(context.tree, node)) {
    if (ancestor.type !== 'FunctionExpression') continue;
    const parent = context.tree.parents.get(ancestor);
    if (parent?.type === 'AssignmentExpression') return readSenderOf(context, parent.left);
    return parent?.type === 'CallExpression' && calleeName(parent) === 'addEventListener'
      ? readSenderOf(context, parent.callee)
      : null;
  }
  return null;
}

/** The object of `xhr.onload`. */
function readSenderOf(context: Context, member: Node): Answer | null {
  if (member.type !== 'MemberExpression' || member.object.type !== 'Identifier') return null;
  if (findVariable(context.tree, member.object) === null) return null;
  const answer = readAnswer(context, member.object);
  return answer?.client?.answer?.onSender === true && answer.layer === 'answer' ? answer : null;
}

/** The event that a handler is given: its target is the object that sent the request. */
export function readEvent(context: Context, handler: Node): Answer | null {
  const of = readSenderOf(context, handler);
  return of === null ? null : toMade({ kind: 'under', names: ['target', 'currentTarget'], of });
}
