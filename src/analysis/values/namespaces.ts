import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { evaluate, namesOfKey } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { findDeclaration, findVariable, isFunction } from '../syntax/tree.js';
import type { MemberWriteNode, Node, Tree } from '../syntax/tree.js';
import { choose, emptyRecord } from '../value.js';
import type { Entry, Frame, RecordValue } from '../value.js';

// What TypeScript makes of enums and namespaces: `(function (Verb) { Verb["Drop"] = "DELETE"; })(Verb || (Verb = {}))`

const found = new WeakMap<Tree, ReadonlyMap<Variable, readonly MemberWriteNode[]>>();

/** What is put into each variable of a compiled enum or namespace, by its name or by a parameter of a function that is called at once. */
function namespacesOf(tree: Tree): ReadonlyMap<Variable, readonly MemberWriteNode[]> {
  const known = found.get(tree);
  if (known !== undefined) return known;
  const namespaces = new Map<Variable, MemberWriteNode[]>();
  const holders = new Map<Variable, MemberWriteNode[]>();
  for (const call of tree.calls) {
    if (call.type !== 'CallExpression' || !isFunction(call.callee)) continue;
    const [given] = call.arguments;
    const [parameter] = call.callee.params;
    if (given === undefined || parameter?.type !== 'Identifier') continue;
    const held = heldBy(tree, given);
    const filled = findDeclaration(tree, parameter);
    if (held === null || filled === null) continue;
    const writes = namespaces.get(held) ?? [];
    namespaces.set(held, writes);
    holders.set(held, writes).set(filled, writes);
  }
  if (holders.size > 0)
    for (const node of tree.memberWrites) {
      const object = writtenIn(node)?.object;
      const holder = object?.type === 'Identifier' ? findVariable(tree, object) : null;
      if (holder !== null) holders.get(holder)?.push(node);
    }
  found.set(tree, namespaces);
  return namespaces;
}

/** The variable of `Verb || (Verb = {})`, or of `Verb = exports.Verb || (exports.Verb = {})`; null for any other argument. */
function heldBy(tree: Tree, given: Node): Variable | null {
  const isSet = given.type === 'AssignmentExpression';
  const made = isSet ? given.right : given;
  if (made.type !== 'LogicalExpression' || made.operator !== '||' || made.right.type !== 'AssignmentExpression')
    return null;
  const name = isSet ? given.left : made.left;
  return name.type === 'Identifier' ? findVariable(tree, name) : null;
}

/** Whether a variable holds a compiled enum or namespace. */
export function isNamespace(tree: Tree, variable: Variable): boolean {
  return namespacesOf(tree).has(variable);
}

function writtenIn(node: MemberWriteNode): TSESTree.MemberExpression | null {
  const left = node.type === 'AssignmentExpression' ? node.left : node.argument;
  return left.type === 'MemberExpression' ? left : null;
}

/** More are put into none but the namespace of a whole program: what that holds is out of sight. */
const mostWrites = 500;

/** A compiled enum or namespace as the record of what is put into it; what else is, by a function that it is given to, nobody sees. */
export function readCompiledNamespace(
  evaluation: Evaluation,
  tree: Tree,
  variable: Variable,
  frame: Frame | null,
): RecordValue {
  const writes = namespacesOf(tree).get(variable) ?? [];
  const entries = new Map<string, Entry>();
  let mayDiffer = false;
  for (const node of writes.length > mostWrites ? [] : writes) {
    const left = writtenIn(node);
    if (left === null) continue;
    const [name, ...others] = namesOfKey(evaluation, tree, left.property, left.computed, frame);
    const isSet = node.type === 'AssignmentExpression' && node.operator === '=';
    if (!isSet || name === undefined || name === null || others.length > 0) mayDiffer = true;
    else {
      const value = evaluate(evaluation, tree, node.right, frame);
      const before = entries.get(name)?.value;
      entries.set(name, {
        value: choose(before === undefined ? [value] : [before, value], () => value),
        written: null,
      });
    }
  }
  if (mayDiffer) for (const [name, entry] of entries) entries.set(name, { ...entry, overridable: true });
  return { ...emptyRecord, entries, open: true };
}

/** The variable for which `{}` is made, in the argument of a function that fills it; null for any other record. */
export function namespaceMadeBy(tree: Tree, node: TSESTree.ObjectExpression): Variable | null {
  if (node.properties.length > 0) return null;
  let given: Node = node;
  let parent = tree.parents.get(given);
  while (parent?.type === 'AssignmentExpression' || parent?.type === 'LogicalExpression') {
    given = parent;
    parent = tree.parents.get(given);
  }
  return given !== node && parent?.type === 'CallExpression' && isFunction(parent.callee) ? heldBy(tree, given) : null;
}
