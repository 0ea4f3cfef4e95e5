import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { returnsOf } from './returns.js';
import { readType } from './bindings.js';
import { genericInstance } from './classes.js';
import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { readMember } from './members.js';
import type { At } from './members.js';
import { exportsOf } from '../modules.js';
import { hasStandIn } from './stand-ins.js';
import { calleeName, findVariable, isClass, isFunction, nameOfKey } from '../syntax/tree.js';
import type { ClassNode, FunctionNode, Node, Tree } from '../syntax/tree.js';
import { choose, unknownAt } from '../value.js';
import type { Value } from '../value.js';

// Services that a framework hands over: what it would look up at run time is looked up in the project's files.

interface Provided {
  readonly tree: Tree;
  readonly node: Node;
  /** How the framework makes the service of what stands there. */
  readonly made: 'as it is' | 'by new' | 'by a call' | 'by its $get';
}

interface Registry {
  /** By name: AngularJS's `forge`, Vue's `this.$forge` and `inject forge`. */
  readonly names: ReadonlyMap<string, readonly Provided[]>;
  /** The classes that implement an interface or extend an abstract class, by file and name of that. */
  readonly classes: ReadonlyMap<string, readonly { readonly tree: Tree; readonly node: ClassNode }[]>;
  /** What React's contexts are given, by file and name of the context. */
  readonly contexts: ReadonlyMap<string, readonly Provided[]>;
}

const registries = new WeakMap<Evaluation, Registry>();

function registryOf(evaluation: Evaluation): Registry {
  const known = registries.get(evaluation);
  if (known !== undefined) return known;
  const names = new Map<string, Provided[]>();
  const classes = new Map<string, { tree: Tree; node: ClassNode }[]>();
  const contexts = new Map<string, Provided[]>();
  for (const file of evaluation.project.files) {
    const tree = openTree(evaluation, file);
    if (tree === null) continue;
    for (const [name, provided] of [...providedByCalls(tree), ...providedByAssignments(tree)])
      names.set(name, [...(names.get(name) ?? []), provided]);
    for (const element of tree.elements) {
      const given = givenToContext(evaluation, tree, element);
      if (given !== null) contexts.set(given.key, [...(contexts.get(given.key) ?? []), given.provided]);
    }
    for (const node of tree.classes)
      for (const key of typesOf(evaluation, tree, node))
        classes.set(key, [...(classes.get(key) ?? []), { tree, node }]);
  }
  const registry = { names, classes, contexts };
  registries.set(evaluation, registry);
  return registry;
}

/** Tells the project's other parts what frameworks find in this one. */
export function offerServices(evaluation: Evaluation): void {
  const { names, classes, contexts } = registryOf(evaluation);
  for (const key of [...names.keys(), ...classes.keys(), ...contexts.keys()])
    evaluation.project.others?.offer('service', key);
}

/** What the project provides under a name; null if nothing does. */
function readProvided(evaluation: Evaluation, name: string): Value | null {
  evaluation.project.others?.ask('service', name);
  const values = (registryOf(evaluation).names.get(name) ?? []).map((one) => readService(evaluation, one));
  const [first] = values;
  return first === undefined ? null : choose(values, () => first);
}

function readService(evaluation: Evaluation, { tree, node, made }: Provided): Value {
  const provided = evaluate(evaluation, tree, withoutNames(node), null);
  if (made === 'by new') return genericInstance(provided);
  const value = made === 'by its $get' ? readFactory(evaluation, provided, { tree, node, frame: null }) : provided;
  if (made === 'as it is' || value.kind !== 'function') return value;
  const returned = returnsOf(value.node).map((each) => evaluate(evaluation, value.tree, each, value.frame));
  return choose(returned, () => unknownAt(tree, node, null));
}

/** The function that a provider of AngularJS makes its service by: `this.$get = ['$http', function (http) { … }]`. */
function readFactory(evaluation: Evaluation, provider: Value, at: At): Value {
  const maker = readMember(evaluation, genericInstance(provider), '$get', at);
  return (maker.kind === 'list' ? maker.items.at(-1) : maker) ?? unknownAt(at.tree, at.node, null);
}

// AngularJS: https://docs.angularjs.org/guide/di

const providers: Readonly<Record<string, Provided['made'] | undefined>> = {
  constant: 'as it is',
  value: 'as it is',
  service: 'by new',
  factory: 'by a call',
  provider: 'by its $get',
};

const injectables =
  /^(?:service|factory|provider|controller|directive|component|filter|decorator|run|config|animation)$/;

/** `module.service('forge', Forge)`, and Vue's `app.provide('forge', forge)`. */
function providedByCalls(tree: Tree): [string, Provided][] {
  return tree.calls.flatMap((call): [string, Provided][] => {
    const [key, node] = call.arguments;
    if (
      call.type !== 'CallExpression' ||
      key?.type !== 'Literal' ||
      typeof key.value !== 'string' ||
      node === undefined
    )
      return [];
    const name = calleeName(call);
    if (name === 'provide') return [[`inject ${key.value}`, { tree, node, made: 'as it is' }]];
    const made =
      call.callee.type === 'MemberExpression' && Object.hasOwn(providers, name) ? providers[name] : undefined;
    return made === undefined ? [] : [[key.value, { tree, node, made }]];
  });
}

/** The function of `['$http', function (http) { … }]` and `['$http', Forge]`. */
function withoutNames(node: Node): Node {
  const last = node.type === 'ArrayExpression' ? node.elements.at(-1) : node;
  return isFunction(last) || isClass(last) || last?.type === 'Identifier' ? last : node;
}

/** What AngularJS hands to a parameter: by the names beside the function, or by the parameter's own. */
export function readInjectedParameter(
  evaluation: Evaluation,
  tree: Tree,
  owner: FunctionNode,
  index: number,
): Value | null {
  const name = injectedName(tree, owner, index);
  if (name === null) return null;
  const client = evaluation.clients.find(({ injected }) => injected?.includes(name) === true);
  return client === undefined
    ? readProvided(evaluation, name)
    : { kind: 'client', client, path: [], inherited: [], made: null };
}

function injectedName(tree: Tree, owner: FunctionNode, index: number): string | null {
  const names = listedNames(tree, owner);
  if (names !== null) {
    const listed = names[index];
    return listed?.type === 'Literal' && typeof listed.value === 'string' ? listed.value : null;
  }
  const parameter = owner.params[index];
  return parameter?.type === 'Identifier' && angularOf(tree).registered.has(homeOf(tree, owner))
    ? parameter.name
    : null;
}

/** The names that stand beside a function: in the same array, or in its `$inject`. */
function listedNames(tree: Tree, owner: FunctionNode): readonly (Node | null)[] | null {
  const parent = tree.parents.get(owner);
  if (parent?.type === 'ArrayExpression' && parent.elements.at(-1) === owner) return parent.elements;
  const home = homeOf(tree, owner);
  const name = nameOf(tree, home);
  const written = name === undefined ? undefined : angularOf(tree).lists.get(name);
  const list = written ?? (isClass(home) ? staticInject(home) : undefined);
  return list?.type === 'ArrayExpression' ? list.elements : null;
}

/** `function Forge() { … }`, `const Forge = function () { … }`. */
function nameOf(tree: Tree, home: ClassNode | FunctionNode): string | undefined {
  if (isClass(home) || home.type === 'FunctionDeclaration') return home.id?.name;
  const parent = tree.parents.get(home);
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : undefined;
}

function staticInject({ body }: ClassNode): Node | undefined {
  for (const element of body.body) {
    if (element.type !== 'PropertyDefinition' || !element.static) continue;
    if (nameOfKey(element.key, element.computed) === '$inject' && element.value !== null) return element.value;
  }
  return undefined;
}

/** The class that a constructor belongs to; another function is its own. */
function homeOf(tree: Tree, owner: FunctionNode): ClassNode | FunctionNode {
  const method = tree.parents.get(owner);
  const home = method?.type === 'MethodDefinition' ? tree.parents.get(tree.parents.get(method) ?? method) : undefined;
  return method?.type === 'MethodDefinition' && method.kind === 'constructor' && isClass(home) ? home : owner;
}

interface Angular {
  /** The functions and classes that are registered, in place or by their name. */
  readonly registered: ReadonlySet<Node>;
  /** What `Name.$inject` is set to, and the array that a name ends, by name. */
  readonly lists: ReadonlyMap<string, Node>;
}

const angular = new WeakMap<Tree, Angular>();

/** What a file says to AngularJS; computed once. */
function angularOf(tree: Tree): Angular {
  const known = angular.get(tree);
  if (known !== undefined) return known;
  const found = {
    registered: new Set(tree.calls.flatMap((call) => registeredBy(tree, call))),
    lists: new Map([...tree.calls.flatMap(listsThatNamesEnd), ...injectLists(tree)]),
  };
  angular.set(tree, found);
  return found;
}

function registeredBy(tree: Tree, call: Tree['calls'][number]): Node[] {
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression' || !injectables.test(calleeName(call)))
    return [];
  return call.arguments.flatMap((argument): Node[] =>
    argument.type === 'Identifier' ? (findVariable(tree, argument)?.defs.map(({ node }) => node) ?? []) : [argument],
  );
}

/** `module.service('forge', ['$http', Forge])`. */
function listsThatNamesEnd(call: Tree['calls'][number]): [string, Node][] {
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression' || !injectables.test(calleeName(call)))
    return [];
  return call.arguments.flatMap((argument): [string, Node][] => {
    const last = argument.type === 'ArrayExpression' ? argument.elements.at(-1) : null;
    return last?.type === 'Identifier' ? [[last.name, argument]] : [];
  });
}

function injectLists({ assignments }: Tree): [string, Node][] {
  return assignments.flatMap(({ left, right }): [string, Node][] => {
    if (left.type !== 'MemberExpression' || left.object.type !== 'Identifier') return [];
    return nameOfKey(left.property, left.computed) === '$inject' ? [[left.object.name, right]] : [];
  });
}

// Vue: https://vuejs.org/api/application.html

/** `Vue.prototype.$forge = …`, `app.config.globalProperties.$forge = …`. */
function providedByAssignments(tree: Tree): [string, Provided][] {
  return tree.assignments.flatMap(({ left, right }): [string, Provided][] => {
    if (left.type !== 'MemberExpression' || left.object.type !== 'MemberExpression') return [];
    const name = nameOfKey(left.property, left.computed);
    const onto = nameOfKey(left.object.property, left.object.computed);
    if (name?.startsWith('$') !== true || (onto !== 'prototype' && onto !== 'globalProperties')) return [];
    return [[`this.${name}`, { tree, node: right, made: 'as it is' }]];
  });
}

/** What a plugin puts on every component under a name. */
export function readPluginMember(evaluation: Evaluation, name: string): Value | null {
  return name.startsWith('$') ? readProvided(evaluation, `this.${name}`) : null;
}

/** What a component above provides: `inject('forge')`. */
export function readInjectedKey(evaluation: Evaluation, key: string): Value | null {
  return readProvided(evaluation, `inject ${key}`);
}

// React: https://react.dev/reference/react/createContext

/** `<Forge.Provider value={forge}>`. */
function givenToContext(
  evaluation: Evaluation,
  tree: Tree,
  { name, attributes }: TSESTree.JSXOpeningElement,
): { readonly key: string; readonly provided: Provided } | null {
  if (name.type !== 'JSXMemberExpression' || name.property.name !== 'Provider') return null;
  const key = name.object.type === 'JSXIdentifier' ? keyOfName(evaluation, tree, name.object.name) : null;
  const value = attributes.flatMap((one) =>
    one.type === 'JSXAttribute' && one.name.name === 'value' && one.value?.type === 'JSXExpressionContainer'
      ? [one.value.expression]
      : [],
  )[0];
  return key === null || value === undefined ? null : { key, provided: { tree, node: value, made: 'as it is' } };
}

/** What components below are given of a context, or what it was made with; null if nothing above provides it. */
export function readContext(evaluation: Evaluation, { tree, node }: At, made: Value): Value | null {
  const [context] = node.type === 'CallExpression' ? node.arguments : [];
  const key = context?.type === 'Identifier' ? keyOfName(evaluation, tree, context.name) : null;
  if (key !== null) evaluation.project.others?.ask('service', key);
  const provided = key === null ? [] : (registryOf(evaluation).contexts.get(key) ?? []);
  if (provided.length === 0) return null;
  const values = provided.map((one) => readService(evaluation, one));
  return choose([...values, ...(made.kind === 'absent' ? [] : [made])], () => made);
}

/** What a name of a whole file stands for, by the file that declares it and its name there; parsers differ in whether tags refer to it. */
function keyOfName(evaluation: Evaluation, tree: Tree, name: string): string | null {
  const scope = tree.scopes.scopes.find(({ type, set }) => /^(?:module|global)$/.test(type) && set.has(name));
  return keyOfVariable(evaluation, tree, scope?.set.get(name) ?? null);
}

// Types

/**
 * The instance that stands for a type: of the one class that implements the interface, where the whole project is in sight. Beside
 * a record that does, it is one of what may stand there.
 */
export function readImplementation(evaluation: Evaluation, tree: Tree, name: TSESTree.Identifier): Value | null {
  const key = evaluation.project.whole ? keyOfType(evaluation, tree, name) : null;
  if (key !== null) evaluation.project.others?.ask('service', key);
  const [only, ...others] = key === null ? [] : (registryOf(evaluation).classes.get(key) ?? []);
  if (key === null || only === undefined || others.length > 0) return null;
  const instance = genericInstance(evaluate(evaluation, only.tree, only.node, null));
  const keyOf = (home: Tree, node: Node): string | null =>
    node.type === 'Identifier' ? keyOfType(evaluation, home, node) : null;
  const unseen = () => unknownAt(tree, name, null);
  return hasStandIn(evaluation, key, keyOf) ? choose([instance, unseen()], unseen) : instance;
}

/** What `@Inject(Forge)`, `@inject(TYPES.Forge)` say of a parameter or property, if they name a class. */
export function readDecorated(evaluation: Evaluation, tree: Tree, node: Node): Value | null {
  const decorators = 'decorators' in node ? node.decorators : [];
  for (const { expression } of decorators) {
    if (expression.type !== 'CallExpression' || !/^inject$/i.test(calleeName(expression))) continue;
    const [token] = expression.arguments;
    const type = isFunction(token) ? (returnsOf(token)[0] ?? token) : token;
    const value = type === undefined ? null : evaluate(evaluation, tree, type, null);
    if (value?.kind === 'class') return genericInstance(value);
  }
  return null;
}

/** What a container gives for a class: `container.resolve(Forge)`, `moduleRef.get(Forge)`, `container.get<Forge>(TYPES.Forge)`. */
export function readResolved(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  args: readonly Value[],
): Value | null {
  if (call.callee.type !== 'MemberExpression' || !/^(?:get|resolve|getInstance)$/.test(calleeName(call))) return null;
  const [type] = args;
  if (type?.kind === 'class') return genericInstance(type);
  const [typeAnnotation] = call.typeArguments?.params ?? [];
  return typeAnnotation === undefined ? null : readType(evaluation, tree, typeAnnotation);
}

/** The names of what a class implements, and of an abstract class that it extends, with their files. */
function typesOf(evaluation: Evaluation, tree: Tree, node: ClassNode): string[] {
  // Only parsers of TypeScript write it.
  const implemented = 'implements' in node ? node.implements.map(({ expression }) => expression) : [];
  const names = [...implemented, ...(node.superClass === null ? [] : [node.superClass])];
  return names.flatMap((name) => {
    const key = name.type === 'Identifier' ? keyOfType(evaluation, tree, name) : null;
    return key === null ? [] : [key];
  });
}

/** A type by the file that declares it and its name there. */
function keyOfType(evaluation: Evaluation, tree: Tree, identifier: TSESTree.Identifier): string | null {
  return keyOfVariable(evaluation, tree, findVariable(tree, identifier));
}

function keyOfVariable(evaluation: Evaluation, tree: Tree, variable: Variable | null): string | null {
  const definition = variable?.defs[0];
  if (variable === null || definition === undefined) return null;
  const node = definition.node as Node;
  const declaration = definition.parent as Node | null | undefined;
  if (declaration?.type !== 'ImportDeclaration') return `${tree.file}#${variable.name}`;
  const imported =
    node.type === 'ImportSpecifier' && node.imported.type === 'Identifier' ? node.imported.name : 'default';
  const file = evaluation.project.resolve(tree.file, declaration.source.value);
  return file === null ? null : keyInFile(evaluation, file, imported, 0);
}

const deepest = 6;

/** Through files that only export what others declare. */
function keyInFile(evaluation: Evaluation, file: string, name: string, depth: number): string {
  const tree = depth > deepest ? null : openTree(evaluation, file);
  if (tree === null) return `${file}#${name}`;
  const { names, stars } = exportsOf(tree);
  const exported = names.get(name);
  if (exported !== undefined && exported.source !== null) {
    const from = evaluation.project.resolve(file, exported.source);
    return from === null ? `${file}#${name}` : keyInFile(evaluation, from, exported.name, depth + 1);
  }
  if (exported === undefined && !declares(tree, name)) {
    for (const star of stars) {
      const from = evaluation.project.resolve(file, star);
      const key = from === null ? null : keyInFile(evaluation, from, name, depth + 1);
      const origin = key === null ? null : openTree(evaluation, key.split('#')[0] ?? '');
      if (key !== null && origin !== null && declares(origin, name)) return key;
    }
  }
  const local = exported?.node.type === 'Identifier' ? exported.node.name : name;
  return `${file}#${local}`;
}

function declares({ scopes }: Tree, name: string): boolean {
  return scopes.scopes.some(({ type, set }) => /^(?:module|global)$/.test(type) && set.has(name));
}
