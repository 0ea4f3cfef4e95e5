import type { TSESTree } from '@typescript-eslint/types';
import type { Passage, Piece, Place, Text } from '../../http/text.js';
import { known, lengthOf, passagesOf, passThrough, toKnown, withPassages } from '../../http/text.js';
import { unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { choose, optionsOf, relocate, toText, unknownAt } from '../value.js';
import type { Frame, TextValue, UnknownValue, Value } from '../value.js';
import type { Evaluation } from '../evaluate.js';
import { evaluate } from '../evaluate.js';
import { decide } from './decide.js';

// Texts that are put together

export function readSum(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.BinaryExpression,
  frame: Frame | null,
): Value | null {
  const left = evaluate(evaluation, tree, node.left, frame);
  const right = evaluate(evaluation, tree, node.right, frame);
  if (!isString(left) && !isString(right) && (isNumber(left) || isNumber(right))) return null;
  return concatenate([operand(evaluation, tree, node.left, frame), operand(evaluation, tree, node.right, frame)], () =>
    unknownAt(tree, node, frame),
  );
}

/** `index - 1`, of numbers in sight. */
export function readNumberBefore(
  evaluation: Evaluation,
  tree: Tree,
  { left, right }: TSESTree.BinaryExpression,
  frame: Frame | null,
): Value | null {
  const [one, other] = [left, right].map((side) => {
    const value = evaluate(evaluation, tree, side, frame);
    return value.kind === 'text' && value.primitive === 'number' ? toKnown(value.text) : null;
  });
  if (one == null || other == null) return null;
  return { kind: 'text', primitive: 'number', text: known(String(Number(one) - Number(other))) };
}

/** An expression as part of a text. What fills it may come from afar; it is written here. */
export function operand(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null): Value {
  const value = textual(evaluate(evaluation, tree, node, frame), tree, node, frame);
  const texts = optionsOf(value).map((option): Value => {
    const [only, ...more] = option.kind === 'text' ? option.text : [];
    if (option.kind !== 'text' || only?.kind !== 'hole' || more.length > 0) return option;
    return { ...option, text: [relocate(only, tree, node)] };
  });
  const whole = unwrap(node);
  if (
    whole.type === 'LogicalExpression' &&
    isConjunction(whole) &&
    decide(evaluation, tree, whole.left, frame) !== true
  )
    texts.push({ kind: 'text', primitive: 'string', text: [] });
  return choose(texts, () => unknownAt(tree, node, frame));
}

function isString(value: Value): boolean {
  return optionsOf(value).every((option) => option.kind === 'text' && option.primitive === 'string');
}

function isNumber(value: Value): boolean {
  return optionsOf(value).some((option) => option.kind === 'text' && option.primitive === 'number');
}

/** Every option of a value as text, so that it can be put together with others. */
export function textual(value: Value, tree: Tree, node: Node, frame: Frame | null): Value {
  const texts = optionsOf(value).map((option): Value => {
    if (option.kind === 'text') return option;
    return { kind: 'text', primitive: 'string', text: toText(option, tree, node, frame) };
  });
  return choose(texts, () => unknownAt(tree, node, frame));
}

/** Every text that a value may be, on its way through something that does not take every character. */
export function passAll(value: Value, through: Passage): Value {
  const options = optionsOf(value).map((option) =>
    option.kind === 'text' ? { ...option, text: passThrough(option.text, through) } : option,
  );
  return choose(options, () => value);
}

const longestText = 10_000;
export const mostCombinations = 12;

/**
 * Texts put together; with choices among them, each combination. What would make too many of them, or too long a text,
 * is a hole, so that what stands around it stays in sight.
 */
export function concatenate(values: readonly Value[], otherwise: () => UnknownValue): Value {
  let results: Piece[][] = [[]];
  let length = 0;
  for (const value of values) {
    const texts = toBounded(value, results.length, length, otherwise);
    length += Math.max(...texts.map(lengthOf));
    const [only, ...more] = texts;
    if (only !== undefined && more.length === 0) for (const result of results) append(result, only);
    else
      results = results.flatMap((before) =>
        texts.map((text) => {
          const result = [...before];
          append(result, text);
          return result;
        }),
      );
  }
  return choose(
    results.map((text): TextValue => ({ kind: 'text', primitive: 'string', text: withoutEmptyStart(text) })),
    otherwise,
  );
}

/** `'' + base` begins with what the base does. */
function withoutEmptyStart(text: Text): Text {
  const start = text.findIndex((piece) => piece.kind === 'hole' || piece.text !== '');
  return start < 1 ? text : text.slice(start);
}

/** Thousands of pieces are put together one by one. */
function append(result: Piece[], text: Text): void {
  if (isSearchOf(result.at(-1), text[0])) leavePathname(result);
  for (const piece of text) result.push(piece);
}

/** `url.pathname + url.search`, cut from the same text. */
function isSearchOf(before: Piece | undefined, after: Piece | undefined): boolean {
  if (before?.kind !== 'known' || after?.kind !== 'known' || before.source === null || after.source === null)
    return false;
  return before.source.file === after.source.file && before.source.end === after.source.start;
}

/** With its search behind it a pathname is again the address that it was cut from: a query may be written there. */
function leavePathname(pieces: Piece[]): void {
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    const piece = pieces[index];
    const through = piece === undefined ? [] : passagesOf(piece);
    const last = through.lastIndexOf('pathname');
    if (piece === undefined || last < 0) return;
    pieces[index] = withPassages(piece, through.toSpliced(last, 1));
  }
}

/**
 * The texts that a value may be, to be put beside `length` units in each of so many texts; a hole in place of what would
 * make too many of them, or too long a one.
 */
export function toBounded(
  value: Value,
  combinations: number,
  length: number,
  otherwise: () => UnknownValue,
): readonly Text[] {
  const texts = optionsOf(value).flatMap((option) => (option.kind === 'text' ? [option.text] : []));
  const isShort = texts.every((text) => length + lengthOf(text) <= longestText);
  const fitting = [texts, foldUnknown(texts)].find((each) => each.length * combinations <= mostCombinations);
  if (isShort && texts.length > 0 && fitting !== undefined) return fitting;
  const { label } = otherwise().hole;
  const hole: Piece = { kind: 'hole', place: null, label, encoded: false, span: 'open' };
  return [texts.some(holdsParameters) ? [hole, ...known('&'), hole] : [hole]];
}

/** `settings.host || process.env.HOST || process.env.GITLAB_HOST`: of which nothing is known counts once, with what stands in the place of all. */
export function foldUnknown(texts: readonly Text[]): readonly Text[] {
  const isUnknown = (text: Text): boolean => text.length === 1 && text[0]?.kind === 'hole';
  const unknown = texts.filter(isUnknown).flatMap((text) => text.filter((piece) => piece.kind === 'hole'));
  if (unknown.length < 2) return texts;
  const label = unknown.map((piece) => piece.label).join(' || ');
  const [standIn, ...others] = unknown.map((piece) => piece.standIn);
  const isShared = standIn !== undefined && others.every((other) => isSamePlace(other, standIn));
  const hole: Piece = {
    kind: 'hole',
    place: null,
    label,
    encoded: false,
    span: 'open',
    ...(isShared ? { standIn } : {}),
  };
  return [[hole], ...texts.filter((text) => !isUnknown(text))];
}

function isSamePlace(one: Place | undefined, other: Place): boolean {
  return one?.file === other.file && one.start === other.start && one.end === other.end;
}

/** More of a query than one value, whatever it is: what stands in its place must not be taken for one. */
function holdsParameters(text: Text): boolean {
  return text.some((piece) => piece.kind === 'known' && piece.text.includes('&'));
}

/** `a && b`, which is `b` only if `a` holds. */
export function isConjunction(node: Node): boolean {
  const inner = unwrap(node);
  return inner.type === 'LogicalExpression' && inner.operator === '&&';
}
