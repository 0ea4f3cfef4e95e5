import type { TSESTree } from '@typescript-eslint/types';
import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { findOpenFunction, isExportedAt } from '../../analysis/requests/open-functions.js';
import {
  ancestorsOf,
  calleeName,
  contains,
  enclosingFunction,
  nodeAround,
  toPlace,
  unwrap,
} from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { encodingOf } from '../../analysis/values/encoding.js';
import { makeHole, toOrigin } from '../../analysis/value.js';
import type { Parameter, PropertyPlace, Request, Segment } from '../../http/request.js';
import { encodeOnce } from '../../http/encode.js';
import { isKnown, show } from '../../http/text.js';
import type { HolePiece, Piece, Place, Source, Text } from '../../http/text.js';
import type { Edit } from '../finding.js';
import type { Writing } from './plan.js';
import type { Refusal } from './splice.js';
import { wordsOf } from './values.js';

// Parameters whose value moves into the path

/** A request before and after a change. */
interface Pair {
  readonly before: Request;
  readonly after: Request;
}

/**
 * The requests with the expressions that known values are where they are sent, `path` of `{ file_path: path }`: what a
 * caller gives, or a constant holds, is no text to write in their place, nor tells what other callers give.
 */
export function withExpressions(before: Request, after: Request, writing: Writing): Pair {
  return withParameters(withOperands({ before, after }, writing), writing);
}

/** With those for parameters that move into the path. */
function withParameters({ before, after }: Pair, writing: Writing): Pair {
  const moved = movedInto(before, after).flatMap((parameter): Moved[] => {
    const hole = toExpression(parameter, writing);
    return hole === null ? [] : [{ parameter, hole }];
  });
  if (moved.length === 0) return { before, after };
  const parameters = before.parameters.map((parameter) => {
    const found = moved.find((each) => each.parameter === parameter);
    return found === undefined ? parameter : { ...parameter, value: [found.hole] };
  });
  const segments = after.segments.map((segment) => {
    const found = moved.find(({ parameter }) => isMadeOf(segment.text, parameter.value ?? []));
    return found === undefined ? segment : { ...segment, text: encodeOnce([found.hole], 'path') };
  });
  return { before: { ...before, parameters }, after: { ...after, segments } };
}

/**
 * With those for what stays or moves within the address, `id` of `` `/projects/fork/${id}` ``: what one call gives, and what
 * another one gives that is out of sight, need the same edits.
 */
function withOperands({ before, after }: Pair, { evaluation }: Writing): Pair {
  const isKept = (text: Text): boolean =>
    after.segments.some((segment) => standsIn(text, segment.text)) ||
    after.parameters.some(({ value }) => standsIn(text, value ?? []));
  const operands = operandsOf(before, after).flatMap(({ text, sign }) => {
    const hole = isKnown(text) && isKept(text) ? toOperand(text, sign, evaluation) : null;
    return hole === null ? [] : [{ text, hole }];
  });
  if (operands.length === 0) return { before, after };
  const holeOf = (text: Text): HolePiece | undefined => operands.find((each) => standsIn(each.text, text))?.hole;
  const toHole = (segment: Segment): Segment => {
    const hole = holeOf(segment.text);
    return hole === undefined ? segment : { ...segment, text: [hole] };
  };
  const written = new Set(before.parameters.map((parameter) => parameter.written));
  const withHole = (parameter: Parameter): Parameter => {
    const hole = holeOf(parameter.value ?? []);
    if (hole === undefined) return parameter;
    return { ...parameter, value: written.has(parameter.written) ? [hole] : encodeOnce([hole], 'path') };
  };
  return {
    before: { ...before, segments: before.segments.map(toHole), parameters: before.parameters.map(withHole) },
    after: { ...after, segments: after.segments.map(toHole), parameters: after.parameters.map(withHole) },
  };
}

/** The values in a path, and those of parameters in the address that are there after a change, too, with what stands before each. */
function operandsOf(before: Request, after: Request): { text: Text; sign: Text }[] {
  const words = new Set(wordsOf(before));
  const kept = new Set(after.parameters.map(({ written }) => written));
  return [
    ...before.segments.flatMap(({ slash, text }) =>
      text.some((piece) => words.has(piece)) ? [] : [{ text, sign: slash }],
    ),
    ...before.parameters.flatMap(({ value, written }) =>
      value !== null && written.in === 'url' && kept.has(written) ? [{ text: value, sign: written.equals }] : [],
    ),
  ];
}

function standsIn(text: Text, other: Text): boolean {
  return text.some((piece) => other.some((one) => isOf(placeOf(piece), placeOf(one))));
}

interface Moved {
  readonly parameter: Parameter;
  readonly hole: HolePiece;
}

/**
 * What one call gives is not written into the function that it calls; and that it needs no encoding says nothing of what
 * calls out of sight give.
 */
export function refuseGiven(before: Request, after: Request, edits: readonly Edit[], writing: Writing): Refusal | null {
  const isSpoilt = movedInto(before, after).some(
    (parameter) =>
      workedOut(parameter, writing) !== null ||
      edits.some(
        (edit) =>
          originsOf(parameter).some((place) => isGivenTo(edit, place, writing.found)) &&
          (parameter.written.in !== 'url' || mayBeCalled(edit, writing)),
      ) ||
      edits.some((edit) => originsOf(parameter).some((place) => isInTable(edit, place, writing))),
  );
  return isSpoilt
    ? { refusal: 'it is what one call gives, and others may give what is to be written otherwise' }
    : null;
}

/**
 * A value that stands in a query as it is may be encoded by who gives it, and one that is encoded for a query, not for a path: `/` is
 * good in a query, and so is `+` for a blank. One that moves the other way, from a path, may be encoded there too.
 */
export function refuseEncoding(before: Request, after: Request, writing: Writing): Refusal | null {
  const values = movedInto(before, after).flatMap(({ value, written }) => (written.in === 'url' ? (value ?? []) : []));
  if (values.some((piece) => isUnclear(piece, writing)))
    return {
      refusal: 'the value is encoded by who gives it, or not as a path needs it: in v4 it has to be encoded once',
    };
  return encodedAnew(before, after).some((piece) => isEncodedBefore(piece, writing))
    ? { refusal: 'the value may be encoded by who gives it: in v4 it has to be encoded once' }
    : null;
}

/** Whether nobody can tell that the value, once it stands in a path, is encoded, and not twice. */
function isUnclear(piece: Piece, { evaluation, found }: Writing): boolean {
  if (piece.kind !== 'hole') return false;
  const origin = toOrigin(piece);
  // Libraries encode what they fill placeholders with; nobody knows what other code does that fills them.
  if (origin === null) return piece.source !== undefined && found.sender === null && found.document === undefined;
  // What the program fills a placeholder with is seen as a whole, and encoded there.
  if (piece.encoded && piece.source !== undefined) return false;
  const encoding = encodingOf(evaluation, origin.tree, origin.node);
  return piece.encoded ? encoding === 'unclear' : encoding !== 'plain';
}

/** The values of a path that are to be encoded, since they stand in the query then. */
function encodedAnew(before: Request, after: Request): HolePiece[] {
  const pieces = new Set(before.segments.flatMap(({ text }) => text.map((piece) => keyOf(piece))));
  const holes = after.parameters.flatMap(({ value }) => (value ?? []).filter((piece) => piece.kind === 'hole'));
  return holes.filter((piece) => piece.wrap === 'encode' && pieces.has(keyOf(piece)));
}

function keyOf(piece: Piece): string | null {
  const place = placeOf(piece);
  return place === null ? null : `${place.file}:${String(place.start)}`;
}

function isEncodedBefore(piece: HolePiece, { evaluation }: Writing): boolean {
  const origin = toOrigin(piece);
  return origin !== null && encodingOf(evaluation, origin.tree, origin.node) !== 'plain';
}

/** The parameters that are gone, and whose values are in the path. */
function movedInto(before: Request, after: Request): Parameter[] {
  const kept = new Set(after.parameters.map(({ written }) => written));
  const made = after.segments.filter((segment) => !before.segments.includes(segment));
  return before.parameters.filter(
    ({ value, written }) => value !== null && !kept.has(written) && made.some(({ text }) => isMadeOf(text, value)),
  );
}

/** Whether a segment is a value: made of its pieces, or, where these stand nowhere, the same text. */
function isMadeOf(text: Text, value: Text): boolean {
  if (text.some((piece) => value.some((one) => isOf(placeOf(piece), placeOf(one))))) return true;
  return (
    value.length > 0 &&
    isKnown(value) &&
    isKnown(text) &&
    (['path', 'raw'] as const).some((form) => show(text) === show(encodeOnce(value, form)))
  );
}

function placeOf(piece: Piece): Place | null {
  return piece.kind === 'known' ? piece.source : piece.place;
}

function isOf(place: Place | null, around: Place | null): boolean {
  return place !== null && around !== null && isIn(place, around);
}

function isIn({ file, start, end }: Place, around: Place): boolean {
  return file === around.file && around.start <= start && end <= around.end;
}

/** The expression that a known value is where it is sent; null for a text of its own, and for what is put together. */
function toExpression(parameter: Parameter, writing: Writing): HolePiece | null {
  const { value, written } = parameter;
  if (value === null || !isKnown(value)) return null;
  if (written.in === 'url') return toOperand(value, written.equals, writing.evaluation);
  if (written.in !== 'record' || written.property.earlier !== undefined || show(value).includes('%')) return null;
  const worked = workedOut(parameter, writing);
  return worked === null ? null : { ...makeHole(worked.tree, worked.node, null), span: 'segment' };
}

/** What gives a known value of a record that is no text there: a name, a call, one of two texts. Null for a text. */
function workedOut({ value, written }: Parameter, { evaluation }: Writing): { tree: Tree; node: Node } | null {
  if (value === null || !isKnown(value) || written.in !== 'record') return null;
  const place = placeIn(written.property);
  const tree = openTree(evaluation, place.file);
  const node = tree === null ? null : nodeAround(tree, place);
  return tree === null || node === null || isText(node) || !isIn(toPlace(tree, node), place) ? null : { tree, node };
}

function isText(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'BinaryExpression') return isText(inner.left) && isText(inner.right);
  return inner.type === 'Literal' || (inner.type === 'TemplateLiteral' && inner.expressions.length === 0);
}

function placeIn({ key, value }: PropertyPlace): Place {
  return value ?? key;
}

/** `path` of `'?file_path=' + path` and `` `?file_path=${path}` ``, where a literal elsewhere is all that it stands for. */
function toOperand(value: Text, equals: Text, evaluation: Evaluation): HolePiece | null {
  const sign = equals.at(-1);
  const source = sign?.kind === 'known' ? sign.source : null;
  const tree = source === null ? null : openTree(evaluation, source.file);
  const operand = source === null || tree === null ? null : operandBehind(tree, source);
  if (tree === null || operand === null) return null;
  const encoded = isEncoding(operand) ? operand.arguments[0] : operand;
  if (encoded === undefined || !isName(encoded) || !isOfOneLiteral(value, tree, operand)) return null;
  const text = show(value);
  const hole: HolePiece = { ...makeHole(tree, operand, null), span: 'segment' };
  if (encoded === operand && text.includes('%'))
    return show(encodeOnce(value, 'path')) === text ? { ...hole, encoded: true } : hole;
  return encoded === operand ? hole : { ...hole, encoded: true, decoded: toPlace(tree, encoded) };
}

function isEncoding(node: Node): node is TSESTree.CallExpression {
  return node.type === 'CallExpression' && calleeName(node) === 'encodeURIComponent';
}

/** Whether all that is known of a value stands in one literal outside of the operand, or is what that encodes. */
function isOfOneLiteral(value: Text, tree: Tree, operand: Node): boolean {
  const sources = value.map((piece) => (piece.kind === 'known' ? piece.source : null));
  const literals = sources.flatMap((source) => source?.literal ?? []);
  const [literal] = literals;
  if (literal === undefined || (isIn(literal, toPlace(tree, operand)) && !isAt(literal, operand))) return false;
  return literals.every((each) => isIn(each, literal)) && (literals.length === value.length || isEncoding(operand));
}

function isAt({ start, end }: Place, { range }: Node): boolean {
  return start === range[0] && end === range[1];
}

/** What stands right behind a text: the next value of a template, or the other side of a `+`. */
function operandBehind(tree: Tree, { literal, end }: Source): Node | null {
  const node = nodeAround(tree, literal);
  if (node.type === 'TemplateLiteral')
    return node.expressions.find(({ range }) => /^\$\{\s*$/.test(tree.text.slice(end, range[0]))) ?? null;
  if (node.type !== 'Literal' || end !== literal.end - 1) return null;
  const sum = [...ancestorsOf(tree, node)].find(
    (each) => each.type === 'BinaryExpression' && contains(each.left, node),
  );
  return sum?.type === 'BinaryExpression' && sum.operator === '+' && sum.left.range[1] === node.range[1]
    ? sum.right
    : null;
}

function isName({ type }: Node): boolean {
  return type === 'Identifier' || type === 'MemberExpression';
}

/** Where the value of a parameter is given: in its record, or wherever its text stands. */
function originsOf({ value, written }: Parameter): Place[] {
  if (written.in === 'record') return [placeIn(written.property)];
  return (value ?? []).flatMap((piece) => (piece.kind === 'known' ? (piece.source?.literal ?? []) : []));
}

/** Whether an edit is made in a function which a call gives what stands at a place. */
function isGivenTo(edit: Edit, place: Place, { chain }: FoundRequest): boolean {
  return chain.some(({ called }) => {
    if (called === undefined) return false;
    const home = toPlace(called.tree, called.node);
    return isIn(edit, home) && !isIn(place, home);
  });
}

/** `file: '/projects/:id/repository/files'` of a record of the module that calls give the rest of what is sent, and a path that is exported. */
function isInTable(edit: Edit, place: Place, { evaluation }: Writing): boolean {
  const { file } = edit;
  const tree = openTree(evaluation, file);
  if (tree === null) return false;
  const node = nodeAround(tree, edit);
  if (enclosingFunction(tree, node) !== null) return false;
  if (isExportedAt(tree, edit) && !(place.file === file && isExportedAt(tree, place))) return true;
  const entry = [node, ...ancestorsOf(tree, node)].find(({ type }) => type === 'Property');
  const table = entry === undefined ? undefined : tree.parents.get(entry);
  return table?.type === 'ObjectExpression' && isHeld(tree, table) && !isIn(place, toPlace(tree, table));
}

/** Whether a record is put somewhere, and given to no call. */
function isHeld(tree: Tree, record: Node): boolean {
  const parent = tree.parents.get(record);
  if (parent?.type === 'Property') return isHeld(tree, tree.parents.get(parent) ?? parent);
  return (
    parent?.type === 'VariableDeclarator' ||
    parent?.type === 'AssignmentExpression' ||
    parent?.type.startsWith('Export') === true
  );
}

function mayBeCalled(edit: Edit, { evaluation }: Writing): boolean {
  const tree = openTree(evaluation, edit.file);
  return tree === null || findOpenFunction(tree, edit) !== null;
}
