import {
  assignedMembers,
  constructorFrame,
  findSuperCall,
  genericInstance,
  isInherits,
  readSuperclass,
} from './classes.js';
import { evaluate } from './evaluate.js';
import type { Evaluation } from './evaluate.js';
import { calleeName, isClass, isFunction, nameOfKey } from './tree.js';
import type { ClassNode, FunctionNode, Node, Tree } from './tree.js';
import type { ClassValue, Frame, InstanceValue } from './value.js';

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
    return instance.kind === 'instance' && instance.of.tree === tree ? methodsOf(evaluation, instance) : [];
  });
}

/** The classes of a file that extend another one. */
function heirsOf(evaluation: Evaluation, tree: Tree): ClassValue[] {
  const named = tree.calls.flatMap((call) => {
    const [child] = call.arguments;
    if (call.type !== 'CallExpression' || child === undefined || !isInherits(calleeName(call))) return [];
    const value = evaluate(evaluation, tree, child, null);
    if (value.kind !== 'class' && value.kind !== 'function') return [];
    return [{ kind: 'class', tree: value.tree, node: value.node, frame: value.frame } as const];
  });
  const written = tree.classes.flatMap((node) => {
    const value = node.superClass === null ? null : evaluate(evaluation, tree, node, null);
    return value?.kind === 'class' ? [value] : [];
  });
  return [...written, ...named];
}

function methodsOf(evaluation: Evaluation, instance: InstanceValue): Inherited[] {
  const heir = findSuperCall(instance.of) ?? instance.of.node;
  const seen = new Set(ownMethods(instance.of).keys());
  const found: Inherited[] = [];
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
      found.push({ frame: toFrame(of, node, instance), heir });
    }
  }
  return found;
}

function toFrame({ tree, frame }: ClassValue, node: FunctionNode, self: InstanceValue): MethodFrame {
  return { tree, node, args: null, self, parent: frame, depth: 1 };
}

/** A class's own methods by name, as a class writes them or as they are put on a prototype. */
function ownMethods(of: ClassValue): Map<string, FunctionNode> {
  const methods = new Map<string, FunctionNode>();
  if (isClass(of.node)) collectMethods(of.node, methods);
  for (const [name, assigned] of assignedMembers(of)) {
    const right = assigned.find(({ owner }) => owner === null)?.right;
    if (isFunction(right)) methods.set(name, right);
  }
  return methods;
}

function collectMethods(node: ClassNode, methods: Map<string, FunctionNode>): void {
  for (const element of node.body.body) {
    if (element.type !== 'MethodDefinition' && element.type !== 'PropertyDefinition') continue;
    const name = element.static ? null : nameOfKey(element.key, element.computed);
    const isMethod = element.type === 'PropertyDefinition' || element.kind === 'method';
    if (name !== null && isMethod && isFunction(element.value)) methods.set(name, element.value);
  }
}
