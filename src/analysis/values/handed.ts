import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { argumentsOf, enter, resolveCall, resolveCallee } from './calls.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { givenByHelper } from './list-helpers.js';
import { elementOf, itemsOf, knownElement, listAmong } from './lists.js';
import type { At } from './members.js';
import { isTested } from '../syntax/tested.js';
import { declaresThis, findDeclaration, nameOfKey } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';
import { absent, choose, optionsOf, unknownAt } from '../value.js';
import type { FunctionValue, Value } from '../value.js';

/*
 * What a function is given that is handed to others to call: to a method of a list, to a function of a library, or to
 * one of the project, which is looked into.
 */

/** Null where somebody gives it something that is out of sight. */
type Given = readonly Value[] | null;

const nothing: readonly Value[] = [];

/**
 * What a function is given as its argument of this index by whoever it is handed to.
 *
 * @param at the expression that is the function, or names it
 * @returns null if nothing of it is in sight
 */
export function readHanded(evaluation: Evaluation, at: At, index: number): Value | null {
  const given = givenTo(evaluation, at, index, 0) ?? nothing;
  const [first] = given;
  if (first === undefined || given.every(({ kind }) => kind === 'unknown' || kind === 'absent')) return null;
  return choose(given, () => unknownAt(at.tree, at.node, at.frame));
}

const deepest = 6;

function givenTo(evaluation: Evaluation, at: At, index: number, depth: number): Given {
  const parent = at.tree.parents.get(at.node);
  if (depth > deepest || parent === undefined) return null;
  if (parent.type === 'CallExpression' && parent.callee !== at.node)
    return givenByCallee(evaluation, { ...at, node: parent }, at.node, index, depth);
  return parent.type === 'Property' ? givenToOption(evaluation, at, parent, index, depth) : null;
}

/** `each({ list, go: (one) => … })`. */
function givenToOption(
  evaluation: Evaluation,
  at: At,
  property: TSESTree.Property,
  index: number,
  depth: number,
): Given {
  const record = at.tree.parents.get(property);
  const call = record === undefined ? undefined : at.tree.parents.get(record);
  const name = nameOfKey(property.key, property.computed);
  if (call?.type !== 'CallExpression' || record === undefined || name === null) return null;
  const position = call.arguments.findIndex((argument) => argument === record);
  return ofFunctions(evaluation, { ...at, node: call }, (option, args) => {
    const pattern = option.node.params[position + option.bound.length];
    const own = pattern?.type === 'AssignmentPattern' ? pattern.left : pattern;
    if (own?.type !== 'ObjectPattern') return null;
    const taken = own.properties.find(
      (each) => each.type === 'Property' && nameOfKey(each.key, each.computed) === name,
    );
    const variable = taken?.type === 'Property' ? findDeclaration(option.tree, taken.value) : null;
    return variable === null ? null : givenToVariable(evaluation, option, args, variable, at, index, depth);
  });
}

/** What the function that a call calls gives to one of its arguments. */
function givenByCallee(
  evaluation: Evaluation,
  at: At & { readonly node: TSESTree.CallExpression },
  argument: Node,
  index: number,
  depth: number,
): Given {
  const { node: call, tree, frame } = at;
  const position = call.arguments.findIndex((each) => each === argument);
  const listed = givenByList(evaluation, at, position, index) ?? givenByHelper(evaluation, at, position, index);
  if (listed !== null) return [listed];
  if (position < 0 || call.arguments.some(({ type }) => type === 'SpreadElement')) return null;
  return ofFunctions(evaluation, { tree, node: call, frame }, (option, args) => {
    const offset = declaresThis(option.node) ? 1 : 0;
    const parameter = option.node.params[position + option.bound.length + offset];
    const name = parameter?.type === 'AssignmentPattern' ? parameter.left : parameter;
    const variable = name?.type === 'Identifier' ? findDeclaration(option.tree, name) : null;
    return variable === null ? null : givenToVariable(evaluation, option, args, variable, at, index, depth);
  });
}

/** What each of the project's functions that a call may call gives; null if it may call another one. */
function ofFunctions(
  evaluation: Evaluation,
  { tree, node, frame }: At & { readonly node: TSESTree.CallExpression },
  read: (option: FunctionValue, args: readonly Value[]) => Given,
): Given {
  if (!optionsOf(resolveCallee(evaluation, tree, node, frame)).every(({ kind }) => kind === 'function')) return null;
  const { value, args } = resolveCall(evaluation, tree, node, frame);
  const given = optionsOf(value).map((option) => (option.kind === 'function' ? read(option, args) : null));
  return joinGiven(given);
}

function joinGiven(given: readonly Given[]): Given {
  const all = given.flatMap((each) => each ?? nothing);
  return given.includes(null) ? null : all;
}

/** What a function gives to one that its parameter holds. */
function givenToVariable(
  evaluation: Evaluation,
  option: FunctionValue,
  args: readonly Value[],
  { references }: Variable,
  { frame }: At,
  index: number,
  depth: number,
): Given {
  const inner = enter(option, args, frame);
  const given = references.map((reference): Given => {
    if (reference.isWrite()) return reference.init === true ? nothing : null;
    return givenToUse(evaluation, { tree: option.tree, node: reference.identifier, frame: inner }, index, depth);
  });
  return joinGiven(given);
}

function givenToUse(evaluation: Evaluation, at: At, index: number, depth: number): Given {
  const parent = at.tree.parents.get(at.node);
  if (parent?.type === 'CallExpression' && parent.callee === at.node) return argumentAt(evaluation, at, parent, index);
  if (parent?.type === 'MemberExpression' && parent.object === at.node)
    return givenByMethod(evaluation, at, parent, index);
  if (parent !== undefined && isTest(parent, at.node)) return nothing;
  return givenTo(evaluation, at, index, depth + 1);
}

function argumentAt(evaluation: Evaluation, at: At, call: TSESTree.CallExpression, index: number): Given {
  const isSpread = call.arguments.slice(0, index + 1).some(({ type }) => type === 'SpreadElement');
  return isSpread ? null : [argumentsOf(evaluation, at.tree, call, at.frame)[index] ?? absent];
}

/** `go.call(this, one)`. */
function givenByMethod(evaluation: Evaluation, at: At, member: TSESTree.MemberExpression, index: number): Given {
  const call = at.tree.parents.get(member);
  const isCalled = call?.type === 'CallExpression' && call.callee === member;
  return isCalled && nameOfKey(member.property, member.computed) === 'call'
    ? argumentAt(evaluation, at, call, index + 1)
    : null;
}

/** It is only asked whether there is a function: `go && go(one)`. */
function isTest(parent: Node, node: Node): boolean {
  return isTested(parent, node) || parent.type === 'UnaryExpression';
}

// Lists

const iterators: Readonly<Record<string, number | undefined>> = {
  every: 0,
  filter: 0,
  find: 0,
  findLast: 0,
  flatMap: 0,
  forEach: 0,
  map: 0,
  some: 0,
  reduce: 1,
  reduceRight: 1,
};

/** Which argument of the function that a list's method is given is an element; null for another method. */
export function elementPosition(method: string): number | null {
  return (Object.hasOwn(iterators, method) ? iterators[method] : null) ?? null;
}

/** What a list in sight hands to the function of its `map`, `forEach` and the like: its elements. */
function givenByList(
  evaluation: Evaluation,
  { tree, node: { callee }, frame }: At & { readonly node: TSESTree.CallExpression },
  position: number,
  index: number,
): Value | null {
  if (position !== 0 || callee.type !== 'MemberExpression') return null;
  const name = nameOfKey(callee.property, callee.computed) ?? '';
  const element = elementPosition(name);
  if (element === null || index > 1) return null;
  const list = evaluate(evaluation, tree, callee.object, frame);
  const otherwise = (): Value => unknownAt(tree, callee.object, frame);
  if (list.kind === 'list' && list.pairs === true)
    return name === 'forEach' ? elementOf(ofPairs(list.items, index === 0 ? 1 : 0, otherwise), otherwise) : null;
  return index === element ? knownElement(list, otherwise) : null;
}

function ofPairs(items: readonly Value[], index: 0 | 1, otherwise: () => Value): Value {
  return listAmong(items.map((item) => itemsOf(item)?.[index] ?? otherwise()));
}
