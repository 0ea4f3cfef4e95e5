import { createBudget, isPatient, isSpent } from './budget.js';
import type { Budget } from './budget.js';
import type { Reach } from './requests/bystanders.js';
import { readArguments } from './values/arguments.js';
import { readThis } from './values/self.js';
import { itemsOf } from './values/lists.js';
import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { toKnown } from '../http/text.js';
import type { DeclaredClient } from '../configuration/configuration.js';
import type { Client } from './clients/client.js';
import { readDeclaredFiles, toDeclared } from './values/declared.js';
import type { Declared } from './values/declared.js';
import type { Project } from './project.js';
import { readVariable } from './values/bindings.js';
import { evaluateCall, evaluateNew } from './values/calls.js';
import { readArm } from './values/chosen-signs.js';
import { decide } from './values/decide.js';
import { asRecord, findSpecifier, readModule } from './modules.js';
import { readGlobal, readMember } from './values/members.js';
import {
  calleeName,
  findDeclaration,
  findVariable,
  isClass,
  nameOfKey,
  rightOf,
  toPlace,
  toTree,
  unwrap,
} from './syntax/tree.js';
import type { FunctionNode, Node, Tree } from './syntax/tree.js';
import {
  absent,
  choose,
  isBoolean,
  makeHole,
  mayBeNothing,
  optionsOf,
  orNothing,
  unknownAt,
  withStandIn,
} from './value.js';
import type { ExternalValue, Frame, FunctionValue, InstanceValue, TextValue, Value } from './value.js';
import type { MemberWrites } from './values/writes.js';
import { readLiteral, readTemplate, readUnary } from './values/literals.js';
import { readNumberBefore, readSum, isConjunction } from './values/texts.js';
import { readTagged } from './values/tagged.js';
import { readRecord, readList } from './values/records.js';

/**
 * Abstract interpretation in the small: an expression's value as far as the source tells. Nothing is run, whatever
 * nobody wrote a reader for is a hole, and everything is bounded, so a hostile file costs time but no hang.
 */
export interface Evaluation {
  readonly project: Project;
  readonly clients: readonly Client[];
  /** What the configuration declares. */
  readonly declared: Declared;
  /** Values of nodes outside any call that is being looked into, and inside each. */
  readonly memo: Memo;
  readonly framed: WeakMap<Frame, Memo>;
  /** Nodes under evaluation, each with its depth: what depends on itself is unknown. */
  readonly active: Map<Node, number>;
  /** Functions that are being looked into, each with the depth at which it was entered. */
  readonly entered: Map<FunctionNode, number>;
  /** The depths at which what is being evaluated came back to an evaluation in progress, or was given up. */
  cuts: readonly number[];
  /** What tells the evaluations in progress from earlier ones of the same depth, and the last of it. */
  readonly turns: number[];
  turn: number;
  /** Functions whose callers can tell more of the requests in them, or can't, by how far they are followed; and those being looked at. */
  readonly open: Readonly<Record<Reach, WeakMap<FunctionNode, boolean>>>;
  readonly summarized: Set<FunctionNode>;
  /** Whether a function sends to a path that it is given. */
  readonly senders: WeakMap<FunctionNode, boolean>;
  readonly callees: Readonly<Record<Reach, WeakMap<FunctionNode, Callees>>>;
  /** Functions that call no client, nor call one that does. */
  readonly clientless: Readonly<Record<Reach, WeakSet<FunctionNode>>>;
  /** Where the object that a variable holds is changed. */
  readonly mutations: WeakMap<Variable, readonly Node[]>;
  /** The questions that are being asked of what expressions hold of answers. */
  readonly answering: Answering;
  /** Writes to members from elsewhere; null before they are collected. */
  readonly writes: { known: MemberWrites | null };
  readonly budget: Budget;
}

export interface Answering {
  /** Expressions that are asked about. */
  readonly active: Set<Node>;
  /** How often a question was given up. */
  cuts: number;
  /** What was found to hold nothing, but for questions that were given up, since the outermost question was asked. */
  doubtful: Set<Node>;
}

/** What is known of a call's nodes. */
export interface Memo {
  readonly known: Map<Node, Value>;
  readonly assumed: Map<Node, Assumed>;
}

/** A value that holds while the evaluations in progress that it was made without are in progress still. */
interface Assumed {
  readonly value: Value;
  readonly cuts: readonly number[];
  readonly depth: number;
  readonly turn: number;
}

/** What a function calls, as far as its body alone tells. */
export interface Callees {
  /** It calls a client. */
  readonly sends: boolean;
  readonly callees: readonly FunctionValue[];
}

const mostDepth = 200;

/** @param declarations clients that the configuration declares, which come before the libraries' */
export function createEvaluation(
  project: Project,
  libraries: readonly Client[],
  declarations: readonly DeclaredClient[] = [],
): Evaluation {
  const declared = toDeclared(declarations);
  const clients = [...declared.clients, ...libraries];
  const evaluation: Evaluation = {
    project,
    clients,
    declared,
    memo: createMemo(),
    framed: new WeakMap(),
    active: new Map(),
    entered: new Map(),
    cuts: [],
    turns: [],
    turn: 0,
    open: { all: new WeakMap(), told: new WeakMap() },
    summarized: new Set(),
    senders: new WeakMap(),
    callees: { all: new WeakMap(), told: new WeakMap() },
    clientless: { all: new WeakSet(), told: new WeakSet() },
    mutations: new WeakMap(),
    answering: { active: new Set(), cuts: 0, doubtful: new Set() },
    writes: { known: null },
    budget: createBudget(),
  };
  readDeclaredFiles(evaluation);
  return evaluation;
}

export function createMemo(): Memo {
  return { known: new Map(), assumed: new Map() };
}

/** The file's tree; null if it is not to be had. */
export function openTree(evaluation: Evaluation, file: string): Tree | null {
  const parsed = evaluation.project.parse(file);
  return parsed === null ? null : toTree(parsed);
}

/** The value of an expression in a call (`frame`), or for whatever call if there is none. */
export function evaluate(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null): Value {
  const memo = frame === null ? evaluation.memo : memoOf(evaluation, frame);
  const before = memo.known.get(node) ?? recallAssumed(evaluation, memo, node);
  if (before !== undefined) return before;
  const depth = evaluation.active.size;
  if (isSpent(evaluation) || depth > mostDepth) return giveUp(evaluation, [0, depth - 1], tree, node, frame);
  const asked = evaluation.active.get(node);
  if (asked !== undefined) return giveUp(evaluation, [asked], tree, node, frame);
  evaluation.budget.left -= 1;
  const outside = depth === 0 ? [] : evaluation.cuts;
  evaluation.active.set(node, depth);
  startTurn(evaluation, depth);
  evaluation.cuts = [];
  const reader = readers[node.type] as Reader<Node> | undefined;
  const value = reader?.(evaluation, tree, node, frame) ?? unknownAt(tree, node, frame);
  evaluation.active.delete(node);
  const cuts = evaluation.cuts.filter((cut) => cut < depth);
  if (cuts.length === 0) memo.known.set(node, value);
  else assume(evaluation, memo, node, value, cuts);
  evaluation.cuts = mergeCuts(outside, cuts);
  return value;
}

/** What was assumed of the evaluation at a depth no longer holds. */
export function startTurn(evaluation: Evaluation, depth: number): void {
  evaluation.turn += 1;
  if (depth >= 0) evaluation.turns[depth] = evaluation.turn;
}

/**
 * Remembers a value for as long as looking again would give the same: until the deepest evaluation that it was made
 * without is done. Expressions that are all made of each other would be looked at in each order then, so out of patience
 * it counts until the outermost of these is done.
 */
function assume(evaluation: Evaluation, { assumed }: Memo, node: Node, value: Value, cuts: readonly number[]): void {
  const depth = isPatient(evaluation) ? Math.max(...cuts) : Math.min(...cuts);
  const turn = evaluation.turns[depth];
  if (turn !== undefined) assumed.set(node, { value, cuts, depth, turn });
}

function recallAssumed(evaluation: Evaluation, { assumed }: Memo, node: Node): Value | undefined {
  const found = assumed.get(node);
  if (found === undefined || evaluation.turns[found.depth] !== found.turn) return undefined;
  if (evaluation.active.size <= found.depth) return undefined;
  evaluation.cuts = mergeCuts(evaluation.cuts, found.cuts);
  return found.value;
}

function mergeCuts(some: readonly number[], others: readonly number[]): readonly number[] {
  const fresh = others.filter((cut) => !some.includes(cut));
  return fresh.length === 0 ? some : [...some, ...fresh];
}

/** Unknown for now: whatever is deeper than one of these depths and is made of it must not be remembered. */
export function giveUp(
  evaluation: Evaluation,
  cuts: readonly number[],
  tree: Tree,
  node: Node,
  frame: Frame | null,
): Value {
  evaluation.cuts = mergeCuts(evaluation.cuts, cuts);
  return unknownAt(tree, node, frame);
}

function memoOf(evaluation: Evaluation, frame: Frame): Memo {
  const known = evaluation.framed.get(frame);
  if (known !== undefined) return known;
  const memo = createMemo();
  evaluation.framed.set(frame, memo);
  return memo;
}

type Reader<N extends Node> = (evaluation: Evaluation, tree: Tree, node: N, frame: Frame | null) => Value | null;

const readers: { [Type in Node['type'] as `${Type}`]?: Reader<Extract<Node, { type: Type }>> } = {
  Literal: (_, tree, node) => readLiteral(tree, node),
  TemplateLiteral: readTemplate,
  TaggedTemplateExpression: readTagged,
  BinaryExpression: (evaluation, tree, node, frame) =>
    node.operator === '+'
      ? readSum(evaluation, tree, node, frame)
      : node.operator === '-'
        ? readNumberBefore(evaluation, tree, node, frame)
        : null,
  ImportExpression: (evaluation, tree, node, frame) => {
    const specifier = findSpecifier(evaluation, tree, node.source, frame);
    return specifier === null ? null : readModule(evaluation, tree, specifier, node);
  },
  MetaProperty: (_, tree, node) => ({
    kind: 'external',
    module: null,
    path: [node.meta.name, node.property.name],
    hole: makeHole(tree, node, null),
  }),
  Identifier: readIdentifier,
  ThisExpression: readThis,
  MemberExpression: readMemberExpression,
  CallExpression: evaluateCall,
  NewExpression: evaluateNew,
  ObjectExpression: readRecord,
  ArrayExpression: readList,
  FunctionExpression: (_, tree, node, frame) => ({ kind: 'function', tree, node, frame, self: null, bound: [] }),
  ArrowFunctionExpression: (_, tree, node, frame) => ({ kind: 'function', tree, node, frame, self: null, bound: [] }),
  FunctionDeclaration: (_, tree, node, frame) => ({ kind: 'function', tree, node, frame, self: null, bound: [] }),
  ClassExpression: (_, tree, node, frame) => ({ kind: 'class', tree, node, frame }),
  ClassDeclaration: (_, tree, node, frame) => ({ kind: 'class', tree, node, frame }),
  ConditionalExpression: (evaluation, tree, node, frame) => {
    const decided = decide(evaluation, tree, node.test, frame);
    if (decided !== null) return readArm(evaluation, tree, node, frame, decided);
    const arms = [
      evaluate(evaluation, tree, node.consequent, frame),
      evaluate(evaluation, tree, node.alternate, frame),
    ];
    return choose(arms, () => unknownAt(tree, node, frame));
  },
  LogicalExpression: readLogical,
  AssignmentExpression: readAssignment,
  SequenceExpression: (evaluation, tree, node, frame) => {
    const last = node.expressions.at(-1);
    return last === undefined ? null : evaluate(evaluation, tree, last, frame);
  },
  UnaryExpression: (_, tree, node) => readUnary(tree, node),
  AwaitExpression: (evaluation, tree, node, frame) => evaluate(evaluation, tree, node.argument, frame),
  YieldExpression: (evaluation, tree, node, frame) =>
    node.argument == null ? null : evaluate(evaluation, tree, node.argument, frame),
  ChainExpression: (evaluation, tree, node, frame) => evaluate(evaluation, tree, node.expression, frame),
  TSAsExpression: (evaluation, tree, node, frame) => evaluate(evaluation, tree, node.expression, frame),
  TSNonNullExpression: (evaluation, tree, node, frame) => evaluate(evaluation, tree, node.expression, frame),
  TSSatisfiesExpression: (evaluation, tree, node, frame) => evaluate(evaluation, tree, node.expression, frame),
  TSTypeAssertion: (evaluation, tree, node, frame) => evaluate(evaluation, tree, node.expression, frame),
};

function readIdentifier(evaluation: Evaluation, tree: Tree, node: TSESTree.Identifier, frame: Frame | null): Value {
  const variable = findVariable(tree, node) ?? findDeclaration(tree, node);
  if (variable === null) return readArguments(tree, node, frame) ?? readGlobal(evaluation, tree, node);
  return readVariable(evaluation, tree, variable, node, frame);
}

function readMemberExpression(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.MemberExpression,
  frame: Frame | null,
): Value | null {
  if (isMethodOfList(node)) return null;
  const object = evaluate(evaluation, tree, node.object, frame);
  const names = namesOfKey(evaluation, tree, node.property, node.computed, frame);
  const values = membersNamed(names.includes(null) ? asRecord(evaluation, object) : object, names).map((name) =>
    name === null ? unknownAt(tree, node, frame) : readMember(evaluation, object, name, { tree, node, frame }),
  );
  return choose(values, () => unknownAt(tree, node, frame));
}

/** `[one, other].join`: whatever is in the list, which may take long to find out. What the call gives is another question. */
function isMethodOfList({ object, computed }: TSESTree.MemberExpression): boolean {
  return object.type === 'ArrayExpression' && !computed;
}

/** A name that nobody knows may be any of those that a record, a list or an instance has: a table of settings by environment. */
function membersNamed(object: Value, names: readonly (string | null)[]): readonly (string | null)[] {
  const items = names.includes(null) ? (itemsOf(object) ?? []) : [];
  if (items.length > 0) return items.map((_, index) => String(index));
  if (!names.includes(null)) return names;
  if (object.kind === 'instance') return methodsOf(object) ?? names;
  const isTable = object.kind === 'record' && !object.open && !object.query && object.entries.size > 0;
  return isTable ? [...object.entries.keys()] : names;
}

const mostMethods = 12;

/** The methods of an instance's own class: `api[verb](path)`. Null if there are none, or more than can be looked at. */
function methodsOf({ of }: InstanceValue): readonly string[] | null {
  if (!isClass(of.node)) return null;
  const names = of.node.body.body.flatMap((each) =>
    each.type === 'MethodDefinition' && each.kind === 'method' && !each.static
      ? (nameOfKey(each.key, each.computed) ?? [])
      : [],
  );
  return names.length === 0 || names.length > mostMethods ? null : names;
}

/** The names that a key may be, written or computed; null stands for one that nobody knows. */
export function namesOfKey(
  evaluation: Evaluation,
  tree: Tree,
  key: Node,
  computed: boolean,
  frame: Frame | null,
): (string | null)[] {
  return computed ? computedNames(evaluation, tree, key, frame) : [nameOfKey(key, false)];
}

/** The names that a computed key may be; null stands for one that nobody knows. */
function computedNames(evaluation: Evaluation, tree: Tree, key: Node, frame: Frame | null): (string | null)[] {
  return optionsOf(evaluate(evaluation, tree, key, frame)).map((option) => {
    if (option.kind === 'external') return nameOfSymbol(option);
    if (option.kind !== 'text') return null;
    return option.text.every((piece) => piece.kind === 'known') ? toNames(option) : null;
  });
}

/** Symbols are told apart by where they are made, or by what they are made for: see `Symbol` among the library's functions. */
function nameOfSymbol({ path: [made, ...name] }: ExternalValue): string | null {
  return made === 'Symbol()' ? `Symbol(${name.join()})` : null;
}

/** Whether a key is that of a symbol, which no query and no body is made of. */
export function isSymbolKey(name: string): boolean {
  return name.startsWith('Symbol(');
}

function toNames(value: TextValue): string {
  return value.text.map((piece) => (piece.kind === 'known' ? piece.text : '')).join('');
}

function readLogical(evaluation: Evaluation, tree: Tree, node: TSESTree.LogicalExpression, frame: Frame | null): Value {
  if (isBoolean(node)) return unknownAt(tree, node, frame);
  const left = evaluate(evaluation, tree, node.left, frame);
  if (node.operator === '&&' && left.kind === 'absent') return left;
  const right = evaluate(evaluation, tree, node.right, frame);
  if (node.operator === '&&')
    return right.kind === 'record' || right.kind === 'text' ? orNothing(right) : unknownAt(tree, node, frame);
  if (left.kind === 'absent') return right;
  if (mayBeNothing(left) || isLookedUp(node.left)) return choose([left, right], () => unknownAt(tree, node, frame));
  if (isConjunction(node.left)) return choose([left, right], () => unknownAt(tree, node, frame));
  if (left.kind === 'record' || left.kind === 'function' || left.kind === 'client' || left.kind === 'instance')
    return left;
  if (isTruthy(left) || (isEmpty(left) && isEmpty(right)) || (node.operator === '??' && isMadeText(left))) return left;
  return choose([withStandIn(left, toPlace(tree, node.right)), right], () => unknownAt(tree, node, frame));
}

/** `methods[kind]` of `methods[kind] || 'GET'`, `paths.get(kind)`: what has something beside it for when it is not there. */
function isLookedUp(left: Node): boolean {
  const node = unwrap(left);
  if (node.type === 'MemberExpression') return node.computed && node.property.type !== 'Literal';
  const called = node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee : null;
  return called !== null && node.type === 'CallExpression' && calleeName(node) === 'get' && node.arguments.length === 1;
}

/** `kept ??= new Client()` is what was there, or what is put in. */
function readAssignment(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.AssignmentExpression,
  frame: Frame | null,
): Value | null {
  const right = rightOf(node);
  if (right === null) return null;
  const given = evaluate(evaluation, tree, right, frame);
  const before = node.operator === '=' ? absent : evaluate(evaluation, tree, node.left, frame);
  return before.kind === 'absent' ? given : choose([before, given], () => unknownAt(tree, node, frame));
}

/** What was put into text is no longer `undefined`. */
function isMadeText(value: Value): boolean {
  return value.kind === 'text' && value.primitive === 'string';
}

function isEmpty(value: Value): boolean {
  return value.kind === 'text' && value.primitive === 'string' && toKnown(value.text) === '';
}

/** A string in sight that is not empty. */
function isTruthy(value: Value): boolean {
  return (
    value.kind === 'text' &&
    value.primitive === 'string' &&
    value.text.some((piece) => piece.kind === 'known' && piece.text !== '')
  );
}
