import type { TSESTree } from '@typescript-eslint/types';
import {
  ancestorsOf,
  calleeName,
  contains,
  findVariable,
  isClass,
  isFunction,
  nameOfKey,
  nodesIn,
  sourceOf,
  rightOf,
} from '../syntax/tree.js';
import type { FunctionNode, MemberWriteNode, Node, Tree } from '../syntax/tree.js';
import type { ClassValue } from '../value.js';
import { inheritances, mixingsIn } from './inheritances.js';

// What is assigned to the members of a class

/** A value that is put on `this`, on the prototype or on the function itself. */
export interface Assigned {
  readonly right: Node;
  /** The method that does it; null if it is done outside, on the prototype. */
  readonly owner: FunctionNode | null;
  /** The round of a loop that does it, where the member's name is an item of a list: `names.forEach((name) => (this[name] = …))`. */
  readonly round?: Round;
}

export interface Round {
  readonly loop: TSESTree.ForOfStatement | FunctionNode;
  /** What the loop gives its variable. */
  readonly item: TSESTree.StringLiteral;
}

interface ClassTables {
  readonly members: ReadonlyMap<string, readonly Assigned[]>;
  /** What is put into the members. */
  readonly rights: ReadonlySet<Node>;
  /** What is put on the class itself, in order. */
  readonly statics: ReadonlyMap<string, readonly Node[]>;
  /** Statics that are added to, or written to where they are declared. */
  readonly grown: ReadonlySet<string>;
  /** The records whose members are put on the prototype, in order: `Object.assign(F.prototype, record)`. */
  readonly mixed: readonly Node[];
  /** The class that the members are inherited from, if `extends` does not name it. */
  readonly parent: Node | null;
}

const tables = new WeakMap<Node, ClassTables>();

export function assignedMembers(of: ClassValue): ClassTables['members'] {
  return tablesOf(of).members;
}

/** Whether what a write puts on a class is among its members: `F.prototype.name = value`, and each round of a loop that does so. */
export function isAmongMembers(of: ClassValue, write: MemberWriteNode): boolean {
  return write.type === 'AssignmentExpression' && tablesOf(of).rights.has(write.right);
}

export function tablesOf(of: ClassValue): ClassTables {
  const known = tables.get(of.node);
  if (known !== undefined) return known;
  const members = new Map<string, Assigned[]>();
  const statics = new Map<string, Node[]>();
  collectThis(of, of.node, members);
  collectOutside(of, members, statics);
  for (const { right, owner } of [...members.values()].flat())
    if (owner === null && isFunction(right)) collectThis(of, right, members);
  const rights = new Set([...members.values()].flatMap((puts) => puts.map(({ right }) => right)));
  const parent = inheritances(of.tree).find(({ child }) => names(of, child))?.parent ?? null;
  const mixed = mixingsIn(of.tree).flatMap(({ target, sources }) => (namesPrototype(of, target) ? sources : []));
  const result = { members, rights, statics, grown: grownStatics(of), mixed, parent };
  tables.set(of.node, result);
  return result;
}

function add(
  members: Map<string, Assigned[]>,
  name: string,
  right: Node,
  owner: FunctionNode | null,
  round: Round | null = null,
): void {
  const assigned: Assigned = round === null ? { right, owner } : { right, owner, round };
  members.set(name, [...(members.get(name) ?? []), assigned]);
}

/** `this.name = value`, also through `var self = this`; what counts on or adds to a member stands for itself, as nobody can read it. */
function collectThis(of: ClassValue, root: Node, members: Map<string, Assigned[]>): void {
  for (const node of nodesIn(of.tree.memberWrites, root)) {
    const left =
      node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : null;
    if (left?.type !== 'MemberExpression' || !isThis(of.tree, left.object)) continue;
    const name = nameOfKey(left.property, left.computed);
    const right = rightOf(node);
    const owner = methodAround(of.tree, root, node);
    if (name !== null) add(members, name, right ?? node, owner);
    else if (right !== null)
      for (const { named, round } of roundsOf(of.tree, node, left.property)) add(members, named, right, owner, round);
  }
}

interface NamedRound {
  readonly named: string;
  readonly round: Round;
}

/** The rounds in which a loop over names that are written gives one to the variable by which a member is named, `verb` or `'_' + verb.toLowerCase()`. */
function roundsOf(tree: Tree, node: Node, name: Node): NamedRound[] {
  const pieces = piecesOf(name);
  const [variable, ...others] = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.variable]));
  if (variable === undefined || others.length > 0) return [];
  return roundsBy(tree, node, variable).map((round) => ({
    named: pieces.map((piece) => (typeof piece === 'string' ? piece : piece.toName(round.item.value))).join(''),
    round,
  }));
}

/** What a name is put together of: texts, and what a variable holds. */
type NamePiece = string | { readonly variable: Node; readonly toName: (text: string) => string };

function piecesOf(name: Node): NamePiece[] {
  if (name.type === 'Literal' && typeof name.value === 'string') return [name.value];
  if (name.type === 'BinaryExpression' && name.operator === '+')
    return [...piecesOf(name.left), ...piecesOf(name.right)];
  if (name.type === 'CallExpression' && name.callee.type === 'MemberExpression') {
    const variable = name.callee.object;
    const called = calleeName(name);
    if (called === 'toLowerCase') return [{ variable, toName: (text) => text.toLowerCase() }];
    if (called === 'toUpperCase') return [{ variable, toName: (text) => text.toUpperCase() }];
  }
  if (name.type !== 'TemplateLiteral') return [{ variable: name, toName: (text) => text }];
  return name.quasis.flatMap(({ value: { cooked } }, index) => {
    const next = name.expressions[index];
    return [cooked ?? '', ...(next === undefined ? [] : piecesOf(next))];
  });
}

function roundsBy(tree: Tree, node: Node, variable: Node): Round[] {
  const [definition] = findVariable(tree, variable)?.defs ?? [];
  const home = definition?.node as Node | undefined;
  const loop = isFunction(home) ? home : [...ancestorsOf(tree, node)].find(({ type }) => type === 'ForOfStatement');
  if (home === undefined || loop === undefined || !(isFunction(loop) || loop.type === 'ForOfStatement')) return [];
  if (!contains(loop, node) || (isFunction(loop) ? loop.params[0] !== definition?.name : !contains(loop.left, home)))
    return [];
  // Functions that are made in rounds share a `var`, which holds the last item in the end.
  if (loop.type === 'ForOfStatement' && loop.left.type === 'VariableDeclaration' && loop.left.kind === 'var') return [];
  return itemsOf(tree, loop).map((item) => ({ loop, item }));
}

function itemsOf(tree: Tree, loop: Round['loop']): TSESTree.StringLiteral[] {
  const call = isFunction(loop) ? tree.parents.get(loop) : undefined;
  const isEach = call?.type === 'CallExpression' && call.arguments[0] === loop && calleeName(call) === 'forEach';
  const given = isEach && call.callee.type === 'MemberExpression' ? call.callee.object : null;
  const list = isFunction(loop) ? given : loop.right;
  const items = list === null ? null : writtenList(tree, list);
  const names = items?.flatMap((item) => (item?.type === 'Literal' && typeof item.value === 'string' ? [item] : []));
  return names === undefined || names.length < (items?.length ?? 0) ? [] : names;
}

/** A list as it is written, in its place or in a variable that nothing else is put into. */
function writtenList(tree: Tree, node: Node): TSESTree.ArrayExpression['elements'] | null {
  if (node.type === 'ArrayExpression') return node.elements;
  const variable = node.type === 'Identifier' ? findVariable(tree, node) : null;
  const definition = variable?.defs[0]?.node as Node | undefined;
  const isWritten = variable?.references.some((reference) => reference.isWrite() && reference.init !== true) === true;
  const init = definition?.type === 'VariableDeclarator' ? definition.init : null;
  return init?.type === 'ArrayExpression' && !isWritten ? init.elements : null;
}

export function isThis(tree: Tree, node: Node): boolean {
  if (node.type === 'ThisExpression') return true;
  if (node.type !== 'Identifier') return false;
  const definition = findVariable(tree, node)?.defs[0]?.node as Node | undefined;
  return definition?.type === 'VariableDeclarator' && definition.init?.type === 'ThisExpression';
}

/** Whether a file's code calls a method of that name on `this`. */
export function callsOnThis(tree: Tree, name: string): boolean {
  return tree.calls.some(
    (call) =>
      call.type === 'CallExpression' &&
      calleeName(call) === name &&
      call.callee.type === 'MemberExpression' &&
      isThis(tree, call.callee.object),
  );
}

/** The method of a class, or the function itself, that a node stands in. */
function methodAround(tree: Tree, root: Node, node: Node): FunctionNode | null {
  let owner: FunctionNode | null = null;
  for (let at: Node | undefined = node; at !== undefined && at !== root; at = tree.parents.get(at))
    if (isFunction(at)) owner = at;
  return owner ?? (isFunction(root) ? root : null);
}

/** `F.prototype.name = value`, in a loop also `F.prototype[name] = value`, `F.prototype = { … }`, `proto.name = value`, `F.name = value`. */
function collectOutside(of: ClassValue, members: Map<string, Assigned[]>, statics: Map<string, Node[]>): void {
  for (const node of of.tree.assignments) {
    const { left } = node;
    if (left.type !== 'MemberExpression') continue;
    const name = nameOfKey(left.property, left.computed);
    if (name === null) {
      const rounds = namesPrototype(of, left.object) ? roundsOf(of.tree, node, left.property) : [];
      for (const { named, round } of rounds) add(members, named, node.right, null, round);
      continue;
    }
    if (name === 'prototype' && names(of, left.object) && node.right.type === 'ObjectExpression') {
      collectLiteral(node.right, members);
    } else if (namesPrototype(of, left.object)) add(members, name, node.right, null);
    else if (names(of, left.object) || isStaticThis(of, left.object))
      statics.set(name, [...(statics.get(name) ?? []), node.right]);
  }
}

/** `this` of a static method. */
function isStaticThis({ tree, node: owner }: ClassValue, node: Node): boolean {
  if (node.type !== 'ThisExpression') return false;
  for (const ancestor of ancestorsOf(tree, node)) {
    const isMember = ancestor.type === 'MethodDefinition' || ancestor.type === 'PropertyDefinition';
    if (isMember) return ancestor.static && isClass(owner) && owner.body.body.includes(ancestor);
    if (isFunction(ancestor) && ancestor.type !== 'ArrowFunctionExpression' && !isMethod(tree, ancestor)) return false;
  }
  return false;
}

function isMethod(tree: Tree, node: Node): boolean {
  return tree.parents.get(node)?.type === 'MethodDefinition';
}

function grownStatics(of: ClassValue): Set<string> {
  const grown = new Set<string>();
  for (const node of of.tree.memberWrites) {
    const left = node.type === 'AssignmentExpression' ? node.left : node.argument;
    if (left.type !== 'MemberExpression' || !names(of, left.object)) continue;
    const name = nameOfKey(left.property, left.computed);
    const plain = rightOf(node) !== null && !isDeclaredStatic(of, name);
    if (name !== null && !plain) grown.add(name);
  }
  return grown;
}

function isDeclaredStatic(of: ClassValue, name: string | null): boolean {
  return declaredStatic(of, name) !== undefined;
}

function declaredStatic({ node }: ClassValue, name: string | null): TSESTree.PropertyDefinition | undefined {
  return isClass(node)
    ? node.body.body.find(
        (element): element is TSESTree.PropertyDefinition =>
          element.type === 'PropertyDefinition' && element.static && nameOfKey(element.key, element.computed) === name,
      )
    : undefined;
}

/** Whether a static member is declared without a value, and given none by its name in its file. */
export function isStaticLeftOpen(of: ClassValue, name: string): boolean {
  return declaredStatic(of, name)?.value === null && !of.tree.memberWrites.some((write) => writes(write, name));
}

function writes(write: MemberWriteNode, name: string): boolean {
  const left = write.type === 'AssignmentExpression' ? write.left : write.argument;
  return left.type === 'MemberExpression' && nameOfKey(left.property, left.computed) === name;
}

function collectLiteral(literal: TSESTree.ObjectExpression, members: Map<string, Assigned[]>): void {
  for (const property of literal.properties) {
    const key = property.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
    if (key !== null && property.type === 'Property') add(members, key, property.value, null);
  }
}

/** Whether an expression is the class by name: `Shelf`, or `module.exports` where the class was put there. */
function names(of: ClassValue, node: Node): boolean {
  if (node.type === 'MemberExpression') {
    const name = sourceOf(of.tree, node);
    return of.tree.assignments.some(({ left, right }) => right === of.node && sourceOf(of.tree, left) === name);
  }
  if (node.type !== 'Identifier') return false;
  const variable = findVariable(of.tree, node);
  return (
    variable?.defs.some((definition) => {
      const at = definition.node as Node;
      return at === of.node || (at.type === 'VariableDeclarator' && at.init === of.node);
    }) === true || variable?.references.some((reference) => reference.writeExpr === of.node) === true
  );
}

function namesPrototype(of: ClassValue, node: Node): boolean {
  if (node.type === 'MemberExpression')
    return nameOfKey(node.property, node.computed) === 'prototype' && names(of, node.object);
  if (node.type !== 'Identifier') return false;
  const definition = findVariable(of.tree, node)?.defs[0]?.node as Node | undefined;
  return (
    definition?.type === 'VariableDeclarator' &&
    definition.init != null &&
    definition.init.type === 'MemberExpression' &&
    namesPrototype(of, definition.init)
  );
}
