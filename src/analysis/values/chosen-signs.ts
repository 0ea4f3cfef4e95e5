import type { TSESTree } from '@typescript-eslint/types';
import { startsWith } from './library.js';
import type { Text } from '../../http/text.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { differInSign, textOfTest } from '../syntax/query-signs.js';
import type { Tree } from '../syntax/tree.js';
import type { Frame, Value } from '../value.js';

/**
 * The arm of `path.includes('?') ? '&' : '?'` that a text without a query takes, which knows the text that was asked: with
 * a query at its end, the other arm is taken.
 */
export function withSign(
  evaluation: Evaluation,
  tree: Tree,
  { test, consequent, alternate }: TSESTree.ConditionalExpression,
  frame: Frame | null,
  taken: Value,
): Value {
  if (taken.kind !== 'text' || !startsWith(taken.text, '?') || !differInSign(tree, consequent, alternate)) return taken;
  const asked = textOfTest(tree, test);
  const value = asked === null ? null : evaluate(evaluation, tree, asked, frame);
  return value?.kind === 'text' ? { ...taken, text: taken.text.map((piece) => withAsked(piece, value.text)) } : taken;
}

function withAsked(piece: Text[number], asked: Text): Text[number] {
  return piece.kind === 'hole' || piece.source === null ? piece : { ...piece, source: { ...piece.source, asked } };
}
