import type { TSESTree } from '@typescript-eslint/types';
import { passesThis } from './arguments.js';
import { frameAround, readAnnotation, readDeclared } from './bindings.js';
import { argumentsOf, callFunction } from './calls.js';
import { returnsOf } from './returns.js';
import { toInstance } from './declared.js';
import { evaluate } from '../evaluate.js';
import { readDecorated } from './injection.js';
import type { Evaluation } from '../evaluate.js';
import { concatenate } from './texts.js';
import type { At } from './members.js';
import { readPackage } from '../modules.js';
import { decideSteps, isConditional } from './steps.js';
import type { Step } from './steps.js';
import { ancestorsOf, calleeName, contains, isClass, isFunction, nameOfKey, walk } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { absent, choose, optionsOf, orNothing, unknownAt } from '../value.js';
import type {
  ClassValue,
  ClientValue,
  Entry,
  Frame,
  FunctionValue,
  InstanceValue,
  RecordValue,
  Value,
} from '../value.js';
import { withMixedIn } from './mixins.js';
import { withUrlChanges } from './url-fields.js';
import { withWrites } from './writes.js';
import { mayBeFilled, withFilled } from './filled-fields.js';
import type { Assigned, Round } from './class-tables.js';
import { assignedMembers, callsOnThis, tablesOf } from './class-tables.js';

// Classes

const generics = new WeakMap<Node, InstanceValue>();

/** An instance of a class of which nothing but the class is known. */
export function genericInstance(value: Value): Value | InstanceValue {
  if (value.kind !== 'class' && value.kind !== 'function') return value;
  const known = generics.get(value.node);
  if (known !== undefined) return known;
  const of: ClassValue = { kind: 'class', tree: value.tree, node: value.node, frame: value.frame };
  const instance: InstanceValue = { kind: 'instance', of, args: null };
  if (value.frame === null) generics.set(value.node, instance);
  return instance;
}

/** The calls of constructors and methods of an evaluation's instances: a later evaluation may read other texts. */
const frames = new WeakMap<Evaluation, WeakMap<InstanceValue, Map<Node, Frame>>>();

function framesOf(evaluation: Evaluation, instance: InstanceValue): Map<Node, Frame> {
  const own = frames.get(evaluation) ?? new WeakMap<InstanceValue, Map<Node, Frame>>();
  frames.set(evaluation, own);
  const known = own.get(instance) ?? new Map<Node, Frame>();
  own.set(instance, known);
  return known;
}

/** The constructor's call that made an instance, as far as the class `of` (its own or one that it extends) is concerned. */
export function constructorFrame(
  evaluation: Evaluation,
  instance: InstanceValue,
  of: ClassValue,
  args: readonly Value[] | null,
): Frame {
  const known = framesOf(evaluation, instance);
  const before = known.get(of.node);
  if (before !== undefined) return before;
  const node = constructorOf(of) ?? of.node;
  const frame: Frame = {
    tree: of.tree,
    node,
    args,
    self: instance,
    parent: of.frame,
    depth: (of.frame?.depth ?? 0) + 1,
  };
  known.set(of.node, frame);
  return frame;
}

/** The function that makes instances of a class; null if it has none of its own. */
export function constructorOf(of: Pick<ClassValue, 'node'>): FunctionNode | null {
  if (isFunction(of.node)) return of.node;
  for (const member of of.node.body.body) {
    if (member.type === 'MethodDefinition' && member.kind === 'constructor' && isFunction(member.value))
      return member.value;
  }
  return null;
}

const deepestInheritance = 8;

/** A member of an instance as the class `of` defines it, or one that it extends; null if none does. */
export function findMember(
  evaluation: Evaluation,
  instance: InstanceValue,
  of: ClassValue,
  args: readonly Value[] | null,
  name: string,
  at: At,
  depth = 0,
): Value | null {
  const frame = constructorFrame(evaluation, instance, of, args);
  const own = withMixedIn(evaluation, instance, of, name, readOwnMember(evaluation, instance, of, frame, name));
  if (own !== null || depth > deepestInheritance) return own;
  const parent = readSuperclass(evaluation, of, frame);
  if (parent === null) return null;
  if (parent.value.kind === 'client') return { ...parent.value, path: [...toInstance(parent.value).path, name] };
  return findMember(evaluation, instance, parent.value, parent.args, name, at, depth + 1);
}

function readOwnMember(
  evaluation: Evaluation,
  instance: InstanceValue,
  of: ClassValue,
  frame: Frame,
  name: string,
): Value | null {
  const frameOf = (owner: FunctionNode): Frame => selfFrame(evaluation, of, owner, instance);
  const read = withUrlChanges(evaluation, of, name, frameOf, readOwn(evaluation, instance, of, frame, name));
  const isData = read !== null && read.kind !== 'function';
  const made = isData && mayBeFilled(of, name) ? withFilled(read, unknownAt(of.tree, of.node, frame)) : read;
  const own = withWrites(evaluation, of.node, name, made);
  return name === 'state' && own?.kind === 'record' ? withoutSet(of, own) : own;
}

/** `this.state` of a component of React: what `setState` may give to a field is out of sight. */
function withoutSet({ tree, node }: ClassValue, state: RecordValue): RecordValue {
  const given = tree.calls.flatMap((call) =>
    call.type === 'CallExpression' && calleeName(call) === 'setState' && contains(node, call)
      ? call.arguments.slice(0, 1)
      : [],
  );
  const entries = [...state.entries].map(([name, entry]): [string, Entry] => {
    const set = given.find((each) => maySet(each, name));
    return set === undefined ? [name, entry] : [name, { ...entry, value: unknownAt(tree, set, null) }];
  });
  return { ...state, entries: new Map(entries) };
}

function maySet(given: Node, name: string): boolean {
  const made = given.type === 'ArrowFunctionExpression' ? given.body : given;
  if (made.type !== 'ObjectExpression') return true;
  return made.properties.some(
    (each) => each.type !== 'Property' || each.computed || nameOfKey(each.key, false) === name,
  );
}

function readOwn(
  evaluation: Evaluation,
  instance: InstanceValue,
  of: ClassValue,
  frame: Frame,
  name: string,
): Value | null {
  const declared = isClass(of.node) ? readClassElement(evaluation, instance, of, of.node, frame, name) : null;
  const assigned = assignedMembers(of).get(name);
  const isState = declared?.kind === 'text' || declared?.kind === 'record';
  if (declared !== null && declared.kind !== 'absent' && !(isState && assigned !== undefined)) return declared;
  const written =
    assigned === undefined
      ? readParameterProperty(evaluation, of, frame, name)
      : readAssigned(evaluation, instance, of, frame, assigned, isState ? declared : null);
  const isKnown = written !== null && written.kind !== 'unknown' && written.kind !== 'absent';
  if (isKnown) return written;
  // What is declared without a value, as those of a form are, is put in by who makes it: a framework, a parser of JSON.
  const filled = declared === null ? null : unknownAt(of.tree, of.node, frame);
  return readFieldType(evaluation, of, name) ?? written ?? filled;
}

/** What a field is by its type or its decorator: what is put into it says more. */
function readFieldType(evaluation: Evaluation, of: ClassValue, name: string): Value | null {
  const field = isClass(of.node)
    ? of.node.body.body.find(
        (element) =>
          element.type === 'PropertyDefinition' && !element.static && nameOfKey(element.key, element.computed) === name,
      )
    : undefined;
  return field?.type === 'PropertyDefinition'
    ? (readAnnotation(evaluation, of.tree, field) ?? readDecorated(evaluation, of.tree, field))
    : null;
}

function readClassElement(
  evaluation: Evaluation,
  instance: InstanceValue,
  of: ClassValue,
  node: Exclude<ClassValue['node'], FunctionNode>,
  frame: Frame,
  name: string,
): Value | null {
  for (const element of node.body.body) {
    if (element.type !== 'MethodDefinition' && element.type !== 'PropertyDefinition') continue;
    if (element.static || nameOfKey(element.key, element.computed) !== name) continue;
    if (element.type === 'PropertyDefinition') {
      if (element.value === null) return absent;
      const value = evaluate(evaluation, of.tree, element.value, frame);
      return value.kind === 'unknown' ? (readFieldType(evaluation, of, name) ?? value) : value;
    }
    if (!isFunction(element.value)) continue;
    const method: FunctionValue = {
      kind: 'function',
      tree: of.tree,
      node: element.value,
      frame: of.frame,
      self: instance,
      bound: [],
    };
    return element.kind === 'get' ? callFunction(evaluation, method, [], null) : method;
  }
  return null;
}

/**
 * What the constructor and the other methods write to a member: which of these were called nobody knows. What one of
 * them adds to, and a number that it may count, is out of sight.
 *
 * @param field what the member's declaration gives it
 */
function readAssigned(
  evaluation: Evaluation,
  instance: InstanceValue,
  of: ClassValue,
  frame: Frame,
  assigned: readonly Assigned[],
  field: Value | null,
): Value {
  const isMade = ({ owner }: Assigned): boolean => owner === frame.node || owner === null;
  const read = ({ right, owner, round }: Assigned): Value => {
    const outer =
      owner === null
        ? frameAround(of.tree, of.frame, right)
        : owner === frame.node
          ? frame
          : selfFrame(evaluation, of, owner, instance);
    const inner = round === undefined ? outer : enterRound(evaluation, of.tree, round, outer);
    const value = evaluate(evaluation, of.tree, right, inner);
    return value.kind === 'function' && value.self === null ? { ...value, self: instance } : value;
  };
  const made = [...(field === null ? [] : [field]), ...assigned.filter(isMade).map(read)];
  const later = assigned.filter((one) => !isMade(one));
  const [first] = made;
  const [other] = later;
  const grown = later.find(
    ({ right, owner }) =>
      isCompound(of.tree, right) &&
      (instance.whole !== true || mayBeCalled(instance, of, owner) || first === undefined),
  );
  if (other !== undefined && first?.kind === 'text' && (first.primitive !== 'string' || grown !== undefined)) {
    return unknownAt(of.tree, (grown ?? other).right, frame);
  }
  const taken = readSteps(evaluation, instance, of, later, made);
  const others = later.filter(({ owner }) => mayBeCalled(instance, of, owner));
  const values = [...taken.values, ...others.map((one) => orNothing(read(one)))];
  // What no constructor puts there is not there before a method does.
  const before = made.length > 0 ? made : [absent];
  return choose(taken.isSure ? values : [...before, ...values], () => first ?? absent);
}

/**
 * What the calls that led to the instance put into a member, as it is in the end. What stands under a condition counts as
 * well as what was there before, unless a later call is sure to replace it.
 */
function readSteps(
  evaluation: Evaluation,
  { steps = [] }: InstanceValue,
  { tree }: ClassValue,
  later: readonly Assigned[],
  made: readonly Value[],
): { readonly values: readonly Value[]; readonly isSure: boolean } {
  let values: Value[] = [];
  let isSure = false;
  // From the first on: a method that is called twice reads what its first call gave, which is remembered by then.
  for (const step of steps)
    for (const { node, conditional } of assignmentsIn(evaluation, tree, step, later)) {
      const value = isCompound(tree, node)
        ? readGrown(evaluation, tree, node, isSure ? values : [...made, ...values], step)
        : evaluate(evaluation, tree, node, step);
      values = conditional ? [...values, orNothing(value)] : [value];
      isSure ||= !conditional;
    }
  return { values, isSure };
}

/** `this.path += '/builds'`, with what the member may be before. */
function readGrown(evaluation: Evaluation, tree: Tree, node: Node, before: readonly Value[], step: Frame): Value {
  const unseen = () => unknownAt(tree, node, step);
  const isText = before.every((value) => value.kind === 'text' && value.primitive === 'string');
  if (node.type !== 'AssignmentExpression' || node.operator !== '+=' || !isText || isRepeated(tree, node, step.node))
    return unseen();
  return concatenate([choose(before, unseen), evaluate(evaluation, tree, node.right, step)], unseen);
}

/** Whether something in a method may be done more than once: in a loop, or a function in it. */
function isRepeated(tree: Tree, node: Node, method: Node): boolean {
  const around = [...ancestorsOf(tree, node)];
  return around.slice(0, around.indexOf(method)).some((each) => loop.test(each.type) || isFunction(each));
}

const loop = /^(?:For\w*|While|DoWhile)Statement$/;

/** Whether a method may be called that is not among the steps: by whoever has the instance, or by another method. */
function mayBeCalled({ of, steps, whole }: InstanceValue, { tree }: ClassValue, owner: FunctionNode | null): boolean {
  if (whole !== true) return !steps?.some(({ node }) => node === owner);
  const definition = owner === null ? undefined : tree.parents.get(owner);
  const name = definition?.type === 'MethodDefinition' ? nameOfKey(definition.key, definition.computed) : null;
  return name === null || callsOnThis(tree, name) || callsOnThis(of.tree, name);
}

/** What a call of a method is not known to pass over. */
function assignmentsIn(evaluation: Evaluation, tree: Tree, call: Frame, later: readonly Assigned[]): readonly Step[] {
  const { node: method, upTo } = call;
  const isLeft = ({ range }: Node): boolean =>
    upTo === undefined && isFunction(method) && returnsOf(method).some((returned) => returned.range[0] < range[0]);
  const written = later.flatMap(({ right, owner }): Step[] => {
    if (owner !== method || (upTo !== undefined && isAhead(tree, right, upTo))) return [];
    return [{ node: right, conditional: isConditional(tree, right, upTo ?? method, method) || isLeft(right) }];
  });
  return decideSteps(evaluation, tree, written, method, call);
}

/** Whether something is set behind a place only, and not in a round before. */
function isAhead(tree: Tree, right: Node, place: Node): boolean {
  if (right.range[1] <= place.range[0]) return false;
  const loops = [...ancestorsOf(tree, right)].filter(({ type }) => loop.test(type));
  return !loops.some((each) => contains(each, place));
}

/** So many calls are remembered of an instance: a loop may call a method on and on. */
const mostSteps = 16;

/** An instance after a call of a method of its that gave it back. */
export function withStep(instance: InstanceValue, step: Frame): InstanceValue {
  const steps = instance.steps ?? [];
  if (steps.length >= mostSteps) return { kind: 'instance', of: instance.of, args: instance.args };
  return { ...instance, steps: [...steps, step] };
}

/** An instance on which nothing is called but its steps. */
export function asWhole({ of, args, steps = [] }: InstanceValue): InstanceValue {
  let whole: InstanceValue = { kind: 'instance', of, args, whole: true };
  for (const step of steps) whole = withStep(whole, { ...step, self: whole });
  return whole;
}

/** `this.path += x` and `this.page++` stand for themselves in the table. */
function isCompound(tree: Tree, right: Node): boolean {
  const parent = tree.parents.get(right);
  return !(parent?.type === 'AssignmentExpression' && parent.right === right);
}

/** The frame of a round of a loop that puts members on an instance, or on what its class makes. */
function enterRound(evaluation: Evaluation, tree: Tree, { loop, item }: Round, parent: Frame | null): Frame {
  const args = [evaluate(evaluation, tree, item, null)];
  return { tree, node: loop, args, self: parent?.self ?? null, parent, depth: (parent?.depth ?? 0) + 1 };
}

/** A call of a method of which only the instance is known: one for all that is read in it. */
function selfFrame(evaluation: Evaluation, of: ClassValue, node: FunctionNode, self: InstanceValue): Frame {
  const known = framesOf(evaluation, self);
  const before = known.get(node);
  if (before !== undefined) return before;
  const { tree, frame } = of;
  const made: Frame = { tree, node, args: null, self, parent: frame, depth: (frame?.depth ?? 0) + 1 };
  known.set(node, made);
  return made;
}

function readParameterProperty(evaluation: Evaluation, of: ClassValue, frame: Frame, name: string): Value | null {
  for (const [index, pattern] of (constructorOf(of)?.params ?? []).entries()) {
    if (pattern.type !== 'TSParameterProperty') continue;
    const identifier = pattern.parameter.type === 'Identifier' ? pattern.parameter : pattern.parameter.left;
    if (identifier.name !== name) continue;
    const given = frame.args?.[index];
    if (given !== undefined && given.kind !== 'absent' && given.kind !== 'unknown') return given;
    const declared = readDeclared(evaluation, of.tree, pattern);
    if (declared !== null) return declared;
    return evaluate(evaluation, of.tree, identifier, frame);
  }
  return null;
}

export function readSuperclass(
  evaluation: Evaluation,
  of: ClassValue,
  frame: Frame,
): { value: ClassValue | ClientValue; args: readonly Value[] | null } | null {
  const node = isClass(of.node) ? of.node.superClass : tablesOf(of).parent;
  if (node == null) return null;
  const named = evaluate(evaluation, of.tree, node, of.frame);
  const value = named.kind === 'external' ? (readPackage(evaluation, named) ?? named) : named;
  if (value.kind === 'client') return { value, args: null };
  if (value.kind !== 'class' && value.kind !== 'function') return null;
  const parent: ClassValue = { kind: 'class', tree: value.tree, node: value.node, frame: value.frame };
  return { value: parent, args: superArguments(evaluation, of, frame) };
}

/** The classes that a class extends, nearest first. */
export function superclassesOf(evaluation: Evaluation, value: Value): ClassValue[] {
  const found: ClassValue[] = [];
  for (let at = genericInstance(value); at.kind === 'instance' && found.length <= deepestInheritance;) {
    const parent = readSuperclass(evaluation, at.of, constructorFrame(evaluation, at, at.of, null))?.value;
    if (parent?.kind !== 'class') break;
    found.push(parent);
    at = genericInstance(parent);
  }
  return found;
}

/** What the constructor hands on: `super(…)`, `Parent.call(this, …)` or `Parent.apply(this, arguments)`. Without a constructor, what it was given itself. */
function superArguments(evaluation: Evaluation, of: ClassValue, frame: Frame): readonly Value[] | null {
  if (constructorOf(of) === null) return frame.args;
  const call = findSuperCall(of);
  if (call === null) return null;
  const args = argumentsOf(evaluation, of.tree, call, frame);
  if (call.callee.type === 'Super') return args;
  const [, list] = args;
  if (calleeName(call) !== 'apply') return args.slice(1);
  return list?.kind === 'list' && !list.open ? list.items : null;
}

/** `super(…)`, `Parent.call(this, …)` or `Parent.apply(this, arguments)`; null if the constructor has none. */
export function findSuperCall(of: Pick<ClassValue, 'node'>): TSESTree.CallExpression | null {
  const known = superCalls.get(of.node);
  if (known !== undefined) return known;
  const made = constructorOf(of);
  const found: TSESTree.CallExpression[] = [];
  if (made !== null)
    walk(made, (node) => {
      if (node.type === 'CallExpression' && (node.callee.type === 'Super' || passesThis(node))) found.push(node);
    });
  superCalls.set(of.node, found[0] ?? null);
  return found[0] ?? null;
}

const superCalls = new WeakMap<Node, TSESTree.CallExpression | null>();

/** `super.name`. */
export function readSuperMember(evaluation: Evaluation, self: Value, name: string, at: At): Value | null {
  const [instance] = optionsOf(self);
  if (instance?.kind !== 'instance') return null;
  const parent = readSuperclass(
    evaluation,
    instance.of,
    constructorFrame(evaluation, instance, instance.of, instance.args),
  );
  if (parent === null || parent.value.kind === 'client') return null;
  return findMember(evaluation, instance, parent.value, parent.args, name, at);
}
