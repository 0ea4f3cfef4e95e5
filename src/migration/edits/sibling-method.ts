import type { TSESTree } from '@typescript-eslint/types';
import { withOwnBudget } from '../../analysis/budget.js';
import { evaluate, openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { requestsThrough } from '../../analysis/requests/calls.js';
import type { ChainCall, FoundRequest } from '../../analysis/requests/found-request.js';
import { ancestorsOf, isClass, nameOfKey, toPlace } from '../../analysis/syntax/tree.js';
import type { Node } from '../../analysis/syntax/tree.js';
import { argumentsOf } from '../../analysis/values/calls.js';
import { isThis } from '../../analysis/values/class-tables.js';
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
import { areTwins } from './method-twins.js';
import type { Writing } from './plan.js';
import { isCalledAfter, renameVerb } from './verb-names.js';

// What a program's own client has beside a method

/** A call of one method of an object, and what has the place of another one of it. */
interface Ask {
  readonly evaluation: Evaluation;
  readonly call: ChainCall & { readonly node: TSESTree.CallExpression };
  readonly callee: TSESTree.MemberExpression;
}

/**
 * `api.delete(path)` → `api.post(path)`: where a function of the program is called after the method, and one beside it does the
 * same with the other method, that one is asked. Null if there is none, or if anything else in sight may stand for one of the two.
 */
export function askSibling(from: string, to: string, { found, evaluation }: Writing): Edit | null {
  const at = found.chain.findLastIndex(({ node }) => isCalledAfter(nameOf(node) ?? '', from));
  const call = found.chain[at];
  const ask = call === undefined ? null : toAsk(evaluation, call);
  if (ask === null) return null;
  const own = nameOf(ask.call.node) ?? '';
  const name = [renameVerb(own, from, to), to.toLowerCase()].find((each) =>
    isSibling(ask, each, { at, found, from, to }),
  );
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
  readonly from: string;
  readonly to: string;
}

/** Whether the object has a function of this name, whoever calls, through which the same call sends the same with the other method. */
function isSibling(ask: Ask, name: string, { at, found, from, to }: Wanted): boolean {
  const { evaluation, call } = ask;
  const sibling = readFunction(ask, name, call.frame ?? null);
  const own = found.chain[at]?.called;
  if (sibling === null || own === undefined || !isThereForAll(ask, name)) return false;
  const { tree, node, frame = null } = call;
  const args = argumentsOf(evaluation, tree, node, frame);
  const way = { chain: found.chain.slice(0, at), reach: 'all' } as const;
  const sent = withOwnBudget(evaluation, () => requestsThrough(evaluation, tree, sibling, args, node, frame, way));
  const [only] = sent;
  if (only === undefined || sent.length > 1 || !isSame(only, found, to)) return false;
  const names = [nameOf(node) ?? '', name];
  return areTwins(evaluation, { found, at, method: from }, { found: only, at, method: to }, names);
}

/** Whether whatever the object may be has such a function: `this.api` is what each construction in sight gives its class. */
function isThereForAll(ask: Ask, name: string): boolean {
  const { evaluation, call } = ask;
  const { object } = ask.callee;
  if (isThis(call.tree, object) || readFunction(ask, name, null) !== null) return true;
  if (object.type !== 'MemberExpression' || !isThis(call.tree, object.object)) return false;
  const field = nameOfKey(object.property, object.computed) ?? '';
  const home = [...ancestorsOf(call.tree, object)].find(isClass);
  const made = home === undefined ? [] : constructionsOf(evaluation, home);
  const readAt = (at: At): FunctionValue | null => {
    const instance = evaluate(evaluation, at.tree, at.node, null);
    return functionOf(evaluation, readMember(evaluation, instance, field, at), name, at);
  };
  return made.length > 0 && made.every((at) => withOwnBudget(evaluation, () => readAt(at)) !== null);
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

function readFunction(
  { evaluation, call: { tree }, callee }: Ask,
  name: string,
  frame: Frame | null,
): FunctionValue | null {
  const object = withOwnBudget(evaluation, () => evaluate(evaluation, tree, callee.object, frame));
  return functionOf(evaluation, object, name, { tree, node: callee, frame });
}

/** A function of an object that is one thing only: of several, some may not have it. */
function functionOf(evaluation: Evaluation, object: Value, name: string, at: At): FunctionValue | null {
  const member = object.kind === 'choice' ? null : readMember(evaluation, object, name, at);
  return member?.kind === 'function' ? member : null;
}

/** Whether two requests are the same but for their method. */
function isSame({ request }: FoundRequest, { request: before }: FoundRequest, to: string): boolean {
  return (
    toKnown(request.method) === to &&
    sameText(request.base, before.base) &&
    sameText(printAddress(request), printAddress(before)) &&
    sameSources(request, before) &&
    sameText(printBody(request), printBody(before)) &&
    sameParameters(request, before) &&
    request.unseen.join() === before.unseen.join()
  );
}

/** Whether the path is written in the same place for both: an edit in a text that the one alone has would be lost. */
function sameSources({ segments }: Request, before: Request): boolean {
  const literals = before.segments.map(({ text }) => text.map(startOfLiteral));
  return segments.every(({ text }, index) =>
    text.every((piece, at) => startOfLiteral(piece) === literals[index]?.[at]),
  );
}

function startOfLiteral(piece: Piece): string | null {
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
