import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { constructorFrame, constructorOf, findSuperCall, genericInstance, readSuperclass } from '../values/classes.js';
import { assignedMembers } from '../values/class-tables.js';
import { returnsOf } from '../values/returns.js';
import { ancestorsOf, calleeName, isClass, isFunction, nameOfKey, nodesIn, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { ClassValue } from '../value.js';
import { agreeIn, toMember } from './answer.js';
import type { Answer, Context, Entrance, Made } from './answer.js';
import { parameterNamed, passesAllOn } from './constructors.js';
import { callsNamed } from './gifts.js';
import type { Gift } from './gifts.js';
import { isEmpty, toElement, toHolder, toMade } from './made.js';
import { agreeOn, readAnswer } from '../responses.js';

// What instances of the project's classes keep of the answers that their constructors are given

type Instance = Extract<Made, { kind: 'instance' }>;

/** `new Site(project)`, and `this` in a class. Good for reports alone: others may write to what an instance keeps. */
export function readInstance(context: Context, node: TSESTree.NewExpression | TSESTree.ThisExpression): Answer | null {
  if (!context.kept) return null;
  const value = evaluate(context.evaluation, context.tree, node, context.frame);
  if (value.kind !== 'instance') return null;
  const at = node.type === 'NewExpression' ? node : null;
  return toMade({ kind: 'instance', home: value.of.node, of: value.of, at, context });
}

/** A member of an instance: what a getter returns, what is put on `this`, or what all of its fields are taken from. */
export function readInstanceMember({ of, at, context }: Instance, name: string): Answer | null {
  return askOnce(context, of.node, name, () => {
    for (const { of: one, inner } of lineOf(context, of, at)) {
      const values = declaresValue(one, name) ? valuesOf(inner, one, name) : mergedMembers(inner, one, name);
      const found = values.filter((value) => value !== null);
      if (found.length > 0) return agreeIn(inner, found);
    }
    return null;
  });
}

/** What a member of an instance is a field of: the answer of which `Object.assign(this, project)` takes all. */
export function readInstanceHolder({ of, at, context }: Instance, name: string): Answer | null {
  return askOnce(context, of.node, `${name} of`, () => {
    for (const { of: one, inner } of lineOf(context, of, at)) {
      if (declaresValue(one, name)) return null;
      const holders = sourcesOf(inner, one).map((source) => toHolder(source, name));
      const [holder] = holders.filter((value) => value !== null);
      if (holder !== undefined) return holder;
    }
    return null;
  });
}

const underWay = new WeakMap<Node, Set<string>>();

/** Null where a question leads back to itself. */
function askOnce({ evaluation }: Context, home: Node, question: string, ask: () => Answer | null): Answer | null {
  const questions = underWay.get(home) ?? new Set<string>();
  if (questions.has(question)) {
    evaluation.answering.cuts += 1;
    return null;
  }
  underWay.set(home, questions.add(question));
  const answer = ask();
  questions.delete(question);
  return answer;
}

// The class and those that it extends

interface Level {
  readonly of: ClassValue;
  /** In the constructor, as it is called for the instance. */
  readonly inner: Context;
}

const deepestInheritance = 8;

/** The class of an instance and those that it extends, nearest first. */
function lineOf(context: Context, of: ClassValue, at: Entrance['at'] | null): Level[] {
  const levels: Level[] = [];
  let next: { of: ClassValue; at: Entrance['at'] | null; context: Context } | null = { of, at, context };
  while (next !== null && levels.length < deepestInheritance) {
    const level: Level = { of: next.of, inner: enterConstructor(next.context, next.of, next.at) };
    levels.push(level);
    next = superOf(next, level);
  }
  return levels;
}

function enterConstructor(context: Context, of: ClassValue, at: Entrance['at'] | null): Context {
  const owner = constructorOf(of);
  const entered =
    at === null || owner === null ? context.entered : new Map([...context.entered, [owner, { context, at }]]);
  return { ...context, tree: of.tree, frame: of.frame, entered };
}

function superOf(
  { of, at, context }: { of: ClassValue; at: Entrance['at'] | null; context: Context },
  { inner }: Level,
): { of: ClassValue; at: Entrance['at'] | null; context: Context } | null {
  const instance = genericInstance(of);
  if (instance.kind !== 'instance') return null;
  const frame = constructorFrame(inner.evaluation, instance, of, null);
  const parent = readSuperclass(inner.evaluation, of, frame)?.value;
  if (parent?.kind !== 'class') return null;
  const call = constructorOf(of) === null ? null : findSuperCall(of);
  if (call !== null && !passesAllOn(call)) return { of: parent, at: call, context: inner };
  const made = at ?? (isClass(of.node) ? { makes: of.node } : null);
  return { of: parent, at: made, context: at === null ? inner : context };
}

// Members

/** Whether a class says itself what a member is; a field that is only declared is filled by somebody else. */
function declaresValue(of: ClassValue, name: string): boolean {
  return (
    elementsNamed(of, name).some(({ value }) => value !== null) ||
    assignedMembers(of).has(name) ||
    parameterNamed(of.node, name) !== null
  );
}

type ClassElement = TSESTree.MethodDefinition | TSESTree.PropertyDefinition;

function elementsNamed({ node }: ClassValue, name: string): ClassElement[] {
  if (!isClass(node)) return [];
  return node.body.body.filter(
    (each): each is ClassElement =>
      (each.type === 'MethodDefinition' || each.type === 'PropertyDefinition') &&
      !each.static &&
      nameOfKey(each.key, each.computed) === name,
  );
}

function valuesOf(inner: Context, of: ClassValue, name: string): (Answer | null)[] {
  const parameter = parameterNamed(of.node, name);
  const assigned = (assignedMembers(of).get(name) ?? []).flatMap(({ right }) => (isFunction(right) ? [] : [right]));
  const kept = [...assigned, ...(parameter === null ? [] : [parameter])].filter((value) => !isEmpty(value));
  return [
    ...elementsNamed(of, name).map((element) => valueOfElement(inner, element)),
    ...kept.map((value) => readAnswer(inner, value)),
  ];
}

function valueOfElement(inner: Context, element: ClassElement): Answer | null {
  const { value } = element;
  if (value === null || isEmpty(value)) return null;
  if (element.type === 'PropertyDefinition') return readAnswer(inner, value);
  return element.kind === 'get' && isFunction(value) ? agreeOn(inner, returnsOf(value)) : null;
}

function mergedMembers(inner: Context, of: ClassValue, name: string): (Answer | null)[] {
  return sourcesOf(inner, of).map((source) => (source === null ? null : toMember(source, name)));
}

// What is put on `this` as a whole

const merged = new WeakMap<Node, readonly Node[]>();
const merging = /^(?:assign|extend|merge|defaults)$/;

/** What all the fields of an instance are taken from, in its class or where it is made. */
function sourcesOf(inner: Context, of: ClassValue): (Answer | null)[] {
  const outside: Context = { ...inner, frame: null, entered: new Map() };
  return [
    ...mergedInto(of).map((source) => readAnswer(inner, source)),
    ...filledBy(inner.evaluation, of).map(({ tree, node }) => {
      const answer = readAnswer({ ...outside, tree }, node);
      return answer?.list === true ? toElement(answer) : answer;
    }),
  ];
}

const mostFillings = 200;

/** `project` of `Object.assign(new Site(), project)`, and of `plainToInstance(Site, project)` of class-transformer. */
function filledBy(evaluation: Evaluation, of: ClassValue): Gift[] {
  const calls = ['assign', 'plainToInstance', 'plainToClass'].flatMap((name) => callsNamed(evaluation, name));
  if (calls.length > mostFillings) return [];
  return calls.flatMap(({ tree, call }): Gift[] => {
    const [target, ...sources] = call.arguments;
    if (target === undefined || target.type === 'ThisExpression' || target.type === 'ObjectExpression') return [];
    const value = evaluate(evaluation, tree, target, null);
    const made = value.kind === 'instance' ? value.of : value;
    return made.kind === 'class' && made.node === of.node ? sources.map((node) => ({ tree, node })) : [];
  });
}

/** What a class puts all the fields of on `this`. */
function mergedInto(of: ClassValue): readonly Node[] {
  const known = merged.get(of.node);
  if (known !== undefined) return known;
  const calls = nodesIn(of.tree.calls, of.node).flatMap((call) =>
    call.type === 'CallExpression' && merging.test(calleeName(call)) && isThis(call.arguments[0])
      ? call.arguments.slice(1)
      : [],
  );
  const copied = nodesIn(of.tree.memberWrites, of.node).flatMap((write) => copiedBy(of.tree, write) ?? []);
  const found = [...calls, ...copied];
  merged.set(of.node, found);
  return found;
}

function isThis(node: Node | undefined): boolean {
  return node?.type === 'ThisExpression' || (node?.type === 'Identifier' && /^(?:self|that|_this)$/.test(node.name));
}

/** `raw` of `this[key] = raw[key]`, and of `this[key] = value` for each of `Object.entries(raw)`. */
function copiedBy(tree: Tree, write: Node): Node | null {
  if (write.type !== 'AssignmentExpression' || write.left.type !== 'MemberExpression') return null;
  const { left, right } = write;
  if (!left.computed || nameOfKey(left.property, true) !== null || !isThis(left.object)) return null;
  if (right.type === 'Identifier') return entriesAround(tree, write);
  const isSameKey =
    right.type === 'MemberExpression' && sourceOf(tree, right.property) === sourceOf(tree, left.property);
  return isSameKey ? right.object : null;
}

function entriesAround(tree: Tree, node: Node): Node | null {
  for (const ancestor of ancestorsOf(tree, node)) {
    const { type } = ancestor;
    if (type === 'MethodDefinition') return null;
    const list = type === 'ForOfStatement' ? ancestor.right : type === 'CallExpression' ? listOf(ancestor) : null;
    if (list?.type === 'CallExpression' && sourceOf(tree, list.callee) === 'Object.entries')
      return list.arguments[0] ?? null;
  }
  return null;
}

function listOf({ callee }: TSESTree.CallExpression): Node | null {
  return callee.type === 'MemberExpression' ? callee.object : null;
}
