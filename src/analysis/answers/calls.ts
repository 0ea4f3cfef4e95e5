import type { TSESTree } from '@typescript-eslint/types';
import { describeAnswer } from '../../http/answers.js';
import { toKnown } from '../../http/text.js';
import { memberName, resolveCall, enter } from '../values/calls.js';
import { returnsOf } from '../values/returns.js';
import { findCall } from '../clients/client.js';
import type { Callback, Client } from '../clients/client.js';
import { evaluate } from '../evaluate.js';
import { readCopy, readJoined, readYielded, toElement, toJoined, toList, toPairs, toValue } from './made.js';
import { readAwaited } from './awaited.js';
import { readCollection } from './collections.js';
import { readDeferred } from './deferred.js';
import { isStream } from './given.js';
import { readRequired } from './exported.js';
import { readArranged } from './grown.js';
import { readEntry } from './held.js';
import { readTaken } from './handed.js';
import { isJQueryWhen, readTogether } from './together.js';
import { givenByInterceptors } from './interceptors.js';
import { isMadeAnew } from './transforms.js';
import { isPromiseClass, readCombined } from './combined.js';
import { readPromisified } from './promisified.js';
import { isNextPage } from '../requests/next-pages.js';
import { readSending } from '../requests/sending.js';
import type { FoundRequest } from '../requests/found-request.js';
import { readAtPath, readPromisedAtPath } from './paths.js';
import { readPieces } from './pieces.js';
import { readRetried } from './retried.js';
import { readStored } from './stored.js';
import { isMakingStreams, readOperated, readPiped, readStream } from './streams.js';
import { findVariable, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { ClientValue, FunctionValue, UnknownValue, Value } from '../value.js';
import { optionsOf, toOrigin } from '../value.js';
import type { Answer, Context, Entrance } from './answer.js';
import { readThrough, readUnsent, wrapAnswer } from './unknown-clients.js';
import { readAnswer, agreeOn } from '../responses.js';
import { agreeIn, isBodyItself, settle, toMember } from './answer.js';

// What calls give of answers

const sameList = new Set(['filter', 'slice', 'splice', 'sort', 'reverse', 'toSorted', 'toReversed', 'each']);
/** Methods of promises, Bluebird's too, that give what the promise itself does: http://bluebirdjs.com/docs/api-reference.html */
const sameAnswer = new Set([
  'catch',
  'finally',
  'tap',
  'tapCatch',
  'delay',
  'timeout',
  'bind',
  'asCallback',
  'nodeify',
]);
const oneElement = new Set(['find', 'findLast', 'shift', 'pop', 'at']);

/** What a call gives. */
export function readCallAnswer(context: Context, node: TSESTree.CallExpression): Answer | null {
  const { callee } = node;
  const own = readRequired(context, node) ?? readUnsent(context, node) ?? readPieces(context, node);
  if (own !== null) return own;
  if (callee.type === 'MemberExpression') {
    const special = readMethodAnswer(context, node, callee);
    if (special !== null) return special;
  }
  const made =
    readAtPath(context, node) ?? readCopy(context, node) ?? readArranged(context, node) ?? readStream(context, node);
  if (made !== null) return made;
  const { value, args } = resolveCall(context.evaluation, context.tree, node, context.frame);
  const callees = optionsOf(value);
  const answers = callees.map((option) => {
    if (option.kind === 'client') return readSent(context, option, args, node);
    return option.kind === 'function' ? readCalled(context, option, args, node) : null;
  });
  return (
    agreeOnCallees(context, callees, answers) ??
    readAwaited(context, node) ??
    readRetried(context, node) ??
    readCollection(context, node) ??
    readStored(context, node) ??
    readTaken(context, node) ??
    readThrough(context, node)
  );
}

/** The answers to what a client sends by a call, as its interceptors and options hand them on. */
function readSent(
  context: Context,
  value: ClientValue,
  args: readonly Value[],
  node: TSESTree.CallExpression,
): Answer | null {
  const { evaluation, tree, frame } = context;
  const requests = readSending(evaluation, { value, args, node, tree, frame, chain: [] });
  const isAnew = requests.length > 0 && isMadeAnew(value, args);
  const given = isAnew ? 'unknown' : givenByInterceptors(evaluation, value, tree.file);
  if (given === 'unknown') return context.kept ? wrapAnswer(requests) : null;
  const client = given === 'body' ? withoutWrapping(value.client) : asAsked(value, args);
  return agreeIn(
    context,
    withoutNextPages(requests).map((found) => answerTo(found, client)),
  );
}

/** What a function of the project gives, or yields, for a call. */
function readCalled(
  context: Context,
  value: FunctionValue,
  args: readonly Value[],
  node: TSESTree.CallExpression,
): Answer | null {
  const inner = enterFunction(context, value, args, node);
  const promised = readPromisified(inner, value, context.tree, node);
  if (promised !== null) return promised;
  // One that is `async` is run by nobody but who takes what it yields, be it under a name: `collect(pages(path))`.
  return value.node.generator && (value.node.async || isIterated(context.tree, node))
    ? readYielded(inner, value.node)
    : agreeOn(inner, returnsOf(value.node));
}

/**
 * What all that a call may call gives. What is given in place of a client under its name, `options.fetch || fetch`, gives
 * what that does; only reports leave aside what nobody knows else: who calls `(client = api) => …` may give it anything.
 */
function agreeOnCallees(
  context: Context,
  callees: readonly Value[],
  answers: readonly (Answer | null)[],
): Answer | null {
  const own = answers.filter((answer, index) => answer !== null || !standsForClient(callees[index], callees));
  const known = context.kept ? answers.filter((answer) => answer !== null) : own;
  const agreed = agreeIn(context, known);
  return agreed === null || known.length === own.length ? agreed : { ...agreed, disputed: true };
}

/** A library that is given the whole address may be replaced by another one, `(send = fetch) => send(url)`. */
function standsForClient(callee: Value | undefined, callees: readonly Value[]): boolean {
  if (callee?.kind !== 'unknown') return false;
  const name = /\w+$/.exec(callee.hole.label)?.[0].toLowerCase() ?? '';
  return callees.some(
    (each) =>
      each.kind === 'client' &&
      ((name !== '' && name.endsWith(each.client.name)) || (each.inherited.length === 0 && isDefaulted(callee))),
  );
}

/** Whether a value is a parameter that has a default. */
function isDefaulted({ hole }: UnknownValue): boolean {
  const origin = toOrigin(hole);
  const variable = origin?.node.type === 'Identifier' ? findVariable(origin.tree, origin.node) : null;
  const definition = variable?.defs[0];
  return definition !== undefined && origin?.tree.parents.get(definition.name)?.type === 'AssignmentPattern';
}

/** `for await (const issue of pages(path))`, `yield* pages(path)`, `[...pages(path)]`, `Array.fromAsync(pages(path))`; what runs a generator to its end takes what it returns. */
function isIterated(tree: Tree, call: Node): boolean {
  const parent = tree.parents.get(call);
  return (
    (parent?.type === 'ForOfStatement' && parent.right === call) ||
    parent?.type === 'SpreadElement' ||
    (parent?.type === 'CallExpression' && /^Array\.from(?:Async)?$/.test(sourceOf(tree, parent.callee))) ||
    (parent?.type === 'YieldExpression' && parent.delegate)
  );
}

/** A next page holds what the first one does; whose address a caller gives may be the first one. */
function withoutNextPages(requests: readonly FoundRequest[]): readonly FoundRequest[] {
  const first = requests.filter((found) => found.owners.length > 0 || !isNextPage(found));
  return first.length > 0 ? first : requests;
}

/** The client, where it gives the body alone. */
function withoutWrapping(client: Client): Client {
  return { ...client, answer: { ...client.answer, body: [] } };
}

/** The client, as its call or an option makes it answer: with the body alone, or with more than the body. */
function asAsked(value: ClientValue, args: readonly Value[]): Client {
  const { client, inherited } = value;
  const { answer } = client;
  if (findCall(client.calls, memberName(value))?.bodyAlone === true)
    return { ...client, answer: { ...answer, body: [], reads: [] } };
  const whole = answer?.whole;
  if (answer === undefined || whole === undefined) return client;
  const isAsked = [...inherited.map(({ value }) => value), ...args].some((given) => {
    const set = given.kind === 'record' ? given.entries.get(whole.option)?.value : undefined;
    return set?.kind === 'text' && toKnown(set.text) === whole.value;
  });
  if (!isAsked) return client;
  if (whole.body.length === 0) return { ...client, answer: { ...answer, body: [], reads: [] } };
  const handlers = Object.entries(answer.handlers ?? {}).map(([name, taken]) => [name, toWhole(taken)] as const);
  return { ...client, answer: { ...answer, body: whole.body, handlers: Object.fromEntries(handlers) } };
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

/** What a request is answered with, in the library's own wrapping. */
function answerTo(found: FoundRequest, client: Client): Answer {
  const described = describeAnswer(found.request) ?? { entity: null, list: null };
  const layer = isBodyItself(client) ? 'body' : 'answer';
  return { ...described, layer, client, requests: [found], path: [], settled: false, type: null };
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
    return argument === undefined ? null : readAnswer(context, printedBy(context.tree, argument) ?? argument);
  if (isJQueryWhen(node)) return readTogether(context, node);
  const operated = readOperated(context, node);
  if (operated !== null) return operated;
  if (isPromiseClass(callee.object)) return readCombined(context, name, node.arguments);
  if (name === 'then') return argument === undefined ? null : settle(readThen(context, callee.object, argument));
  if (name === 'map' || name === 'mapSeries')
    return argument === undefined ? null : readMapped(context, callee.object, argument);
  if (name === 'flatMap') return argument === undefined ? null : readFlatMapped(context, callee.object, argument);
  if (name === 'flat') return toList(toJoined(toElement(settle(readAnswer(context, callee.object)))));
  if (name === 'concat') return readJoined(context, node, callee.object);
  if (name === 'promise') return readDeferred(context, callee.object) ?? readAnswer(context, callee.object);
  if (name === 'entries') return toPairs(toValue(readAnswer(context, callee.object)));
  if (name === 'pipe') return readPiped(context, callee.object, node.arguments);
  const property = name === 'get' ? readProperty(context, node, callee.object) : null;
  const held = property ?? (name === 'values' ? readValues(context, callee.object, argument) : null);
  if (held !== null) return held;
  if (sameAnswer.has(name)) return readAnswer(context, callee.object);
  if (!sameList.has(name) && !oneElement.has(name) && !isRead(context, name))
    return readFollowed(context, callee.object, name);
  const answer = readAnswer(context, callee.object);
  if (answer === null || answer.wrapped === true || name === 'toPromise') return answer;
  if (answer.made !== undefined) return oneElement.has(name) ? toElement(answer) : sameList.has(name) ? answer : null;
  if (answer.layer === 'answer')
    return answer.client?.answer?.reads?.includes(name) === true ? { ...answer, layer: 'body' } : null;
  if (isBodyRead(answer, name, node)) return answer;
  if (answer.list === false || answer.layer === 'headers') return null;
  return oneElement.has(name) ? { ...answer, list: false } : sameList.has(name) ? answer : null;
}

/** `promise.get('body')`, `promise.get(1)` of Bluebird, and of Q: a promise of what stands there. */
function readProperty(context: Context, { arguments: given }: TSESTree.CallExpression, promise: Node): Answer | null {
  const [key] = given;
  const name = key?.type === 'Literal' && given.length === 1 ? nameOfKey(key, true) : null;
  if (name === null || !/^\w+$/.test(name) || promise.type !== 'CallExpression') return null;
  const answer = readAnswer(context, promise);
  return answer === null || answer.settled ? null : toMember(answer, name);
}

/** `project` of `JSON.stringify(project)`, which makes a copy of it where it is parsed again. */
function printedBy(tree: Tree, text: Node): Node | null {
  const isPrinted = text.type === 'CallExpression' && sourceOf(tree, text.callee) === 'JSON.stringify';
  return isPrinted ? (text.arguments[0] ?? null) : null;
}

/** `body.json()`, where a client's answer has what reads the body under the body's name. */
function isBodyRead(
  { layer, path, client }: Answer,
  name: string,
  { arguments: given }: TSESTree.CallExpression,
): boolean {
  const isWhole = layer === 'body' && path.length === 0 && given.length === 0;
  return isWhole && client?.answer?.reads?.includes(name) === true && !isBodyItself(client);
}

/** A call on what a sending call returned gives the same: `.set(header, value)`; so may any, where nobody knows the client. */
function readFollowed(context: Context, object: Node, name: string): Answer | null {
  const wrapped = context.kept ? readAnswer(context, object) : null;
  if (wrapped?.wrapped === true) return wrapped;
  if (!context.evaluation.clients.some((client) => isFollowed(client, name))) return null;
  const answer = readAnswer(context, object);
  if (answer?.made?.kind === 'several') return answer;
  return answer?.client == null || answer.settled || !isFollowed(answer.client, name) ? null : answer;
}

function isFollowed({ follows, answer }: Client, name: string): boolean {
  return findCall(follows, name) !== null || answer?.chains?.includes(name) === true;
}

/** Whether the answer of any client gives its body by a method of this name. */
function isRead({ evaluation }: Context, name: string): boolean {
  return name === 'toPromise' || evaluation.clients.some(({ answer }) => answer?.reads?.includes(name) === true);
}

/** What a function that is given to a call returns. */
export function readReturned(context: Context, given: Node): Answer | null {
  const functions = optionsOf(evaluate(context.evaluation, context.tree, given, context.frame));
  const answers = functions.map((option) => {
    if (option.kind !== 'function') return null;
    const inner = enterFunction(context, option, [], { given });
    return agreeOn(inner, returnsOf(option.node));
  });
  return agreeIn(context, answers);
}

function readMapped(context: Context, object: Node, given: Node): Answer | null {
  const returned = readReturned(context, given);
  return returned !== null && isStream(readAnswer(context, object), 'map') ? returned : toList(returned);
}

/** What a list holds that is made of the lists, or of the single values, which a function gives for its elements. */
function readFlatMapped(context: Context, object: Node, given: Node): Answer | null {
  const returned = settle(readReturned(context, given));
  const isOfStream = isStream(readAnswer(context, object), 'flatMap') || isMakingStreams(context, given);
  if (returned !== null && isOfStream) return { ...returned, settled: false };
  return toList(toJoined(returned));
}

/** `Object.values(byId)`, `byId.values()`: whatever is put under a key of it. */
function readValues(context: Context, object: Node, argument: Node | undefined): Answer | null {
  const isOfObject = object.type === 'Identifier' && object.name === 'Object';
  const keyed = isOfObject ? argument : object;
  return keyed === undefined ? null : toList(settle(readEntry(context, keyed)));
}

/** What a callback of a promise returns; `JSON.parse` gives what the text says that it is given. */
function readThen(context: Context, promise: Node, given: Node): Answer | null {
  if (isJsonParse(context.tree, given)) return readAnswer(context, promise);
  return readPromisedAtPath(context, promise, given) ?? readReturned(context, given);
}

export function isJsonParse(tree: Tree, node: Node): boolean {
  return node.type === 'MemberExpression' && sourceOf(tree, node) === 'JSON.parse';
}
