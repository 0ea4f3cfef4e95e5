import type { TSESTree } from '@typescript-eslint/types';
import type { HolePiece, Text } from '../../http/text.js';
import { callFunction } from './calls.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { listOf } from './lists.js';
import { readQuasis, readTemplate } from './literals.js';
import { operand } from './texts.js';
import type { Tree } from '../syntax/tree.js';
import { choose, optionsOf, unknownAt } from '../value.js';
import type { Frame, Value } from '../value.js';

/** What a tag of the project, or `String.raw`, makes of a template: one text, in which each value has its place. */
export function readTagged(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.TaggedTemplateExpression,
  frame: Frame | null,
): Value | null {
  const tag = evaluate(evaluation, tree, node.tag, frame);
  if (tag.kind === 'external' && tag.module === null && tag.path.join('.') === 'String.raw')
    return readTemplate(evaluation, tree, node.quasi, frame);
  if (tag.kind !== 'function') return null;
  const strings = readQuasis(tree, node.quasi);
  const values = node.quasi.expressions.map((each) => operand(evaluation, tree, each, frame));
  const holes = values.map(holeOf);
  const known = holes.flatMap((hole) => (hole === null ? [] : [hole]));
  if (known.length < holes.length) return null;
  const made = callFunction(evaluation, tag, [listOf(strings), ...values], { tree, node, frame });
  const texts = optionsOf(made).flatMap((option): Value[] => {
    const text = option.kind === 'text' ? fill(option.text, strings, known) : null;
    return text === null ? [] : [{ kind: 'text', primitive: 'string', text }];
  });
  return texts.length === 0 ? null : choose(texts, () => unknownAt(tree, node, frame));
}

/** The hole that a value is; none for known text, null for a mixture or a choice. */
function holeOf(value: Value): readonly HolePiece[] | null {
  const [first, ...others] = value.kind === 'text' ? value.text : [];
  if (value.kind !== 'text') return null;
  if (first?.kind === 'hole' && others.length === 0) return [first];
  return value.text.every(({ kind }) => kind === 'known') ? [] : null;
}

/** The text with the template's own holes for those that stand in the tag; null where not all of the template is in it, in its order. */
function fill(text: Text, strings: readonly Value[], holes: readonly (readonly HolePiece[])[]): Text | null {
  const expected = strings.flatMap((string, index) => [...startsOf(string), ...(holes[index] ?? []).map(() => null)]);
  if (expected.length === 0) return null;
  const marked = text.flatMap((piece, index): { index: number; mark: number | null }[] => {
    if (piece.kind === 'hole') return [{ index, mark: null }];
    return piece.source?.writer === undefined ? [] : [{ index, mark: piece.source.start }];
  });
  const own = marked.slice(-expected.length);
  const rest = marked.slice(0, -expected.length);
  if (
    own.length < expected.length ||
    own.some(({ mark }, index) => mark !== expected[index]) ||
    rest.some(({ mark }) => mark !== null)
  )
    return null;
  const places = own.flatMap(({ index, mark }) => (mark === null ? [index] : []));
  const all = holes.flat();
  return text.map((piece, index) => {
    const hole = all[places.indexOf(index)];
    return piece.kind === 'known' || hole === undefined ? piece : { ...hole, encoded: hole.encoded || piece.encoded };
  });
}

function startsOf(string: Value): number[] {
  const pieces = string.kind === 'text' ? string.text : [];
  return pieces.flatMap((piece) => (piece.kind === 'known' && piece.source !== null ? [piece.source.start] : []));
}
