import type { TSESTree } from '@typescript-eslint/types';
import { sliceList } from './arguments.js';
import { argumentsOf } from './calls.js';
import type { At } from './members.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { calleeName, sourceOf } from '../syntax/tree.js';
import { emptyRecord } from '../value.js';
import type { Value } from '../value.js';

// Calls that compilers write, and that older programs write for want of syntax

const interop = /^(?:_+interop\w*|__importDefault|__importStar|__toESM)$/;

/** What compilers put around `require`: the module itself, or under `default` what has none. */
export function readInterop(evaluation: Evaluation, { tree, frame }: At, node: TSESTree.CallExpression): Value | null {
  const [module] = node.arguments;
  if (module === undefined || !interop.test(calleeName(node))) return null;
  const value = evaluate(evaluation, tree, module, frame);
  if (value.kind === 'module' || value.kind === 'client' || value.kind === 'external') return value;
  return { ...emptyRecord, entries: new Map([['default', { value, written: null }]]), open: true };
}

/** `[].slice.call(arguments, 1)` */
export function readSliced(evaluation: Evaluation, { tree, frame }: At, node: TSESTree.CallExpression): Value | null {
  if (calleeName(node) !== 'call' || !/^\[\]\.slice\b/.test(sourceOf(tree, node.callee))) return null;
  return sliceList(argumentsOf(evaluation, tree, node, frame));
}
