import type { TSESTree } from '@typescript-eslint/types';
import { bodyOfHelper, resultOfStep } from '../syntax/compiled.js';
import type { Evaluation } from '../evaluate.js';
import { childrenOf, isFunction } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import type { Frame } from '../value.js';
import { toExit } from './steps.js';

// What functions return

const returns = new WeakMap<FunctionNode, readonly Node[]>();

/** The expressions that a function returns, those of inner functions not counted. */
export function returnsOf(node: FunctionNode): readonly Node[] {
  const known = returns.get(node);
  if (known !== undefined) return known;
  const result =
    node.body.type === 'BlockStatement'
      ? statementsIn(node.body).flatMap(({ argument }) => (argument === null ? [] : throughHelper(argument)))
      : [node.body];
  returns.set(node, result);
  return result;
}

/** All `return`, those of inner functions not counted, in order. */
function statementsIn(node: Node): readonly TSESTree.ReturnStatement[] {
  if (node.type === 'ReturnStatement') return [node];
  return isFunction(node) ? [] : childrenOf(node).flatMap(statementsIn);
}

/** An `async` function that was compiled returns what the body of its helper gives in the end. */
function throughHelper(returned: Node): readonly Node[] {
  const helper = bodyOfHelper(returned);
  if (helper === null) return [returned];
  const inner = returnsOf(helper.body);
  return helper.steps ? inner.flatMap((step) => resultOfStep(step) ?? []) : inner;
}

interface Exits {
  readonly returns: readonly TSESTree.ReturnStatement[];
  /** Whether the end of the body may be come to. */
  readonly isOpen: boolean;
}

const exits = new WeakMap<FunctionNode, Exits>();

/** Whether a call of a function that returns something may end without: `if (done) return 'DELETE';`. */
export function mayGiveNothing(evaluation: Evaluation, tree: Tree, node: FunctionNode, frame: Frame | null): boolean {
  if (node.body.type !== 'BlockStatement') return false;
  const known = exits.get(node) ?? { returns: statementsIn(node.body), isOpen: mayEnd(node.body) };
  exits.set(node, known);
  if (!known.isOpen && known.returns.every(({ argument }) => argument !== null)) return false;
  for (const returned of known.returns) {
    const exit = toExit(evaluation, tree, node, returned, frame);
    if (exit !== 'never' && returned.argument === null) return true;
    if (exit === 'sure') return false;
  }
  return known.isOpen;
}

/** Whether what stands behind a statement may be come to. */
function mayEnd(statement: Node): boolean {
  switch (statement.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
      return false;
    case 'BlockStatement':
      return statement.body.every(mayEnd);
    case 'IfStatement':
      return statement.alternate === null || mayEnd(statement.consequent) || mayEnd(statement.alternate);
    case 'TryStatement': {
      const { block, handler, finalizer } = statement;
      return (finalizer === null || mayEnd(finalizer)) && (mayEnd(block) || (handler !== null && mayEnd(handler.body)));
    }
    case 'SwitchStatement':
      return !statement.cases.some(({ test }) => test === null) || endsCase(statement.cases);
    case 'WhileStatement':
    case 'ForStatement':
      return !isEndless(statement.test) || breaks(statement.body);
    default:
      return true;
  }
}

function isEndless(test: Node | null): boolean {
  return test === null || (test.type === 'Literal' && test.value === true);
}

function breaks(node: Node): boolean {
  return node.type === 'BreakStatement' || (!isFunction(node) && childrenOf(node).some(breaks));
}

/** Whether a case is left by `break`, or the last one by its end. */
function endsCase(cases: readonly TSESTree.SwitchCase[]): boolean {
  const last = cases.at(-1)?.consequent ?? [];
  return last.every(mayEnd) || cases.some(({ consequent }) => consequent.some(breaks));
}
