import type { TSESTree } from '@typescript-eslint/utils';
import { describeAnswer } from '../http/answers.js';
import type { Entity } from '../http/answers.js';
import type { Request } from '../http/request.js';
import { resolveCall, returnsOf, enter } from './calls.js';
import type { Client } from './clients/client.js';
import type { Evaluation } from './evaluate.js';
import { readSending } from './sending.js';
import { contains, enclosingFunction, findVariable, isFunction, nameOfKey, sourceOf, unwrap } from './tree.js';
import type { FunctionNode, Node, Tree } from './tree.js';
import type { Frame } from './value.js';
import { optionsOf } from './value.js';

/** What an expression holds of a request's answer. */
export interface Answer {
  readonly entity: Entity;
  readonly list: boolean;
  /** The library's answer, or the body that stands in it. */
  readonly layer: 'answer' | 'body';
  /** Null for what came in by a webhook. */
  readonly client: Client | null;
}

interface Context {
  readonly evaluation: Evaluation;
  readonly tree: Tree;
  readonly frame: Frame | null;
  readonly depth: number;
}

const deepest = 12;

/** What an expression is known to hold because of the request that it came from; null if nothing tells. */
export function answerOf(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null): Answer | null {
  return readAnswer({ evaluation, tree, frame, depth: 0 }, node);
}

function readAnswer(before: Context, node: Node): Answer | null {
  const context = { ...before, depth: before.depth + 1 };
  if (context.depth > deepest) return null;
  const inner = unwrap(node);
  switch (inner.type) {
    case 'Identifier':
      return readVariableAnswer(context, inner);
    case 'MemberExpression':
      return readMemberAnswer(context, inner);
    case 'CallExpression':
      return readCallAnswer(context, inner);
    case 'LogicalExpression':
      return readAnswer(context, inner.left);
    case 'YieldExpression':
      return inner.argument == null ? null : readAnswer(context, inner.argument);
    default:
      return null;
  }
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
  if (home.init !== null) return writes.length > 1 ? null : bind(readAnswer(context, home.init), home.id, name);
  const loop = context.tree.parents.get(context.tree.parents.get(home) ?? home);
  if (loop?.type === 'ForOfStatement' && contains(loop.left, home))
    return bind(toElement(readAnswer(context, loop.right)), home.id, name);
  const [write] = writes;
  return writes.length === 1 && write?.writeExpr != null && home.id === name
    ? readAnswer(context, write.writeExpr)
    : null;
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

function toElement(answer: Answer | null): Answer | null {
  const body = toBody(answer);
  return body?.list === true ? { ...body, list: false } : null;
}

/** The body, of an answer that is the body itself. */
function toBody(answer: Answer | null): Answer | null {
  return answer?.layer === 'body' ? answer : null;
}

/** A member of an answer: the body, or an element of it by its index. */
function toMember(answer: Answer, name: string): Answer | null {
  if (answer.layer === 'body') return answer.list && /^\d+$/.test(name) ? { ...answer, list: false } : null;
  const spec = answer.client?.answer;
  const paths = [spec?.body ?? [], ...(spec?.also ?? [])];
  return paths.some((path) => path.length === 1 && path[0] === name) ? { ...answer, layer: 'body' } : null;
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
  return entity === null ? null : { entity, list: false, layer: 'body', client: null };
}

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
      return agree(requests.map(({ request }) => answerTo(request, option.client)));
    }
    if (option.kind !== 'function') return null;
    const frame = enter(option, args, context.frame);
    const inner: Context = { ...context, tree: option.tree, frame };
    return agree(returnsOf(option.node).map((returned) => readAnswer(inner, returned)));
  });
  return agree(answers);
}

/** The answer that all possibilities agree on. */
function agree(answers: readonly (Answer | null)[]): Answer | null {
  const [first] = answers;
  if (first == null) return null;
  return answers.every(
    (other) => other?.entity === first.entity && other.list === first.list && other.layer === first.layer,
  )
    ? first
    : null;
}

/** What a request is answered with, in the library's own wrapping. */
function answerTo(request: Request, client: Client): Answer | null {
  const described = describeAnswer(request);
  return described === null ? null : { ...described, layer: isBodyItself(client) ? 'body' : 'answer', client };
}

function isBodyItself({ answer }: Client): boolean {
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
    return isFunction(argument) ? agree(returnsOf(argument).map((returned) => readAnswer(context, returned))) : null;
  if (name === 'catch' || name === 'finally') return readAnswer(context, callee.object);
  if (!sameList.has(name) && !oneElement.has(name) && !isRead(name)) return null;
  const answer = readAnswer(context, callee.object);
  if (answer === null) return null;
  if (answer.layer === 'answer')
    return answer.client?.answer?.reads?.includes(name) === true ? { ...answer, layer: 'body' } : null;
  if (!answer.list) return null;
  return oneElement.has(name) ? { ...answer, list: false } : sameList.has(name) ? answer : null;
}

function isRead(name: string): boolean {
  return name === 'json' || name === 'toPromise';
}

/** A parameter of a callback: of a promise, of a list's method, or of the sending call itself. */
function readParameterAnswer(context: Context, owner: FunctionNode, name: Node): Answer | null {
  const index = owner.params.findIndex((parameter) => contains(parameter, name));
  const pattern = owner.params[index];
  const call = context.tree.parents.get(owner);
  if (pattern === undefined || call?.type !== 'CallExpression' || call.callee === owner) return null;
  const method = call.callee.type === 'MemberExpression' ? nameOfKey(call.callee.property, call.callee.computed) : null;
  if (call.callee.type === 'MemberExpression' && index === 0 && call.arguments[0] === owner) {
    if (method === 'then') return bind(readAnswer(context, call.callee.object), pattern, name);
    if (method !== null && iterators.has(method))
      return bind(toElement(readAnswer(context, call.callee.object)), pattern, name);
  }
  return bind(readCallbackAnswer(context, call, method, index), pattern, name);
}

function readCallbackAnswer(
  context: Context,
  call: TSESTree.CallExpression,
  method: string | null,
  index: number,
): Answer | null {
  const sent = readCallAnswer(context, call) ?? sentBefore(context, call);
  const spec = sent?.client?.answer;
  if (sent === null || spec === undefined) return null;
  const positions = (method === null ? undefined : spec.handlers?.[method]) ?? spec.callback;
  if (positions?.body === index) return { ...sent, layer: 'body' };
  return positions?.answer === index ? { ...sent, layer: 'answer' } : null;
}

/** The sending call at the beginning of a chain: `request.get(url).end(callback)`. */
function sentBefore(context: Context, call: TSESTree.CallExpression): Answer | null {
  let at: Node = call;
  while (at.type === 'CallExpression' && at.callee.type === 'MemberExpression') {
    at = unwrap(at.callee.object);
    const answer = at.type === 'CallExpression' ? readCallAnswer(context, at) : null;
    if (answer !== null) return answer;
  }
  return null;
}
