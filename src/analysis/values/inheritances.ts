import type { TSESTree } from '@typescript-eslint/types';
import { calleeName, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// What says that a function's instances inherit from another's, where no `extends` does

/** Two classes as a file names them. */
export interface Inheritance {
  readonly child: Node;
  readonly parent: Node;
}

const known = new WeakMap<Tree, readonly Inheritance[]>();

/** What the calls and assignments of a file let inherit; looked for once. */
export function inheritances(tree: Tree): readonly Inheritance[] {
  const before = known.get(tree);
  if (before !== undefined) return before;
  const found = [...tree.calls.flatMap(inheritedByCall), ...tree.assignments.flatMap(inheritedByAssignment)];
  known.set(tree, found);
  return found;
}

/** `util.inherits(Child, Parent)`, and what compilers write for `extends`. */
const inheriting = /^(?:inherits|extend|__extends|_inherits(?:Loose)?)$/;

/** `inherits(Child, Parent)`, `Object.setPrototypeOf(Child.prototype, Parent.prototype)`. */
function inheritedByCall(call: TSESTree.CallExpression | TSESTree.NewExpression): Inheritance[] {
  const [child, parent] = call.arguments;
  if (call.type !== 'CallExpression' || child === undefined || parent === undefined) return [];
  const name = calleeName(call);
  if (name === 'setPrototypeOf') return pairOf(prototypeOwner(child), prototypeOwner(parent));
  return inheriting.test(name) && prototypeOwner(child) === null ? [{ child, parent }] : [];
}

/** `Child.prototype = Object.create(Parent.prototype)`, `Child.prototype = new Parent()`, `Child.prototype.__proto__ = Parent.prototype`. */
function inheritedByAssignment({ left, right }: TSESTree.AssignmentExpression): Inheritance[] {
  if (left.type !== 'MemberExpression') return [];
  const isLink = nameOfKey(left.property, left.computed) === '__proto__';
  return isLink
    ? pairOf(prototypeOwner(left.object), prototypeOwner(right))
    : pairOf(prototypeOwner(left), ownerOfMade(right));
}

/** The class of what a prototype is made of: `new Parent()`, `Object.create(Parent.prototype)`, `_.create(Parent.prototype, { … })`. */
function ownerOfMade(made: Node): Node | null {
  if (made.type === 'NewExpression') return made.callee;
  if (made.type !== 'CallExpression') return null;
  const [first] = made.arguments;
  if (first === undefined) return null;
  const name = calleeName(made);
  if (name === 'create') return prototypeOwner(first);
  return /^(?:assign|extend)$/.test(name) ? ownerOfMade(first) : null;
}

/** Records whose members are put on a function's prototype: `Object.assign(Lab.prototype, http, require('./issues'))`. */
export interface Mixing {
  /** The prototype, by itself or by the name of a variable. */
  readonly target: Node;
  /** The function as it is named there; null if a variable holds the prototype. */
  readonly child: Node | null;
  readonly sources: readonly Node[];
}

const mixings = new WeakMap<Tree, readonly Mixing[]>();

/** What may put records on a prototype in a file; looked for once. */
export function mixingsIn(tree: Tree): readonly Mixing[] {
  const before = mixings.get(tree);
  if (before !== undefined) return before;
  const found = tree.calls.flatMap((call): Mixing[] => {
    const [target, ...sources] = call.arguments;
    if (target === undefined || call.type !== 'CallExpression' || !mixing.test(calleeName(call))) return [];
    return [{ target, child: prototypeOwner(target), sources }];
  });
  mixings.set(tree, found);
  return found;
}

/** `Object.assign`, and what Underscore, jQuery and packages of their own call it: https://underscorejs.org/#extend */
const mixing = /^(?:assign|extend|mixin|merge)$/i;

function pairOf(child: Node | null, parent: Node | null): Inheritance[] {
  return child === null || parent === null ? [] : [{ child, parent }];
}

/** `Forge` of `Forge.prototype`. */
function prototypeOwner(node: Node): Node | null {
  return node.type === 'MemberExpression' && nameOfKey(node.property, node.computed) === 'prototype'
    ? node.object
    : null;
}
