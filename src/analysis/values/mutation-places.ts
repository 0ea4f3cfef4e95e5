import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { findDeclaration, nameOfKey, calleeName } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { FunctionValue } from '../value.js';
import { isQuery, queryNamedBy } from './query-names.js';

// Where the object that a variable holds is changed

const assignedTo = new WeakMap<Variable, boolean>();

/**
 * Whether something is put into the object that a variable holds, `options.url = …`, by this file. An object that is out of
 * sight is known by nothing else, so that functions of other files need not be asked what they do to it.
 */
export function isAssignedTo(tree: Tree, variable: Variable): boolean {
  const before = assignedTo.get(variable);
  if (before !== undefined) return before;
  assignedTo.set(variable, false);
  const found = variable.references.some(({ identifier }) => {
    const mutation = findMutation(tree, identifier);
    if (mutation !== null) return mutation.type === 'AssignmentExpression' && mutation.operator === '=';
    const alias = aliasOf(tree, identifier);
    return alias !== null && isAssignedTo(tree, alias);
  });
  assignedTo.set(variable, found);
  return found;
}

/** Where the object that a variable holds is changed: through this name, through another one, or by a function that takes it. */
export function mutationsOf(evaluation: Evaluation, tree: Tree, variable: Variable): readonly Node[] {
  const before = evaluation.mutations.get(variable);
  if (before !== undefined) return before;
  evaluation.mutations.set(variable, []);
  const found = variable.references.flatMap(
    ({ identifier }) => findMutation(tree, identifier) ?? mutationsThrough(evaluation, tree, identifier),
  );
  evaluation.mutations.set(variable, found);
  return found;
}

/** What is done to the object under another name, and the call of a function of the project that changes what it is given. */
function mutationsThrough(evaluation: Evaluation, tree: Tree, identifier: Node): readonly Node[] {
  const alias = aliasOf(tree, identifier) ?? queryOf(tree, identifier);
  if (alias !== null) return mutationsOf(evaluation, tree, alias);
  const query = tree.parents.get(identifier);
  const argument = isQuery(query) && query.object === identifier ? query : identifier;
  const parent = tree.parents.get(argument);
  if (parent?.type !== 'CallExpression' || parent.callee === argument) return [];
  return changesOfCall(evaluation, tree, parent, argument).length > 0 ? [parent] : [];
}

/** `const other = name`. */
function aliasOf(tree: Tree, identifier: Node): Variable | null {
  const parent = tree.parents.get(identifier);
  return parent?.type === 'VariableDeclarator' && parent.init === identifier ? findDeclaration(tree, parent.id) : null;
}

/** The variable that holds the query of an address: what is put into one of the two is in the other. */
function queryOf(tree: Tree, identifier: Node): Variable | null {
  const parent = tree.parents.get(identifier);
  const declarator = isQuery(parent) ? tree.parents.get(parent) : parent;
  const named = declarator?.type === 'VariableDeclarator' ? queryNamedBy(declarator) : null;
  return named?.address === identifier ? findDeclaration(tree, named.name) : null;
}

export interface Change {
  readonly tree: Tree;
  readonly node: Node;
  /** The function that does it. */
  readonly by: FunctionValue;
}

/** What the called function of the project does to the object that it gets as `argument`. */
export function changesOfCall(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  argument: Node,
): Change[] {
  const index = call.arguments.findIndex((candidate) => candidate === argument);
  const { callee } = call;
  if (index < 0 || (callee.type !== 'Identifier' && callee.type !== 'MemberExpression')) return [];
  return optionsOf(evaluate(evaluation, tree, callee, null)).flatMap((option) => {
    const parameter = option.kind === 'function' ? option.node.params[index + option.bound.length] : undefined;
    const variable = parameter === undefined || option.kind !== 'function' ? null : toParameter(option.tree, parameter);
    if (variable === null || option.kind !== 'function') return [];
    return mutationsOf(evaluation, option.tree, variable).map((node) => ({ tree: option.tree, node, by: option }));
  });
}

function toParameter(tree: Tree, pattern: Node): Variable | null {
  return findDeclaration(tree, pattern.type === 'AssignmentPattern' ? pattern.left : pattern);
}

export const merging = /^(?:assign|extend|merge|defaults)$/;

/** The assignment or call that changes the object that an identifier names. */
function findMutation(tree: Tree, identifier: Node): Node | null {
  const member = tree.parents.get(identifier);
  if (member?.type === 'CallExpression' && member.arguments[0] === identifier) {
    return merging.test(calleeName(member)) || isAppliedChange(member) || isPropertyChange(member) ? member : null;
  }
  if (member?.type !== 'MemberExpression' || member.object !== identifier) return null;
  const parent = tree.parents.get(member);
  if (parent?.type === 'AssignmentExpression' && parent.left === member) return parent;
  if (parent?.type === 'UnaryExpression' && parent.operator === 'delete') return parent;
  if (parent?.type === 'UpdateExpression') return parent;
  if (isBound(tree, member)) return member;
  if (parent?.type === 'MemberExpression' && parent.object === member) {
    const outer = tree.parents.get(parent);
    if (outer?.type === 'AssignmentExpression' && outer.left === parent) return outer;
    if (isBound(tree, parent)) return parent;
    // `url.searchParams.append(…)`, `init.body.set(…)`, `query.set.bind(query)`
    if (outer?.type === 'CallExpression' && outer.callee === parent) {
      const called = calleeName(outer);
      if (putting.test(called)) return outer;
      if (handing.test(called) && putting.test(nameOfKey(member.property, member.computed) ?? '')) return outer;
    }
  }
  if (parent?.type !== 'CallExpression' || parent.callee !== member) return null;
  return changing.test(calleeName(parent)) ? parent : null;
}

/** `body.ref` of `({ ref: body.ref } = options)`, `[body.ref] = refs`, `for (body.ref of refs)`. */
function isBound(tree: Tree, member: Node): boolean {
  const parent = tree.parents.get(member);
  switch (parent?.type) {
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    case 'AssignmentPattern':
    case 'ForOfStatement':
    case 'ForInStatement':
      return parent.left === member;
    case 'Property':
      return parent.value === member && tree.parents.get(parent)?.type === 'ObjectPattern';
    default:
      return false;
  }
}

/** `Reflect.set(body, 'ref', ref)`, `Object.defineProperty(body, …)`, `_.unset(body, 'ref')`: a function changes the properties of its first argument. */
export function isPropertyChange({ callee }: TSESTree.CallExpression): boolean {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false;
  const { name: holder } = callee.object;
  const changing = Object.hasOwn(propertyChanges, holder) ? propertyChanges[holder] : undefined;
  return changing?.test(nameOfKey(callee.property, callee.computed) ?? '') === true;
}

const ofLodash =
  /^(?:set|setWith|unset|update|updateWith|defaultsDeep|assignIn|assignInWith|assignWith|mergeWith|extendWith)$/;

const propertyChanges: Readonly<Record<string, RegExp | undefined>> = {
  Reflect: /^(?:set|defineProperty|deleteProperty)$/,
  Object: /^(?:defineProperty|defineProperties)$/,
  _: ofLodash,
  lodash: ofLodash,
};

/** `Array.prototype.push.apply(parts, more)`, `[].push.call(parts, part)`. */
function isAppliedChange({ callee }: TSESTree.CallExpression): boolean {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'MemberExpression') return false;
  const { object } = callee;
  return (
    /^(?:apply|call)$/.test(nameOfKey(callee.property, callee.computed) ?? '') &&
    changing.test(nameOfKey(object.property, object.computed) ?? '')
  );
}

const putting = /^(?:append|set|delete)$/;
export const handing = /^(?:bind|call|apply)$/;

const changing = /^(?:add|clear|append|set|delete|push|pop|shift|unshift|splice|reverse|sort|fill|copyWithin)$/;
