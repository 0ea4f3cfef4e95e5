import type { TSESTree } from '@typescript-eslint/types';
import { calleeName, contains, isClass, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { agree } from './answer.js';
import type { Answer, Context } from './answer.js';
import { isEmpty, toMade } from './made.js';
import { readAnswer } from '../responses.js';

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
 * What `setState` gives to a field of the state, wherever that is not nothing. A state that is set as a whole, or by a
 * function, may hold anything.
 */
export function readStateField({ tree, ...context }: Context, home: Node, name: string): Answer | null {
  const setters = settersIn(tree, home).map(({ arguments: [given] }) => given);
  const records = setters.flatMap((given) => (given?.type === 'ObjectExpression' ? [given] : []));
  if (records.length < setters.length || !records.every(isPlain)) return null;
  const values = [...records, ...initialStates(tree, home)].flatMap((record) => valuesOf(record, name));
  const given = values.filter((value) => !isEmpty(value));
  const outside: Context = { ...context, tree, frame: null, entered: new Map() };
  return given.length === 0 ? null : agree(given.map((value) => readAnswer(outside, value)));
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
