import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { calleeName, findDeclaration, findVariable, nameOfKey, sourceOf, unwrap } from '../syntax/tree.js';
import type { FunctionNode, Node } from '../syntax/tree.js';
import { evaluate } from '../evaluate.js';
import { returnsOf } from '../values/returns.js';
import { optionsOf } from '../value.js';
import { agreeIn, settle } from './answer.js';
import type { Answer, Context } from './answer.js';
import { enterFunction } from './calls.js';
import { holderOf } from './kept.js';
import { isEmpty, toElement, toElementAt, toJoined, toKeyed, toList, toPairs, toValue } from './made.js';
import { readAnswer } from '../responses.js';

/*
 * Maps, sets and records by key, and what is put into them. What stands under a key is whatever is put under any: that is
 * good for reports alone.
 */

/** `new Map(projects.map((each) => [each.id, each]))`, `new Set(projects)`. */
export function readNewCollection(
  context: Context,
  { callee, arguments: [given] }: TSESTree.NewExpression,
): Answer | null {
  if (!context.kept || callee.type !== 'Identifier' || given === undefined) return null;
  if (/^(?:Weak)?Map$/.test(callee.name)) return readKeyed(context, given);
  return /^(?:Weak)?Set$/.test(callee.name) ? readAnswer(context, given) : null;
}

/** Keyed by pairs of a key and a value. */
function readKeyed(context: Context, pairs: Node): Answer | null {
  const answer = readAnswer(context, pairs);
  return answer?.made?.kind === 'keyed' ? answer : toKeyed(toElementAt(settle(toElement(settle(answer))), 1));
}

/** What a call makes of a collection, or takes out of it: `Object.fromEntries(pairs)`, `byId.get(id)`, `list.reduce(…)`. */
export function readCollection(context: Context, call: TSESTree.CallExpression): Answer | null {
  const { callee } = call;
  if (!context.kept || callee.type !== 'MemberExpression') return null;
  const name = nameOfKey(callee.property, callee.computed) ?? '';
  if (/^reduce(?:Right)?$/.test(name)) return readReduced(context, call);
  const made = readMade(context, call);
  if (made !== null || !/^(?:get|values|entries)$/.test(name)) return made;
  const of = toValueOf(readAnswer(context, callee.object));
  return name === 'get' ? of : name === 'values' ? toListOf(of) : toPairs(of);
}

function readMade(context: Context, { callee, arguments: [first, second] }: TSESTree.CallExpression): Answer | null {
  if (first === undefined) return null;
  switch (sourceOf(context.tree, callee)) {
    case 'Object.fromEntries':
    case '_.fromPairs':
      return readKeyed(context, first);
    case 'Object.groupBy':
    case 'Map.groupBy':
      return toKeyed(readAnswer(context, first));
    case 'Object.values':
      return toListOf(toValueOf(readAnswer(context, first)));
    case 'Object.entries':
      return toPairs(toValueOf(readAnswer(context, first)));
    case 'Array.from':
    case 'Array.fromAsync':
      return second === undefined ? readAnswer(context, first) : null;
    default:
      return null;
  }
}

/** What stands under a key; null of what is not kept by keys. */
function toValueOf(answer: Answer | null): Answer | null {
  return answer?.made?.kind === 'keyed' ? toValue(answer) : null;
}

function toListOf(of: Answer | null): Answer | null {
  return of === null ? null : toList(of);
}

/** What a function puts into what it is given and hands on, or makes anew of it: `(all, each) => ({ ...all, [each.id]: each })`. */
function readReduced(context: Context, { arguments: [reducer] }: TSESTree.CallExpression): Answer | null {
  if (reducer === undefined) return null;
  const made = optionsOf(evaluate(context.evaluation, context.tree, reducer, context.frame)).map((option) => {
    if (option.kind !== 'function') return null;
    const inner = enterFunction(context, option, [], { given: reducer });
    const whole = wholeOf(inner, accumulatorOf(inner, option.node));
    return agreeOnKnown(context, [
      ...depositsInto(whole),
      ...returnsOf(option.node).map((returned) => readPart(whole, returned)),
    ]);
  });
  return agreeOnKnown(context, made);
}

function accumulatorOf({ tree }: Context, { params: [first] }: FunctionNode): Variable | null {
  return first?.type === 'Identifier' ? findDeclaration(tree, first) : null;
}

/** What a variable holds by what is put into it: `byId[project.id] = project`, `groups.get(key).push(project)`. */
export function readFilled(context: Context, variable: Variable): Answer | null {
  return context.kept ? agreeOnKnown(context, depositsInto(wholeOf(context, variable))) : null;
}

/** The same of `this.projects`, and of a member of what a variable holds. */
export function readFilledMember(context: Context, { object }: TSESTree.MemberExpression, name: string): Answer | null {
  const { tree } = context;
  const holder = context.kept ? holderOf(tree, object) : null;
  if (holder === null) return null;
  const isMention = (node: Node): boolean =>
    node.type === 'MemberExpression' &&
    nameOfKey(node.property, node.computed) === name &&
    holderOf(tree, node.object) === holder;
  const outside: Context = { ...context, frame: null, entered: new Map() };
  return agreeOnKnown(
    context,
    depositsInto({ context: outside, mentions: tree.readings.filter(isMention), isMention }),
  );
}

function agreeOnKnown(context: Context, answers: readonly (Answer | null)[]): Answer | null {
  return agreeIn(
    context,
    answers.filter((answer) => answer !== null),
  );
}

/** A collection that is filled, where it is asked what with. */
interface Whole {
  readonly context: Context;
  readonly mentions: readonly Node[];
  readonly isMention: (node: Node) => boolean;
}

function wholeOf(context: Context, variable: Variable | null): Whole {
  const references = (variable?.references ?? []).filter(({ init }) => init !== true);
  const isMention = (node: Node): boolean =>
    node.type === 'Identifier' && variable !== null && findVariable(context.tree, node) === variable;
  return { context, mentions: references.map(({ identifier }) => identifier), isMention };
}

/** How what is put somewhere stands in the whole: in a list, under a key, in a list under a key. */
type Place = (answer: Answer | null) => Answer | null;

const mostSteps = 8;

function depositsInto(whole: Whole): (Answer | null)[] {
  return whole.mentions.flatMap((mention) => depositsAt(whole, mention, (answer) => answer, mostSteps));
}

/** What is put into an expression, or into a part of it that is taken there. */
function depositsAt(whole: Whole, node: Node, place: Place, steps: number): (Answer | null)[] {
  const { tree } = whole.context;
  const parent = tree.parents.get(node);
  if (parent === undefined || steps === 0) return [];
  switch (parent.type) {
    case 'MemberExpression':
      return parent.object === node ? depositsBehind(whole, parent, place, steps - 1) : [];
    case 'AssignmentExpression':
      if (parent.left !== node || whole.isMention(node)) return [];
      return [place(readPart(whole, parent.right)), ...depositsAt(whole, parent, place, steps - 1)];
    case 'LogicalExpression':
      return parent.left === node ? depositsAt(whole, parent, place, steps - 1) : [];
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'ChainExpression':
      return depositsAt(whole, parent, place, steps - 1);
    case 'VariableDeclarator':
      return parent.init !== node || node.type === 'Identifier'
        ? []
        : depositsByName(whole, parent.id, place, steps - 1);
    default:
      return [];
  }
}

/** `const group = groups[key]; group.push(project)`. */
function depositsByName(whole: Whole, name: Node, place: Place, steps: number): (Answer | null)[] {
  const references = findDeclaration(whole.context.tree, name)?.references ?? [];
  return references.flatMap(({ identifier, init }) =>
    init === true ? [] : depositsAt(whole, identifier, place, steps),
  );
}

/** What is put under a key, or by a method. */
function depositsBehind(
  whole: Whole,
  member: TSESTree.MemberExpression,
  place: Place,
  steps: number,
): (Answer | null)[] {
  const call = whole.context.tree.parents.get(member);
  const under: Place = (answer) => place(toKeyed(answer));
  if (call?.type !== 'CallExpression' || call.callee !== member)
    return member.computed ? depositsAt(whole, member, under, steps) : [];
  const [, second] = call.arguments;
  switch (nameOfKey(member.property, member.computed)) {
    case 'get':
      return depositsAt(whole, call, under, steps);
    case 'set':
      return second === undefined ? [] : [under(readPart(whole, second))];
    case 'add':
    case 'push':
    case 'unshift':
      return call.arguments.map((argument) => place(toListOf(readPart(whole, argument))));
    default:
      return [];
  }
}

/** A value that is put somewhere, or what it adds to what is there: `[...all, project]`, `{ ...all, [project.id]: project }`. */
function readPart(whole: Whole, node: Node): Answer | null {
  const { context } = whole;
  const inner = unwrap(node);
  if (isEmpty(inner) || isOfWhole(whole, inner)) return null;
  switch (inner.type) {
    case 'ConditionalExpression':
      return readParts(whole, [inner.consequent, inner.alternate]);
    case 'SpreadElement':
      return isOfWhole(whole, inner.argument) ? null : toElement(settle(readAnswer(context, inner.argument)));
    case 'ArrayExpression':
      return inner.elements.some((element) => element?.type === 'SpreadElement')
        ? toListOf(readParts(whole, inner.elements))
        : settle(readAnswer(context, inner));
    case 'ObjectExpression':
      return readUnderKeys(whole, inner) ?? settle(readAnswer(context, inner));
    case 'CallExpression':
      return isJoined(whole, inner)
        ? toListOf(toJoined(readParts(whole, inner.arguments)))
        : settle(readAnswer(context, inner));
    default:
      return settle(readAnswer(context, inner));
  }
}

function readParts(whole: Whole, nodes: readonly (Node | null)[]): Answer | null {
  return agreeOnKnown(
    whole.context,
    nodes.map((node) => (node === null ? null : readPart(whole, node))),
  );
}

function readUnderKeys(whole: Whole, { properties }: TSESTree.ObjectExpression): Answer | null {
  const values = properties.flatMap((each) => (each.type === 'Property' && each.computed ? [each.value] : []));
  return toKeyed(readParts(whole, values));
}

/** `(groups[key] || []).concat(project)`. */
function isJoined(whole: Whole, { callee }: TSESTree.CallExpression): boolean {
  if (callee.type !== 'MemberExpression' || nameOfKey(callee.property, callee.computed) !== 'concat') return false;
  return isEmpty(callee.object) || isOfWhole(whole, callee.object);
}

/** What is there already: `all`, `groups[key] || []`, `groups.get(key)`. */
function isOfWhole(whole: Whole, node: Node): boolean {
  const inner = unwrap(node);
  if (whole.isMention(inner)) return true;
  switch (inner.type) {
    case 'MemberExpression':
      return inner.computed && isOfWhole(whole, inner.object);
    case 'LogicalExpression':
      return isOfWhole(whole, inner.left);
    case 'CallExpression':
      return (
        calleeName(inner) === 'get' && inner.callee.type === 'MemberExpression' && isOfWhole(whole, inner.callee.object)
      );
    default:
      return false;
  }
}
