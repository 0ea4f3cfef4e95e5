import type { TSESTree } from '@typescript-eslint/types';
import { returnsOf } from '../values/returns.js';
import { calleeName, contains, findVariable, isClass, isFunction, nameOfKey } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { agree } from './answer.js';
import type { Answer, Context } from './answer.js';
import { isEmpty, toMade } from './made.js';
import { isFirstOf, readPut } from './grown.js';
import type { IsOwn } from './grown.js';

// The state of a class of React

/** `this.state` of a class that calls `setState`; null for any other member. */
export function readState(context: Context, { object, property, computed }: TSESTree.MemberExpression): Answer | null {
  if (object.type !== 'ThisExpression' || nameOfKey(property, computed) !== 'state') return null;
  const home = context.tree.classes.findLast((each) => contains(each, object));
  return home === undefined || settersIn(context.tree, home).length === 0
    ? null
    : toMade({ kind: 'state', home, context });
}

/**
 * What `setState` gives to a field of the state, wherever that is not nothing, and not what the field holds already. A
 * state that is set as a whole may hold anything.
 */
export function readStateField({ tree, ...context }: Context, home: Node, name: string): Answer | null {
  const setters = settersIn(tree, home).flatMap(({ arguments: [given] }) => recordsOf(given));
  const records = setters.flatMap((given) => given ?? []);
  if (records.length < setters.length || !records.every(({ record }) => isPlain(record))) return null;
  const values = [...records, ...initialStates(tree, home).map((record) => ({ record, made: null }))].flatMap(
    ({ record, made }) => valuesOf(record, name).map((value) => ({ value, made })),
  );
  const outside: Context = { ...context, tree, frame: null, entered: new Map() };
  const given = values.flatMap(({ value, made }) => readPut(outside, value, isOfState(tree, made, name)));
  return given.length === 0 ? null : agree(given);
}

/** A record that is given to `setState`, and the function that makes it of the state before. */
interface Given {
  readonly record: TSESTree.ObjectExpression;
  readonly made: FunctionNode | null;
}

/** `{ projects }`, `(state) => ({ projects: [...state.projects, project] })`; null of what is out of sight. */
function recordsOf(given: Node | undefined): (Given | null)[] {
  if (given?.type === 'ObjectExpression') return [{ record: given, made: null }];
  if (given === undefined || !isFunction(given)) return [null];
  return returnsOf(given)
    .filter((each) => !isEmpty(each))
    .map((each) => (each.type === 'ObjectExpression' ? { record: each, made: given } : null));
}

/** `this.state.projects`, `state.projects`, and the name that a pattern takes it by: `const { projects } = this.state`. */
function isOfState(tree: Tree, made: FunctionNode | null, name: string): IsOwn {
  const isBefore = (node: Node): boolean =>
    (node.type === 'MemberExpression' &&
      node.object.type === 'ThisExpression' &&
      nameOfKey(node.property, node.computed) === 'state') ||
    (made !== null && isFirstOf(made)(node));
  return (node) => {
    if (node.type === 'MemberExpression')
      return nameOfKey(node.property, node.computed) === name && isBefore(node.object);
    const definition = node.type === 'Identifier' && node.name === name ? findVariable(tree, node)?.defs[0] : undefined;
    const taken = definition?.node as Node | undefined;
    if (taken?.type !== 'VariableDeclarator') return taken !== undefined && taken === made;
    return taken.id.type === 'ObjectPattern' && taken.init !== null && isBefore(taken.init);
  };
}

function settersIn(tree: Tree, home: Node): TSESTree.CallExpression[] {
  return tree.calls.flatMap((call) =>
    call.type === 'CallExpression' && calleeName(call) === 'setState' && contains(home, call) ? [call] : [],
  );
}

function isPlain({ properties }: TSESTree.ObjectExpression): boolean {
  return properties.every((each) => each.type === 'Property' && !each.computed);
}

/** `state = { … }` in the class, `this.state = { … }` in its constructor. */
function initialStates(tree: Tree, home: Node): TSESTree.ObjectExpression[] {
  const fields = isClass(home)
    ? home.body.body.flatMap((member) =>
        member.type === 'PropertyDefinition' && nameOfKey(member.key, member.computed) === 'state'
          ? [member.value]
          : [],
      )
    : [];
  const assigned = tree.assignments.flatMap(({ left, right }) =>
    left.type === 'MemberExpression' &&
    left.object.type === 'ThisExpression' &&
    nameOfKey(left.property, left.computed) === 'state' &&
    contains(home, left)
      ? [right]
      : [],
  );
  return [...fields, ...assigned].flatMap((value) => (value?.type === 'ObjectExpression' ? [value] : []));
}

function valuesOf({ properties }: TSESTree.ObjectExpression, name: string): Node[] {
  return properties.flatMap((each) =>
    each.type === 'Property' && nameOfKey(each.key, each.computed) === name ? [each.value] : [],
  );
}
