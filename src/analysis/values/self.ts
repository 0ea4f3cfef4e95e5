import type { TSESTree } from '@typescript-eslint/types';
import { frameAround, readAnnotation } from './bindings.js';
import { constructorOf, genericInstance, withStep } from './classes.js';
import { fillsThis, withFilledEntries } from './filled-fields.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { keepsThis } from '../syntax/compiled.js';
import { ancestorsOf, contains, declaresThis, isClass, isFunction, nameOfKey, nodesIn, walk } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { unknownAt } from '../value.js';
import type { Frame, RecordValue, Value } from '../value.js';

// `this`

/** `this` as the call being looked into has it, or an instance of the class that the code stands in. */
export function readThis(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null): Value {
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor.type === 'PropertyDefinition' && !ancestor.static) {
      const home = classAround(tree, ancestor);
      const self = selfIn(frame, ancestor.value) ?? selfMadeIn(frame, home) ?? readSelf(evaluation, tree, home, frame);
      return self ?? unknownAt(tree, node, frame);
    }
    if (!isFunction(ancestor) || ancestor.type === 'ArrowFunctionExpression' || keepsThis(tree, ancestor)) continue;
    const self = readSelf(evaluation, tree, ancestor, frame);
    return self === null ? unknownAt(tree, node, frame) : asSetBefore(self, tree, node, frame);
  }
  return unknownAt(tree, node, frame);
}

/**
 * `this` of a method that sets members, `this.method = 'DELETE'; return this.send();`: of an instance on which nothing else is
 * called, what they are by then. Who keeps `this` under a name may do so before all of them.
 */
function asSetBefore(self: Value, tree: Tree, node: Node, frame: Frame | null): Value {
  if (self.kind !== 'instance' || self.whole !== true) return self;
  const parent = tree.parents.get(node);
  const upTo = parent?.type === 'MemberExpression' && parent.object === node ? node : undefined;
  for (let at = frame; at !== null; at = at.parent)
    if (at.self === self && at.tree === tree && isFunction(at.node) && contains(at.node, node)) {
      const isSetting = nodesIn(tree.memberWrites, at.node).length > 0;
      return isSetting ? withStep(self, { ...at, upTo }) : self;
    }
  return self;
}

function readSelf(evaluation: Evaluation, tree: Tree, owner: Node | null, frame: Frame | null): Value | null {
  if (owner === null) return null;
  const self = selfIn(frame, owner);
  if (self !== null) return self;
  const around = frameAround(tree, frame, owner);
  if (isClass(owner)) return genericInstance(evaluate(evaluation, tree, owner, around));
  return isFunction(owner)
    ? (readDeclaredThis(evaluation, tree, owner) ?? ownerOf(evaluation, tree, owner, around))
    : null;
}

/** What a call that is being looked into has for `this` in a function, or in what a class holds as a property. */
function selfIn(frame: Frame | null, owner: Node | null): Value | null {
  for (let at = frame; at !== null; at = at.parent) if (at.node === owner && at.self !== null) return at.self;
  return null;
}

/** The instance whose fields the constructor's call at hand makes. */
function selfMadeIn(frame: Frame | null, home: Node | null): Value | null {
  return isClass(home) ? selfIn(frame, constructorOf({ node: home })) : null;
}

/** `function (this: Client)`. */
function readDeclaredThis(evaluation: Evaluation, tree: Tree, owner: FunctionNode): Value | null {
  const [first] = owner.params;
  return first?.type === 'Identifier' && declaresThis(owner) ? readAnnotation(evaluation, tree, first) : null;
}

/** Whose method a function is, by where it stands: in a class, on a prototype, in an object literal. */
function ownerOf(evaluation: Evaluation, tree: Tree, owner: FunctionNode, frame: Frame | null): Value | null {
  const parent = tree.parents.get(owner);
  if (parent?.type === 'MethodDefinition') {
    const home = classAround(tree, parent);
    if (home === null) return null;
    const value = evaluate(evaluation, tree, home, frame);
    return parent.static ? value : genericInstance(value);
  }
  if (parent?.type === 'Property') return ownerOfProperty(evaluation, tree, parent, frame);
  if (parent?.type === 'AssignmentExpression') return ownerOfAssigned(evaluation, tree, parent, frame);
  if (parent?.type === 'MemberExpression' && tree.parents.get(parent)?.type === 'CallExpression') {
    const [self] = (tree.parents.get(parent) as TSESTree.CallExpression).arguments;
    return self === undefined ? null : evaluate(evaluation, tree, self, frame);
  }
  return genericInstance({ kind: 'class', tree, node: owner, frame });
}

function ownerOfProperty(
  evaluation: Evaluation,
  tree: Tree,
  property: TSESTree.Property,
  frame: Frame | null,
): Value | null {
  const record = tree.parents.get(property);
  if (record?.type !== 'ObjectExpression') return null;
  const assignment = tree.parents.get(record);
  if (assignment?.type === 'AssignmentExpression' && isPrototype(assignment.left)) {
    return genericInstance(evaluate(evaluation, tree, assignment.left.object, frame));
  }
  const value = evaluate(evaluation, tree, record, frame);
  if (value.kind !== 'record') return value;
  const kept = withoutWritten(record, value);
  return fillsThis(tree, record)
    ? { ...kept, entries: withFilledEntries(kept.entries, unknownAt(tree, record, frame)) }
    : kept;
}

/** `this` of a record's method may hold more than the record says, and what a method writes to is not what it was. */
function withoutWritten(node: Node, record: RecordValue): RecordValue {
  const written = new Set<string>();
  walk(node, (inner) => {
    const left =
      inner.type === 'AssignmentExpression' ? inner.left : inner.type === 'UpdateExpression' ? inner.argument : null;
    if (left?.type !== 'MemberExpression' || left.object.type !== 'ThisExpression') return;
    const name = nameOfKey(left.property, left.computed);
    if (name !== null) written.add(name);
  });
  const entries = new Map([...record.entries].filter(([name]) => !written.has(name)));
  return { ...record, entries, open: true };
}

function ownerOfAssigned(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.AssignmentExpression,
  frame: Frame | null,
): Value | null {
  if (node.left.type !== 'MemberExpression') return null;
  return evaluate(evaluation, tree, node.left.object, frame);
}

function isPrototype(node: Node): node is TSESTree.MemberExpression {
  return node.type === 'MemberExpression' && nameOfKey(node.property, node.computed) === 'prototype';
}

function classAround(tree: Tree, node: Node): Node | null {
  for (const ancestor of ancestorsOf(tree, node)) if (isClass(ancestor)) return ancestor;
  return null;
}
