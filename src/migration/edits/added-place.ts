import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { wholeText } from '../../analysis/syntax/text-around.js';
import { findDeclaration, nodeAround, unwrap } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { isConditional } from '../../analysis/values/steps.js';
import { printAddress } from '../../http/request.js';
import type { AddedPlace, Request } from '../../http/request.js';
import type { Text } from '../../http/text.js';

// The place of a new parameter in an address

/**
 * Where new parameters go in an address: behind the others; before them, where the end is another one in other requests, or under a
 * test; or before the sign, where a function chooses that by whether the path has a query.
 */
export function placeOfAdded(request: Request, { chain }: FoundRequest, evaluation: Evaluation): AddedPlace {
  const endsOtherwise = endsInArm(request, evaluation) || growsUnderTest(request, evaluation);
  if (chain.length === 0) return endsOtherwise ? 'first' : 'last';
  if (endsBeforeSign(request)) return 'before-sign';
  return endsElsewhere(request) || (beginsInPath(request) && endsOtherwise) ? 'first' : 'last';
}

/**
 * Whether something is put behind the text in which the query begins under a test only, `'/projects?simple=true' + (page ? … : '')`,
 * `if (page) url += …`: what is put before it is sent with the one and with the other.
 */
function growsUnderTest({ parameters: [first] }: Request, evaluation: Evaluation): boolean {
  const sign = first?.written.in === 'url' ? first.written.separator[0] : undefined;
  const source = sign?.kind === 'known' ? sign.source : null;
  const tree = source == null ? null : openTree(evaluation, source.file);
  if (source == null || tree === null) return false;
  const { file, start, end } = source;
  const whole = nodeAround(tree, wholeText(tree, { file, start, end }));
  return choosesBehind(whole, end) || isGrownUnderTest(tree, whole);
}

function choosesBehind(node: Node, at: number): boolean {
  const inner = unwrap(node);
  if (inner.range[1] <= at) return false;
  if (inner.type === 'BinaryExpression') return [inner.left, inner.right].some((each) => choosesBehind(each, at));
  if (inner.type === 'TemplateLiteral') return inner.expressions.some((each) => choosesBehind(each, at));
  const isChosen = inner.type === 'ConditionalExpression' || inner.type === 'LogicalExpression';
  return isChosen && inner.range[0] >= at && mayGoOn(inner);
}

/** `page ? '&page=' + page : ''`, `more || ''`: one of the values is the rest of a query, or nothing. */
function mayGoOn(node: Node): boolean {
  if (node.type === 'LogicalExpression') return mayGoOn(unwrap(node.left)) || mayGoOn(unwrap(node.right));
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].some((arm) => mayGoOn(unwrap(arm)));
  if (node.type === 'BinaryExpression') return mayGoOn(unwrap(node.left));
  const text =
    node.type === 'TemplateLiteral' ? node.quasis[0]?.value.cooked : node.type === 'Literal' ? node.value : null;
  return typeof text === 'string' && /^(?:&|$)/.test(text);
}

function isGrownUnderTest(tree: Tree, text: Node): boolean {
  const declarator = tree.parents.get(text);
  const variable = declarator?.type === 'VariableDeclarator' ? findDeclaration(tree, declarator.id) : null;
  return (variable?.references ?? []).some(({ identifier }) => {
    const write = tree.parents.get(identifier);
    return write?.type === 'AssignmentExpression' && write.operator === '+=' && isConditional(tree, write, text);
  });
}

/**
 * Whether the query may end otherwise, `?sort=${sort ?? 'asc'}`, `?search=${text || ''}`: a text of its own ends it here, or
 * none. What would be put behind that the other end would not have.
 */
function endsInArm(request: Request, evaluation: Evaluation): boolean {
  const [first] = request.parameters;
  const last = request.parameters.at(-1);
  const begin = first?.written.in === 'url' ? literalOf(first.written.separator[0]) : null;
  if (begin === null || last?.written.in !== 'url') return false;
  const end = printAddress(request).at(-1);
  if (last.value?.length === 0) return true;
  const isShared = end?.kind === 'known' && literalOf(end) !== begin;
  const place = end?.kind === 'hole' ? end.place : isShared ? (end.source?.literal ?? null) : null;
  const tree = place === null ? null : openTree(evaluation, place.file);
  if (place === null || tree === null) return false;
  const node = nodeAround(tree, place);
  return choosesIn(end?.kind === 'hole' ? node : (tree.parents.get(node) ?? node));
}

/** `text || ''`, `encodeURIComponent(text || '')`; what a name stands for may be one of these elsewhere. */
function choosesIn(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'CallExpression') return inner.arguments.some(choosesIn);
  return /^(?:LogicalExpression|ConditionalExpression|VariableDeclarator)$/.test(inner.type);
}

/** Whether the sign behind the path is chosen by whether the path has a query: a function does so with every path that it is given. */
function endsBeforeSign({ segments, parameters: [first], made }: Request): boolean {
  const [sign] = first?.written.in === 'url' ? first.written.separator : (made ?? []);
  const asked = sign?.kind === 'known' ? sign.source?.asked : undefined;
  const end = expressionOf(segments.at(-1)?.text.at(-1));
  return end !== null && asked?.some((piece) => expressionOf(piece) === end) === true;
}

/** Whether the query begins with the path's own text and ends in another, which other requests may end in too. */
function endsElsewhere(request: Request): boolean {
  const path = request.segments.at(-1)?.text.at(-1);
  return beginsInPath(request) && literalOf(printAddress(request).at(-1)) !== literalOf(path);
}

/** Whether the query begins with the path's own text. */
function beginsInPath({ parameters: [first], segments }: Request): boolean {
  const path = literalOf(segments.at(-1)?.text.at(-1));
  const begin = first?.written.in === 'url' ? first.written.separator[0] : undefined;
  return path !== null && literalOf(begin) === path;
}

function literalOf(piece: Text[number] | undefined): string | null {
  return piece?.kind === 'known' ? expressionOf(piece) : null;
}

/** Where the literal or the expression begins that a piece comes from. */
function expressionOf(piece: Text[number] | undefined): string | null {
  const place = piece?.kind === 'known' ? (piece.source?.literal ?? null) : (piece?.place ?? null);
  return place === null ? null : `${place.file}:${String(place.start)}`;
}
