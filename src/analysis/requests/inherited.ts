import { assignedMembers } from '../values/class-tables.js';
import { constructorFrame, findSuperCall, genericInstance, readSuperclass } from '../values/classes.js';
import { inheritances, mixingsIn } from '../values/inheritances.js';
import { mixedMethods } from '../values/mixins.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { isClass, isFunction, nameOfKey } from '../syntax/tree.js';
import type { ClassNode, FunctionNode, Node, Tree } from '../syntax/tree.js';
import type { ClassValue, Frame, InstanceValue, Value } from '../value.js';

/** A method with its class's `this`, called by nobody in particular. */
export interface MethodFrame extends Frame {
  readonly node: FunctionNode;
}

/** A method that a class gets from another one. */
export interface Inherited {
  readonly frame: MethodFrame;
  /** What makes the method the class's own: the call of the parent's constructor, or the class. */
  readonly heir: Node;
}

const deepestInheritance = 8;

/** The methods that the classes of a file inherit and don't override: what a class tells its parent, these methods use. */
export function inheritedMethods(evaluation: Evaluation, tree: Tree): Inherited[] {
  return heirsOf(evaluation, tree).flatMap((of) => {
    const instance = genericInstance(of);
    if (instance.kind !== 'instance' || instance.of.tree !== tree) return [];
    const heir = findSuperCall(instance.of) ?? instance.of.node;
    const inherited = [...mixedFrames(evaluation, instance, instance.of), ...inheritedFrames(evaluation, instance)].map(
      (frame) => ({ frame, heir }),
    );
    return [...inherited, ...staticsOf(evaluation, instance.of)];
  });
}

/** The classes of a file that extend another one, or have methods of records. */
function heirsOf(evaluation: Evaluation, tree: Tree): ClassValue[] {
  const mixed = mixingsIn(tree).flatMap(({ child }) => child ?? []);
  const named = [...inheritances(tree).map(({ child }) => child), ...mixed].flatMap((child) => {
    const value = evaluate(evaluation, tree, child, null);
    if (value.kind !== 'class' && value.kind !== 'function') return [];
    return [{ kind: 'class', tree: value.tree, node: value.node, frame: value.frame } as const];
  });
  const written = tree.classes.flatMap((node) => {
    const value = node.superClass === null ? null : evaluate(evaluation, tree, node, null);
    return value?.kind === 'class' ? [value] : [];
  });
  return [...new Map([...written, ...named].map((of) => [of.node, of])).values()];
}

/** The methods of an instance's class, its own and those that it inherits. */
export function methodFrames(evaluation: Evaluation, instance: InstanceValue): MethodFrame[] {
  const own = [...ownMethods(instance.of).values()].map((node) => toFrame(instance.of, node, instance));
  return [...own, ...mixedFrames(evaluation, instance, instance.of), ...inheritedFrames(evaluation, instance)];
}

function inheritedFrames(evaluation: Evaluation, instance: InstanceValue): MethodFrame[] {
  const seen = new Set(ownMethods(instance.of).keys());
  const found: MethodFrame[] = [];
  let of = instance.of;
  let { args } = instance;
  for (let depth = 0; depth < deepestInheritance; depth += 1) {
    const parent = readSuperclass(evaluation, of, constructorFrame(evaluation, instance, of, args));
    if (parent === null || parent.value.kind === 'client') break;
    of = parent.value;
    ({ args } = parent);
    for (const [name, node] of ownMethods(of)) {
      if (seen.has(name)) continue;
      seen.add(name);
      found.push(toFrame(of, node, instance));
    }
  }
  return found;
}

/** The methods that a class has of records, with its own `this`. */
function mixedFrames(evaluation: Evaluation, self: InstanceValue, of: ClassValue): MethodFrame[] {
  return [...mixedMethods(evaluation, of).values()].map(({ tree, node, frame }) => ({
    tree,
    node,
    args: null,
    self,
    parent: frame,
    depth: 1,
  }));
}

/** The static methods that a class inherits, as the class itself is asked for them. */
function staticsOf(evaluation: Evaluation, heir: ClassValue): Inherited[] {
  const seen = new Set<string>();
  const found: Inherited[] = [];
  let of: Value = heir;
  for (let depth = 0; of.kind === 'class' && isClass(of.node) && depth < deepestInheritance; depth += 1) {
    for (const [name, node] of collectMethods(of.node, true)) {
      if (of !== heir && !seen.has(name)) found.push({ frame: toFrame(of, node, heir), heir: heir.node });
      seen.add(name);
    }
    if (of.node.superClass === null) break;
    of = evaluate(evaluation, of.tree, of.node.superClass, of.frame);
  }
  return found;
}

function toFrame({ tree, frame }: ClassValue, node: FunctionNode, self: InstanceValue | ClassValue): MethodFrame {
  return { tree, node, args: null, self, parent: frame, depth: 1 };
}

/** A class's own methods by name, as a class writes them or as they are put on a prototype. */
function ownMethods(of: ClassValue): Map<string, FunctionNode> {
  const methods = new Map(isClass(of.node) ? collectMethods(of.node, false) : []);
  for (const [name, assigned] of assignedMembers(of)) {
    const right = assigned.find(({ owner }) => owner === null)?.right;
    if (isFunction(right)) methods.set(name, right);
  }
  return methods;
}

function collectMethods(node: ClassNode, isStatic: boolean): [string, FunctionNode][] {
  return node.body.body.flatMap((element): [string, FunctionNode][] => {
    if (element.type !== 'MethodDefinition' && element.type !== 'PropertyDefinition') return [];
    const name = element.static === isStatic ? nameOfKey(element.key, element.computed) : null;
    const isMethod = element.type === 'PropertyDefinition' || element.kind === 'method' || element.kind === 'get';
    return name !== null && isMethod && isFunction(element.value) ? [[name, element.value]] : [];
  });
}
