import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import { thenOf } from '../requests/thenables.js';
import { agreeOn } from '../responses.js';
import { calleeName } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import { returnsOf } from '../values/returns.js';
import type { Answer, Context } from './answer.js';
import { agreeIn } from './answer.js';
import { enterFunction } from './calls.js';

/** What a call gives once it is awaited, if that is an instance with a `then`: what it hands to its first function. */
export function readAwaited(context: Context, node: TSESTree.CallExpression): Answer | null {
  const { evaluation, tree, frame } = context;
  const value = evaluate(evaluation, tree, node, frame);
  const answers = optionsOf(value).flatMap((option) => {
    const then = thenOf(evaluation, tree, node, frame, option);
    if (then === null) return [];
    return [agreeOn(enterFunction(context, then, [], node), returnsOf(then.node).map(promised))];
  });
  return answers.length === 0 ? null : agreeIn(context, answers);
}

/** `this.send()` of `this.send().then(resolve, reject)`. */
function promised(returned: Node): Node {
  if (returned.type !== 'CallExpression' || returned.callee.type !== 'MemberExpression') return returned;
  return calleeName(returned) === 'then' ? returned.callee.object : returned;
}
