import type { Reach } from './requests/bystanders.js';
import { readThis } from './values/self.js';
import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import type { Piece, Quoting, Source, Text } from '../http/text.js';
import { known, lengthOf } from '../http/text.js';
import type { DeclaredClient } from '../configuration/configuration.js';
import type { Client } from './clients/client.js';
import { readDeclaredFiles, toDeclared } from './values/declared.js';
import type { Declared } from './values/declared.js';
import type { Project } from './project.js';
import { readVariable } from './values/bindings.js';
import { evaluateCall, evaluateNew } from './values/calls.js';
import { decide } from './values/decide.js';
import { asRecord, findSpecifier, readModule } from './modules.js';
import { readGlobal, readMember } from './values/members.js';
import { findVariable, nameOfKey, sourceOf, toPlace, toTree, unwrap } from './syntax/tree.js';
import type { FunctionNode, Node, Tree } from './syntax/tree.js';
import {
  absent,
  choose,
  isBoolean,
  knownPiece,
  makeHole,
  nullValue,
  optionsOf,
  relocate,
  toText,
  unknownAt,
} from './value.js';
import type { Entry, EntryPlace, Frame, FunctionValue, RecordValue, TextValue, UnknownValue, Value } from './value.js';
import { withWrittenEntries, withWrittenItems } from './values/writes.js';
import type { MemberWrites } from './values/writes.js';

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
  /** Where the object that a variable holds is changed. */
  readonly mutations: WeakMap<Variable, readonly Node[]>;
  /** Expressions of which it is asked what they hold of answers, and how often such a question was given up. */
  readonly answering: { readonly active: Set<Node>; cuts: number };
  /** Writes to members from elsewhere; null before they are collected. */
  readonly writes: { known: MemberWrites | null };
  /** Expressions still to be evaluated before the rest is given up as unknown; set anew for each starting point. */
  budget: number;
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

const mostSteps = 5_000;
/** After so many steps of one starting point, values are taken as soon as they are there, precise or not. */
const patientSteps = 1_000;
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
    mutations: new WeakMap(),
    answering: { active: new Set(), cuts: 0 },
    writes: { known: null },
    budget: mostSteps,
  };
  readDeclaredFiles(evaluation);
  return evaluation;
}

export function createMemo(): Memo {
  return { known: new Map(), assumed: new Map() };
}

export function renewBudget(evaluation: Evaluation): void {
  evaluation.budget = mostSteps;
}

/** What is looked up for its own sake is not given up because of what was looked at before, nor the other way round. */
export function withOwnBudget<T>(evaluation: Evaluation, work: () => T): T {
  const { budget } = evaluation;
  renewBudget(evaluation);
  const result = work();
  evaluation.budget = budget;
  return result;
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
  if (evaluation.budget <= 0 || depth > mostDepth) return giveUp(evaluation, [0, depth - 1], tree, node, frame);
  const asked = evaluation.active.get(node);
  if (asked !== undefined) return giveUp(evaluation, [asked], tree, node, frame);
  evaluation.budget -= 1;
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

/** Whether the starting point at hand has cost little so far, so that precision may cost more. */
export function isPatient({ budget }: Evaluation): boolean {
  return budget > mostSteps - patientSteps;
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
  BinaryExpression: (evaluation, tree, node, frame) =>
    node.operator === '+' ? readSum(evaluation, tree, node, frame) : null,
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
    if (decided !== null) return evaluate(evaluation, tree, decided ? node.consequent : node.alternate, frame);
    const arms = [
      evaluate(evaluation, tree, node.consequent, frame),
      evaluate(evaluation, tree, node.alternate, frame),
    ];
    return choose(arms, () => unknownAt(tree, node, frame));
  },
  LogicalExpression: readLogical,
  AssignmentExpression: (evaluation, tree, node, frame) =>
    node.operator === '=' ? evaluate(evaluation, tree, node.right, frame) : null,
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

function readLiteral(tree: Tree, node: TSESTree.Literal): Value | null {
  if (node.value === null) return 'regex' in node || 'bigint' in node ? null : nullValue;
  const primitive = typeof node.value;
  if (primitive !== 'string' && primitive !== 'number' && primitive !== 'boolean') return null;
  const characters = String(node.value);
  const raw = sourceOf(tree, node);
  const quoted = primitive === 'string';
  const inner = quoted ? raw.slice(1, -1) : raw;
  const edge = quoted ? 1 : 0;
  const quoting: Quoting = quoted && (raw[0] === '"' || raw[0] === "'") ? raw[0] : 'bare';
  const source = toSource(tree, node, node.range[0] + edge, node.range[1] - edge, inner === characters, quoting);
  return { kind: 'text', primitive, text: [knownPiece(characters, source)] };
}

function toSource(tree: Tree, node: Node, start: number, end: number, verbatim: boolean, quoting: Quoting): Source {
  return {
    file: tree.file,
    start,
    end,
    verbatim,
    quoting,
    literal: toPlace(tree, node),
    joinable: isJoinable(tree, node),
  };
}

/** Whether `node` may become `node + x` without parentheses and still be read as one operand, argument or value. */
function isJoinable(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'BinaryExpression':
      return parent.operator === '+';
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node;
    case 'VariableDeclarator':
    case 'Property':
    case 'PropertyDefinition':
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'ArrayExpression':
    case 'TemplateLiteral':
    case 'ExportDefaultDeclaration':
      return true;
    default:
      return false;
  }
}

function readTemplate(evaluation: Evaluation, tree: Tree, node: TSESTree.TemplateLiteral, frame: Frame | null): Value {
  const parts: Value[] = [];
  node.quasis.forEach((quasi, index) => {
    parts.push({ kind: 'text', primitive: 'string', text: readQuasi(tree, node, quasi) });
    const expression = node.expressions[index];
    if (expression !== undefined) parts.push(operand(evaluation, tree, expression, frame));
  });
  return concatenate(parts, () => unknownAt(tree, node, frame));
}

/** Parsers disagree on whether a quasi's range holds its delimiters; the raw text tells. */
function readQuasi(tree: Tree, node: TSESTree.TemplateLiteral, quasi: TSESTree.TemplateElement): Text {
  const cooked = quasi.value.cooked;
  if (cooked === '' || cooked === null) return [];
  const bare = tree.text.slice(quasi.range[0], quasi.range[1]) === quasi.value.raw;
  const start = bare ? quasi.range[0] : quasi.range[0] + 1;
  const end = start + quasi.value.raw.length;
  const verbatim = tree.text.slice(start, end) === cooked;
  return [knownPiece(cooked, toSource(tree, node, start, end, verbatim, '`'))];
}

function readSum(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.BinaryExpression,
  frame: Frame | null,
): Value | null {
  const left = evaluate(evaluation, tree, node.left, frame);
  const right = evaluate(evaluation, tree, node.right, frame);
  if (!isString(left) && !isString(right) && (isNumber(left) || isNumber(right))) return null;
  return concatenate([operand(evaluation, tree, node.left, frame), operand(evaluation, tree, node.right, frame)], () =>
    unknownAt(tree, node, frame),
  );
}

/** An expression as part of a text. What fills it may come from afar; it is written here. */
export function operand(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null): Value {
  const value = textual(evaluate(evaluation, tree, node, frame), tree, node, frame);
  const texts = optionsOf(value).map((option): Value => {
    const [only, ...more] = option.kind === 'text' ? option.text : [];
    if (option.kind !== 'text' || only?.kind !== 'hole' || more.length > 0) return option;
    return { ...option, text: [relocate(only, tree, node)] };
  });
  if (isConjunction(node)) texts.push({ kind: 'text', primitive: 'string', text: [] });
  return choose(texts, () => unknownAt(tree, node, frame));
}

function isString(value: Value): boolean {
  return optionsOf(value).every((option) => option.kind === 'text' && option.primitive === 'string');
}

function isNumber(value: Value): boolean {
  return optionsOf(value).some((option) => option.kind === 'text' && option.primitive === 'number');
}

/** Every option of a value as text, so that it can be put together with others. */
export function textual(value: Value, tree: Tree, node: Node, frame: Frame | null): Value {
  const texts = optionsOf(value).map((option): Value => {
    if (option.kind === 'text') return option;
    return { kind: 'text', primitive: 'string', text: toText(option, tree, node, frame) };
  });
  return choose(texts, () => unknownAt(tree, node, frame));
}

const longestText = 10_000;
const mostCombinations = 12;

/**
 * Texts put together; with choices among them, each combination. What would make too many of them, or too long a text,
 * is a hole, so that what stands around it stays in sight.
 */
export function concatenate(values: readonly Value[], otherwise: () => UnknownValue): Value {
  let results: Piece[][] = [[]];
  let length = 0;
  for (const value of values) {
    const texts = toBounded(value, results.length, length, otherwise);
    length += Math.max(...texts.map(lengthOf));
    const [only, ...more] = texts;
    if (only !== undefined && more.length === 0) for (const result of results) append(result, only);
    else results = results.flatMap((before) => texts.map((text) => [...before, ...text]));
  }
  return choose(
    results.map((text): TextValue => ({ kind: 'text', primitive: 'string', text })),
    otherwise,
  );
}

/** Thousands of pieces are put together one by one. */
function append(result: Piece[], text: Text): void {
  for (const piece of text) result.push(piece);
}

function toBounded(value: Value, combinations: number, length: number, otherwise: () => UnknownValue): readonly Text[] {
  const texts = optionsOf(value).flatMap((option) => (option.kind === 'text' ? [option.text] : []));
  const isShort = texts.every((text) => length + lengthOf(text) <= longestText);
  if (isShort && texts.length > 0 && texts.length * combinations <= mostCombinations) return texts;
  const { label } = otherwise().hole;
  return [[{ kind: 'hole', place: null, label, encoded: false, span: 'open' }]];
}

function readIdentifier(evaluation: Evaluation, tree: Tree, node: TSESTree.Identifier, frame: Frame | null): Value {
  const variable = findVariable(tree, node);
  if (variable === null) return readGlobal(evaluation, tree, node);
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
  const names = node.computed
    ? computedNames(evaluation, tree, node.property, frame)
    : [nameOfKey(node.property, false)];
  const values = membersNamed(object, names).map((name) =>
    name === null ? unknownAt(tree, node, frame) : readMember(evaluation, object, name, { tree, node, frame }),
  );
  return choose(values, () => unknownAt(tree, node, frame));
}

/** `[one, other].join`: whatever is in the list, which may take long to find out. What the call gives is another question. */
function isMethodOfList({ object, computed }: TSESTree.MemberExpression): boolean {
  return object.type === 'ArrayExpression' && !computed;
}

/** A name that nobody knows may be any of those that a record has: a table of settings by environment. */
function membersNamed(object: Value, names: readonly (string | null)[]): readonly (string | null)[] {
  const isTable = object.kind === 'record' && !object.open && !object.query && object.entries.size > 0;
  return isTable && names.includes(null) ? [...object.entries.keys()] : names;
}

/** The names that a computed key may be; null stands for one that nobody knows. */
export function computedNames(evaluation: Evaluation, tree: Tree, key: Node, frame: Frame | null): (string | null)[] {
  return optionsOf(evaluate(evaluation, tree, key, frame)).map((option) => {
    if (option.kind !== 'text') return null;
    return option.text.every((piece) => piece.kind === 'known') ? toNames(option) : null;
  });
}

function toNames(value: TextValue): string {
  return value.text.map((piece) => (piece.kind === 'known' ? piece.text : '')).join('');
}

function readLogical(evaluation: Evaluation, tree: Tree, node: TSESTree.LogicalExpression, frame: Frame | null): Value {
  if (isBoolean(node)) return unknownAt(tree, node, frame);
  const left = evaluate(evaluation, tree, node.left, frame);
  const right = evaluate(evaluation, tree, node.right, frame);
  if (node.operator === '&&')
    return right.kind === 'record' || right.kind === 'text' ? right : unknownAt(tree, node, frame);
  if (left.kind === 'absent') return right;
  if (isConjunction(node.left)) return choose([left, right], () => unknownAt(tree, node, frame));
  if (left.kind === 'record' || left.kind === 'function' || left.kind === 'client' || left.kind === 'instance')
    return left;
  if (isTruthy(left)) return left;
  return choose([left, right], () => unknownAt(tree, node, frame));
}

/** `a && b`, which is `b` only if `a` holds. */
function isConjunction(node: Node): boolean {
  const inner = unwrap(node);
  return inner.type === 'LogicalExpression' && inner.operator === '&&';
}

/** A string in sight that is not empty. */
function isTruthy(value: Value): boolean {
  return value.kind === 'text' && value.primitive === 'string' && value.text.some(({ kind }) => kind === 'known');
}

function readUnary(tree: Tree, node: TSESTree.UnaryExpression): Value | null {
  if (node.operator === 'void') return absent;
  const inner = unwrap(node.argument);
  if (inner.type !== 'Literal' || typeof inner.value !== 'number') return null;
  if (node.operator === '-') return { kind: 'text', primitive: 'number', text: known(String(-inner.value)) };
  if (node.operator !== '!') return null;
  const source = toSource(tree, node, node.range[0], node.range[1], false, 'bare');
  return { kind: 'text', primitive: 'boolean', text: [knownPiece(String(inner.value === 0), source)] };
}

function readRecord(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.ObjectExpression,
  frame: Frame | null,
): RecordValue {
  const last = node.properties.at(-1);
  const literal = { place: toPlace(tree, node), last: last === undefined ? null : toPlace(tree, last) };
  const entries = new Map<string, Entry>();
  let open = false;
  for (const property of node.properties) {
    const known =
      property.type === 'SpreadElement'
        ? spread(asRecord(evaluation, evaluate(evaluation, tree, property.argument, frame)), entries)
        : readProperty(evaluation, tree, property, frame, literal, entries);
    if (known) continue;
    open = true;
    for (const [name, entry] of entries) entries.set(name, { ...entry, overridable: true });
  }
  const record: RecordValue = { kind: 'record', entries, open, literal, query: false, home: { tree, node, frame } };
  return withWrittenEntries(evaluation, record);
}

/** What only some of the alternatives hold may be absent, and what they hold differently is a choice. */
function spreadChoice(options: readonly Value[], entries: Map<string, Entry>): boolean {
  const alternatives = options.map((option) => {
    const own = new Map<string, Entry>();
    return { own, known: spread(option, own) };
  });
  for (const name of new Set(alternatives.flatMap(({ own }) => [...own.keys()]))) {
    const given = alternatives.map(({ own }) => own.get(name) ?? entries.get(name));
    const [first] = new Set(given.flatMap((entry) => (entry === undefined ? [] : [entry])));
    const values = given.map((entry) => entry?.value ?? absent);
    const written = given.filter((entry) => entry !== undefined).length === 1 ? (first?.written ?? null) : null;
    entries.set(name, { value: { kind: 'choice', options: values }, written });
  }
  return alternatives.every(({ known }) => known);
}

/** Puts a value's entries in; false if it may hold more than those. */
export function spread(value: Value, entries: Map<string, Entry>): boolean {
  if (value.kind === 'absent') return true;
  if (value.kind === 'choice') return spreadChoice(value.options, entries);
  if (value.kind !== 'record') return false;
  for (const [name, entry] of value.entries) entries.set(name, entry);
  return !value.open;
}

function readProperty(
  evaluation: Evaluation,
  tree: Tree,
  property: TSESTree.Property,
  frame: Frame | null,
  literal: RecordValue['literal'],
  entries: Map<string, Entry>,
): boolean {
  const names = property.computed
    ? computedNames(evaluation, tree, property.key, frame)
    : [nameOfKey(property.key, false)];
  const [name] = names;
  if (names.length !== 1 || name === null || name === undefined) return false;
  const kind: EntryPlace['kind'] = property.shorthand ? 'shorthand' : property.method ? 'method' : 'property';
  const written: EntryPlace = {
    whole: toPlace(tree, property),
    key: toPlace(tree, property.key),
    value: property.shorthand || property.method ? null : toPlace(tree, property.value),
    kind: property.computed ? 'method' : kind,
    literal,
  };
  const value = evaluate(evaluation, tree, property.value, frame);
  const local = value.kind === 'unknown' ? { ...value, hole: relocate(value.hole, tree, property.value) } : value;
  entries.set(name, { value: local, written });
  return true;
}

function readList(evaluation: Evaluation, tree: Tree, node: TSESTree.ArrayExpression, frame: Frame | null): Value {
  const items: Value[] = [];
  let open = false;
  for (const element of node.elements) {
    if (element === null) items.push(absent);
    else if (element.type !== 'SpreadElement') items.push(evaluate(evaluation, tree, element, frame));
    else {
      const value = evaluate(evaluation, tree, element.argument, frame);
      if (value.kind === 'list' && !value.open) items.push(...value.items);
      else open = true;
    }
  }
  return withWrittenItems(evaluation, node, { kind: 'list', items, open, place: toPlace(tree, node), home: node });
}
