import type { TSESTree } from '@typescript-eslint/types';
import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { isNothing } from '../../analysis/syntax/tested.js';
import {
  calleeName,
  contains,
  decoratorsOf,
  isFunction,
  nameOfKey,
  sourceOf,
  unwrap,
} from '../../analysis/syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../../analysis/syntax/tree.js';

// Functions that do the same, each with a method of its own

/** A function among the calls that lead to a request, and the method that it sends. */
interface Twin {
  readonly found: FoundRequest;
  /** The number of the function's call in the chain. */
  readonly at: number;
  readonly method: string;
}

/**
 * Whether two functions stand beside each other, `delete(path) { return this.send('DELETE', path); }` and `post(path, body)
 * { return this.send('POST', path, body); }`, do the same with what the call gives, and nothing in sight may take the place of
 * one of them: a heir, another client, what a test puts in, or a type that has the one and not the other.
 *
 * @param names what the two are called
 */
export function areTwins(evaluation: Evaluation, own: Twin, other: Twin, names: readonly string[]): boolean {
  const [one, beside] = [own, other].map(({ found, at }) => found.chain[at]?.called);
  if (one === undefined || beside === undefined || one.tree !== beside.tree) return false;
  const home = homeOf(one.tree, one.node);
  const isShared = one.node === beside.node;
  if (!isShared && (home === null || home !== homeOf(beside.tree, beside.node))) return false;
  return (
    isShapedAlike(own, other) &&
    [own, other].map((twin) => describe(twin)).every((each, _, [first]) => each !== null && each === first) &&
    goesOnAlike(own, other) &&
    !isNamedElsewhere(evaluation, names, home)
  );
}

/** The class or the record that a function is a method of. A getter is none, nor what is decorated. */
function homeOf(tree: Tree, node: Node): Node | null {
  const definition = tree.parents.get(node);
  const isMethod =
    (definition?.type === 'MethodDefinition' &&
      definition.kind === 'method' &&
      decoratorsOf(definition).length === 0) ||
    (definition?.type === 'PropertyDefinition' && decoratorsOf(definition).length === 0) ||
    (definition?.type === 'Property' && definition.kind === 'init');
  return isMethod ? (tree.parents.get(definition) ?? null) : null;
}

/** Whether two functions take alike what the call gives, and give the same type; what is left out of the call has no default. */
function isShapedAlike(own: Twin, other: Twin): boolean {
  const [one, beside] = [own, other].map(({ found: { chain }, at }) => {
    const { called, node } = chain[at] ?? {};
    if (called === undefined || !isFunction(called.node) || node?.type !== 'CallExpression') return null;
    const { tree, node: made } = called;
    const taken = made.params.slice(0, node.arguments.length).map((parameter) => sourceOf(tree, parameter));
    const isOpen = made.params.slice(node.arguments.length).every((parameter) => isLeftOut(tree, parameter));
    const [result, types] = [made.returnType, made.typeParameters].map((type) =>
      type == null ? '' : sourceOf(tree, type),
    );
    return isOpen ? JSON.stringify([taken, result, types, made.async, made.generator]) : null;
  });
  return one !== null && one === beside;
}

/** What a call may leave out: a parameter without a default, which types do not ask for. */
function isLeftOut({ file }: Tree, parameter: TSESTree.Parameter): boolean {
  if (parameter.type !== 'Identifier') return parameter.type === 'RestElement';
  return parameter.optional || /\.[cm]?jsx?$/.test(file);
}

/** A function's text without its method, and without what is only there for what the call leaves out; null if it does not fit one call. */
function describe({ found: { chain, node }, at, method }: Twin): string | null {
  const { called, node: call } = chain[at] ?? {};
  const inner = chain[at + 1]?.node ?? node;
  if (called === undefined || !isFunction(called.node) || call?.type !== 'CallExpression') return null;
  const { tree, node: made } = called;
  if (inner.type !== 'CallExpression' || !contains(made.body, inner)) return null;
  const given = call.arguments.length;
  const absent = new Set(
    made.params.slice(given).flatMap((parameter) => (parameter.type === 'Identifier' ? [parameter.name] : [])),
  );
  const source = sourceOf(tree, made.body);
  const [start, end] = [inner.range[0] - made.body.range[0], inner.range[1] - made.body.range[0]];
  const text = `${source.slice(0, start)}${describeCall(tree, inner, method, absent)}${source.slice(end)}`;
  return text.replaceAll(/\s+/g, ' ');
}

function describeCall(
  tree: Tree,
  { callee, arguments: args }: TSESTree.CallExpression,
  method: string,
  absent: ReadonlySet<string>,
): string {
  const isNamed =
    callee.type === 'MemberExpression' &&
    nameOfKey(callee.property, callee.computed)?.toLowerCase() === method.toLowerCase();
  const name = isNamed ? `${sourceOf(tree, callee.object)}.METHOD` : sourceOf(tree, callee);
  const isAbsent = (node: Node): boolean => mentions(tree, node, absent);
  const last = args.findLastIndex((each) => !isNothing(each) && describeArgument(tree, each, method, isAbsent) !== '');
  const kept = args.some(isAbsent) ? args.slice(0, last + 1) : args;
  const words = kept.map((each) => describeArgument(tree, each, method, isAbsent)).filter((word) => word !== '');
  return `${name}(${words.join(', ')})`;
}

/** An argument with a sign in the place of the method; empty if nothing of it is there without what the call leaves out. */
function describeArgument(tree: Tree, node: Node, method: string, isAbsent: (node: Node) => boolean): string {
  const inner = unwrap(node);
  if (inner.type === 'Literal' && typeof inner.value === 'string' && inner.value.toUpperCase() === method.toUpperCase())
    return 'METHOD';
  if (inner.type !== 'ObjectExpression') return isAbsent(inner) ? '' : sourceOf(tree, inner);
  const kept = inner.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.computed) return isAbsent(property) ? [] : [sourceOf(tree, property)];
    const value = describeArgument(tree, property.value, method, isAbsent);
    return value === '' ? [] : [`${sourceOf(tree, property.key)}: ${value}`];
  });
  return kept.length === 0 && inner.properties.length > 0 ? '' : `{ ${kept.join(', ')} }`;
}

function mentions(tree: Tree, { range: [start, end] }: Node, names: ReadonlySet<string>): boolean {
  return tree.identifiers.some(({ name, range }) => names.has(name) && start <= range[0] && range[1] <= end);
}

/** Whether both go through the same functions to what sends. */
function goesOnAlike(own: Twin, other: Twin): boolean {
  const [one, beside] = [own, other].map(({ found: { chain, node }, at }) => {
    const rest = chain.slice(at + 1).map(({ called }): FunctionNode | Node | undefined => called?.node);
    return rest.length === 0 ? [] : [...rest, node];
  });
  return one?.length === beside?.length && one?.every((each, index) => each === beside?.[index]) === true;
}

/**
 * Whether anything else is called like one of the two, or either is taken for something else than a call: another client's
 * method, a type's, what is assigned, what a test spies on, `spyOn(api, 'delete')`.
 *
 * @param home what the two are methods of
 */
function isNamedElsewhere(evaluation: Evaluation, names: readonly string[], home: Node | null): boolean {
  return evaluation.project.files.some((file) => {
    const tree = openTree(evaluation, file);
    return (
      tree !== null &&
      (tree.identifiers.some((each) => names.includes(each.name) && isOther(tree, each, home)) ||
        tree.texts.some((each) => names.includes(wordOf(each)) && isOther(tree, each, home)))
    );
  });
}

function wordOf(node: Node): string {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : '';
}

function isOther(tree: Tree, name: Node, home: Node | null): boolean {
  const parent = tree.parents.get(name);
  const around = parent === undefined ? undefined : tree.parents.get(parent);
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.property === name && !(around?.type === 'CallExpression' && around.callee === parent);
    case 'Property':
      return parent.key === name && around !== home && around?.type !== 'ObjectPattern';
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.key === name && around !== home;
    case 'TSMethodSignature':
    case 'TSPropertySignature':
    case 'TSAbstractMethodDefinition':
      return parent.key === name;
    case 'ArrayExpression':
      return home !== null;
    case 'CallExpression':
      return parent.arguments[1] === name && replacing.test(calleeName(parent));
    default:
      return false;
  }
}

/** `spyOn(api, 'delete')`, `mock.method(api, 'delete')`, `sinon.stub(api, 'delete')`. */
const replacing = /spy|stub|mock|method|replace|fake|patch|wrap/i;
