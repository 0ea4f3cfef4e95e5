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
  const { others } = evaluation.project;
  if (types.size === 0 && others === undefined) return null;
  const literal = tree.texts.find(({ range }) => range[0] <= start && end <= range[1]);
  const text = literal === undefined ? null : textOf(literal);
  if (text?.includes('/') !== true) return null;
  return types.has(text) || others?.has('text of a type', text) === true ? text : null;
}

/** Tells the project's other parts which paths the types of this one list. */
export function offerTypeTexts(evaluation: Evaluation): void {
  for (const text of typesOf(evaluation)) evaluation.project.others?.offer('text of a type', text);
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
