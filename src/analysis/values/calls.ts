import { readThis } from './self.js';
import { readSuperMember, withStep } from './classes.js';
import type { TSESTree } from '@typescript-eslint/types';
import { findCall } from '../clients/client.js';
import type { Call, Roles } from '../clients/client.js';
import { isPatient } from '../budget.js';
import { evaluate, giveUp, startTurn } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { readResolved } from './injection.js';
import { readInterop, readSliced, readSpreadByHelper } from './interop.js';
import { readJoinedQuery } from './joined-queries.js';
import { readKeptInMap } from './kept-in-maps.js';
import { readCalled } from './callers.js';
import type { Called } from './callers.js';
import { callLibrary, constructLibrary } from './library.js';
import { mapUnseen } from './lists.js';
import { mayGiveNothing, returnsOf } from './returns.js';
import type { At } from './members.js';
import { isOwnModule, readModule, exportsOf, findSpecifier } from '../modules.js';
import { parseRequest } from '../../http/request.js';
import { nothing, toKnown } from '../../http/text.js';
import { decideReturns } from './steps.js';
import { callTextMethod } from './text-methods.js';
import { textual } from './texts.js';
import { calleeName, declaresThis, nameOfKey, toPlace } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { absent, choose, emptyRecord, makeHole, optionsOf, toOrigin, toSpread, unknownAt } from '../value.js';
import type { ClientValue, Frame, FunctionValue, Given, Origin, RecordValue, ResponseValue, Value } from '../value.js';

type CallNode = TSESTree.CallExpression | TSESTree.NewExpression;

export function argumentsOf(evaluation: Evaluation, tree: Tree, call: CallNode, frame: Frame | null): Value[] {
  return evaluateArguments(evaluation, tree, call.arguments, frame);
}

/** The arguments' values. A spread that cannot be read is the last, and stands for all from there on. */
export function evaluateArguments(
  evaluation: Evaluation,
  tree: Tree,
  nodes: CallNode['arguments'],
  frame: Frame | null,
): Value[] {
  const values: Value[] = [];
  for (const argument of nodes) {
    if (argument.type !== 'SpreadElement') {
      values.push(evaluate(evaluation, tree, argument, frame));
      continue;
    }
    const list = evaluate(evaluation, tree, argument.argument, frame);
    if (list.kind !== 'list' || list.open)
      return [...values, toSpread(unknownAt(tree, argument, frame, parametersOf(list)))];
    values.push(...list.items);
  }
  return values;
}

/** The parameters that would fill what nobody sees. */
function parametersOf(value: Value): Origin['parameters'] {
  return value.kind === 'unknown' ? (toOrigin(value.hole)?.parameters ?? []) : [];
}

export function evaluateCall(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.CallExpression,
  frame: Frame | null,
): Value {
  const at: At = { tree, node, frame };
  const required = requiredSource(evaluation, at, node);
  if (required !== null) return readModule(evaluation, tree, required, node);
  const interoperated =
    readInterop(evaluation, at, node) ??
    readSliced(evaluation, at, node) ??
    readSpreadByHelper(evaluation, at, node) ??
    readJoinedQuery(evaluation, at, node);
  if (interoperated !== null) return interoperated;
  const special = callOnValue(evaluation, at, node) ?? readKeptInMap(evaluation, at, node);
  if (special !== null) return special;
  const callee = evaluateCallee(evaluation, tree, node, frame);
  if (!optionsOf(callee).some((option) => takesArguments(option, node))) return apply(evaluation, callee, [], at, node);
  const { value, args } = resolveCall(evaluation, tree, node, frame);
  return apply(evaluation, value, args, at, node);
}

/** Whether the arguments tell anything of what a call of a value gives: a value that is none to call gives the same with any. */
function takesArguments({ kind }: Value, node: TSESTree.CallExpression): boolean {
  if (kind === 'unknown') return /^(?:call|apply|bind|get|resolve|getInstance)$/.test(calleeName(node));
  return kind === 'function' || kind === 'client' || kind === 'external' || kind === 'module';
}

/** The module of `require('…')`. */
function requiredSource(evaluation: Evaluation, { tree, frame }: At, node: TSESTree.CallExpression): string | null {
  const [source] = node.arguments;
  if (node.callee.type !== 'Identifier' || node.callee.name !== 'require') return null;
  return source === undefined ? null : findSpecifier(evaluation, tree, source, frame);
}

/** Methods of texts, lists and records that read as what they give. */
function callOnValue(evaluation: Evaluation, at: At, node: TSESTree.CallExpression): Value | null {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return null;
  const name = nameOfKey(callee.property, callee.computed);
  if (name === null) return null;
  const object = evaluate(evaluation, at.tree, callee.object, at.frame);
  return callTextMethod(evaluation, object, name, node, at);
}

/** What a call calls, as `resolveCall` says it, without a look at the arguments that it gets. */
export function resolveCallee(evaluation: Evaluation, tree: Tree, node: CallNode, frame: Frame | null): Value {
  if (/^(?:call|apply)$/.test(memberOfCallee(node) ?? '')) return resolveCall(evaluation, tree, node, frame).value;
  const value = evaluateCallee(evaluation, tree, node, frame);
  return value.kind === 'external' ? resolveCall(evaluation, tree, node, frame).value : value;
}

function memberOfCallee({ callee }: CallNode): string | null {
  return callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : null;
}

/** `HTTP.call(method, url)`: the client has a call of that name. */
function isOwnCall(value: Value): boolean {
  return value.kind === 'client' && findCall(value.client.calls, memberName(value)) !== null;
}

/** What a call calls, with `call`, `apply` and `bind` taken off, and the arguments that it gets. */
export function resolveCall(evaluation: Evaluation, tree: Tree, node: CallNode, frame: Frame | null): Called {
  const args = argumentsOf(evaluation, tree, node, frame);
  const value = evaluateCallee(evaluation, tree, node, frame);
  const { callee } = node;
  const called = value.kind === 'external' ? readCalled(evaluation, value, args, { tree, node, frame }) : null;
  if (called !== null) return called;
  const name = memberOfCallee(node);
  if (callee.type !== 'MemberExpression' || (name !== 'call' && name !== 'apply')) return { value, args };
  if (isOwnCall(value)) return { value, args };
  const target = evaluate(evaluation, tree, callee.object, frame);
  if (target.kind !== 'function' && target.kind !== 'client') return { value, args };
  const [self, ...rest] = args;
  const list = rest[0];
  const given =
    name === 'call'
      ? rest
      : list?.kind === 'list' && !list.open
        ? list.items
        : list === undefined
          ? []
          : [toSpread(unknownAt(tree, node, frame))];
  return {
    value: target.kind === 'function' && self !== undefined ? { ...target, self: target.self ?? self } : target,
    args: given,
  };
}

function evaluateCallee(evaluation: Evaluation, tree: Tree, node: CallNode, frame: Frame | null): Value {
  const { callee } = node;
  if (callee.type === 'MemberExpression' && callee.object.type === 'Super') {
    const name = nameOfKey(callee.property, callee.computed);
    const at = { tree, node: callee, frame };
    const member =
      name === null ? null : readSuperMember(evaluation, readThis(evaluation, tree, callee, frame), name, at);
    return member ?? unknownAt(tree, callee, frame);
  }
  if (callee.type === 'Super') return absent;
  const named = evaluate(evaluation, tree, callee, frame);
  const value = toWhole(evaluation, isOwnModule(tree, named) ? { kind: 'module', tree } : named);
  return readHandedFetch(evaluation, value, { tree, node, frame }) ?? value;
}

/**
 * A `fetch` that a function is given, `load({ fetch })`, is what its name says where it is called with a whole address of
 * the API; another one may put a base before what it gets.
 */
function readHandedFetch(
  evaluation: Evaluation,
  callee: Value,
  { tree, node: { arguments: given }, frame }: { tree: Tree; node: CallNode; frame: Frame | null },
): Value | null {
  const [address] = given;
  if (callee.kind !== 'unknown' || !/^(?:event\.)?fetch$/.test(callee.hole.label)) return null;
  if (address === undefined || address.type === 'SpreadElement') return null;
  const options = optionsOf(textual(evaluate(evaluation, tree, address, frame), tree, address, frame));
  const isOfApi = options.every((each) => each.kind === 'text' && parseRequest(nothing, each.text).version !== null);
  const client = isOfApi ? evaluation.clients.find(({ globals }) => globals?.includes('fetch')) : undefined;
  return client === undefined ? null : { kind: 'client', client, path: [], inherited: [], made: null };
}

/** What a module is as a whole, beside what it exports by names: `module.exports = send; module.exports.get = …`. */
function toWhole(evaluation: Evaluation, value: Value): Value {
  const whole = value.kind === 'module' ? exportsOf(value.tree).whole : null;
  return value.kind !== 'module' || whole === null ? value : evaluate(evaluation, value.tree, whole, null);
}

function apply(
  evaluation: Evaluation,
  value: Value,
  args: readonly Value[],
  at: At,
  node: TSESTree.CallExpression,
): Value {
  switch (value.kind) {
    case 'choice':
      return choose(
        value.options.map((option) => apply(evaluation, option, args, at, node)),
        () => unknownAt(at.tree, at.node, at.frame),
      );
    case 'function':
      return callFunction(evaluation, value, args, at);
    case 'module': {
      const whole = toWhole(evaluation, value);
      return whole.kind === 'module' ? unknownAt(at.tree, node, at.frame) : apply(evaluation, whole, args, at, node);
    }
    case 'client':
      return callClient(evaluation, value, args, at, node);
    case 'external':
      return (
        callLibrary(evaluation, value, args, at) ??
        readResolved(evaluation, at.tree, node, args) ??
        unknownAt(at.tree, node, at.frame)
      );
    case 'response':
      return resume(value, node);
    case 'unknown':
      return (
        readResolved(evaluation, at.tree, node, args) ??
        mapUnseen(evaluation, value, node, at) ??
        bindOrUnknown(evaluation, value, args, at, node)
      );
    default:
      return unknownAt(at.tree, node, at.frame);
  }
}

/** What a call on what a sending call returned gives: the client again, for a library that chains, or the answer itself. */
function resume(value: ResponseValue, { callee }: TSESTree.CallExpression): Value {
  const name = callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : null;
  const { client } = value;
  return name !== null && client.client.resumes?.includes(name) === true ? { ...client, path: [] } : value;
}

/** `f.bind(self, …)`; else a call that only a caller can resolve is as unknown as its callee. */
function bindOrUnknown(
  evaluation: Evaluation,
  value: Extract<Value, { kind: 'unknown' }>,
  args: readonly Value[],
  at: At,
  node: TSESTree.CallExpression,
): Value {
  const { callee } = node;
  if (callee.type === 'MemberExpression' && nameOfKey(callee.property, callee.computed) === 'bind') {
    const target = evaluate(evaluation, at.tree, callee.object, at.frame);
    const [self, ...bound] = args;
    if (target.kind === 'function') return { ...target, self: self ?? target.self, bound: [...target.bound, ...bound] };
    if (target.kind === 'client') return target;
  }
  return unknownAt(at.tree, node, at.frame, toOrigin(value.hole)?.parameters);
}

const deepestCalls = 10;
/** How deep calls are followed from a starting point that has cost much already. */
const deepestOutOfPatience = 4;

/** What a function of the project returns: the value of its `return`, or one of several. */
export function callFunction(
  evaluation: Evaluation,
  value: FunctionValue,
  args: readonly Value[],
  at: At | null,
): Value {
  const { tree, node, frame } = at ?? value;
  const entered = evaluation.entered.get(value.node);
  if (entered !== undefined) return giveUp(evaluation, [entered], tree, node, frame);
  if (evaluation.entered.size >= (isPatient(evaluation) ? deepestCalls : deepestOutOfPatience))
    return giveUp(evaluation, [0, ...[...evaluation.entered.values()].slice(-1)], tree, node, frame);
  const inner = enter(value, args, at?.frame ?? null);
  const depth = evaluation.active.size - 1;
  evaluation.entered.set(value.node, depth);
  const returned = decideReturns(evaluation, value.tree, value.node, returnsOf(value.node), inner);
  const values = returned.map((each) => evaluate(evaluation, value.tree, each, inner));
  if (values.length > 0 && mayGiveNothing(evaluation, value.tree, value.node, inner)) values.push(absent);
  evaluation.entered.delete(value.node);
  startTurn(evaluation, depth);
  const result = values.length === 0 ? absent : choose(values, () => unknownAt(tree, node, frame));
  return result.kind === 'instance' && result === value.self ? withStep(result, inner) : result;
}

/** The frame of a call of a function. */
export function enter(value: FunctionValue, args: readonly Value[], caller: Frame | null): Frame {
  return {
    tree: value.tree,
    node: value.node,
    args: [...(declaresThis(value.node) ? [value.self ?? absent] : []), ...value.bound, ...args],
    self: value.self,
    parent: value.frame,
    depth: (caller?.depth ?? 0) + 1,
  };
}

// Clients

/** The roles of a call's arguments, by how many there are. */
export function rolesOf(call: Call, args: readonly Value[]): Roles {
  const given = args.filter(({ kind }) => kind !== 'function').length;
  if (call.bodiless?.length === given && isBodiless(args[0])) return call.bodiless;
  if (call.short === undefined || given > call.short.length) return call.roles;
  return call.roles[0] === 'method' && isMethod(args[0]) ? call.roles : call.short;
}

function isMethod(value: Value | undefined): boolean {
  const text = value?.kind === 'text' ? toKnown(value.text) : null;
  return text !== null && /^[A-Z]+$/.test(text);
}

function isBodiless(method: Value | undefined): boolean {
  const text = method?.kind === 'text' ? toKnown(method.text) : null;
  return text !== null && /^(?:get|head)$/i.test(text);
}

/** A call's arguments by their roles. */
export function toGiven(call: Call, args: readonly Value[], nodes: readonly Node[], at: At): Given[] {
  const roles = rolesOf(call, args);
  return args.flatMap((value, index) => {
    const role = roles[index];
    if (role === undefined || role === 'other') return [];
    return [{ role, value, node: nodes[index] ?? at.node, tree: at.tree, frame: at.frame }];
  });
}

/** `const form = request.post(url).form()`: what is put into what the call gives is sent too. */
function isFilledLater(tree: Tree, call: TSESTree.CallExpression): boolean {
  const parent = tree.parents.get(call);
  return (
    parent?.type === 'VariableDeclarator' ||
    parent?.type === 'AssignmentExpression' ||
    (parent?.type === 'MemberExpression' && parent.object === call && nameOfKey(parent.property, false) === 'append')
  );
}

/** Pairs become records of one entry, so that what follows sees records only. */
export function toFollowing(table: Call, args: readonly Value[], call: TSESTree.CallExpression, at: At): Given[] {
  const roles = rolesOf(table, args);
  const [role] = roles;
  const [first, second] = args;
  const { tree } = at;
  if (first === undefined && role === 'body' && isFilledLater(tree, call))
    return [{ role, value: unknownAt(tree, call, at.frame), ...at }];
  if (first === undefined || (role !== 'query-pair' && role !== 'body-pair' && role !== 'header-name'))
    return toGiven(table, args, call.arguments, at);
  const to = role === 'query-pair' ? 'query' : role === 'body-pair' ? 'body' : 'headers';
  const name = first.kind === 'text' ? toKnown(first.text) : null;
  if (second === undefined || name === null) return [{ role: to, value: first, ...at }];
  const [key, valueNode] = call.arguments;
  const written =
    key === undefined || valueNode === undefined
      ? null
      : { whole: null, key: toPlace(tree, key), value: toPlace(tree, valueNode), kind: 'call' as const, literal: null };
  const record: RecordValue = { ...emptyRecord, entries: new Map([[name, { value: second, written }]]) };
  return [{ role: to, value: record, ...at }];
}

/**
 * The name under which a client's table knows a member: `Vue.http` apart, the path without what is the client itself,
 * and without the ending that bluebird's `promisifyAll` gives to names.
 */
export function memberName(value: ClientValue): string {
  const names = value.path.filter((name) => value.client.self?.includes(name) !== true);
  return names.join('.').replace(/Async$/, '');
}

function callClient(
  evaluation: Evaluation,
  value: ClientValue,
  args: readonly Value[],
  at: At,
  node: TSESTree.CallExpression,
): Value {
  const name = memberName(value);
  const creates = findCall(value.client.creates, name);
  if (creates !== null) return makeClient(value, creates, args, at, node.arguments);
  const follows = value.made === null ? null : findCall(value.client.follows, name);
  if (follows !== null)
    return { ...value, path: [], inherited: [...value.inherited, ...toFollowing(follows, args, node, at)] };
  if (value.path.at(-1) === 'bind') return { ...value, path: value.path.slice(0, -1) };
  if (findCall(value.client.calls, name) !== null || isAction(value, name)) {
    if (value.client.answers?.chains === true) return { ...value, path: [] };
    return {
      kind: 'response',
      client: value,
      tree: at.tree,
      call: node,
      frame: at.frame,
      hole: makeHole(at.tree, node, at.frame),
    };
  }
  return callHelper(evaluation, value, args, at) ?? unknownAt(at.tree, node, at.frame);
}

/** What the library has beside requests: `$.extend({}, defaults, options)`. */
function callHelper(
  evaluation: Evaluation,
  { client, path, made }: ClientValue,
  args: readonly Value[],
  at: At,
): Value | null {
  const [module] = client.modules;
  if (module === undefined || made !== null || path.length === 0) return null;
  const hole = makeHole(at.tree, at.node, at.frame);
  return callLibrary(evaluation, { kind: 'external', module, path, hole }, args, at);
}

/** Whether a name is one of the further calls that a client was made with. */
function isAction(value: ClientValue, name: string): boolean {
  return actionOf(value, name) !== null;
}

export function actionOf(value: ClientValue, name: string): Value | null {
  return value.actions?.kind === 'record' ? (value.actions.entries.get(name)?.value ?? null) : null;
}

function makeClient(
  value: ClientValue,
  call: Call,
  args: readonly Value[],
  at: At,
  nodes: readonly Node[],
): ClientValue {
  const actions = value.client.actions === undefined ? undefined : args[value.client.actions.argument];
  return {
    kind: 'client',
    client: value.client,
    path: call.makes ?? [],
    inherited: [...value.inherited, ...toGiven(call, args, nodes, at)],
    made: { tree: at.tree, node: at.node, frame: at.frame },
    ...(actions === undefined ? {} : { actions }),
  };
}

/** What a client's package exports beside the client: `HttpParams`. */
function constructExport(
  evaluation: Evaluation,
  { client, path }: ClientValue,
  args: readonly Value[],
  at: At,
): Value | null {
  const [module = null] = client.modules;
  const hole = makeHole(at.tree, at.node, at.frame);
  return constructLibrary(evaluation, { kind: 'external', module, path, hole }, args, at);
}

export function evaluateNew(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.NewExpression,
  frame: Frame | null,
): Value {
  const at: At = { tree, node, frame };
  const args = argumentsOf(evaluation, tree, node, frame);
  const made = optionsOf(evaluate(evaluation, tree, node.callee, frame)).map((option) =>
    construct(evaluation, option, args, node, at),
  );
  return choose(made, () => unknownAt(tree, node, frame));
}

function construct(
  evaluation: Evaluation,
  value: Value,
  args: readonly Value[],
  node: TSESTree.NewExpression,
  at: At,
): Value {
  const { tree, frame } = at;
  switch (value.kind) {
    case 'class':
      return { kind: 'instance', of: value, args };
    case 'function':
      return { kind: 'instance', of: { kind: 'class', tree: value.tree, node: value.node, frame: value.frame }, args };
    case 'module': {
      const inner = toWhole(evaluation, value);
      if (inner.kind !== 'class' && inner.kind !== 'function') return unknownAt(tree, node, frame);
      return { kind: 'instance', of: { kind: 'class', tree: inner.tree, node: inner.node, frame: inner.frame }, args };
    }
    case 'client': {
      const name = memberName(value);
      const call = findCall(value.client.constructs, name) ?? findCall(value.client.requests, name);
      return call === null
        ? (constructExport(evaluation, value, args, at) ?? unknownAt(tree, node, frame))
        : makeClient(value, call, args, at, node.arguments);
    }
    case 'external':
      return constructLibrary(evaluation, value, args, at) ?? unknownAt(tree, node, frame);
    default:
      return unknownAt(tree, node, frame);
  }
}
