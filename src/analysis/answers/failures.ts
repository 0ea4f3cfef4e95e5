import type { TSESTree } from '@typescript-eslint/types';
import { toMade } from './made.js';
import { bind } from './answer.js';
import { readAnswer } from '../responses.js';
import type { Answer, Context } from './answer.js';
import { childrenOf, isFunction } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';

// What requests are rejected with

/** What is thrown where any of several requests fails; null if none of them is known to be one. */
export function toFailure(answers: readonly (Answer | null)[]): Answer | null {
  const sent = answers.flatMap((answer) =>
    answer?.made === undefined && answer?.client != null ? [answer] : (failedOf(answer) ?? []),
  );
  const [first] = sent;
  if (first === undefined) return null;
  const requests = [...new Set(sent.flatMap((answer) => answer.requests))];
  return toMade({
    kind: 'failure',
    of: { ...first, entity: null, list: null, layer: 'answer', path: [], settled: true, requests },
  });
}

function failedOf(answer: Answer | null): Answer | null {
  return answer?.made?.kind === 'failure' ? answer.made.of : null;
}

/** A function that is given answers and failures is asked for the answers. */
export function withoutFailures(given: readonly (Answer | null)[]): readonly (Answer | null)[] {
  const others = given.filter((answer) => answer?.made?.kind !== 'failure');
  return others.length === 0 ? given : others;
}

/** What `name` is of `catch (name) { … }`: the failure of what is awaited in the block. */
export function readCaught(context: Context, clause: TSESTree.CatchClause, name: Node): Answer | null {
  const statement = context.tree.parents.get(clause);
  if (statement?.type !== 'TryStatement' || clause.param === null) return null;
  const awaited = findAwaited(statement.block);
  return bind(toFailure(awaited.map((node) => readAnswer(context, node))), clause.param, name);
}

/** What is awaited here, and not in inner functions. */
function findAwaited(node: Node): Node[] {
  if (isFunction(node)) return [];
  const inner = childrenOf(node).flatMap(findAwaited);
  return node.type === 'AwaitExpression' ? [node.argument, ...inner] : inner;
}
