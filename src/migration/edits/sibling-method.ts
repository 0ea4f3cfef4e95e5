import type { TSESTree } from '@typescript-eslint/types';
import { withOwnBudget } from '../../analysis/budget.js';
import { evaluate, openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { requestsThrough } from '../../analysis/requests/calls.js';
import type { ChainCall, FoundRequest } from '../../analysis/requests/found-request.js';
import { ancestorsOf, isClass, isFunction, nameOfKey, sourceOf, toPlace, unwrap } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { argumentsOf } from '../../analysis/values/calls.js';
import { superclassesOf } from '../../analysis/values/classes.js';
import { readMember } from '../../analysis/values/members.js';
import type { At } from '../../analysis/values/members.js';
import { optionsOf } from '../../analysis/value.js';
import type { Frame, FunctionValue, Value } from '../../analysis/value.js';
import { printAddress, printBody } from '../../http/request.js';
import type { Request } from '../../http/request.js';
import { toKnown } from '../../http/text.js';
import type { Piece, Text } from '../../http/text.js';
import type { Edit } from '../finding.js';
import type { Writing } from './plan.js';
import { isCalledAfter, renameVerb } from './verb-names.js';

// What a program's own client has beside a method

type Member = TSESTree.MemberExpression;

/** A call of one method of an object, and what has the place of another one of it. */
interface Ask {
  readonly evaluation: Evaluation;
  readonly call: ChainCall & { readonly node: TSESTree.CallExpression };
  readonly callee: Member;
}

/**
 * `api.delete(path)` → `api.post(path)`: where a function of the program is called after the method, and one beside it sends
 * the same with the other method and does the same with the answer, that one is asked. Null if there is none.
 */
export function askSibling(from: string, to: string, { found, evaluation }: Writing): Edit | null {
  const at = found.chain.findLastIndex(({ node }) => isCalledAfter(nameOf(node) ?? '', from));
  const call = found.chain[at];
  const ask = call === undefined ? null : toAsk(evaluation, call);
  if (ask === null) return null;
  const own = nameOf(ask.call.node) ?? '';
  const name = [renameVerb(own, from, to), to.toLowerCase()].find((each) => isSibling(ask, each, { at, found, to }));
  return name === undefined ? null : toEdit(ask, name);
}

function nameOf(node: Node): string | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null;
  return nameOfKey(node.callee.property, node.callee.computed);
}

function toAsk(evaluation: Evaluation, call: ChainCall): Ask | null {
  const { node } = call;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null;
  const { property, computed } = node.callee;
  const isWritten = computed ? property.type === 'Literal' : property.type === 'Identifier';
  return isWritten ? { evaluation, call: { ...call, node }, callee: node.callee } : null;
}

function toEdit({ call: { tree }, callee: { property, computed } }: Ask, name: string): Edit {
  const { file, start, end } = toPlace(tree, property);
  const quotes = computed ? 1 : 0;
  return { file, start: start + quotes, end: end - quotes, text: name };
}

interface Wanted {
  /** The number of the call in the chain that leads to the request. */
  readonly at: number;
  readonly found: FoundRequest;
  readonly to: string;
}

/** Whether the object has a function of this name, whoever calls, through which the same call sends the same with the other method. */
function isSibling(ask: Ask, name: string, wanted: Wanted): boolean {
  const { evaluation, call } = ask;
  const sibling = readFunction(ask, name, call.frame ?? null);
  if (sibling === null || !isThereForAll(ask, name) || !takesCall(call.node, sibling)) return false;
  const { tree, node, frame = null } = call;
  const args = argumentsOf(evaluation, tree, node, frame);
  const way = { chain: wanted.found.chain.slice(0, wanted.at), reach: 'all' } as const;
  const sent = withOwnBudget(evaluation, () => requestsThrough(evaluation, tree, sibling, args, node, frame, way));
  const [only] = sent;
  return only !== undefined && sent.length === 1 && isSame(only, wanted) && doesSame(only, wanted);
}

/** Whether whatever the object may be has such a function: `this.api` is what each construction in sight gives its class. */
function isThereForAll(ask: Ask, name: string): boolean {
  const { object } = ask.callee;
  if (isThis(object) || readFunction(ask, name, null) !== null) return true;
  if (object.type !== 'MemberExpression' || !isThis(object.object)) return false;
  const { evaluation, call } = ask;
  const field = nameOfKey(object.property, object.computed) ?? '';
  const home = [...ancestorsOf(call.tree, object)].find(isClass);
  const made = home === undefined ? [] : constructionsOf(evaluation, home);
  const readAt = (at: At): Value =>
    readMember(evaluation, readMember(evaluation, evaluate(evaluation, at.tree, at.node, null), field, at), name, at);
  return made.length > 0 && made.every((at) => toFunction(withOwnBudget(evaluation, () => readAt(at))) !== null);
}

/** The expressions that make instances of a class, or of what inherits from it. */
function constructionsOf(evaluation: Evaluation, home: Node): At[] {
  const isOf = (value: Value): boolean =>
    value.kind === 'class' && (value.node === home || superclassesOf(evaluation, value).some(isOf));
  return evaluation.project.files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    const calls = tree?.calls.filter(({ type }) => type === 'NewExpression') ?? [];
    return calls.flatMap((node) =>
      tree !== null && optionsOf(evaluate(evaluation, tree, node.callee, null)).some(isOf)
        ? [{ tree, node, frame: null }]
        : [],
    );
  });
}

function isThis(node: Node): boolean {
  return unwrap(node).type === 'ThisExpression';
}

function readFunction(
  { evaluation, call: { tree }, callee }: Ask,
  name: string,
  frame: Frame | null,
): FunctionValue | null {
  const object = withOwnBudget(evaluation, () => evaluate(evaluation, tree, callee.object, frame));
  return toFunction(readMember(evaluation, object, name, { tree, node: callee, frame }));
}

function toFunction(value: Value): FunctionValue | null {
  return value.kind === 'function' ? value : null;
}

/** What is left out of a call may be left out of this function too, and nobody is kept from calling it: types ask for both. */
function takesCall({ arguments: args, callee }: TSESTree.CallExpression, { tree, node }: FunctionValue): boolean {
  const method = tree.parents.get(node);
  const isClosed = method?.type === 'MethodDefinition' && /^(?:private|protected)$/.test(method.accessibility ?? '');
  const isInside = callee.type === 'MemberExpression' && isThis(callee.object);
  if (isClosed && !isInside) return false;
  return !isTyped(tree) || node.params.slice(args.length).every(isLeftOut);
}

function isTyped({ file }: Tree): boolean {
  return /\.[cm]?tsx?$/.test(file);
}

function isLeftOut(parameter: TSESTree.Parameter): boolean {
  if (parameter.type === 'AssignmentPattern' || parameter.type === 'RestElement') return true;
  return 'optional' in parameter && parameter.optional;
}

/** Whether two requests are the same but for their method. */
function isSame({ request }: FoundRequest, { found, to }: Wanted): boolean {
  const before = found.request;
  return (
    toKnown(request.method) === to &&
    sameText(request.base, before.base) &&
    sameText(printAddress(request), printAddress(before)) &&
    sameSources(request, before) &&
    sameText(printBody(request), printBody(before)) &&
    sameParameters(request, before) &&
    request.unseen.length === before.unseen.length
  );
}

/** Whether the path is written in the same place for both: an edit in a text that the one alone has would be lost. */
function sameSources({ segments }: Request, before: Request): boolean {
  const literals = before.segments.map(({ text }) => text.map(literalOf));
  return segments.every(({ text }, index) => text.every((piece, at) => literalOf(piece) === literals[index]?.[at]));
}

function literalOf(piece: Piece): string | null {
  const source = piece.kind === 'known' ? piece.source : null;
  return source === null ? null : `${source.literal.file}:${String(source.literal.start)}`;
}

function sameParameters({ parameters }: Request, { parameters: before }: Request): boolean {
  return (
    parameters.length === before.length &&
    parameters.every(
      ({ location, name, value }, index) =>
        location === before[index]?.location &&
        sameText(name, before[index].name) &&
        sameText(value ?? [], before[index].value ?? []),
    )
  );
}

function sameText(one: Text, other: Text): boolean {
  return one.length === other.length && one.every((piece, index) => samePiece(piece, other[index]));
}

function samePiece(one: Piece, other: Piece | undefined): boolean {
  if (one.kind === 'known') return other?.kind === 'known' && one.text === other.text;
  const [place, before] = [one.place, other?.kind === 'hole' ? other.place : null];
  return place !== null && place.file === before?.file && place.start === before.start;
}

/** Whether the two functions are the same but for the call in them that goes on to the request. */
function doesSame(other: FoundRequest, { at, found }: Wanted): boolean {
  const [own, beside] = [found, other].map((one) => withoutCall(one, at));
  return own !== undefined && own !== null && own === beside;
}

function withoutCall({ chain, node }: FoundRequest, at: number): string | null {
  const called = chain[at]?.called;
  if (called === undefined || !isFunction(called.node)) return null;
  const inner = chain[at + 1]?.node ?? node;
  const { body, async } = called.node;
  const source = sourceOf(called.tree, body);
  const [start, end] = [inner.range[0] - body.range[0], inner.range[1] - body.range[0]];
  return `${async ? 'async ' : ''}${source.slice(0, start)}()${source.slice(end)}`.replaceAll(/\s+/g, ' ');
}
