import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { evaluate, namesOfKey } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { findDeclaration, findVariable, isFunction } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { choose, emptyRecord } from '../value.js';
import type { Entry, Frame, RecordValue } from '../value.js';

// What TypeScript makes of enums and namespaces: `(function (Verb) { Verb["Drop"] = "DELETE"; })(Verb || (Verb = {}))`

const found = new WeakMap<Tree, ReadonlyMap<Variable, readonly Variable[]>>();

/** The parameters through which functions that are called at once fill what a variable of a compiled enum or namespace holds. */
function namespacesOf(tree: Tree): ReadonlyMap<Variable, readonly Variable[]> {
  const known = found.get(tree);
  if (known !== undefined) return known;
  const namespaces = new Map<Variable, Variable[]>();
  for (const call of tree.calls) {
    if (call.type !== 'CallExpression' || !isFunction(call.callee)) continue;
    const [given] = call.arguments;
    const [parameter] = call.callee.params;
    if (given === undefined || parameter?.type !== 'Identifier') continue;
    const held = heldBy(tree, given);
    const filled = findDeclaration(tree, parameter);
    if (held !== null && filled !== null) namespaces.set(held, [...(namespaces.get(held) ?? []), filled]);
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

/** A compiled enum or namespace as the record of what is put into it. */
export function readCompiledNamespace(
  evaluation: Evaluation,
  tree: Tree,
  variable: Variable,
  frame: Frame | null,
): RecordValue {
  const filled = namespacesOf(tree).get(variable) ?? [];
  const entries = new Map<string, Entry>();
  let open = false;
  for (const node of tree.memberWrites) {
    const left = node.type === 'AssignmentExpression' ? node.left : node.argument;
    if (left.type !== 'MemberExpression' || left.object.type !== 'Identifier') continue;
    const object = findVariable(tree, left.object);
    if (object !== variable && !filled.some((each) => each === object)) continue;
    const [name, ...others] = namesOfKey(evaluation, tree, left.property, left.computed, frame);
    const isSet = node.type === 'AssignmentExpression' && node.operator === '=';
    if (!isSet || name === undefined || name === null || others.length > 0) open = true;
    else {
      const value = evaluate(evaluation, tree, node.right, frame);
      const before = entries.get(name)?.value;
      entries.set(name, {
        value: choose(before === undefined ? [value] : [before, value], () => value),
        written: null,
      });
    }
  }
  return { ...emptyRecord, entries, open };
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
