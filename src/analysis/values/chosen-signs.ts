import type { TSESTree } from '@typescript-eslint/types';
import { startsWith } from './library.js';
import type { Text } from '../../http/text.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { isOtherSign, textOfTest } from '../syntax/query-signs.js';
import type { Tree } from '../syntax/tree.js';
import type { Frame, Value } from '../value.js';

/**
 * The arm of a choice that is taken. That of `path.includes('?') ? '&' : '?'` which a text without a query takes knows the
 * text that was asked: with a query at its end, the other arm is taken.
 */
export function readArm(
  evaluation: Evaluation,
  tree: Tree,
  { test, consequent, alternate }: TSESTree.ConditionalExpression,
  frame: Frame | null,
  outcome: boolean,
): Value {
  const [own, other] = outcome ? [consequent, alternate] : [alternate, consequent];
  const taken = evaluate(evaluation, tree, own, frame);
  if (taken.kind !== 'text' || !startsWith(taken.text, '?') || !isOtherSign(tree, own, other)) return taken;
  const asked = textOfTest(tree, test);
  const value = asked === null ? null : evaluate(evaluation, tree, asked, frame);
  return value?.kind === 'text' ? { ...taken, text: taken.text.map((piece) => withAsked(piece, value.text)) } : taken;
}

function withAsked(piece: Text[number], asked: Text): Text[number] {
  return piece.kind === 'hole' || piece.source === null ? piece : { ...piece, source: { ...piece.source, asked } };
}
