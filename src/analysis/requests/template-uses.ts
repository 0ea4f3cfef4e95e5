import type { TSESTree } from '@typescript-eslint/types';
import type { Place } from '../../http/text.js';
import { readVariable } from '../values/bindings.js';
import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { initialsOf } from '../values/origins.js';
import { literalsOfValue } from './sinks.js';
import { isName, namesOfPart, templateParts, templateTexts } from '../syntax/template.js';
import type { TemplatePart } from '../syntax/template.js';
import { calleeName, childrenOf, contains, isFunction, nameOfKey, sourceOf, toPlace } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import type { Value } from '../value.js';

/** A part of a component's template that names a text of the script, or a function that gives one. */
export interface TemplateUse {
  readonly place: Place;
  /** Where the literals of the text start, as `keyOfLiteral` names them. */
  readonly literals: readonly string[];
}

/**
 * Where templates, which are not read as code, make something of an address that stands in one of the literals.
 *
 * @param literals those of GitLab's bases
 * @param told by literal, the expressions that are known requests: a template that names one says nothing new
 */
export function findTemplateUses(
  evaluation: Evaluation,
  tree: Tree,
  literals: ReadonlySet<string>,
  told: ReadonlyMap<string, ReadonlySet<Node>>,
): TemplateUse[] {
  const held = new Map<string, readonly Held[]>();
  const sentThrough = ({ code }: TemplatePart, name: string): readonly string[] =>
    code.some((each) => givesPath(each, name)) ? sentBy(evaluation, tree, name, told) : [];
  const inTexts = namesInTexts(tree).flatMap(({ place, names }): TemplateUse[] => {
    const keys = names.flatMap((name) => heldBy(evaluation, tree, name, literals).map(({ key }) => key));
    return keys.length === 0 ? [] : [{ place, literals: [...new Set(keys)] }];
  });
  const inParts = templateParts(tree).flatMap((part) => {
    const keys = namesOfPart(part).flatMap((name) => {
      const known = held.get(name) ?? heldBy(evaluation, tree, name, literals);
      held.set(name, known);
      const open = isName(part, name) ? known.filter(({ key, node }) => told.get(key)?.has(node) !== true) : known;
      return [...open.map(({ key }) => key), ...sentThrough(part, name)];
    });
    return keys.length === 0 ? [] : [{ place: part.place, literals: [...new Set(keys)] }];
  });
  return [...inTexts, ...inParts];
}

interface TemplateText {
  readonly place: Place;
  /** The words in it that may name something of the script. */
  readonly names: readonly string[];
}

function namesInTexts(tree: Tree): TemplateText[] {
  return templateTexts(tree).map((text) => ({
    place: toPlace(tree, text),
    names: [...new Set(sourceOf(tree, text).match(/(?<![\w$/.-])[A-Za-z_$][\w$]*/g))],
  }));
}

/** `gl('/projects/3/builds')`, `` send('DELETE', `/projects/${id}/star`) ``. */
function givesPath(code: string, name: string): boolean {
  const start = code.search(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}\\(`));
  return start !== -1 && /^[\w$]+\((?:\s*['"`]\w+['"`]\s*,)?\s*['"`]\/?[\w$]/.test(code.slice(start));
}

/** The bases behind which a function of the script sends what it is called with. */
function sentBy(
  evaluation: Evaluation,
  tree: Tree,
  name: string,
  told: ReadonlyMap<string, ReadonlySet<Node>>,
): string[] {
  const functions = valuesOf(evaluation, tree, name).filter((value) => value.kind === 'function');
  return [...told].flatMap(([literal, nodes]) =>
    functions.some((value) => [...nodes].some((node) => value.tree.parents.has(node) && contains(value.node, node)))
      ? [literal]
      : [],
  );
}

function valuesOf(evaluation: Evaluation, tree: Tree, name: string): Value[] {
  return namedBy(evaluation, tree, name).map(({ value }) => value);
}

/** An expression that a name stands for, and the literal of a base in its text. */
interface Held {
  readonly node: Node;
  readonly key: string;
}

const depthOfRecords = 3;

function heldBy(evaluation: Evaluation, tree: Tree, name: string, literals: ReadonlySet<string>): Held[] {
  return meaningsOf(evaluation, tree, name).flatMap(({ node, value }) =>
    literalsOfValue(value, depthOfRecords).flatMap((key) => (literals.has(key) ? [{ node, key }] : [])),
  );
}

interface Meaning {
  readonly node: Node;
  readonly value: Value;
}

/**
 * What a name in a template may stand for, in whatever scope of the script: a variable, or a property of the component
 * (its data, props, computed properties and methods). Of a function, what it returns.
 */
function meaningsOf(evaluation: Evaluation, tree: Tree, name: string): Meaning[] {
  return namedBy(evaluation, tree, name).flatMap((meaning) => {
    const { value } = meaning;
    const inner = isHolder(meaning.node)
      ? meaning.node.arguments.map((argument) => read(evaluation, tree, argument))
      : [meaning];
    if (value.kind === 'function') return resultsOf(value.node).map((node) => read(evaluation, value.tree, node));
    return inner.flatMap((each) =>
      each.value.kind === 'function' ? resultsOf(each.value.node).map((node) => read(evaluation, tree, node)) : [each],
    );
  });
}

/** The expressions of the script that a name of its template stands for. */
function namedBy(evaluation: Evaluation, tree: Tree, name: string): Meaning[] {
  const imported = [...tree.declarations].flatMap(([node, variable]): Meaning[] => {
    if (variable.name !== name || !variable.defs.some(({ type }) => (type as string) === 'ImportBinding')) return [];
    renewBudget(evaluation, tree);
    return [{ node, value: readVariable(evaluation, tree, variable, node, null) }];
  });
  return [...imported, ...definitionsOf(tree, name).map((node) => read(evaluation, tree, node))];
}

function read(evaluation: Evaluation, tree: Tree, node: Node): Meaning {
  renewBudget(evaluation, tree);
  return { node, value: evaluate(evaluation, tree, node, null) };
}

function definitionsOf(tree: Tree, name: string): Node[] {
  const variables = new Set([...tree.declarations.values()].filter((variable) => variable.name === name));
  const nodes = [...variables].flatMap((variable) => initialsOf(tree, variable).map((origin) => origin.node));
  // `$: url = …` of Svelte declares what it sets.
  const set = tree.assignments.flatMap(({ left, right }) =>
    (left.type === 'Identifier' && left.name === name) || isMemberNamed(left, name) ? [right] : [],
  );
  const members = [...tree.records, ...tree.classes.map(({ body }) => body)].flatMap((home) =>
    childrenOf(home).flatMap((member): Node[] => {
      const isMember =
        member.type === 'Property' || member.type === 'PropertyDefinition' || member.type === 'MethodDefinition';
      return isMember && nameOfKey(member.key, member.computed) === name && member.value !== null ? [member.value] : [];
    }),
  );
  return [...new Set([...nodes, ...set, ...members])];
}

/** `$scope.base`, which templates of AngularJS know as `base`. */
function isMemberNamed(node: Node, name: string): boolean {
  return node.type === 'MemberExpression' && nameOfKey(node.property, node.computed) === name;
}

/**
 * What keeps a value for a template to show, by the names that frameworks give it.
 *
 * @see https://vuejs.org/api/reactivity-core.html
 * @see https://svelte.dev/docs/svelte/$state and https://svelte.dev/docs/svelte/svelte-store
 */
const holders = new Set([
  'ref',
  'shallowRef',
  'reactive',
  'shallowReactive',
  'readonly',
  'computed',
  'toRef',
  'writable',
  'readable',
  'derived',
  '$state',
  '$derived',
  'by',
  'raw',
]);

function isHolder(node: Node): node is TSESTree.CallExpression {
  return node.type === 'CallExpression' && holders.has(calleeName(node));
}

/** The expressions that a function returns; those of functions in it are not its own. */
function resultsOf(node: FunctionNode): Node[] {
  if (node.body.type !== 'BlockStatement') return [node.body];
  const results: Node[] = [];
  const rest: Node[] = [node.body];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.type === 'ReturnStatement' && next.argument !== null) results.push(next.argument);
    else if (!isFunction(next)) rest.push(...childrenOf(next));
  }
  return results;
}
