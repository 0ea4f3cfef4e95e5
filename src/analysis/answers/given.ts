import type { Reference, Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { resolveCall, resolveCallee } from '../values/calls.js';
import { findHelper } from '../values/list-helpers.js';
import type { Callback, Client } from '../clients/client.js';
import { agree, bind, isBodyItself, settle } from './answer.js';
import { enterFunction, readCallAnswer, readReturned } from './calls.js';
import { readAnswer } from '../responses.js';
import { readHanded } from './handed.js';
import { argumentsBehind, isKept, isOfFailure, isReplacement, isReset, isTest } from './callbacks.js';
import { classMadeBy, givenToClass, givenToHeir } from './constructors.js';
import { readGivenElsewhere } from './given-elsewhere.js';
import { isFirstOf, readPut, readPutByFunction } from './grown.js';
import type { IsOwn } from './grown.js';
import { toFailure, withoutFailures } from './failures.js';
import { isEmpty, toElement, toElementAt, toValue } from './made.js';
import { readEvent } from './on-sender.js';
import { givenByCollector } from './pieces.js';
import { givenByStream, givenToCombiner, givenToOperator, isOperator } from './streams.js';
import { givenToLast, givenToTask, givenToWorker } from './tasks.js';
import type { Answer, Context, Entrance } from './answer.js';
import {
  calleeName,
  contains,
  declaresThis,
  enclosingFunction,
  findDeclaration,
  findVariable,
  isExportedHere,
  isFunction,
  nameOfKey,
  unwrap,
} from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';

/** What functions are given: whoever calls them, or is given them to call. Nothing where a call leaves the argument out. */
export type GivenAnswers = readonly (Answer | null)[];

const unknown: GivenAnswers = [null];

/** A parameter, by all that are seen to give it something: they must agree. */
export function readParameterAnswer(context: Context, owner: FunctionNode, name: Node): Answer | null {
  const index = owner.params.findIndex((parameter) => contains(parameter, name));
  const pattern = owner.params[index];
  if (pattern === undefined || pattern.type === 'RestElement' || (index === 0 && declaresThis(owner))) return null;
  const position = declaresThis(owner) ? index - 1 : index;
  const given = givenTo(context, owner, position);
  return (
    bind(agree(withoutFailures(given)), pattern, name) ??
    readHanded(context, owner, index, name) ??
    bind(readGivenElsewhere(context, owner, position), pattern, name)
  );
}

/**
 * What a state of React holds, `const [projects, setProjects] = useState([])`: what its setter is given, where that is
 * not nothing. A setter that goes elsewhere may be given anything.
 */
export function readStateAnswer(
  context: Context,
  { id, init }: TSESTree.VariableDeclarator,
  name: Node,
): Answer | null {
  if (id.type !== 'ArrayPattern' || init?.type !== 'CallExpression' || calleeName(init) !== 'useState') return null;
  const [state, setter] = id.elements;
  const variable = setter == null ? null : findDeclaration(context.tree, setter);
  if (state == null || variable === null || !contains(state, name)) return null;
  if (!init.arguments.every((initial) => isEmpty(initial))) return null;
  return bind(agree(withoutFailures(givenToState(context, variable, state))), state, name);
}

/** What a setter is given: what is not nothing, and not what the state is already. */
function givenToState(context: Context, setter: Variable, state: Node): GivenAnswers {
  const { tree } = context;
  const held = state.type === 'Identifier' ? findDeclaration(tree, state) : null;
  const isOwn: IsOwn = (node) => node.type === 'Identifier' && held !== null && findVariable(tree, node) === held;
  return setter.references.flatMap((use): GivenAnswers => {
    const call = tree.parents.get(use.identifier);
    const isCalled = call?.type === 'CallExpression' && call.callee === use.identifier;
    const [given] = isCalled ? call.arguments : [];
    if (given === undefined || given.type === 'SpreadElement')
      return isCalled ? [] : givenToReferences(context, [use], 0);
    return readPutByFunction(context, given, isOwn, isFirstOf);
  });
}

/** Whether a parameter is given nothing but what holds nothing: `all(1, [], done)`. */
export function isGivenNothing(context: Context, owner: FunctionNode, name: Node): boolean {
  const index = owner.params.findIndex((parameter) => contains(parameter, name));
  return index >= 0 && givenTo(context, owner, index).length === 0;
}

function givenTo(context: Context, owner: FunctionNode, index: number): GivenAnswers {
  const entrance = context.entered.get(owner);
  if (entrance === undefined) return givenToFunction(contextAround(context, owner), owner, index);
  const { at } = entrance;
  const outer = { ...entrance.context, depth: context.depth };
  if ('given' in at) return givenToUse(outer, at.given, index);
  return 'makes' in at
    ? givenToHeir(outer, at.makes, index)
    : givenByCall(outer, at, isForThis(at) ? index + 1 : index);
}

/** `Parent.call(this, project)`. */
function isForThis({ callee, arguments: [first] }: CallNode): boolean {
  const isCall = callee.type === 'MemberExpression' && nameOfKey(callee.property, callee.computed) === 'call';
  return isCall && first?.type === 'ThisExpression';
}

/** The frame of a call of the function itself says nothing of where the function stands. */
function contextAround(context: Context, owner: FunctionNode): Context {
  for (let at = context.frame; at !== null; at = at.parent)
    if (at.node === owner) return { ...context, frame: at.parent };
  return context;
}

function givenToFunction(context: Context, owner: FunctionNode, index: number): GivenAnswers {
  const home = classMadeBy(context.tree, owner);
  if (home !== null) return givenToClass(context, home, index);
  if (owner.type !== 'FunctionDeclaration') return givenToUse(context, owner, index);
  const variable = owner.id === null ? null : findDeclaration(context.tree, owner.id);
  return variable === null || isExportedHere(context.tree, owner) ? unknown : givenToVariable(context, variable, index);
}

/** What the function that a variable holds is given, by all who read it. */
export function givenToVariable(context: Context, { references }: Variable, index: number): GivenAnswers {
  return givenToReferences(context, references, index);
}

function givenToReferences(context: Context, all: readonly Reference[], index: number): GivenAnswers {
  const references = all.filter(({ init }) => init !== true);
  const writes = references.filter((reference) => reference.isWrite());
  if (!writes.every(({ identifier }) => isReplacement(context.tree, identifier))) return unknown;
  const end = Math.min(
    ...writes.map(({ identifier }) => (isReset(context.tree, identifier) ? identifier.range[0] : Infinity)),
  );
  const given: (Answer | null)[] = [];
  for (const { identifier } of references) {
    if (isKept(context.tree, identifier) || identifier.range[0] > end) continue;
    given.push(...givenToUse(context, identifier, index));
    if (given.includes(null)) return unknown;
  }
  return given;
}

/** What a function is given where an expression names it, or is it. */
export function givenToUse(context: Context, use: Node, index: number): GivenAnswers {
  const parent = context.tree.parents.get(use);
  switch (parent?.type) {
    case 'CallExpression':
      return parent.callee === use ? givenByCall(context, parent, index) : givenToArgument(context, parent, use, index);
    case 'NewExpression':
      return parent.callee === use ? givenByCall(context, parent, index) : unknown;
    case 'Property':
      return givenToObserver(context, parent, index) ?? [settle(readOptionAnswer(context, parent, index))];
    case 'VariableDeclarator':
      return givenToDeclared(context, parent, index);
    case 'AssignmentExpression':
      return parent.right === use ? givenToAssigned(context, parent, index) : unknown;
    case 'MemberExpression':
      return givenByMethod(context, parent, index);
    case 'ArrayExpression':
      return [givenToTask(context, parent, use, index) ?? givenToFirst(context, parent, use, index)];
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return givenToUse(context, parent, index);
    case 'ReturnStatement':
      return givenToReturned(context, enclosingFunction(context.tree, parent), index);
    case 'ArrowFunctionExpression':
      return parent.body === use ? givenToReturned(context, parent, index) : unknown;
    default:
      return parent !== undefined && isTest(parent, use) ? [] : unknown;
  }
}

/**
 * What a function is given that another one returns: `(function (_this) { return function (err, site) { … }; })(this)`, as
 * compilers of CoffeeScript write it, `report(name)`.
 */
function givenToReturned(context: Context, maker: FunctionNode | null, index: number): GivenAnswers {
  const parent = maker === null ? undefined : context.tree.parents.get(maker);
  if (maker === null || maker.async || maker.generator) return unknown;
  const entrance = context.entered.get(maker);
  if (entrance !== undefined) return givenToMade(context, entrance, index);
  if (parent?.type === 'CallExpression' && parent.callee === maker) return givenToUse(context, parent, index);
  const id = parent?.type === 'VariableDeclarator' ? parent.id : maker.type === 'FunctionDeclaration' ? maker.id : null;
  const variable = id === null || isExportedHere(context.tree, id) ? null : findDeclaration(context.tree, id);
  const calls = variable === null ? null : callsOf(context.tree, variable);
  const inner = ask(context, maker);
  if (inner === null) return [];
  return calls === null ? unknown : calls.flatMap((call) => givenToUse(inner, call, index));
}

/** What a call makes is given where the call stands: `request(url, json(done))`, while `done` of `json` is looked at. */
function givenToMade(context: Context, { context: outer, at }: Entrance, index: number): GivenAnswers {
  return 'type' in at ? givenToUse({ ...outer, depth: context.depth }, at, index) : unknown;
}

/** Null if it is being looked through, so that what is found now is not all that there is. */
function ask(context: Context, of: FunctionNode | Variable): Context | null {
  const { asked = new Set() } = context;
  if (!asked.has(of)) return { ...context, asked: new Set([...asked, of]) };
  context.evaluation.answering.cuts += 1;
  return null;
}

/** The calls of the function that a variable holds; null if it goes elsewhere. */
function callsOf(tree: Tree, { references }: Variable): TSESTree.CallExpression[] | null {
  const calls = references
    .filter(({ init }) => init !== true)
    .map(({ identifier }) => {
      const call = tree.parents.get(identifier);
      return call?.type === 'CallExpression' && call.callee === identifier ? call : null;
    });
  return calls.includes(null) ? null : calls.filter((call) => call !== null);
}

/** `if (typeof options === 'function') done = options`, or `request.onload = done`. */
function givenToAssigned(context: Context, { left }: TSESTree.AssignmentExpression, index: number): GivenAnswers {
  if (left.type !== 'Identifier') return [index === 0 ? readEvent(context, left) : null];
  const variable = findVariable(context.tree, left);
  const inner = variable === null ? null : ask(context, variable);
  return variable === null ? unknown : inner === null ? [] : givenToVariable(inner, variable, index);
}

function givenToDeclared(context: Context, { id }: TSESTree.VariableDeclarator, index: number): GivenAnswers {
  const variable = id.type === 'Identifier' ? findDeclaration(context.tree, id) : null;
  if (variable === null || isExportedHere(context.tree, id)) return unknown;
  const inner = ask(context, variable);
  return inner === null ? [] : givenToVariable(inner, variable, index);
}

type CallNode = TSESTree.CallExpression | TSESTree.NewExpression;

export function givenByCall(context: Context, call: CallNode, index: number): GivenAnswers {
  const before = call.arguments.slice(0, index + 1);
  if (before.some(({ type }) => type === 'SpreadElement')) return unknown;
  const argument = call.arguments[index];
  if (argument === undefined || isEmpty(argument)) return [];
  const own = parameterAround(context, call, index);
  return own === null
    ? [readAnswer(context, argument)]
    : readPut(context, argument, (node) => node.type === 'Identifier' && findVariable(context.tree, node) === own);
}

/** The parameter at an index of the function that calls itself: it is given more of what it has, `all(page + 1, found, done)`. */
function parameterAround({ tree }: Context, { callee }: CallNode, index: number): Variable | null {
  const definition = callee.type === 'Identifier' ? findVariable(tree, callee)?.defs[0] : undefined;
  // What is called may be a parameter of the function, which is no name of it: `(project, next) => next(project)`.
  const named = definition?.type === 'Parameter' ? undefined : (definition?.node as Node | undefined);
  const made = named?.type === 'VariableDeclarator' ? named.init : named;
  if (made == null || !isFunction(made) || !contains(made, callee)) return null;
  const parameter = made.params[index];
  return parameter?.type === 'Identifier' ? findDeclaration(tree, parameter) : null;
}

/** `done.call(this, body)`, `done.bind(this)`; what a prototype is given calls nothing. */
function givenByMethod(context: Context, member: TSESTree.MemberExpression, index: number): GivenAnswers {
  const call = context.tree.parents.get(member);
  const name = nameOfKey(member.property, member.computed);
  if (name === 'prototype') return [];
  if (call?.type !== 'CallExpression' || call.callee !== member) return unknown;
  if (name === 'call') return givenByCall(context, call, index + 1);
  return name === 'bind' && call.arguments.length < 2 ? givenToUse(context, call, index) : unknown;
}

// What a call gives to a function that it is given

/** Methods of lists, and of Bluebird's promises of lists (http://bluebirdjs.com/docs/api-reference.html). */
const iterators = new Set('forEach map filter find findLast some every flatMap findIndex each mapSeries'.split(' '));
const failures = new Set(['catch', 'fail', 'error']);

function givenToArgument(context: Context, call: TSESTree.CallExpression, use: Node, index: number): GivenAnswers {
  const position = call.arguments.findIndex((argument) => argument === use);
  const method = methodOf(call);
  if (call.callee.type === 'MemberExpression' && method !== null && position === 0) {
    if (failures.has(method)) return givenOnFailure(context, call, index);
    if (method === 'finally') return [];
    const iterated = givenByStream(context, call, index) ?? readIterated(context, call.callee.object, method, index);
    if (iterated !== null) return [settle(iterated)];
  }
  if (method === 'then') return position > 0 ? givenOnFailure(context, call, index) : unknown;
  if (isOfFailure(call, position)) return [];
  const behind = position === 0 ? argumentsBehind(call) : null;
  if (behind !== null) return givenByCall(context, call, index + behind);
  const special =
    readCollection(context, call, position, index) ??
    readSpread(context, call, position, index) ??
    (position === 0
      ? (givenToOperator(context, call, index) ??
        givenByCollector(context, call, index) ??
        givenToWorker(context, call, index))
      : (givenToLast(context, call, position, index) ?? givenToCombiner(context, call, position, index)));
  if (special !== null) return [settle(special)];
  if (isOperator(context, call)) return unknown;
  const through = givenThrough(context, call, use, index);
  if (through.length > 0 && through.every((answer) => answer !== null)) return through;
  const sent = settle(readCallbackAnswer({ ...context, own: use }, call, index));
  return sent === null && through.length === 0 && isOfProject(context, call) ? [] : [sent];
}

/** `subscribe({ next: (project) => … })`: https://rxjs.dev/guide/observer. Null if it is no observer's. */
function givenToObserver(context: Context, property: TSESTree.Property, index: number): GivenAnswers | null {
  const observer = context.tree.parents.get(property);
  const call = observer === undefined ? undefined : context.tree.parents.get(observer);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== observer) return null;
  const name = nameOfKey(property.key, property.computed);
  if (name === 'next' && calleeName(call) === 'tap') return [settle(givenToOperator(context, call, index))];
  const method = methodOf(call);
  if (call.callee.type !== 'MemberExpression' || method !== 'subscribe') return null;
  if (name === 'error') return givenOnFailure(context, call, index);
  return name === 'next' ? [settle(readIterated(context, call.callee.object, method, index))] : null;
}

/** A request that fails says nothing of a body, so nothing is known of it that is not known of the answer. */
function givenOnFailure(context: Context, { callee }: TSESTree.CallExpression, index: number): GivenAnswers {
  if (index > 0 || callee.type !== 'MemberExpression') return [];
  const failure = toFailure([readAnswer(context, callee.object)]);
  return failure === null ? [] : [failure];
}

/** What `then` and `subscribe` give to their callback, and a list's method to its. */
function readIterated(context: Context, object: Node, method: string, index: number): Answer | null {
  if (method === 'spread') return toElementAt(readAnswer(context, object), index);
  const several = /^(?:then|done|always)$/.test(method) ? readAnswer(context, object)?.made : undefined;
  if (several?.kind === 'several') return several.of[index] ?? null;
  if (/^reduce(?:Right)?$/.test(method) && index === 1) return toElement(readAnswer(context, object));
  if (/^(?:sort|toSorted)$/.test(method)) return index < 2 ? toElement(readAnswer(context, object)) : null;
  if (index !== 0) return null;
  if (/^(?:then|subscribe|tap)$/.test(method)) return readAnswer(context, object);
  if (!iterators.has(method)) return null;
  const answer = readAnswer(context, object);
  return isStream(answer, method) ? answer : toValue(answer);
}

/** `http.get(url).map((answer) => …)`: one answer comes, no list. */
export function isStream(answer: Answer | null, method: string): boolean {
  return answer?.layer === 'answer' && (method === 'map' || method === 'flatMap');
}

/** `_.each(list, (item) => …)`, `$.each(list, (index, item) => …)`. */
function readCollection(
  context: Context,
  call: TSESTree.CallExpression,
  position: number,
  index: number,
): Answer | null {
  const { evaluation, tree, frame } = context;
  const helper = findHelper(evaluation, { tree, node: call, frame });
  const list = helper === null ? undefined : call.arguments[helper.list];
  if (helper === null || helper.whole === true || list === undefined) return null;
  if (position !== helper.callback || index !== helper.element) return null;
  return toValue(readAnswer(context, list));
}

/** `Promise.join(one, other, (…) => …)`, `.then(axios.spread((…) => …))`. */
function readSpread(context: Context, call: TSESTree.CallExpression, position: number, index: number): Answer | null {
  const method = methodOf(call);
  const argument = call.arguments[index];
  if (method === 'join' && argument !== undefined && index < position) return readAnswer(context, argument);
  const outer = method === 'spread' ? context.tree.parents.get(call) : undefined;
  if (outer?.type !== 'CallExpression' || outer.callee.type !== 'MemberExpression' || methodOf(outer) !== 'then')
    return null;
  return outer.arguments[0] === call ? toElementAt(readAnswer(context, outer.callee.object), index) : null;
}

function isOfProject(context: Context, call: TSESTree.CallExpression): boolean {
  const value = resolveCallee(context.evaluation, context.tree, call, context.frame);
  return optionsOf(value).every(({ kind }) => kind === 'function');
}

/** What functions of the project do with a function that a call gives them. */
function givenThrough(context: Context, call: TSESTree.CallExpression, use: Node, index: number): GivenAnswers {
  const position = call.arguments.findIndex((argument) => argument === use);
  const { value, args } = resolveCall(context.evaluation, context.tree, call, context.frame);
  return optionsOf(value).flatMap((option): GivenAnswers => {
    if (option.kind !== 'function') return [];
    const parameter = option.node.params[position + option.bound.length];
    const variable = parameter?.type === 'Identifier' ? findDeclaration(option.tree, parameter) : null;
    if (variable !== null && use.type === 'Identifier' && findVariable(context.tree, use) === variable) return [];
    if (variable === null || context.depth > deepestGiven) return unknown;
    const inner = enterFunction({ ...context, depth: context.depth + 1 }, option, args, call);
    return givenToVariable(inner, variable, index);
  });
}

const deepestGiven = 12;

function methodOf({ callee }: TSESTree.CallExpression): string | null {
  return callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : null;
}

function readCallbackAnswer(context: Context, call: TSESTree.CallExpression, index: number): Answer | null {
  const sent = readCallAnswer(context, call) ?? sentBefore(context, call) ?? sentByCallee(context, call);
  if (sent?.wrapped === true) return sent;
  const spec = sent?.client?.answer;
  if (sent?.client == null || spec === undefined || (sent.layer === 'body' && !isBodyItself(sent.client))) return null;
  return toArgument(sent, findHandler(spec, eventOf(call)) ?? spec.callback, index);
}

/** `robot.http(url).get()(callback)`. */
function sentByCallee(context: Context, { callee }: TSESTree.CallExpression): Answer | null {
  return callee.type === 'CallExpression' ? readCallAnswer(context, callee) : null;
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
  if (record?.type !== 'ObjectExpression' || call?.type !== 'CallExpression' || name === null) return null;
  const loaded = index === 0 ? readLoaded(context, record, name) : null;
  if (loaded !== null) return loaded;
  const sent = readCallAnswer({ ...context, own: property.value }, call);
  if (sent?.wrapped === true) return sent;
  return sent === null ? null : toArgument(sent, findHandler(sent.client?.answer, name), index);
}

/** `transformResponse: [parse]`, or behind what the library does itself, `[...defaults, pick]`. */
function givenToFirst(context: Context, list: TSESTree.ArrayExpression, use: Node, index: number): Answer | null {
  const option = context.tree.parents.get(list);
  const before = list.elements.slice(
    0,
    list.elements.findIndex((each) => each === use),
  );
  if (option?.type !== 'Property' || !before.every((each) => each?.type === 'SpreadElement')) return null;
  return settle(readOptionAnswer(context, option, index));
}

/** What the function gives that loads, for a handler beside it: `useMutation({ mutationFn: () => send(), onSuccess })`. */
function readLoaded(context: Context, record: TSESTree.ObjectExpression, handler: string): Answer | null {
  const isFirst = handler === 'select' || (/^on(?:Success|Settled)$/.test(handler) && !findOption(record, /^select$/));
  const loads = isFirst ? findOption(record, /^(?:queryFn|mutationFn)$/) : undefined;
  return loads === undefined ? null : settle(readReturned(context, loads.value));
}

function findOption({ properties }: TSESTree.ObjectExpression, name: RegExp): TSESTree.Property | undefined {
  return properties.find(
    (each): each is TSESTree.Property =>
      each.type === 'Property' && name.test(nameOfKey(each.key, each.computed) ?? ''),
  );
}

function findHandler(spec: Client['answer'], name: string | null): Callback | undefined {
  const handlers = spec?.handlers ?? {};
  if (name === null) return undefined;
  return Object.hasOwn(handlers, name) ? handlers[name] : /^\d(?:\d\d|XX)$/.test(name) ? spec?.statusEvents : undefined;
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
    const isSent = at.type === 'CallExpression' || answer?.layer === 'answer' || answer?.settled === false;
    if (answer !== null) return isSent ? answer : null;
  }
  return null;
}

// Promises

/** What `new Promise((resolve) => …)` will hold: all that its `resolve` is given. */
export function readPromiseAnswer(context: Context, node: TSESTree.NewExpression): Answer | null {
  const [executor] = node.arguments;
  if (node.callee.type !== 'Identifier' || !/Promise$/.test(node.callee.name)) return null;
  if (executor?.type !== 'ArrowFunctionExpression' && executor?.type !== 'FunctionExpression') return null;
  const [resolve] = executor.params;
  const variable = resolve === undefined ? null : findDeclaration(context.tree, resolve);
  return variable === null ? null : unsettle(agree(givenToVariable(context, variable, 0)));
}

/** What `Promise.fromCallback((done) => …)` of Bluebird will hold: what `done` is given behind an error. */
export function readFromCallback(context: Context, given: Node): Answer | null {
  const done = isFunction(given) ? given.params[0] : undefined;
  const variable = done === undefined ? null : findDeclaration(context.tree, done);
  return variable === null ? null : unsettle(agree(givenToVariable(context, variable, 1)));
}

function unsettle(answer: Answer | null): Answer | null {
  return answer === null ? null : { ...answer, settled: false };
}
