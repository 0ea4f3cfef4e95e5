import type { Reference } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { describeAnswer } from '../http/answers.js';
import { toKnown } from '../http/text.js';
import type { Entity } from '../http/answers.js';
import { resolveCall, returnsOf, enter } from './values/calls.js';
import { findCall } from './clients/client.js';
import type { Callback, Client } from './clients/client.js';
import { decide } from './values/decide.js';
import { evaluate } from './evaluate.js';
import type { Evaluation } from './evaluate.js';
import {
  isEmpty,
  readCopy,
  readGathered,
  readJoined,
  readYielded,
  toElement,
  toElementAt,
  toList,
  toMade,
  toMadeMember,
} from './answers/made.js';
import { readCaught } from './answers/failures.js';
import {
  isStream,
  readHandlerThis,
  readParameterAnswer,
  readPromiseAnswer,
  readSender,
  readStateAnswer,
} from './answers/given.js';
import { readSending } from './requests/sending.js';
import type { FoundRequest } from './requests/sending.js';
import { readPiped, readStream } from './answers/streams.js';
import { answerOfType, findTies } from './answers/ties.js';
import { typeOf, typeOfPattern } from './types/annotations.js';
import {
  ancestorsOf,
  contains,
  enclosingFunction,
  findVariable,
  isFunction,
  nameOfKey,
  sourceOf,
  unwrap,
} from './syntax/tree.js';
import type { FunctionNode, Node, Tree } from './syntax/tree.js';
import type { ClientValue, Frame, FunctionValue, Value } from './value.js';
import { optionsOf } from './value.js';

/** What an expression holds of a request's answer. */
export interface Answer {
  /** What the body describes; null if the catalogue does not say. */
  readonly entity: Entity | null;
  /** Whether it is a list of them; null if nothing tells. */
  readonly list: boolean | null;
  /** The library's answer, or the body or the headers that stand in it; or what the project made of answers. */
  readonly layer: 'answer' | 'body' | 'headers' | 'made';
  /** Null for what came in by a webhook. */
  readonly client: Client | null;
  /** The requests that it may be the answer to; none for what came in by a webhook. */
  readonly requests: readonly FoundRequest[];
  /** The fields of the body that lead to it; positions in lists are left out. */
  readonly path: readonly string[];
  /** It has arrived: awaited, or given to a callback. */
  readonly settled: boolean;
  /** The project's type that alone says so, by name; null where the value was followed from the request. */
  readonly type: string | null;
  /** Of what the project made: how. */
  readonly made?: Made;
}

/** A record or a list that the project makes, and that may hold answers. */
export type Made =
  | { readonly kind: 'record'; readonly node: TSESTree.ObjectExpression; readonly context: Context }
  | { readonly kind: 'list'; readonly elements: readonly (Node | null)[]; readonly context: Context }
  /** Each element of a list is such an answer. */
  | { readonly kind: 'each'; readonly of: Answer }
  /** What `Promise.allSettled` gives for a list of answers. */
  | { readonly kind: 'outcomes'; readonly of: Answer }
  /** An answer under a name, or several: the `value` of such an outcome, the `target` of an event. */
  | { readonly kind: 'under'; readonly names: readonly string[]; readonly of: Answer }
  /** What a request is rejected with, which says of the answer its status. */
  | { readonly kind: 'failure'; readonly of: Answer };

/** An answer whose whole body, or an element of it, is known to describe something. */
export type DescribedAnswer = Answer & { readonly entity: Entity };

/** Where an expression stands, and how one came there. */
export interface Context {
  readonly evaluation: Evaluation;
  readonly tree: Tree;
  readonly frame: Frame | null;
  readonly depth: number;
  /** The functions that were entered, each with what called it or was given it. */
  readonly entered: ReadonlyMap<FunctionNode, Entrance>;
  /** Types may tell where nothing else does. Not so while it is found out which types tell. */
  readonly typed: boolean;
}

/** How a function was entered: by a call of the project's, or by whoever it was given to. */
export interface Entrance {
  readonly context: Context;
  /** The call, or the expression that gave the function away. */
  readonly at: TSESTree.CallExpression | { readonly given: Node };
}

const deepest = 16;

const nothingEntered: Context['entered'] = new Map();

function startAt(evaluation: Evaluation, tree: Tree, frame: Frame | null, typed: boolean): Context {
  return { evaluation, tree, frame, depth: 0, entered: nothingEntered, typed };
}

/** What is known of a value because it came from outside: what the project made itself is left to those who ask for it. */
function withoutMade(answer: Answer | null): Answer | null {
  return answer?.layer === 'made' ? null : answer;
}

/** What an expression is known to hold because of the request that it came from; null if nothing tells. */
export function answerOf(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null): DescribedAnswer | null {
  const answer = readAnswer(startAt(evaluation, tree, frame, true), node);
  return answer === null || answer.entity === null || answer.path.length > 0
    ? null
    : { ...answer, entity: answer.entity };
}

/** The record that the project makes and that an expression holds; null if nothing tells. */
export function recordOf(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
  frame: Frame | null,
): TSESTree.ObjectExpression | null {
  const made = readAnswer(startAt(evaluation, tree, frame, true), node)?.made;
  return made?.kind === 'record' ? made.node : null;
}

/** What an expression holds of an answer, described or not. */
export function originOf(evaluation: Evaluation, tree: Tree, node: Node): Answer | null {
  return withoutMade(readAnswer(startAt(evaluation, tree, null, true), node));
}

/** What a destructuring pattern takes apart of an answer. */
export function patternOriginOf(evaluation: Evaluation, tree: Tree, pattern: TSESTree.ObjectPattern): Answer | null {
  const inferred = withoutMade(readPattern(startAt(evaluation, tree, null, true), pattern));
  if (inferred !== null || findTies(evaluation).byDeclaration.size === 0) return inferred;
  const type = typeOfPattern(evaluation, tree, pattern);
  return type === null ? null : answerOfType(evaluation, type);
}

function readPattern(context: Context, pattern: TSESTree.ObjectPattern): Answer | null {
  for (const ancestor of ancestorsOf(context.tree, pattern)) {
    if (ancestor.type === 'CatchClause') return readCaught(context, ancestor, pattern);
    if (isFunction(ancestor)) return readParameterAnswer(context, ancestor, pattern);
    if (ancestor.type === 'VariableDeclarator') return readDeclaredAnswer(context, ancestor, pattern);
    if (ancestor.type === 'AssignmentExpression')
      return bind(readAnswer(context, ancestor.right), ancestor.left, pattern);
  }
  return null;
}

/** The answer that an expression tells the failure of: `error` of `catch (error)`, `error.response`. Null if it tells none. */
export function failureOf(evaluation: Evaluation, tree: Tree, node: Node): Answer | null {
  return toFailed(readAnswer(startAt(evaluation, tree, null, true), node));
}

/** The same for what a pattern takes apart. */
export function patternFailureOf(evaluation: Evaluation, tree: Tree, pattern: TSESTree.ObjectPattern): Answer | null {
  return toFailed(readPattern(startAt(evaluation, tree, null, true), pattern));
}

function toFailed(answer: Answer | null): Answer | null {
  return answer?.made?.kind === 'failure' ? answer.made.of : null;
}

/** What an expression holds because of the request that it came from; types count for nothing. */
export function inferAnswer(evaluation: Evaluation, tree: Tree, node: Node): Answer | null {
  return withoutMade(readAnswer(startAt(evaluation, tree, null, false), node));
}

/** What a callback's parameter holds because of the request whose answer it takes. */
export function inferParameter(
  evaluation: Evaluation,
  tree: Tree,
  owner: FunctionNode,
  parameter: Node,
): Answer | null {
  return withoutMade(readParameterAnswer(startAt(evaluation, tree, null, false), owner, parameter));
}

/** What an expression holds, in its context. */
export function readAnswer(before: Context, node: Node): Answer | null {
  const { evaluation } = before;
  const { answering } = evaluation;
  const isPlain = before.frame === null && before.entered.size === 0;
  const known = isPlain ? memoOf(before).get(node) : undefined;
  if (known !== undefined) return known;
  const context = { ...before, depth: before.depth + 1 };
  if (context.depth > deepest || evaluation.budget <= 0 || (isPlain && answering.active.has(node))) {
    answering.cuts += 1;
    return null;
  }
  evaluation.budget -= 1;
  const { cuts } = answering;
  if (isPlain) answering.active.add(node);
  const inner = readInner(context, unwrap(node)) ?? readTypedAnswer(context, node);
  if (isPlain) answering.active.delete(node);
  const answer = inner !== null && isAwaited(node) ? settle(inner) : inner;
  const isSure = answer !== null || before.depth === 0 || answering.cuts === cuts;
  if (isPlain && isSure) memoOf(context).set(node, answer);
  return answer;
}

function readTypedAnswer({ evaluation, tree, typed }: Context, node: Node): Answer | null {
  const type = typed && findTies(evaluation).byDeclaration.size > 0 ? typeOf(evaluation, tree, node) : null;
  return type === null ? null : answerOfType(evaluation, type);
}

type Memo = WeakMap<Node, Answer | null>;

const memos = { typed: new WeakMap<Evaluation, Memo>(), inferred: new WeakMap<Evaluation, Memo>() };

/** What nodes hold for whatever caller. Of those that were found to hold none too deep down, nothing is remembered. */
function memoOf({ evaluation, typed }: Context): Memo {
  const own = typed ? memos.typed : memos.inferred;
  const memo = own.get(evaluation) ?? new WeakMap<Node, Answer | null>();
  own.set(evaluation, memo);
  return memo;
}

/** An `await` among what `unwrap` takes off. */
function isAwaited(node: Node): boolean {
  if (node.type === 'AwaitExpression') return true;
  if (node.type === 'TSAsExpression' || node.type === 'TSNonNullExpression' || node.type === 'ChainExpression')
    return isAwaited(node.expression);
  return false;
}

function readInner(context: Context, inner: Node): Answer | null {
  switch (inner.type) {
    case 'Identifier':
      return readVariableAnswer(context, inner);
    case 'MemberExpression':
      return readMemberAnswer(context, inner);
    case 'CallExpression':
      return readCallAnswer(context, inner);
    case 'LogicalExpression':
      return readLogicalAnswer(context, inner);
    case 'ConditionalExpression':
      return readConditionalAnswer(context, inner);
    case 'NewExpression':
      return readPromiseAnswer(context, inner) ?? readSender(context, inner);
    case 'ThisExpression':
      return readHandlerThis(context, inner);
    case 'ObjectExpression':
      return toMade({ kind: 'record', node: inner, context });
    case 'ArrayExpression':
      return toMade({ kind: 'list', elements: inner.elements, context });
    case 'YieldExpression':
      return inner.argument == null ? null : settle(readAnswer(context, inner.argument));
    default:
      return null;
  }
}

/** `a && b` is `b` where it is anything; `a || b` may be either, unless `b` is empty. */
function readLogicalAnswer(context: Context, { operator, left, right }: TSESTree.LogicalExpression): Answer | null {
  if (operator === '&&') return readAnswer(context, right);
  if (/^(?:Array|Object)Expression$|^Literal$/.test(right.type)) return readAnswer(context, left);
  return agree([readAnswer(context, left), readAnswer(context, right)]);
}

/** The arm that is taken, or both, unless one is empty: `status === 204 ? null : response.json()`. */
function readConditionalAnswer(
  context: Context,
  { test, consequent, alternate }: TSESTree.ConditionalExpression,
): Answer | null {
  const decided = decide(context.evaluation, context.tree, test, context.frame);
  if (decided !== null) return readAnswer(context, decided ? consequent : alternate);
  return agreeOn(context, [consequent, alternate]);
}

/** What several expressions hold, those not counted that hold nothing. */
function agreeOn(context: Context, nodes: readonly Node[]): Answer | null {
  return agree(nodes.filter((node) => !isEmpty(node)).map((node) => readAnswer(context, node)));
}

// Variables

function readVariableAnswer(context: Context, node: TSESTree.Identifier): Answer | null {
  const variable = findVariable(context.tree, node);
  const [definition] = variable?.defs ?? [];
  const home = definition?.node as Node | undefined;
  if (variable === null || definition === undefined || home === undefined) return null;
  const writes = variable.references.filter((reference) => reference.isWrite());
  const name = definition.name as Node;
  if (isFunction(home)) return writes.length > 0 ? null : readParameterAnswer(context, home, name);
  if (home.type === 'CatchClause') return readCaught(context, home, name);
  if (home.type !== 'VariableDeclarator') return null;
  if (home.id === name && isCollected(home)) return readCollected(context, writes.slice(1));
  if (home.id === name && home.init?.type === 'ArrayExpression' && isEmpty(home.init))
    return readGathered(context, variable);
  if (home.init !== null)
    return writes.length > 1 ? null : (readStateAnswer(context, home, name) ?? readDeclaredAnswer(context, home, name));
  const [write] = writes;
  return writes.length === 1 && write?.writeExpr != null && home.id === name && !isLoop(context.tree, home)
    ? readAnswer(context, write.writeExpr)
    : readDeclaredAnswer(context, home, name);
}

function isLoop(tree: Tree, declarator: Node): boolean {
  const loop = tree.parents.get(tree.parents.get(declarator) ?? declarator);
  return loop?.type === 'ForOfStatement' && contains(loop.left, declarator);
}

/** What a declaration, or a loop's, gives to the name, or to the pattern, `name`. */
function readDeclaredAnswer(context: Context, home: TSESTree.VariableDeclarator, name: Node): Answer | null {
  if (home.init !== null) return bind(readAnswer(context, home.init), home.id, name);
  const loop = context.tree.parents.get(context.tree.parents.get(home) ?? home);
  return loop?.type === 'ForOfStatement' && contains(loop.left, home)
    ? bind(toElement(readAnswer(context, loop.right)), home.id, name)
    : null;
}

/** `let body = ''`, to which the pieces of a body are added. */
function isCollected({ init }: TSESTree.VariableDeclarator): boolean {
  return init?.type === 'Literal' && init.value === '';
}

function readCollected(context: Context, writes: readonly Reference[]): Answer | null {
  const pieces = writes.map(({ identifier }) => {
    const parent = context.tree.parents.get(identifier);
    return parent?.type === 'AssignmentExpression' && parent.operator === '+='
      ? readAnswer(context, parent.right)
      : null;
  });
  return agree(pieces);
}

/** What `name` holds when an answer is put into `pattern`. */
export function bind(answer: Answer | null, pattern: Node, name: Node): Answer | null {
  if (answer === null || pattern === name) return answer;
  if (pattern.type === 'AssignmentPattern') return bind(answer, pattern.left, name);
  if (pattern.type === 'ArrayPattern') {
    const index = pattern.elements.findIndex((candidate) => candidate !== null && contains(candidate, name));
    const element = pattern.elements[index];
    return element == null || element.type === 'RestElement' ? null : bind(toElementAt(answer, index), element, name);
  }
  if (pattern.type !== 'ObjectPattern') return null;
  const property = pattern.properties.find((candidate) => contains(candidate, name));
  if (property === undefined) return null;
  if (property.type === 'RestElement') return property.argument === name ? answer : null;
  const key = nameOfKey(property.key, property.computed);
  return key === null ? null : bind(toMember(answer, key), property.value, name);
}

export function settle(answer: Answer | null): Answer | null {
  return answer === null ? null : { ...answer, settled: true };
}

/** A member of an answer: the body, the headers, a field of the body or an element of it by its index. */
export function toMember(answer: Answer, name: string): Answer | null {
  if (answer.layer === 'headers') return null;
  if (answer.made !== undefined) return toMadeMember(answer, answer.made, name);
  if (answer.layer === 'body') return toBodyMember(answer, name);
  if (name === 'headers') return { ...answer, layer: 'headers' };
  return isBodyName(answer, name) ? { ...answer, layer: 'body' } : null;
}

function toBodyMember(answer: Answer, name: string): Answer | null {
  if (/^\d+$/.test(name)) return toElement(answer);
  return answer.list === true ? null : { ...answer, list: null, path: [...answer.path, name] };
}

/** Whether a library's answer has its body under this name. */
export function isBodyName({ client }: Answer, name: string): boolean {
  const paths = [client?.answer?.body ?? [], ...(client?.answer?.also ?? [])];
  return paths.some((path) => path.length === 1 && path[0] === name);
}

// Members

function readMemberAnswer(context: Context, node: TSESTree.MemberExpression): Answer | null {
  const name = nameOfKey(node.property, node.computed);
  if (name === 'object_attributes') return readWebhook(context.tree, node);
  const answer = readAnswer(context, node.object);
  if (answer === null) return null;
  if (name !== null) return toMember(answer, name);
  return toElement(answer);
}

/** A webhook's payload says by `object_kind` what its `object_attributes` are. */
function readWebhook(tree: Tree, node: Node): Answer | null {
  const owner = enclosingFunction(tree, node);
  const text = owner === null ? tree.text : sourceOf(tree, owner);
  const kinds = new Set(
    [...text.matchAll(/object_kind['"\]]*\s*(?:[!=]==?|:)\s*['"](\w+)['"]/g)].map(([, kind]) => kind),
  );
  if (kinds.size !== 1) return null;
  const [kind] = kinds;
  const entity: Entity | null = kind === 'merge_request' ? 'merge request' : kind === 'issue' ? 'issue' : null;
  return entity === null ? null : { ...delivered, entity };
}

/** What came in from outside, of which nothing else is known. */
export const delivered: Answer = {
  entity: null,
  list: false,
  layer: 'body',
  client: null,
  requests: [],
  path: [],
  settled: true,
  type: null,
};

// Calls

const sameList = new Set(['filter', 'slice', 'sort', 'reverse', 'toSorted', 'toReversed']);
const oneElement = new Set(['find', 'findLast', 'shift', 'pop', 'at']);
/** What a call gives. */
export function readCallAnswer(context: Context, node: TSESTree.CallExpression): Answer | null {
  const { callee } = node;
  if (callee.type === 'MemberExpression') {
    const special = readMethodAnswer(context, node, callee);
    if (special !== null) return special;
  }
  const made = readCopy(context, node) ?? readStream(context, node);
  if (made !== null) return made;
  const { value, args } = resolveCall(context.evaluation, context.tree, node, context.frame);
  const answers = optionsOf(value).map((option) => {
    if (option.kind === 'client') {
      const requests = readSending(context.evaluation, {
        value: option,
        args,
        node,
        tree: context.tree,
        frame: context.frame,
        chain: [],
      });
      const client = asAsked(option, args);
      return agree(requests.map((found) => answerTo(found, client)));
    }
    if (option.kind !== 'function') return null;
    const inner = enterFunction(context, option, args, node);
    return option.node.generator && isIterated(context.tree, node)
      ? readYielded(inner, option.node)
      : agreeOn(inner, returnsOf(option.node));
  });
  return agree(answers);
}

/** `for await (const issue of pages(path))`, `yield* pages(path)`, `[...pages(path)]`; what runs a generator to its end takes what it returns. */
function isIterated(tree: Tree, call: Node): boolean {
  const parent = tree.parents.get(call);
  return (
    (parent?.type === 'ForOfStatement' && parent.right === call) ||
    parent?.type === 'SpreadElement' ||
    (parent?.type === 'YieldExpression' && parent.delegate)
  );
}

/** The client, as an option makes it answer: with more than the body. */
function asAsked({ client, inherited }: ClientValue, args: readonly Value[]): Client {
  const { answer } = client;
  const whole = answer?.whole;
  if (answer === undefined || whole === undefined) return client;
  const isAsked = [...inherited.map(({ value }) => value), ...args].some((given) => {
    const set = given.kind === 'record' ? given.entries.get(whole.option)?.value : undefined;
    return set?.kind === 'text' && toKnown(set.text) === whole.value;
  });
  const handlers = Object.entries(answer.handlers ?? {}).map(([name, taken]) => [name, toWhole(taken)] as const);
  return isAsked
    ? { ...client, answer: { ...answer, body: whole.body, handlers: Object.fromEntries(handlers) } }
    : client;
}

/** A handler that is given the body alone is given the whole answer in its place. */
function toWhole(taken: Callback): Callback {
  return taken.answer === undefined && taken.body !== undefined ? { answer: taken.body } : taken;
}

/** In a function of the project, as it is entered here. */
export function enterFunction(
  context: Context,
  value: FunctionValue,
  args: readonly Value[],
  at: Entrance['at'],
): Context {
  const entered = new Map([...context.entered, [value.node, { context, at }]]);
  return { ...context, tree: value.tree, frame: enter(value, args, context.frame), entered };
}

/** The answer that all possibilities agree on, to the requests of all of them. */
export function agree(answers: readonly (Answer | null)[]): Answer | null {
  const [first] = answers;
  if (first == null || !answers.every((other) => other !== null && isAlike(first, other))) return null;
  const type = answers.find((answer) => answer?.type != null)?.type ?? null;
  return { ...first, type, requests: [...new Set(answers.flatMap((answer) => answer?.requests ?? []))] };
}

function isAlike(one: Answer, other: Answer): boolean {
  return (
    other.entity === one.entity &&
    other.list === one.list &&
    other.layer === one.layer &&
    isMadeAlike(one.made, other.made) &&
    other.path.join('.') === one.path.join('.')
  );
}

function isMadeAlike(one: Made | undefined, other: Made | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.kind === 'record') return other.kind === 'record' && one.node === other.node;
  if (one.kind === 'list') return other.kind === 'list' && one.elements === other.elements;
  return other.kind === one.kind && 'of' in other && isAlike(one.of, other.of);
}

/** What a request is answered with, in the library's own wrapping. */
function answerTo(found: FoundRequest, client: Client): Answer {
  const described = describeAnswer(found.request) ?? { entity: null, list: null };
  const layer = isBodyItself(client) ? 'body' : 'answer';
  return { ...described, layer, client, requests: [found], path: [], settled: false, type: null };
}

/** Whether a client answers with the body, without anything around it. */
export function isBodyItself({ answer }: Client): boolean {
  return answer !== undefined && answer.body.length === 0 && (answer.reads ?? []).length === 0;
}

function readMethodAnswer(
  context: Context,
  node: TSESTree.CallExpression,
  callee: TSESTree.MemberExpression,
): Answer | null {
  const name = nameOfKey(callee.property, callee.computed);
  const [argument] = node.arguments;
  if (name === null) return null;
  if (name === 'parse' && callee.object.type === 'Identifier' && callee.object.name === 'JSON')
    return argument === undefined ? null : readAnswer(context, argument);
  if (isPromiseClass(callee.object) && argument !== undefined) return readCombined(context, name, argument);
  if (name === 'then') return argument === undefined ? null : settle(readReturned(context, argument));
  if (name === 'map') return argument === undefined ? null : readMapped(context, callee.object, argument);
  if (name === 'concat') return readJoined(context, node, callee.object);
  if (name === 'entries') return toEntries(readAnswer(context, callee.object));
  if (name === 'pipe') return readPiped(context, callee.object, node.arguments);
  if (name === 'catch' || name === 'finally') return readAnswer(context, callee.object);
  if (!sameList.has(name) && !oneElement.has(name) && !isRead(name)) return readFollowed(context, callee.object, name);
  const answer = readAnswer(context, callee.object);
  if (answer === null || name === 'toPromise') return answer;
  if (answer.made !== undefined) return oneElement.has(name) ? toElement(answer) : sameList.has(name) ? answer : null;
  if (answer.layer === 'answer')
    return answer.client?.answer?.reads?.includes(name) === true ? { ...answer, layer: 'body' } : null;
  if (answer.list === false || answer.layer === 'headers') return null;
  return oneElement.has(name) ? { ...answer, list: false } : sameList.has(name) ? answer : null;
}

/** `list.entries()`: pairs of an index and an element. */
function toEntries(answer: Answer | null): Answer | null {
  const of = toElement(answer);
  return of === null ? null : toMade({ kind: 'each', of: toMade({ kind: 'under', names: ['1'], of }) });
}

/** A call on what a sending call returned gives the same: `.set(header, value)`. */
function readFollowed(context: Context, object: Node, name: string): Answer | null {
  if (!context.evaluation.clients.some(({ follows }) => findCall(follows, name) !== null)) return null;
  const answer = readAnswer(context, object);
  return answer?.client == null || answer.settled || findCall(answer.client.follows, name) === null ? null : answer;
}

function isRead(name: string): boolean {
  return name === 'json' || name === 'text' || name === 'getBody' || name === 'toPromise';
}

/** What a function that is given to a call returns. */
export function readReturned(context: Context, given: Node): Answer | null {
  const functions = optionsOf(evaluate(context.evaluation, context.tree, given, context.frame));
  const answers = functions.map((option) => {
    if (option.kind !== 'function') return null;
    const inner = enterFunction(context, option, [], { given });
    return agreeOn(inner, returnsOf(option.node));
  });
  return agree(answers);
}

function readMapped(context: Context, object: Node, given: Node): Answer | null {
  const returned = readReturned(context, given);
  return returned !== null && isStream(readAnswer(context, object), 'map') ? returned : toList(returned);
}

const promiseClasses = /^(?:Promise|Bluebird|BPromise|Q|RSVP|\$q|axios|when)$/;

function isPromiseClass(node: Node): boolean {
  return node.type === 'Identifier' && promiseClasses.test(node.name);
}

/** `Promise.all([one, other])`, `Promise.resolve(answer)`. */
function readCombined(context: Context, name: string, argument: Node): Answer | null {
  if (name === 'all' || name === 'resolve' || name === 'when') return readAnswer(context, argument);
  if (name !== 'allSettled') return null;
  const of = readAnswer(context, argument);
  return of === null ? null : toMade({ kind: 'outcomes', of });
}
