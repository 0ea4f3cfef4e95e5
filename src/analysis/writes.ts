import type { TSESTree } from '@typescript-eslint/utils';
import { evaluate, openTree, renewBudget } from './evaluate.js';
import type { Evaluation } from './evaluate.js';
import { findVariable, nameOfKey } from './tree.js';
import type { Node, Tree } from './tree.js';
import { choose, optionsOf, unknownAt } from './value.js';
import type { Value } from './value.js';

/** A write to a member of an object from outside: of a class's instance or of the class, of a record of another file. */
export interface MemberWrite {
  readonly tree: Tree;
  readonly node: TSESTree.AssignmentExpression | TSESTree.UpdateExpression;
}

/** Writes by the node that makes the object (a class, a record's literal) and the member's name. */
export type MemberWrites = ReadonlyMap<Node, ReadonlyMap<string, readonly MemberWrite[]>>;

/**
 * A member's value with what is written to it from outside of the object's own code: which write was the last is not
 * known, and what counts on the value before is out of sight.
 *
 * @param home what makes the object: its class, or the record's literal
 */
export function withWrites(evaluation: Evaluation, home: Node, name: string, value: Value | null): Value | null {
  const writes = writesOf(evaluation).get(home)?.get(name) ?? [];
  const [first] = writes;
  if (first === undefined) return value;
  const otherwise = () => unknownAt(first.tree, first.node, null);
  const written = writes.flatMap(({ tree, node }) =>
    node.type === 'AssignmentExpression' && node.operator === '=' ? [evaluate(evaluation, tree, node.right, null)] : [],
  );
  if (written.length < writes.length) return otherwise();
  return choose(value === null ? written : [value, ...written], otherwise);
}

function writesOf(evaluation: Evaluation): MemberWrites {
  if (evaluation.writes.known !== null) return evaluation.writes.known;
  // What is read while the writes are collected must not be remembered: it does not know of them yet.
  const blank: Evaluation = {
    ...evaluation,
    memo: new WeakMap(),
    framed: new WeakMap(),
    active: new Map(),
    entered: new Map(),
    open: new WeakMap(),
    callees: new WeakMap(),
    mutations: new WeakMap(),
    writes: { known: new Map() },
  };
  const writes = new Map<Node, Map<string, MemberWrite[]>>();
  for (const file of evaluation.project.files) {
    const tree = openTree(evaluation, file);
    if (tree !== null) for (const node of tree.memberWrites) collect(blank, tree, node, writes);
  }
  evaluation.writes.known = writes;
  return writes;
}

function collect(
  evaluation: Evaluation,
  tree: Tree,
  node: MemberWrite['node'],
  writes: Map<Node, Map<string, MemberWrite[]>>,
): void {
  const left = node.type === 'AssignmentExpression' ? node.left : node.argument;
  if (left.type !== 'MemberExpression' || left.object.type === 'ThisExpression') return;
  const name = nameOfKey(left.property, left.computed);
  if (name === null) return;
  renewBudget(evaluation);
  for (const option of optionsOf(evaluate(evaluation, tree, left.object, null))) {
    const home = homeOf(option, tree, left.object);
    if (home === null) continue;
    const byName = writes.get(home) ?? new Map<string, MemberWrite[]>();
    writes.set(home, byName.set(name, [...(byName.get(name) ?? []), { tree, node }]));
  }
}

/** What makes the object, if this write is not among those that are followed where the object is read. */
function homeOf(value: Value, tree: Tree, object: Node): Node | null {
  if (value.kind === 'record') return value.home === null || value.home.tree === tree ? null : value.home.node;
  if (value.kind === 'instance') return isSelf(tree, object) ? null : value.of.node;
  return value.kind === 'class' && value.tree !== tree ? value.node : null;
}

/** `self` of `var self = this`. */
function isSelf(tree: Tree, node: Node): boolean {
  const definition = node.type === 'Identifier' ? (findVariable(tree, node)?.defs[0]?.node as Node | undefined) : null;
  return definition?.type === 'VariableDeclarator' && definition.init?.type === 'ThisExpression';
}
