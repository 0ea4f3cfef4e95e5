import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import type { Client } from '../clients/client.js';
import { calleeName, nameOfKey, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { memberName } from '../values/calls.js';
import { returnsOf } from '../values/returns.js';
import type { Sender } from '../requests/found-request.js';
import type { ClientValue, Value } from '../value.js';
import { isEmpty } from './made.js';

// What a client's interceptors make of its answers: https://axios-http.com/docs/interceptors

/** What an interceptor gives for an answer: it as it is, its body alone, or nobody knows. */
type Given = 'answer' | 'body' | 'unknown';

interface Interceptor {
  readonly file: string;
  readonly client: Client;
  /** What made the instance; null for the library's own. */
  readonly made: Node | null;
  readonly gives: Given;
  /** What it does with an answer, and with a failure. */
  readonly handlers: readonly Value[];
}

const known = new WeakMap<Evaluation, readonly Interceptor[]>();

/**
 * What the interceptors of a client give: `client.interceptors.response.use((response) => response.data)`. Where another
 * file puts one on the library itself, nobody knows whether both are of one program.
 *
 * @param file the file of the call
 */
export function givenByInterceptors(evaluation: Evaluation, { client, made }: ClientValue, file: string): Given {
  if (client.intercepts === undefined) return 'answer';
  if (made === null) evaluation.project.others?.ask('interceptor of a client', client.name);
  const own = findInterceptors(evaluation, made?.tree ?? null).filter(
    (each) => each.client === client && each.made === (made?.node ?? null) && each.gives !== 'answer',
  );
  const [first] = own;
  if (first === undefined) return 'answer';
  return own.length > 1 || (made === null && first.file !== file) ? 'unknown' : first.gives;
}

/** What the interceptors of a client do with its answers. */
export function handlersOfAnswers(evaluation: Evaluation, { client, made }: Sender): readonly Value[] {
  if (client.intercepts === undefined) return [];
  return findInterceptors(evaluation, null)
    .filter((each) => each.client === client && each.made === made)
    .flatMap(({ handlers }) => handlers);
}

/** Tells the project's other parts which libraries have interceptors here. */
export function offerInterceptors(evaluation: Evaluation): void {
  for (const { client, made } of findInterceptors(evaluation, null))
    if (made === null) evaluation.project.others?.offer('interceptor of a client', client.name);
}

/** Those of the project, and of the file that made the instance, which may be out of it. */
function findInterceptors(evaluation: Evaluation, home: Tree | null): readonly Interceptor[] {
  const inProject = known.get(evaluation) ?? evaluation.project.files.flatMap((file) => readFile(evaluation, file));
  known.set(evaluation, inProject);
  return home === null || evaluation.project.files.includes(home.file)
    ? inProject
    : [...inProject, ...readTree(evaluation, home)];
}

function readFile(evaluation: Evaluation, file: string): readonly Interceptor[] {
  const tree = openTree(evaluation, file);
  return tree === null ? [] : readTree(evaluation, tree);
}

function readTree(evaluation: Evaluation, tree: Tree): readonly Interceptor[] {
  if (!tree.text.includes('interceptors')) return [];
  return tree.calls.flatMap(({ callee, arguments: given }): Interceptor[] => {
    const [handler] = given;
    if (callee.type !== 'MemberExpression' || nameOfKey(callee.property, callee.computed) !== 'use') return [];
    const value = evaluate(evaluation, tree, callee, null);
    if (value.kind !== 'client' || memberName(value) !== value.client.intercepts || handler === undefined) return [];
    const gives = isEmpty(handler) ? 'answer' : givenBy(evaluate(evaluation, tree, handler, null), value.client);
    const handlers = given.map((each) => evaluate(evaluation, tree, each, null));
    return [{ file: tree.file, client: value.client, made: value.made?.node ?? null, gives, handlers }];
  });
}

/** `(response) => response.data` and `({ data }) => data` give the body, `(response) => response` the answer. */
function givenBy(handler: Value, { answer }: Client): Given {
  const [body, ...deeper] = answer?.body ?? [];
  const parameter = handler.kind === 'function' ? handler.node.params[0] : undefined;
  if (handler.kind !== 'function' || parameter === undefined || body === undefined || deeper.length > 0)
    return 'unknown';
  const local = parameter.type === 'ObjectPattern' ? localOf(parameter, body) : null;
  const isWhole = (each: Node): boolean =>
    each.type === 'Identifier' && parameter.type === 'Identifier' && each.name === parameter.name;
  const isBody = (each: Node): boolean =>
    each.type === 'MemberExpression'
      ? nameOfKey(each.property, each.computed) === body && isWhole(each.object)
      : each.type === 'Identifier' && each.name === local;
  const given = returnsOf(handler.node).flatMap(toGiven);
  if (given.length === 0) return 'unknown';
  return given.every(isWhole) ? 'answer' : given.every(isBody) ? 'body' : 'unknown';
}

/** What those get who wait for what a function returns: nothing of a rejection, and of a choice either. */
function toGiven(returned: Node): Node[] {
  const inner = unwrap(returned);
  if (inner.type === 'LogicalExpression') return [...toGiven(inner.left), ...toGiven(inner.right)];
  if (inner.type === 'ConditionalExpression') return [...toGiven(inner.consequent), ...toGiven(inner.alternate)];
  if (inner.type !== 'CallExpression') return [inner];
  const name = calleeName(inner);
  const [argument] = inner.arguments;
  if (name === 'reject') return [];
  return name === 'resolve' && argument !== undefined ? toGiven(argument) : [inner];
}

function localOf({ properties }: { properties: readonly Node[] }, name: string): string | null {
  const property = properties.find((each) => each.type === 'Property' && nameOfKey(each.key, each.computed) === name);
  return property?.type === 'Property' && property.value.type === 'Identifier' ? property.value.name : null;
}
