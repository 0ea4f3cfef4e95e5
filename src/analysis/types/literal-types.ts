import { openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import type { Place } from '../../http/text.js';
import type { Tree } from '../syntax/tree.js';

const listed = new WeakMap<Evaluation, ReadonlySet<string>>();

/**
 * The path around a place if a type of the project lists it: `type Route = '/projects/owned' | …`. Another text would not be
 * of the type any more. Null if none does.
 */
export function findLiteralType(evaluation: Evaluation, tree: Tree, { start, end }: Place): string | null {
  const types = typesOf(evaluation);
  if (types.size === 0) return null;
  const literal = tree.texts.find(({ range }) => range[0] <= start && end <= range[1]);
  const text = literal === undefined ? null : textOf(literal);
  return text?.includes('/') === true && types.has(text) ? text : null;
}

function textOf(literal: Tree['texts'][number]): string | null {
  if (literal.type === 'Literal') return typeof literal.value === 'string' ? literal.value : null;
  return literal.expressions.length === 0 ? literal.quasis.map(({ value }) => value.cooked).join('') : null;
}

function typesOf(evaluation: Evaluation): ReadonlySet<string> {
  const before = listed.get(evaluation);
  if (before !== undefined) return before;
  const trees = evaluation.project.files.flatMap((file) => openTree(evaluation, file) ?? []);
  const types = new Set(
    trees.flatMap((tree) => tree.texts.flatMap((text) => (isType(tree, text) ? (textOf(text) ?? []) : []))),
  );
  listed.set(evaluation, types);
  return types;
}

function isType(tree: Tree, text: Tree['texts'][number]): boolean {
  return tree.parents.get(text)?.type === 'TSLiteralType';
}
