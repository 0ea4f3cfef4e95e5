import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { toKnown } from '../../http/text.js';
import { declaresThis, isFunction, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { isSpread } from '../value.js';
import type { Frame, Value } from '../value.js';
import { listOf } from './lists.js';

// What a function is called with, as a whole: `arguments`

/**
 * The list of what the function around is called with, where a name is its `arguments`; null if it is another name, and
 * where the list is out of sight, or may be another by then.
 */
export function readArguments(tree: Tree, identifier: Node, frame: Frame | null): Value | null {
  const variable = tree.references.get(identifier)?.resolved;
  if (variable?.name !== 'arguments' || variable.defs.length > 0) return null;
  const owner = variable.scope.block as Node;
  const args = frameOf(owner, frame)?.args ?? null;
  if (!isFunction(owner) || args === null || args.some(isSpread) || isChanged(tree, variable)) return null;
  return listOf(declaresThis(owner) ? args.slice(1) : args);
}

function frameOf(owner: Node, frame: Frame | null): Frame | null {
  for (let at = frame; at !== null; at = at.parent) if (at.node === owner) return at;
  return null;
}

/** Outside of strict code a parameter that is set is set among the arguments too; `[].pop.call(arguments)` takes one out. */
function isChanged(tree: Tree, { scope, references }: Variable): boolean {
  const isSet = scope.variables.some(
    (each) =>
      (each.defs[0]?.type as string | undefined) === 'Parameter' &&
      each.references.some((reference) => reference.isWrite() && reference.init !== true),
  );
  return isSet || !references.every(({ identifier }) => isOnlyRead(tree, identifier));
}

function isOnlyRead(tree: Tree, identifier: Node): boolean {
  const parent = tree.parents.get(identifier);
  if (parent?.type === 'MemberExpression' && parent.object === identifier) {
    const outer = tree.parents.get(parent);
    return !(outer?.type === 'AssignmentExpression' && outer.left === parent) && outer?.type !== 'UpdateExpression';
  }
  if (parent?.type === 'SpreadElement') return true;
  if (parent?.type !== 'CallExpression') return false;
  return isApplied(parent, identifier) || givesList(tree, parent);
}

/** `Resource.apply(this, arguments)` */
function isApplied({ callee, arguments: [, list] }: TSESTree.CallExpression, identifier: Node): boolean {
  return list === identifier && callee.type === 'MemberExpression' && nameOfKey(callee.property, false) === 'apply';
}

/** `[].slice.call(arguments)`, `Array.from(arguments)` */
export function givesList(tree: Tree, { callee }: TSESTree.CallExpression | TSESTree.NewExpression): boolean {
  return /\bslice\.call$|\bArray\.from$/.test(sourceOf(tree, callee));
}

const named = new WeakMap<Node, readonly Node[]>();

/** Where a function names its `arguments`. */
export function namesOfArguments(tree: Tree, owner: FunctionNode): readonly Node[] {
  const before = named.get(owner);
  if (before !== undefined) return before;
  const isOwn = (variable: Variable | null): boolean =>
    variable?.name === 'arguments' && variable.defs.length === 0 && variable.scope.block === owner;
  const names = sourceOf(tree, owner).includes('arguments')
    ? [...tree.references].flatMap(([name, { resolved }]) => (isOwn(resolved) ? [name] : []))
    : [];
  named.set(owner, names);
  return names;
}

/** `Array.prototype.slice.call(list, 1)`: the list from there on; null if it, or the place, is out of sight. */
export function sliceList([list, from, to]: readonly Value[]): Value | null {
  if (list?.kind !== 'list' || list.open) return null;
  const start = from === undefined ? 0 : toNumber(from);
  const end = to === undefined ? list.items.length : toNumber(to);
  return start === null || end === null ? null : listOf(list.items.slice(start, end));
}

function toNumber(value: Value): number | null {
  const text = value.kind === 'text' ? toKnown(value.text) : null;
  return text !== null && /^-?\d+$/.test(text) ? Number(text) : null;
}

/** `Parent.call(this, …)`, `Parent.apply(this, arguments)` */
export function passesThis({ callee, arguments: [self, list] }: TSESTree.CallExpression): boolean {
  if (callee.type !== 'MemberExpression' || self?.type !== 'ThisExpression') return false;
  const name = nameOfKey(callee.property, callee.computed);
  return name === 'call' || (name === 'apply' && namesArguments(list) && isConstructor(callee.object));
}

function namesArguments(node: Node | undefined): boolean {
  return node?.type === 'Identifier' && node.name === 'arguments';
}

/** `Parent`, `Parent.prototype.constructor`, `Heir.super_`: not a method that the constructor calls, `this.set.apply(this, arguments)`. */
function isConstructor(node: Node): boolean {
  const name = node.type === 'MemberExpression' ? nameOfKey(node.property, node.computed) : null;
  return node.type === 'Identifier' ? /^[A-Z_$]/.test(node.name) : /^(?:constructor|super_|[A-Z]\w*)$/.test(name ?? '');
}
