import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { beginsRoute } from '../../http/route.js';
import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import {
  ancestorsOf,
  calleeName,
  findDeclaration,
  findVariable,
  isClass,
  isFunction,
  nameOfKey,
  sourceOf,
  unwrap,
} from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf, toOrigin } from '../value.js';
import { isImportedFromBystander } from './bystanders.js';

// What is asked of clients that nobody knows

/** Where an address of GitLab's goes to a client: as an argument, or as a field of its class. */
export interface Begun {
  readonly tree: Tree;
  /** The argument, or the field's value. */
  readonly node: Node;
}

/** A call of a client, or one that a client is handed to. */
export interface ClientUse<Of extends Begun> {
  readonly of: Of;
  readonly tree: Tree;
  readonly node: Node;
}

/**
 * The calls that may send something to such an address, whatever they are given: `api.projects(id).put(body)`,
 * `api[method](path)`, `crawl({ api })`.
 *
 * @param isTold whether a request is known that a call sends
 */
export function findClientUses<Of extends Begun>(
  evaluation: Evaluation,
  trees: readonly Tree[],
  begun: readonly Of[],
  isTold: (node: Node) => boolean,
): ClientUse<Of>[] {
  const makers = new Map(
    begun.flatMap((each) =>
      makersOf(evaluation, each).flatMap((maker) => (isAnswer(each, maker, isTold) ? [] : [[maker, each] as const])),
    ),
  );
  const homes = new Map(begun.flatMap((each) => homeOf(each).map((home) => [home, each] as const)));
  if (makers.size === 0 && homes.size === 0) return [];
  const search: Search<Of> = { evaluation, makers, homes, given: new Map() };
  for (const tree of trees) for (const call of tree.calls) noteGiven(search, tree, call);
  return trees.flatMap((tree) =>
    tree.calls.flatMap((call): ClientUse<Of>[] => {
      if (goesOnWith(tree, call)) return [];
      const chain = chainOf(call);
      if (chain.some((each) => isTold(each) || each.arguments.some((argument) => isTold(argument)))) return [];
      const of = chain.every(isSetUp)
        ? handedTo(search, tree, call)
        : (askedOf(search, tree, chain) ?? handedTo(search, tree, call));
      return of === null ? [] : [{ of, tree, node: call }];
    }),
  );
}

interface Search<Of> {
  readonly evaluation: Evaluation;
  /** The expressions that make clients. */
  readonly makers: ReadonlyMap<Node, Of>;
  /** The classes that are clients. */
  readonly homes: ReadonlyMap<Node, Of>;
  /** The parameters that clients are given as. */
  readonly given: Map<Variable, Of>;
}

/** What makes the client that an address is given to: the call, or what made the thing that a method sets it of. */
function makersOf(evaluation: Evaluation, { tree, node }: Begun): Node[] {
  const call = [...ancestorsOf(tree, node)].find(({ type }) => type === 'CallExpression' || type === 'NewExpression');
  if (call?.type === 'NewExpression') return [call];
  if (call?.type !== 'CallExpression' || container.test(calleeName(call)) || isOfSettings(call)) return [];
  const { callee } = call;
  return callee.type === 'MemberExpression' && setter.test(calleeName(call))
    ? [call, ...makersOfThing(evaluation, tree, callee.object)]
    : [call];
}

/** `client.get('/api/v3/projects')`: what a request gives is its answer, and no client. */
function isAnswer({ tree }: Begun, maker: Node, isTold: (node: Node) => boolean): boolean {
  if (maker.type !== 'CallExpression' || !sending.test(calleeName(maker))) return false;
  const names = [...sourceOf(tree, maker).matchAll(/\/(\w+)/g)].map(([, name = '']) => name);
  return names.some(beginsRoute) && [maker, ...maker.arguments].some(isTold);
}

const sending = /^(?:get|post|put|patch|delete|del|head|request|fetch|send|ajax|json)$/i;

/** What keeps an address under a name, for whoever asks for it by that. */
const container = /^(?:constant|value|provide|decorator|define|export|setItem|put|env)$/;

/** `nconf.defaults({ gitlab: base })`, `convict({ gitlab: { default: base } })`, `config.set('gitlab', base)`; `config.withBaseUrl(base)` tells a client. */
function isOfSettings(call: TSESTree.CallExpression): boolean {
  const { callee } = call;
  const root = rootOf(callee);
  const isFilling = callee === root || /^(?:set|defaults?|overrides|load|merge)$/.test(calleeName(call));
  return isFilling && root.type === 'Identifier' && /^(?:n?conf|config|convict|settings)$/.test(root.name);
}

/** `setBaseUrl`, `withBaseUrl`. */
const setter = /^(?:set|with|use|default|config)\w*(?:ur[il]|base|host|root|endpoint|prefix|options)?$/i;

function makersOfThing(evaluation: Evaluation, tree: Tree, thing: Node): Node[] {
  const around = givenBack(tree, thing);
  if (around !== null) return makersOfThing(evaluation, tree, around);
  return optionsOf(evaluate(evaluation, tree, thing, null)).flatMap((option) => {
    const origin = option.kind === 'unknown' || option.kind === 'external' ? toOrigin(option.hole) : null;
    return origin === null || origin.node.type === 'Identifier' ? [] : [origin.node];
  });
}

/** `http` of `http.configure((config) => config.withBaseUrl(base))`. */
function givenBack(tree: Tree, thing: Node): Node | null {
  const variable = thing.type === 'Identifier' ? findVariable(tree, thing) : null;
  const [definition] = variable?.defs ?? [];
  const owner = definition === undefined ? undefined : (definition.node as Node);
  const call = isFunction(owner) ? tree.parents.get(owner) : undefined;
  return call?.type === 'CallExpression' && call.callee.type === 'MemberExpression' ? call.callee.object : null;
}

/** The class, or what is made into one, that has an address as a field, and inherits what sends from what nobody sees. */
function homeOf({ tree, node }: Begun): Node[] {
  const target = tree.parents.get(node);
  if (target?.type === 'Property') return [...ancestorsOf(tree, target)].slice(0, 1);
  if (target?.type !== 'PropertyDefinition' && target?.type !== 'AssignmentExpression') return [];
  const home = [...ancestorsOf(tree, target)].find(isClass);
  return home === undefined || home.superClass === null ? [] : [home];
}

/** Whether a call is only the beginning of a longer one. */
function goesOnWith(tree: Tree, call: Node): boolean {
  const member = tree.parents.get(call);
  if (member?.type === 'CallExpression') return member.callee === call;
  if (member?.type !== 'MemberExpression' || member.object !== call) return false;
  const next = tree.parents.get(member);
  return next?.type === 'CallExpression' && next.callee === member;
}

type AnyCall = Tree['calls'][number];

/** A call and those that it goes on with, the last first. */
function chainOf(call: AnyCall): AnyCall[] {
  const before = callBefore(call.callee);
  return before === null ? [call] : [call, ...chainOf(before)];
}

function callBefore(callee: Node): AnyCall | null {
  const inner = unwrap(callee);
  if (inner.type === 'CallExpression' || inner.type === 'NewExpression') return inner;
  return inner.type === 'MemberExpression' ? callBefore(inner.object) : null;
}

/** What says how a client sends, or hears of it, and sends nothing. */
const setUp =
  /^(?:on|once|off|use|set\w*|with\w+|add\w*|remove\w*Listener|configure|extend|create|defaults|clone|auth\w*|headers?|token|timeout|then|catch|finally|bind|log|debug|toString|emit|close|destroy|interceptors?|catcher\w*|addon|polyfills?|middlewares?|accept|content|options|errorType|plugin|register\w*|eject|inject)$/;

function isSetUp(call: AnyCall): boolean {
  return call.type === 'CallExpression' && call.callee.type === 'MemberExpression' && setUp.test(calleeName(call));
}

/** The client that a call, or one that it goes on with, is asked of. */
function askedOf<Of>(search: Search<Of>, tree: Tree, chain: readonly AnyCall[]): Of | null {
  for (const call of chain) {
    if (search.makers.has(call)) return null;
    if (isSetUp(call)) continue;
    for (const node of objectsIn(call.callee)) {
      const of = clientAt(search, tree, node, mostSteps);
      if (of !== null) return isOwnMethod(search, tree, call) ? null : of;
    }
  }
  return null;
}

/** `api` and `api.projects` of `api.projects.get`, and `api` of `api`. */
function objectsIn(callee: Node): Node[] {
  const inner = unwrap(callee);
  if (inner.type === 'MemberExpression') return [inner.object, ...objectsIn(inner.object)];
  return inner.type === 'Identifier' ? [inner] : [];
}

/** A method that is seen is followed for what it is. */
function isOwnMethod({ evaluation }: Search<unknown>, tree: Tree, { callee }: AnyCall): boolean {
  return optionsOf(evaluate(evaluation, tree, callee, null)).some(
    ({ kind }) => kind === 'function' || kind === 'client',
  );
}

const mostSteps = 4;

/** The client that an expression is. */
function clientAt<Of>(search: Search<Of>, tree: Tree, node: Node, steps: number): Of | null {
  const inner = unwrap(node);
  if (inner.type === 'ThisExpression' || inner.type === 'Super') return homeAround(search, tree, inner);
  if (steps === 0 || !holders.has(inner.type) || isOfBystander(search.evaluation, tree, inner, mostSteps)) return null;
  const variable = inner.type === 'Identifier' ? findVariable(tree, inner) : null;
  const given = variable === null ? undefined : search.given.get(variable);
  if (given !== undefined) return given;
  renewBudget(search.evaluation, tree);
  for (const option of optionsOf(evaluate(search.evaluation, tree, inner, null))) {
    const origin = option.kind === 'unknown' || option.kind === 'external' ? toOrigin(option.hole) : null;
    if (origin === null) continue;
    const made = search.makers.get(origin.node) ?? search.makers.get(unwrap(origin.node));
    if (made !== undefined) return made;
    const before = origin.node === inner ? null : clientOfChain(search, origin.tree, origin.node, steps - 1);
    if (before !== null) return before;
  }
  return null;
}

/** The expressions that may stand for a client which is made elsewhere. */
const holders: ReadonlySet<string> = new Set([
  'Identifier',
  'MemberExpression',
  'CallExpression',
  'NewExpression',
  'TaggedTemplateExpression',
  'ConditionalExpression',
  'LogicalExpression',
  'AssignmentExpression',
  'SequenceExpression',
]);

/** Whether something is a bystander's, or what one makes without being given anything: no client that another file makes. */
function isOfBystander(evaluation: Evaluation, tree: Tree, node: Node, steps: number): boolean {
  const root = rootOf(node);
  if (isImportedFromBystander(evaluation, tree, root)) return true;
  const definition = root.type === 'Identifier' ? findVariable(tree, root)?.defs[0] : undefined;
  const home = definition?.node as Node | undefined;
  if (steps === 0 || home?.type !== 'VariableDeclarator' || home.init === null) return false;
  return isOfBystander(evaluation, tree, home.init, steps - 1);
}

/** `a` of `new a.b('c')`, `await a().d`. */
function rootOf(node: Node): Node {
  const inner = unwrap(node);
  if (inner.type === 'MemberExpression') return rootOf(inner.object);
  if (inner.type !== 'CallExpression' && inner.type !== 'NewExpression') return inner;
  return inner.arguments.every(({ type }) => type === 'Literal') ? rootOf(inner.callee) : inner;
}

/** `api.auth(token)` is a client, too. */
function clientOfChain<Of>(search: Search<Of>, tree: Tree, node: Node, steps: number): Of | null {
  const inner = unwrap(node);
  if (inner.type !== 'CallExpression' || inner.callee.type !== 'MemberExpression' || !isSetUp(inner)) return null;
  return clientAt(search, tree, inner.callee.object, steps);
}

function homeAround<Of>({ homes }: Search<Of>, tree: Tree, node: Node): Of | null {
  const home = [...ancestorsOf(tree, node)].find((each) => homes.has(each) || isClass(each));
  return home === undefined ? null : (homes.get(home) ?? null);
}

/** The client that code which nobody sees is given, by itself or in a record. */
function handedTo<Of>(search: Search<Of>, tree: Tree, call: AnyCall): Of | null {
  const clients = clientsGiven(search, tree, call);
  if (clients.size === 0 || isSetUp(call)) return null;
  const callees = optionsOf(evaluate(search.evaluation, tree, call.callee, null));
  if (callees.some(({ kind }) => kind !== 'unknown' && kind !== 'external')) return null;
  return [...clients.values()][0] ?? null;
}

/** By the position of the argument. */
function clientsGiven<Of>(search: Search<Of>, tree: Tree, call: AnyCall): Map<number, Of> {
  const found = new Map<number, Of>();
  for (const [index, argument] of call.arguments.entries())
    for (const node of partsOf(argument)) {
      const isName = node.type === 'Identifier' || node.type === 'MemberExpression';
      const of = isName ? clientAt(search, tree, node, mostSteps) : null;
      if (of !== null) found.set(index, of);
    }
  return found;
}

function partsOf(argument: Node): Node[] {
  if (argument.type !== 'ObjectExpression') return [argument];
  return argument.properties.flatMap((each) => (each.type === 'Property' ? [each.value] : []));
}

/** What functions of the project are given is the client in them. */
function noteGiven<Of>(search: Search<Of>, tree: Tree, call: AnyCall): void {
  for (const [index, of] of clientsGiven(search, tree, call))
    for (const option of optionsOf(evaluate(search.evaluation, tree, call.callee, null))) {
      const parameter = option.kind === 'function' ? option.node.params[index] : undefined;
      const variable =
        parameter?.type === 'Identifier' && option.kind === 'function' ? findDeclaration(option.tree, parameter) : null;
      if (variable !== null) search.given.set(variable, of);
    }
}

/** What fields are set to that clients take an address from by their names: those of classes which inherit, `extend({ host })` among them. */
export function findAddressFields(tree: Tree): Node[] {
  const defined = tree.classes.flatMap(({ superClass, body }) => (superClass === null ? [] : body.body));
  const extended = tree.calls.flatMap((call) =>
    call.type === 'CallExpression' && call.callee.type === 'MemberExpression' && extender.test(calleeName(call))
      ? call.arguments.flatMap((argument) => (argument.type === 'ObjectExpression' ? argument.properties : []))
      : [],
  );
  const assigned = tree.assignments.flatMap(({ left, right }) =>
    left.type === 'MemberExpression' && left.object.type === 'ThisExpression' && isAddress(left.property, left.computed)
      ? [right]
      : [],
  );
  return [...[...defined, ...extended].flatMap(addressIn), ...assigned];
}

const extender = /^(?:extend|reopen)$/;

function addressIn(field: Node): Node[] {
  if (field.type !== 'PropertyDefinition' && field.type !== 'Property') return [];
  return field.value !== null && isAddress(field.key, field.computed) ? [field.value] : [];
}

function isAddress(key: Node, computed: boolean): boolean {
  const name = nameOfKey(key, computed);
  return (
    name !== null && /^(?:base|prefix|root|api)?_?(?:ur[il]|href|path|address|endpoint|host|namespace)$/i.test(name)
  );
}
