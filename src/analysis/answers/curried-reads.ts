import type { TSESTree } from '@typescript-eslint/types';
import { toKnown } from '../../http/text.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { keptElementOf, keptOriginOf } from '../responses.js';
import { calleeName, findDeclaration, isFunction, nameOfKey, nodesIn, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { resolveCallee } from '../values/calls.js';
import { optionsOf } from '../value.js';
import type { Answer } from './answer.js';
import { toElement } from './made.js';
import { findPath, holderAtPath } from './paths.js';
import { findDescribed } from './schemas.js';

// Fields that functions take by name, and what these are given later: https://ramdajs.com/docs/

/** A field that a function takes by its name. */
export interface NamedField {
  /** Where it stands, if that is another file than the call's. */
  readonly tree?: Tree;
  /** A schema names it, which is told of what it has to be. */
  readonly described?: true;
  readonly node: Node;
  readonly name: string;
  /** What it is a field of. */
  readonly answer: Answer;
}

/** How many arguments stand before what the fields are taken from. */
const accessors: ReadonlyMap<string, number> = new Map([
  ...['prop', 'pluck', 'path', 'has', 'props', 'pick', 'omit', 'project', 'where', 'whereEq', 'get'].map(
    (name): [string, number] => [name, 1],
  ),
  ...['propOr', 'propEq', 'pathEq', 'pathOr', 'propSatisfies', 'getOr', 'eqProps'].map((name): [string, number] => [
    name,
    2,
  ]),
]);

const furthest = Math.max(...accessors.values());

const iterating =
  /^(?:map|chain|filter|reject|find|findLast|findIndex|any|some|all|every|none|groupBy|sortBy|sortWith|countBy|indexBy|keyBy|partition|uniqBy|sumBy|forEach|ascend|descend|flatMap|sort|toSorted)$/;

const modules = /^(?:ramda|rambda|lodash\/fp)(?:\/|$)/;

/** `R.pluck('public', projects)`, `R.filter(R.propEq('public', true), projects)`. */
export function findNamedFields(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  names: ReadonlySet<string>,
): NamedField[] {
  const whole = [findPrinted, findDescribed].flatMap((find) => find(evaluation, tree, call, names));
  if (whole.length > 0) return whole;
  if (!call.arguments.some((argument) => mayName(argument, names))) return [];
  // What a call calls may take a look at another file.
  const picked = [findPicked, findAtPath, findMatched, findPromised, findChained, findHandedOver].flatMap((find) =>
    find(evaluation, tree, call, names),
  );
  if (picked.length > 0 || fieldsNamed(call, furthest, names).length === 0) return picked;
  const method = methodOf(evaluation, tree, call);
  const before = method === null ? undefined : accessors.get(method);
  if (before === undefined) return [];
  const asked = fieldsNamed(call, before, names);
  if (asked.length === 0) return [];
  const from = call.arguments[before];
  const answer = from === undefined ? givenLater(evaluation, tree, call) : keptOriginOf(evaluation, tree, from);
  const one = answer?.list === false ? answer : toElement(answer);
  return one === null ? [] : asked.map((each) => ({ ...each, answer: one }));
}

/** `JSON.stringify(projects, ['id', 'public'])`, where a variable may hold the list too. */
function findPrinted(
  evaluation: Evaluation,
  tree: Tree,
  { callee, arguments: [of, listed] }: TSESTree.CallExpression,
  names: ReadonlySet<string>,
): NamedField[] {
  if (of === undefined || listed === undefined || callee.type !== 'MemberExpression') return [];
  if (isFunction(listed) || sourceOf(tree, callee) !== 'JSON.stringify') return [];
  const value = listed.type === 'Identifier' ? evaluate(evaluation, tree, listed, null) : null;
  const held =
    value?.kind === 'list'
      ? value.items.flatMap((item) => (item.kind === 'text' ? (toKnown(item.text) ?? []) : []))
      : [];
  const asked = [...namesIn(listed), ...held.map((name) => ({ node: listed, name }))].filter(({ name }) =>
    names.has(name),
  );
  const answer = asked.length === 0 ? null : keptOriginOf(evaluation, tree, of);
  const one = answer?.list === false ? answer : (toElement(answer) ?? answer);
  return one === null ? [] : asked.map((each) => ({ ...each, answer: one }));
}

/** Whether an argument holds one of the names, alone or at the end of a path. Few do. */
function mayName(argument: Node, names: ReadonlySet<string>): boolean {
  return namesIn(argument).some(({ name }) => names.has(name) || names.has(nameAtPath(name) ?? ''));
}

/** `public` of `[0].public`. */
function nameAtPath(path: string): string | null {
  return /^[\w$.[\]]*\.(\w+)$/.exec(path)?.[1] ?? null;
}

/** `_.pick(project, ['id', 'public'])`: what is made of them has the same names, which others read. */
function findPicked(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  names: ReadonlySet<string>,
): NamedField[] {
  const [object, ...given] = call.arguments;
  const asked = given.flatMap(namesIn).filter(({ name }) => names.has(name));
  if (object === undefined || asked.length === 0) return [];
  if (!/^(?:pick|omit|at)$/.test(methodOfLodash(evaluation, tree, call) ?? '')) return [];
  const answer = keptOriginOf(evaluation, tree, object);
  return answer === null ? [] : asked.map((each) => ({ ...each, answer }));
}

/** `show(project, 'public')`, `projects.map(get('public'))`, where a function of the project's reads a member by what it is given. */
function findHandedOver(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  names: ReadonlySet<string>,
): NamedField[] {
  const texts = call.arguments.filter(({ type }) => type !== 'ObjectExpression');
  const asked = texts.flatMap(namesIn).filter(({ name }) => names.has(name));
  const reads = asked.length === 0 ? [] : readsByValue(evaluation, tree, call);
  if (reads.length === 0) return [];
  const given = call.arguments.map((argument) => keptOriginOf(evaluation, tree, argument));
  const answer =
    given.find((each) => each !== null) ??
    givenLater(evaluation, tree, call) ??
    reads.map((read) => originOfOwn(evaluation, read)).find((each) => each !== null) ??
    null;
  const one = answer?.list === false ? answer : (toElement(answer) ?? answer);
  return one === null ? [] : asked.map((each) => ({ ...each, answer: one }));
}

/** What an object reads of itself, `this.entry[name]`: what is read of a parameter, the call gives. */
function originOfOwn(evaluation: Evaluation, { tree, object }: ReadByValue): Answer | null {
  return object.type === 'MemberExpression' && object.object.type === 'ThisExpression'
    ? keptOriginOf(evaluation, tree, object)
    : null;
}

interface ReadByValue {
  readonly tree: Tree;
  readonly object: Node;
}

/** What is read in a function of the project's that is called, by what is a value there: `one` of `one[name]`. */
function readsByValue(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression): ReadByValue[] {
  return optionsOf(resolveCallee(evaluation, tree, call, null)).flatMap((option) =>
    option.kind === 'function'
      ? nodesIn(option.tree.readings, option.node).flatMap((node) =>
          node.type === 'MemberExpression' && node.computed && nameOfKey(node.property, true) === null
            ? [{ tree: option.tree, object: node.object }]
            : [],
        )
      : [],
  );
}

/** `_.get(projects, '[0].public')`, `R.path(['data', 'public'], answer)`. */
function findAtPath(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  names: ReadonlySet<string>,
): NamedField[] {
  const path = findPath(evaluation, tree, call);
  const { node, name } = path?.steps.at(-1) ?? { node: call, name: null };
  if (path === null || path.steps.length < 2 || name === null || !names.has(name)) return [];
  const given = path.of === null ? givenLater(evaluation, tree, call) : keptOriginOf(evaluation, tree, path.of);
  const answer = holderAtPath(given, path);
  return answer === null ? [] : [{ node, name, answer }];
}

/** `_.map(projects, _.property('public'))`, `projects.filter(_.matches({ public: true }))`. */
function findMatched(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  names: ReadonlySet<string>,
): NamedField[] {
  const asked = fieldsNamed(call, 1, names);
  const parent = tree.parents.get(call);
  if (asked.length === 0 || parent?.type !== 'CallExpression') return [];
  if (!/^(?:property|matches|matchesProperty)$/.test(methodOfLodash(evaluation, tree, call) ?? '')) return [];
  const [list] = parent.arguments;
  const isOfList = list !== undefined && ofElements.test(methodOfLodash(evaluation, tree, parent) ?? '');
  const answer = isOfList ? keptOriginOf(evaluation, tree, list) : givenByMethod(evaluation, tree, parent);
  return answer === null ? [] : asked.map((each) => ({ ...each, answer: toElement(answer) ?? answer }));
}

/** `load(id).get('public')`, of a promise of Bluebird's: http://bluebirdjs.com/docs/api/get.html */
function findPromised(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  names: ReadonlySet<string>,
): NamedField[] {
  const asked = call.arguments.length === 1 ? fieldsNamed(call, 1, names) : [];
  if (asked.length === 0 || call.callee.type !== 'MemberExpression' || calleeName(call) !== 'get') return [];
  const answer = keptOriginOf(evaluation, tree, call.callee.object);
  return answer === null ? [] : asked.map((each) => ({ ...each, answer }));
}

/** Functions of lodash and Underscore that are given the name of a field of each element. */
export const ofElements =
  /^(?:map|flatMap|pluck|filter|where|reject|find|findWhere|findLast|findIndex|some|every|partition|groupBy|sortBy|orderBy|countBy|keyBy|indexBy|uniqBy|sumBy|maxBy|minBy|meanBy|max|min|sum)$/;

/** `_.chain(projects).filter({ public: true })`, `_(projects).map('public')`. */
function findChained(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  names: ReadonlySet<string>,
): NamedField[] {
  const { callee } = call;
  const asked = fieldsNamed(call, 1, names);
  if (asked.length === 0 || callee.type !== 'MemberExpression' || !ofElements.test(calleeName(call))) return [];
  if (!isChain(evaluation, tree, callee.object)) return [];
  const answer = keptOriginOf(evaluation, tree, callee.object);
  return answer === null ? [] : asked.map((each) => ({ ...each, answer }));
}

/** Whether a call is of what `_(list)` or `_.chain(list)` begins. */
function isChain(evaluation: Evaluation, tree: Tree, node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const { callee } = node;
  if (callee.type === 'Identifier' && /^(?:_|lodash|underscore)$/.test(callee.name)) return true;
  if (methodOfLodash(evaluation, tree, node) === 'chain') return true;
  return callee.type === 'MemberExpression' && isChain(evaluation, tree, callee.object);
}

const lodash = /^(?:lodash|lodash-es|underscore)(?:\.|\/(?!fp)|$)/;

/** The name of a function of lodash or Underscore, which take first what they work on; null for any other call. */
export function methodOfLodash(evaluation: Evaluation, tree: Tree, { callee }: TSESTree.CallExpression): string | null {
  if (callee.type === 'MemberExpression')
    return callee.object.type === 'Identifier' && /^(?:_|lodash|underscore)$/.test(callee.object.name)
      ? nameOfKey(callee.property, callee.computed)
      : null;
  if (callee.type !== 'Identifier') return null;
  const value = evaluate(evaluation, tree, callee, null);
  return value.kind === 'external' && lodash.test(value.module ?? '') ? callee.name : null;
}

/** Which of the names stand in the first arguments of a call. */
function fieldsNamed(
  call: TSESTree.CallExpression,
  count: number,
  names: ReadonlySet<string>,
): { node: Node; name: string }[] {
  return call.arguments
    .slice(0, count)
    .flatMap(namesIn)
    .filter(({ name }) => names.has(name));
}

/** The name of a function of Ramda's or of lodash/fp, which take last what they work on; null for any other call. */
export function methodOf(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression): string | null {
  const { callee } = call;
  if (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    /^(?:R|fp)$/.test(callee.object.name)
  )
    return nameOfKey(callee.property, callee.computed);
  const value = evaluate(evaluation, tree, callee, null);
  return value.kind === 'external' && modules.test(value.module ?? '') ? (value.path.at(-1) ?? null) : null;
}

/** A text, a list of them, the keys of a record. */
function namesIn(argument: Node): { node: Node; name: string }[] {
  if (argument.type === 'ArrayExpression')
    return argument.elements.flatMap((each) => (each === null ? [] : namesIn(each)));
  if (argument.type === 'ObjectExpression')
    return argument.properties.flatMap((each) => {
      const name = each.type === 'Property' ? nameOfKey(each.key, each.computed) : null;
      return each.type === 'Property' && name !== null ? [{ node: each.key, name }] : [];
    });
  const name = nameOfKey(argument, true);
  return name === null ? [] : [{ node: argument, name }];
}

const deepest = 12;

/** What a function that is still to be given something is given, where it stands: `R.map(R.prop('public'), projects)`. */
function givenLater(evaluation: Evaluation, tree: Tree, node: Node, depth = 0): Answer | null {
  const parent = tree.parents.get(node);
  if (parent === undefined || depth > deepest) return null;
  if (parent.type === 'VariableDeclarator') return givenToName(evaluation, tree, parent.id, depth);
  if (parent.type !== 'CallExpression') return null;
  const [first, second] = parent.arguments;
  if (parent.callee === node) return first === undefined ? null : keptOriginOf(evaluation, tree, first);
  const method = methodOf(evaluation, tree, parent);
  if (method === null) return givenByMethod(evaluation, tree, parent);
  const list = iterating.test(method) && first === node ? second : undefined;
  return list === undefined ? givenLater(evaluation, tree, parent, depth + 1) : keptOriginOf(evaluation, tree, list);
}

function givenToName(evaluation: Evaluation, tree: Tree, name: Node, depth: number): Answer | null {
  const variable = name.type === 'Identifier' ? findDeclaration(tree, name) : null;
  for (const { identifier, init } of variable?.references ?? []) {
    const answer = init === true ? null : givenLater(evaluation, tree, identifier, depth + 1);
    if (answer !== null) return answer;
  }
  return null;
}

/** `projects.map(R.prop('public'))`, `load().then(R.pluck('public'))`. */
function givenByMethod(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression): Answer | null {
  const { callee } = call;
  const isIterating = iterating.test(calleeName(call));
  if (callee.type !== 'MemberExpression' || !(isIterating || calleeName(call) === 'then')) return null;
  const element = isIterating ? keptElementOf(evaluation, tree, callee.object) : null;
  return element ?? keptOriginOf(evaluation, tree, callee.object);
}
