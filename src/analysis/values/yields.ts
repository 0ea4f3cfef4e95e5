import { childrenOf, isFunction, unwrap } from '../syntax/tree.js';
import type { FunctionNode, Node } from '../syntax/tree.js';
import { enter, resolveCall, resolveCallee } from './calls.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { partsOf } from './lists.js';
import type { At } from './members.js';
import { optionsOf, unknownAt } from '../value.js';
import type { FunctionValue, Value } from '../value.js';

/** What a call of a generator of the project gives to the loop over it; null if the expression is something else. */
export function yieldedBy(evaluation: Evaluation, { tree, node, frame }: At): readonly Value[] | null {
  const call = unwrap(node);
  if (call.type !== 'CallExpression') return null;
  const isGenerator = optionsOf(resolveCallee(evaluation, tree, call, frame)).every(
    (option) => option.kind === 'function' && option.node.generator,
  );
  if (!isGenerator) return null;
  const { value, args } = resolveCall(evaluation, tree, call, frame);
  return optionsOf(value).flatMap((option) =>
    option.kind === 'function' ? yieldsOf(evaluation, option, args, { tree, node, frame }) : [],
  );
}

function yieldsOf(evaluation: Evaluation, value: FunctionValue, args: readonly Value[], at: At): readonly Value[] {
  if (evaluation.entered.has(value.node)) return [unknownAt(at.tree, at.node, at.frame)];
  const inner = enter(value, args, at.frame);
  evaluation.entered.set(value.node, evaluation.active.size - 1);
  const given = yieldExpressions(value.node).flatMap(({ argument, delegate }): readonly Value[] => {
    if (argument === null) return [];
    const yielded = evaluate(evaluation, value.tree, argument, inner);
    const within: At = { tree: value.tree, node: argument, frame: inner };
    if (!delegate) return [yielded];
    return yieldedBy(evaluation, within) ?? partsOf(yielded, () => unknownAt(value.tree, argument, inner));
  });
  evaluation.entered.delete(value.node);
  return given;
}

interface Yield {
  readonly argument: Node | null;
  readonly delegate: boolean;
}

function yieldExpressions(node: FunctionNode): Yield[] {
  return childrenOf(node.body).flatMap(collect);
}

function collect(node: Node): Yield[] {
  if (isFunction(node)) return [];
  const inner = childrenOf(node).flatMap(collect);
  return node.type === 'YieldExpression'
    ? [{ argument: node.argument ?? null, delegate: node.delegate }, ...inner]
    : inner;
}
