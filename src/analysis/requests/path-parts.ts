import { findDeclaration, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { PathChange } from './path-tests.js';

// What code takes of the parts of a path, whose meaning changes with the path

/** Whether one of the parts that a path is split into, and that change, is read by its position. */
export function isPartRead(tree: Tree, parts: Node, change: PathChange): boolean {
  const parent = tree.parents.get(parts);
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === parts && isChangedPart(tree, parent, change);
    case 'VariableDeclarator':
      return isReadOfPattern(tree, parent.id, change);
    default:
      return false;
  }
}

function isReadOfPattern(tree: Tree, pattern: Node, change: PathChange): boolean {
  if (pattern.type === 'ArrayPattern') return pattern.elements.length > firstChanged(change);
  const references = pattern.type === 'Identifier' ? (findDeclaration(tree, pattern)?.references ?? []) : [];
  return references.some((reference) => reference.isRead() && isPartRead(tree, reference.identifier, change));
}

/** `parts.pop()`, `parts[3]`, `parts.length`. */
function isChangedPart(tree: Tree, member: Extract<Node, { type: 'MemberExpression' }>, change: PathChange): boolean {
  const name = nameOfKey(member.property, member.computed);
  const call = tree.parents.get(member);
  const [argument] = call?.type === 'CallExpression' && call.callee === member ? call.arguments : [];
  const { property } = member;
  if (member.computed && property.type === 'Literal') return Number(property.value) >= firstChanged(change);
  if (member.computed || name === 'pop') return isLastPart(change);
  if (name === 'length') return partsOf(change.before).length !== partsOf(change.after).length;
  if (name === 'slice' || name === 'at')
    return argument?.type !== 'Literal' || Number(argument.value) >= firstChanged(change);
  return (
    /^(?:includes|indexOf)$/.test(name ?? '') && argument?.type === 'Literal' && isPartGone(change, argument.value)
  );
}

function isPartGone({ before, after }: PathChange, part: unknown): boolean {
  return partsOf(before).some((each) => each === part) !== partsOf(after).some((each) => each === part);
}

/** Whether the last part of the path is another one. */
export function isLastPart({ before, after }: PathChange): boolean {
  return partsOf(before).at(-1) !== partsOf(after).at(-1);
}

/** A base before the path moves its parts back: no part before this one is another. */
function firstChanged({ before, after }: PathChange): number {
  const moved = partsOf(after);
  return [...partsOf(before), null].findIndex((part, index) => part !== moved[index]);
}

function partsOf(path: string): string[] {
  return path.split('/');
}
