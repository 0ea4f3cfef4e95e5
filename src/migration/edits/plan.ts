import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { wholeText } from '../../analysis/syntax/text-around.js';
import { ancestorsOf, findDeclaration, isFunction, nodeAround, unwrap } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { printAddress, printBody } from '../../http/request.js';
import type { AddedPlace, Parameter, RecordPlace, Request } from '../../http/request.js';
import { show } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { CompatibleEdits } from './apply.js';
import { toEdits } from './difference.js';
import type { Edit } from '../finding.js';
import type { ReadText, Refusal } from './splice.js';
import { refuseEncoding, refuseGiven, withExpressions } from './moved-values.js';
import { planMethod } from './plan-method.js';
import { refuseRepeated } from './repeated.js';
import { refuseInValues } from './values.js';
import { planRecords, recordFor, recordLeftEmpty, addProperties } from './plan-records.js';

/** What the edits of a request's change need to know of the source beside the request itself. */
export interface Writing {
  readonly found: FoundRequest;
  readonly read: ReadText;
  readonly evaluation: Evaluation;
}

/** The edits that make one request another, or why there are none. */
export function planEdits(from: Request, to: Request, writing: Writing): Edit[] | Refusal {
  if (isOnlyShown(from, writing))
    return { refusal: 'what sends to this address is out of sight: change both together' };
  const put = new Set(from.parameters.filter(({ written }) => written.in === 'nowhere'));
  const { before, after } = withExpressions(withoutParameters(from, put), withoutParameters(to, put), writing);
  const added = after.parameters.filter(({ written }) => written.in === 'nowhere');
  const isBeforeSign = placeOfAdded(before, writing) === 'before-sign';
  const record = added.length === 0 || isBeforeSign ? null : recordFor(before, after, added, writing);
  if (namesList(before, after) && isWrittenAnew(from, writing))
    return { refusal: 'the client writes a list in the address otherwise where there are other parameters beside it' };
  const planWith = (chosen: RecordPlace | null): Edit[] | Refusal => {
    const inAddress = chosen === null ? after : withoutParameters(after, new Set(added));
    const parts: (Edit[] | Refusal)[] = [
      planMethod(before, after, writing),
      planAddress(before, inAddress, writing),
      planText(printBody(before), printBody(after), writing),
      planRecords(before, after, writing, chosen?.replaces),
      chosen === null ? [] : addProperties(chosen, added, writing),
    ];
    const refused = parts.find((part): part is Refusal => 'refusal' in part);
    return refused ?? together(parts.flatMap((part) => ('refusal' in part ? [] : part)));
  };
  const edits = record !== null && 'refusal' in record ? record : planWith(record?.record ?? null);
  const left = 'refusal' in edits && !isBeforeSign ? recordLeftEmpty(before, after, added, writing) : null;
  const others = left === null ? edits : planWith(left);
  return 'refusal' in others ? edits : others;
}

/** Whether a parameter in the address becomes that of a list, `iids[]`. */
function namesList(before: Request, after: Request): boolean {
  return after.parameters.some(
    (each) => each.written.in === 'url' && show(each.name).endsWith('[]') && !before.parameters.includes(each),
  );
}

function isWrittenAnew({ unseen }: Request, { found: { sender, records } }: Writing): boolean {
  if (sender?.client.writesQueryAnew !== true) return false;
  return (
    unseen.includes('query') || records.some(({ location, inAddress }) => location === 'query' && inAddress !== true)
  );
}

/** What stands for two parts of a request, `all[name] = value` in a loop, cannot become what both of them need. */
function together(edits: readonly Edit[]): Edit[] | Refusal {
  const byFile = new Map<string, CompatibleEdits>();
  for (const edit of edits) {
    const own = byFile.get(edit.file) ?? new CompatibleEdits();
    byFile.set(edit.file, own);
    if (own.conflictsWith(edit))
      return { refusal: 'the same characters stand for several parts of the request, which need different ones' };
    own.add(edit);
  }
  return [...edits];
}

/** An address that stands in settings, or was recorded. */
function isOnlyShown({ base, segments }: Request, { found: { document } }: Writing): boolean {
  const pieces = [...base, ...segments.flatMap(({ text }) => text)];
  return document?.sent === false && pieces.every((piece) => piece.kind === 'hole' || piece.source === null);
}

/** New parameters go last; where the end cannot be written to, or is shared with other requests, first. */
function planAddress(before: Request, after: Request, writing: Writing): Edit[] | Refusal {
  const { found } = writing;
  const planWith = (added: AddedPlace): Edit[] | Refusal => {
    const edits = planText(printAddress(before), printAddress(after, added), writing);
    if ('refusal' in edits) return edits;
    return (
      refuseInValues(before, edits, found) ??
      refuseGiven(before, after, edits, writing) ??
      refuseEncoding(before, after, writing) ??
      edits
    );
  };
  const place = placeOfAdded(before, writing);
  const edits = planWith(place);
  if (!('refusal' in edits) || after.parameters.every(({ written }) => written.in !== 'nowhere')) return edits;
  const others = planWith(place === 'first' ? 'last' : 'first');
  return 'refusal' in others ? edits : others;
}

function planText(before: Text, after: Text, { found, read, evaluation }: Writing): Edit[] | Refusal {
  const edits = toEdits(before, after, read);
  return 'refusal' in edits ? edits : (refuseRepeated(before, edits, found, evaluation) ?? edits);
}

function placeOfAdded(request: Request, { found, evaluation }: Writing): AddedPlace {
  const endsOtherwise = endsInArm(request, evaluation) || growsUnderTest(request, evaluation);
  if (found.chain.length === 0) return endsOtherwise ? 'first' : 'last';
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
    return write?.type === 'AssignmentExpression' && write.operator === '+=' && isUnderTest(tree, write);
  });
}

function isUnderTest(tree: Tree, node: Node): boolean {
  const around = [...ancestorsOf(tree, node)];
  const owner = around.findIndex(isFunction);
  return around
    .slice(0, owner === -1 ? undefined : owner)
    .some(({ type }) => /^(?:If|Switch|For|While|DoWhile)\w*Statement$|^(?:Conditional|Logical)Expression$/.test(type));
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

/** What another change of the same request puts in is that change's affair. */
function withoutParameters(request: Request, left: ReadonlySet<Parameter>): Request {
  return left.size === 0
    ? request
    : { ...request, parameters: request.parameters.filter((parameter) => !left.has(parameter)) };
}
