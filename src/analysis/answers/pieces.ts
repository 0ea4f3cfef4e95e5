import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import { calleeName, findVariable, sourceOf, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { agree, settle } from './answer.js';
import type { Answer, Context } from './answer.js';
import { isEmpty, toElement } from './made.js';
import { readAnswer } from '../responses.js';

// Bodies that come piecewise, and what they are put together from: https://nodejs.org/api/stream.html#readable-streams

/** What a stream gives one by one, `for await (const chunk of response)`; null of an answer that is no stream. */
export function toPiece(answer: Answer | null): Answer | null {
  if (answer?.layer !== 'answer' || answer.client?.answer?.handlers?.['data']?.body === undefined) return null;
  return settle({ ...answer, layer: 'body' });
}

/** A body as text, whole or a piece of it, that nobody has parsed. */
function isRaw(answer: Answer | null): boolean {
  return (
    answer?.layer === 'body' && answer.path.length === 0 && answer.client?.answer?.handlers?.['data'] !== undefined
  );
}

function asRaw(answer: Answer | null): Answer | null {
  return isRaw(answer) ? answer : null;
}

const sameText = /^(?:toString|trim|decode|write|slice)$/;

/** `Buffer.concat(chunks)`, `chunks.join('')`, `chunk.toString()`, `response.read()`; null of any other call. */
export function readPieces(context: Context, call: TSESTree.CallExpression): Answer | null {
  const { callee, arguments: given } = call;
  const [first] = given;
  if (callee.type !== 'MemberExpression')
    return sourceOf(context.tree, callee) === 'String' && first !== undefined
      ? asRaw(readAnswer(context, first))
      : null;
  const name = calleeName(call);
  if (name === 'concat' && first !== undefined && sourceOf(context.tree, callee) === 'Buffer.concat')
    return asRaw(toElement(settle(readAnswer(context, first))));
  if (name === 'join') return asRaw(toElement(settle(readAnswer(context, callee.object))));
  if (name === 'read') return toPiece(readAnswer(context, callee.object));
  if (!sameText.test(name)) return null;
  const isOfOther = (name === 'decode' || name === 'write') && first !== undefined;
  return asRaw(readAnswer(context, isOfOther ? first : callee.object));
}

/** What a text is that is put together bit by bit: `text += chunk`, `all = Buffer.concat([all, chunk])`. */
export function readCollected(context: Context, variable: Variable, writes: readonly Node[]): Answer | null {
  const pieces = writes.flatMap((write) => piecesOfWrite(context.tree, write));
  const added = pieces.filter((piece) => piece === null || !(isSelf(context.tree, variable, piece) || isEmpty(piece)));
  return agree(added.map((piece) => (piece === null ? null : readAnswer(context, piece))));
}

function isSelf(tree: Tree, variable: Variable, node: Node): boolean {
  const inner = unwrap(node);
  return inner.type === 'Identifier' && findVariable(tree, inner) === variable;
}

function piecesOfWrite(tree: Tree, written: Node): (Node | null)[] {
  const parent = tree.parents.get(written);
  const isPlain = parent?.type === 'AssignmentExpression' && parent.left === written;
  return isPlain && (parent.operator === '+=' || parent.operator === '=') ? piecesOf(tree, parent.right) : [null];
}

function piecesOf(tree: Tree, node: Node): (Node | null)[] {
  const inner = unwrap(node);
  if (inner.type === 'BinaryExpression' && inner.operator === '+')
    return [inner.left, inner.right].flatMap((each) => piecesOf(tree, each));
  if (inner.type === 'TemplateLiteral' && inner.quasis.every(({ value }) => value.raw === '')) return inner.expressions;
  if (inner.type !== 'CallExpression' || calleeName(inner) !== 'concat') return [node];
  const [list] = inner.arguments;
  if (sourceOf(tree, inner.callee) === 'Buffer.concat')
    return list?.type === 'ArrayExpression' ? list.elements : [node];
  return inner.callee.type === 'MemberExpression' ? [inner.callee.object, ...inner.arguments] : [node];
}

/** `''`, `Buffer.alloc(0)`: what a text begins with that is put together. */
export function isNoText(tree: Tree, node: Node): boolean {
  if (node.type === 'Literal') return node.value === '';
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  const [first] = node.arguments;
  const isOfBuffer = /^Buffer(?:\.(?:alloc|from))?$/.test(sourceOf(tree, node.callee));
  return isOfBuffer && first !== undefined && (isEmpty(first) || (first.type === 'Literal' && first.value === 0));
}

const collectors: Readonly<Record<string, number>> = { 'concat-stream': 0, bl: 1 };

/** What a collector at the end of a stream gives its callback: `response.pipe(concat((body) => …))`. */
export function givenByCollector(context: Context, call: TSESTree.CallExpression, index: number): Answer | null {
  const piped = context.tree.parents.get(call);
  if (piped?.type !== 'CallExpression' || piped.callee.type !== 'MemberExpression' || calleeName(piped) !== 'pipe')
    return null;
  const value = evaluate(context.evaluation, context.tree, call.callee, context.frame);
  const module = value.kind === 'external' ? (value.module ?? '') : '';
  return collectors[module] === index ? toPiece(readAnswer(context, piped.callee.object)) : null;
}
