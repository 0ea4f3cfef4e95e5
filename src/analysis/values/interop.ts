import type { TSESTree } from '@typescript-eslint/types';
import { toKnown } from '../../http/text.js';
import { sliceList } from './arguments.js';
import { argumentsOf } from './calls.js';
import { callLibrary } from './library.js';
import type { At } from './members.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { calleeName, nameOfKey, sourceOf } from '../syntax/tree.js';
import { emptyRecord, unknownAt } from '../value.js';
import type { RecordValue, Value } from '../value.js';

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

/** Of TypeScript, Babel and esbuild, each for `{ ...one, two }` and `const { one, ...rest } = all`. */
const spreading = /^(?:__assign|_extends\d*|_objectSpread\d*|__spreadValues|__spreadProps)$/;
const leavingOut = /^(?:__rest|_objectWithoutProperties(?:Loose)?\d*|__objRest)$/;

/** What compilers make of a spread into a record, and of the rest of one. */
export function readSpreadByHelper(evaluation: Evaluation, at: At, node: TSESTree.CallExpression): Value | null {
  const name = nameOfHelper(node) ?? '';
  if (!spreading.test(name) && !leavingOut.test(name)) return null;
  const args = argumentsOf(evaluation, at.tree, node, at.frame);
  if (spreading.test(name)) {
    const { hole } = unknownAt(at.tree, node, at.frame);
    return callLibrary(evaluation, { kind: 'external', module: null, path: ['Object', 'assign'], hole }, args, at);
  }
  const [all, taken] = args;
  return all?.kind === 'record' && taken?.kind === 'list' && !taken.open ? withoutNames(all, taken.items) : null;
}

/** `__assign`, `tslib_1.__assign`, `(0, _objectSpread2.default)` of Babel's runtime. */
function nameOfHelper({ callee }: TSESTree.CallExpression): string | null {
  const named = callee.type === 'SequenceExpression' ? callee.expressions.at(-1) : callee;
  if (named?.type === 'Identifier') return named.name;
  if (named?.type !== 'MemberExpression') return null;
  const name = nameOfKey(named.property, named.computed);
  return name === 'default' && named.object.type === 'Identifier' ? named.object.name : name;
}

function withoutNames(all: RecordValue, names: readonly Value[]): Value {
  const taken = names.map((name) => (name.kind === 'text' ? toKnown(name.text) : null));
  const entries = new Map([...all.entries].filter(([name]) => !taken.includes(name)));
  return { ...all, entries, literal: null };
}
