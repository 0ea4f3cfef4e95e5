import type { Reference } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/utils';
import { describeAnswer } from '../http/answers.js';
import type { Entity } from '../http/answers.js';
import { resolveCall, returnsOf, enter } from './calls.js';
import type { Callback, Client } from './clients/client.js';
import type { Evaluation } from './evaluate.js';
import { readSending } from './sending.js';
import type { FoundRequest } from './sending.js';
import { answerOfType, findTies } from './ties.js';
import { typeOf, typeOfPattern } from './annotations.js';
import {
  ancestorsOf,
  contains,
  enclosingFunction,
  findVariable,
  isFunction,
  nameOfKey,
  sourceOf,
  unwrap,
} from './tree.js';
import type { FunctionNode, Node, Tree } from './tree.js';
import type { Frame } from './value.js';
import { optionsOf } from './value.js';

/** What an expression holds of a request's answer. */
export interface Answer {
  /** What the body describes; null if the catalogue does not say. */
  readonly entity: Entity | null;
  /** Whether it is a list of them; null if nothing tells. */
  readonly list: boolean | null;
  /** The library's answer, or the body or the headers that stand in it. */
  readonly layer: 'answer' | 'body' | 'headers';
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
}

/** An answer whose whole body, or an element of it, is known to describe something. */
export type DescribedAnswer = Answer & { readonly entity: Entity };

interface Context {
  readonly evaluation: Evaluation;
  readonly tree: Tree;
  readonly frame: Frame | null;
  readonly depth: number;
  /** Types may tell where nothing else does. Not so while it is found out which types tell. */
  readonly typed: boolean;
}

const deepest = 12;

/** What an expression is known to hold because of the request that it came from; null if nothing tells. */
export function answerOf(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null): DescribedAnswer | null {
  const answer = readAnswer({ evaluation, tree, frame, depth: 0, typed: true }, node);
  return answer === null || answer.entity === null || answer.path.length > 0
    ? null
    : { ...answer, entity: answer.entity };
}

/** What an expression holds of an answer, described or not. */
export function originOf(evaluation: Evaluation, tree: Tree, node: Node): Answer | null {
  return readAnswer({ evaluation, tree, frame: null, depth: 0, typed: true }, node);
}

/** What a destructuring pattern takes apart of an answer. */
export function patternOriginOf(evaluation: Evaluation, tree: Tree, pattern: TSESTree.ObjectPattern): Answer | null {
  const inferred = inferPattern(evaluation, tree, pattern);
  if (inferred !== null || findTies(evaluation).byDeclaration.size === 0) return inferred;
  const type = typeOfPattern(evaluation, tree, pattern);
  return type === null ? null : answerOfType(evaluation, type);
}

function inferPattern(evaluation: Evaluation, tree: Tree, pattern: TSESTree.ObjectPattern): Answer | null {
  const context: Context = { evaluation, tree, frame: null, depth: 0, typed: true };
  for (const ancestor of ancestorsOf(tree, pattern)) {
    if (isFunction(ancestor)) return readParameterAnswer(context, ancestor, pattern);
    if (ancestor.type === 'VariableDeclarator') return readDeclaredAnswer(context, ancestor, pattern);
    if (ancestor.type === 'AssignmentExpression')
      return bind(readAnswer(context, ancestor.right), ancestor.left, pattern);
  }
  return null;
}

/** What an expression holds because of the request that it came from; types count for nothing. */
export function inferAnswer(evaluation: Evaluation, tree: Tree, node: Node): Answer | null {
  return readAnswer({ evaluation, tree, frame: null, depth: 0, typed: false }, node);
}

/** What a callback's parameter holds because of the request whose answer it takes. */
export function inferParameter(
  evaluation: Evaluation,
  tree: Tree,
  owner: FunctionNode,
  parameter: Node,
): Answer | null {
  return readParameterAnswer({ evaluation, tree, frame: null, depth: 0, typed: false }, owner, parameter);
}

function readAnswer(before: Context, node: Node): Answer | null {
  const context = { ...before, depth: before.depth + 1 };
  if (context.depth > deepest) return null;
  const known = context.frame === null ? memoOf(context).get(node) : undefined;
  if (known !== undefined) return known;
  const inner = readInner(context, unwrap(node)) ?? readTypedAnswer(context, node);
  const answer = inner !== null && isAwaited(node) ? settle(inner) : inner;
  const isSure = answer !== null || before.depth === 0;
  if (context.frame === null && isSure) memoOf(context).set(node, answer);
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

// Variables

function readVariableAnswer(context: Context, node: TSESTree.Identifier): Answer | null {
  const variable = findVariable(context.tree, node);
  const [definition] = variable?.defs ?? [];
  const home = definition?.node as Node | undefined;
  if (variable === null || definition === undefined || home === undefined) return null;
  const writes = variable.references.filter((reference) => reference.isWrite());
  const name = definition.name as Node;
  if (isFunction(home)) return writes.length > 0 ? null : readParameterAnswer(context, home, name);
  if (home.type !== 'VariableDeclarator') return null;
  if (home.id === name && isCollected(home)) return readCollected(context, writes.slice(1));
  if (home.init !== null) return writes.length > 1 ? null : readDeclaredAnswer(context, home, name);
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
function bind(answer: Answer | null, pattern: Node, name: Node): Answer | null {
  if (answer === null || pattern === name) return answer;
  if (pattern.type === 'AssignmentPattern') return bind(answer, pattern.left, name);
  if (pattern.type === 'ArrayPattern') {
    const element = pattern.elements.find((candidate) => candidate !== null && contains(candidate, name));
    return element == null || element.type === 'RestElement' ? null : bind(toElement(answer), element, name);
  }
  if (pattern.type !== 'ObjectPattern') return null;
  const property = pattern.properties.find((candidate) => contains(candidate, name));
  if (property?.type !== 'Property') return null;
  const key = nameOfKey(property.key, property.computed);
  return key === null ? null : bind(toMember(answer, key), property.value, name);
}

function settle(answer: Answer | null): Answer | null {
  return answer === null ? null : { ...answer, settled: true };
}

function toElement(answer: Answer | null): Answer | null {
  const body = toBody(answer);
  return body === null || body.list === false ? null : { ...body, list: false };
}

/** The body, of an answer that is the body itself. */
function toBody(answer: Answer | null): Answer | null {
  return answer?.layer === 'body' ? answer : null;
}

/** A member of an answer: the body, the headers, a field of the body or an element of it by its index. */
function toMember(answer: Answer, name: string): Answer | null {
  if (answer.layer === 'headers') return null;
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

const delivered: Answer = {
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
const iterators = new Set(['forEach', 'map', 'filter', 'find', 'findLast', 'some', 'every', 'flatMap', 'findIndex']);

function readCallAnswer(context: Context, node: TSESTree.CallExpression): Answer | null {
  const { callee } = node;
  if (callee.type === 'MemberExpression') {
    const special = readMethodAnswer(context, node, callee);
    if (special !== null) return special;
  }
  const { value, args } = resolveCall(context.evaluation, context.tree, node, context.frame);
  const answers = optionsOf(value).map((option) => {
    if (option.kind === 'client') {
      const requests = readSending(context.evaluation, option, args, node, context.tree, context.frame);
      return agree(requests.map((found) => answerTo(found, option.client)));
    }
    if (option.kind !== 'function') return null;
    const frame = enter(option, args, context.frame);
    const inner: Context = { ...context, tree: option.tree, frame };
    return agree(returnsOf(option.node).map((returned) => readAnswer(inner, returned)));
  });
  return agree(answers);
}

/** The answer that all possibilities agree on, to the requests of all of them. */
function agree(answers: readonly (Answer | null)[]): Answer | null {
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
    other.path.join('.') === one.path.join('.')
  );
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
  if (name === 'then')
    return isFunction(argument)
      ? settle(agree(returnsOf(argument).map((returned) => readAnswer(context, returned))))
      : null;
  if (name === 'catch' || name === 'finally') return readAnswer(context, callee.object);
  if (!sameList.has(name) && !oneElement.has(name) && !isRead(name)) return null;
  const answer = readAnswer(context, callee.object);
  if (answer === null || name === 'toPromise') return answer;
  if (answer.layer === 'answer')
    return answer.client?.answer?.reads?.includes(name) === true ? { ...answer, layer: 'body' } : null;
  if (answer.list === false || answer.layer === 'headers') return null;
  return oneElement.has(name) ? { ...answer, list: false } : sameList.has(name) ? answer : null;
}

function isRead(name: string): boolean {
  return name === 'json' || name === 'text' || name === 'getBody' || name === 'toPromise';
}

/** A parameter of a callback: of a promise, of a list's method, or of the sending call itself. */
function readParameterAnswer(context: Context, owner: FunctionNode, name: Node): Answer | null {
  const index = owner.params.findIndex((parameter) => contains(parameter, name));
  const pattern = owner.params[index];
  const parent = context.tree.parents.get(owner);
  if (pattern === undefined || parent === undefined) return null;
  if (parent.type === 'Property') return settle(bind(readOptionAnswer(context, parent, index), pattern, name));
  if (parent.type !== 'CallExpression' || parent.callee === owner) return null;
  const answer = readIterated(context, parent, owner, index) ?? readCallbackAnswer(context, parent, index);
  return settle(bind(answer, pattern, name));
}

/** The first parameter of `then`'s callback, and of the callback of a list's method. */
function readIterated(
  context: Context,
  call: TSESTree.CallExpression,
  owner: FunctionNode,
  index: number,
): Answer | null {
  const method = methodOf(call);
  if (call.callee.type !== 'MemberExpression' || method === null || index !== 0 || call.arguments[0] !== owner)
    return null;
  if (method === 'then') return readAnswer(context, call.callee.object);
  return iterators.has(method) ? toElement(readAnswer(context, call.callee.object)) : null;
}

function methodOf({ callee }: TSESTree.CallExpression): string | null {
  return callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : null;
}

function readCallbackAnswer(context: Context, call: TSESTree.CallExpression, index: number): Answer | null {
  const sent = readCallAnswer(context, call) ?? sentBefore(context, call);
  const spec = sent?.client?.answer;
  if (sent?.client == null || spec === undefined || (sent.layer === 'body' && !isBodyItself(sent.client))) return null;
  return toArgument(sent, findHandler(spec, eventOf(call)) ?? spec.callback, index);
}

/** What a callback is for: the event of `.on(event, …)`, else the method that takes it. */
function eventOf(call: TSESTree.CallExpression): string | null {
  const method = methodOf(call);
  const [event] = call.arguments;
  return (method === 'on' || method === 'once') && event !== undefined ? nameOfKey(event, true) : method;
}

/** `success: (project) => …` among the options of the sending call. */
function readOptionAnswer(context: Context, property: TSESTree.Property, index: number): Answer | null {
  const record = context.tree.parents.get(property);
  const call = record === undefined ? undefined : context.tree.parents.get(record);
  const name = nameOfKey(property.key, property.computed);
  if (call?.type !== 'CallExpression' || name === null) return null;
  const sent = readCallAnswer(context, call);
  return sent === null ? null : toArgument(sent, findHandler(sent.client?.answer, name), index);
}

function findHandler(spec: Client['answer'], name: string | null): Callback | undefined {
  const handlers = spec?.handlers ?? {};
  return name !== null && Object.hasOwn(handlers, name) ? handlers[name] : undefined;
}

function toArgument(sent: Answer, positions: Callback | undefined, index: number): Answer | null {
  if (positions?.body === index) return { ...sent, layer: 'body' };
  return positions?.answer === index ? { ...sent, layer: 'answer' } : null;
}

/** What stands at the beginning of a chain: the sending call of `request.get(url).end(callback)`, the answer of `response.on('data', callback)`. */
function sentBefore(context: Context, call: TSESTree.CallExpression): Answer | null {
  let at: Node = call;
  while (at.type === 'CallExpression' && at.callee.type === 'MemberExpression') {
    at = unwrap(at.callee.object);
    const answer = at.type === 'CallExpression' ? readCallAnswer(context, at) : readAnswer(context, at);
    if (answer !== null) return at.type === 'CallExpression' || answer.layer === 'answer' ? answer : null;
  }
  return null;
}
