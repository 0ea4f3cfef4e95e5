import type { TSESTree } from '@typescript-eslint/types';
import { settle } from './answer.js';
import type { Answer, Context } from './answer.js';
import { toMade } from './made.js';
import { calleeName } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';
import { readAnswer } from '../responses.js';

// Requests of jQuery that are waited for together: https://api.jquery.com/jQuery.when/

/** `$.when(one, other)`. */
export function isJQueryWhen(call: TSESTree.CallExpression): boolean {
  const { callee } = call;
  const owner = callee.type === 'MemberExpression' && calleeName(call) === 'when' ? callee.object : null;
  return owner?.type === 'Identifier' && /^(?:\$|jQuery)$/.test(owner.name);
}

/**
 * What `$.when` gives its callbacks: for each that it waits for an argument, which is a list of all that a request gives
 * its own callbacks, the body first; of one alone, what that gives.
 */
export function readTogether(context: Context, call: TSESTree.CallExpression): Answer | null {
  const [only, ...others] = call.arguments;
  if (only === undefined || call.arguments.some(({ type }) => type === 'SpreadElement')) return null;
  if (others.length === 0) return readAnswer(context, only);
  return toMade({ kind: 'several', home: call, of: call.arguments.map((each) => readArgument(context, each)) });
}

/** What a callback made of an answer comes as it is. */
function readArgument(context: Context, waited: Node): Answer | null {
  const answer = readAnswer(context, waited);
  if (answer === null || answer.settled || answer.client === null) return settle(answer);
  return toMade({ kind: 'under', names: ['0'], of: answer });
}
