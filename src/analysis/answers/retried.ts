import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import { findVariable } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';
import { readAnswer } from '../responses.js';
import type { Answer, Context } from './answer.js';
import { readReturned } from './calls.js';

// Libraries that call a function once more where it fails, or later, and give what it gives

/** https://github.com/sindresorhus/p-retry, https://github.com/vercel/async-retry, https://github.com/IndigoUnited/node-promise-retry */
const retrying =
  /^(?:p-retry|async-retry|promise-retry|ts-retry-promise|@lifeomic\/attempt|exponential-backoff|async-retry-ng)$/;
/** https://github.com/sindresorhus/p-limit: what it makes calls functions. */
const limiting = /^(?:p-limit|p-throttle)$/;
/** https://github.com/sindresorhus/p-timeout */
const waiting = /^(?:p-timeout|p-finally|p-tap)$/;

/** What `pRetry(() => load())`, `limit(() => load())` and `pTimeout(load(), { milliseconds: 50 })` give. */
export function readRetried(context: Context, { callee, arguments: given }: TSESTree.CallExpression): Answer | null {
  const [first, second] = given;
  if (first === undefined || first.type === 'SpreadElement') return null;
  const module = moduleOf(context, callee);
  if (module === null)
    return limiting.test(moduleOf(context, makerOf(context, callee)) ?? '') ? readReturned(context, first) : null;
  if (waiting.test(module)) return readAnswer(context, first);
  if (!retrying.test(module)) return null;
  // `promiseRetry({ retries: 3 }, () => load())`
  return readReturned(context, first.type === 'ObjectExpression' && second !== undefined ? second : first);
}

/** The module that what is called comes from; null of all else. */
function moduleOf({ evaluation, tree, frame }: Context, callee: Node | null): string | null {
  const value =
    callee?.type === 'Identifier' || callee?.type === 'MemberExpression'
      ? evaluate(evaluation, tree, callee, frame)
      : null;
  return value?.kind === 'external' ? value.module : null;
}

/** `pLimit` of `const limit = pLimit(4)`. */
function makerOf({ tree }: Context, callee: Node): Node | null {
  const declared =
    callee.type === 'Identifier' ? (findVariable(tree, callee)?.defs[0]?.node as Node | undefined) : undefined;
  const init = declared?.type === 'VariableDeclarator' ? declared.init : null;
  return init?.type === 'CallExpression' ? init.callee : null;
}
