import type { Variable } from '@typescript-eslint/scope-manager';
import { hasPath } from '../../http/request.js';
import { renewBudget } from '../budget.js';
import { evaluate, namesOfKey } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { argumentsOf, callFunction, enter, resolveCall, resolveCallee } from '../values/calls.js';
import { returnsOf } from '../values/returns.js';
import { calleeName, enclosingFunction, findDeclaration, findVariable, isFunction, nameOfKey } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf, unknownAt } from '../value.js';
import type { Frame, FunctionValue, Value } from '../value.js';
import { callsIn, mostRequests, requestsOfCall } from './calls.js';
import type { CallNode, ChainCall, FoundRequest } from './found-request.js';
import { pathLiterals } from './path-places.js';
import { isIn } from './superseded.js';

/*
 * Requests that an action of Redux describes, and a middleware sends: `(store) => (next) => (action) => …`. Nobody is seen to
 * call that with the action, which is told apart by what the middleware asks it for.
 */

/** The requests that the actions of a project describe for its middlewares. */
export function findDispatched(evaluation: Evaluation, trees: readonly Tree[]): FoundRequest[] {
  const middlewares = findMiddlewares(evaluation, trees);
  if (middlewares.length === 0) return [];
  const calls = openCalls(evaluation, trees);
  return middlewares.flatMap((middleware) => {
    const marks = readMarks(evaluation, middleware);
    return trees.flatMap((tree) =>
      tree.records.flatMap((record) => {
        renewBudget(evaluation, tree);
        return !isWrittenTo(tree, record) && isAction(evaluation, tree, record, marks)
          ? sentFor(evaluation, calls, middleware, { tree, record })
          : [];
      }),
    );
  });
}

// Middlewares

/** The innermost functions of middlewares: those that a store is made with, as they were made, and others. */
function findMiddlewares(evaluation: Evaluation, trees: readonly Tree[]): FunctionValue[] {
  const applied = trees.flatMap((tree) => findApplied(evaluation, tree));
  const known = new Set(applied.map(({ node }) => node));
  const written = trees.flatMap((tree) =>
    tree.functions
      .filter((node) => !known.has(node) && isMiddleware(tree, node))
      .map((node): FunctionValue => ({ kind: 'function', tree, node, frame: null, self: null, bound: [] })),
  );
  return [...applied, ...written];
}

/** A function that calls what the function around it is given, which another one around that returns. */
function isMiddleware(tree: Tree, node: FunctionNode): boolean {
  const next = returnedBy(tree, node);
  const store = next === null ? null : returnedBy(tree, next);
  const [given] = next?.params ?? [];
  if (next === null || store === null || node.params.length !== 1 || given?.type !== 'Identifier') return false;
  return callsIn(tree, node).some(
    ({ callee }) => callee.type === 'Identifier' && findVariable(tree, callee) === findDeclaration(tree, given),
  );
}

/** The function that returns one that is written in it. */
function returnedBy(tree: Tree, node: FunctionNode): FunctionNode | null {
  const owner = enclosingFunction(tree, node);
  return owner !== null && returnsOf(owner).includes(node) ? owner : null;
}

/** The middlewares that a store is made with: `applyMiddleware(clientMiddleware(client))`. */
function findApplied(evaluation: Evaluation, tree: Tree): FunctionValue[] {
  return tree.calls.flatMap((call) => {
    if (call.type !== 'CallExpression' || calleeName(call) !== 'applyMiddleware') return [];
    renewBudget(evaluation, tree);
    return argumentsOf(evaluation, tree, call, null).flatMap((value) => innermost(evaluation, value, 2));
  });
}

/** What is left of a middleware once it has been given the store, and what comes next. */
function innermost(evaluation: Evaluation, value: Value, depth: number): FunctionValue[] {
  return optionsOf(value).flatMap((option) => {
    if (option.kind !== 'function') return [];
    const { tree, node } = option;
    if (isMiddleware(tree, node)) return [option];
    if (depth === 0) return [];
    const returned = callFunction(evaluation, option, [unknownAt(tree, node, null)], { tree, node, frame: null });
    return innermost(evaluation, returned, depth - 1);
  });
}

// What a middleware asks an action for

interface Marks {
  /** Names that nothing else has: `action[SEND]`. */
  readonly keys: ReadonlySet<string>;
  /** Names that anything may have, `action.types`, and those of them that are called: `action.promise(client)`. */
  readonly names: ReadonlySet<string>;
  readonly called: ReadonlySet<string>;
  /** What its type is compared with. */
  readonly types: ReadonlySet<string>;
}

/** Names that every action may have. */
const common = new Set(['type', 'payload', 'meta', 'error']);

function readMarks(evaluation: Evaluation, middleware: FunctionValue): Marks {
  const { tree, frame } = middleware;
  const reads = readsOf(evaluation, middleware);
  const names = reads.filter(({ computed, name }) => !computed && !common.has(name));
  const typed = reads.filter(({ name }) => name === 'type').flatMap(({ uses }) => uses);
  return {
    keys: new Set(reads.filter(({ computed }) => computed).map(({ name }) => name)),
    names: new Set(names.map(({ name }) => name)),
    called: new Set(names.filter(({ uses }) => uses.some((use) => isCalled(tree, use))).map(({ name }) => name)),
    types: new Set(
      typed.flatMap((use) => comparedWith(tree, use)).flatMap((other) => knownNames(evaluation, tree, other, frame)),
    ),
  };
}

/** What is taken out of an action. */
interface Read {
  readonly name: string;
  readonly computed: boolean;
  /** Where it is used. */
  readonly uses: readonly Node[];
}

function readsOf(evaluation: Evaluation, { tree, node, frame }: FunctionValue): Read[] {
  const [action] = node.params;
  if (action?.type === 'ObjectPattern') return readsOfPattern(evaluation, tree, action, frame);
  const variable = action?.type === 'Identifier' ? findDeclaration(tree, action) : null;
  return (variable?.references ?? []).flatMap(({ identifier }): Read[] => {
    const parent = tree.parents.get(identifier);
    if (parent?.type === 'VariableDeclarator' && parent.init === identifier && parent.id.type === 'ObjectPattern')
      return readsOfPattern(evaluation, tree, parent.id, frame);
    if (parent?.type !== 'MemberExpression' || parent.object !== identifier) return [];
    return toReads(evaluation, tree, parent.property, parent.computed, frame, [parent]);
  });
}

function readsOfPattern(
  evaluation: Evaluation,
  tree: Tree,
  { properties }: Extract<Node, { type: 'ObjectPattern' }>,
  frame: FunctionValue['frame'],
): Read[] {
  return properties.flatMap((property) => {
    if (property.type !== 'Property') return [];
    const name = property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
    const uses = usesOf(name.type === 'Identifier' ? findDeclaration(tree, name) : null);
    return toReads(evaluation, tree, property.key, property.computed, frame, uses);
  });
}

function usesOf(variable: Variable | null): Node[] {
  return (variable?.references ?? []).filter((reference) => !reference.isWrite()).map(({ identifier }) => identifier);
}

function toReads(
  evaluation: Evaluation,
  tree: Tree,
  key: Node,
  computed: boolean,
  frame: FunctionValue['frame'],
  uses: readonly Node[],
): Read[] {
  return namesOfKey(evaluation, tree, key, computed, frame).flatMap((name) =>
    name === null ? [] : [{ name, computed: nameOfKey(key, computed) === null, uses }],
  );
}

function isCalled(tree: Tree, use: Node): boolean {
  const parent = tree.parents.get(use);
  return parent?.type === 'CallExpression' && parent.callee === use;
}

/** `action.type !== API`, `switch (action.type) { case API: … }`. */
function comparedWith(tree: Tree, use: Node): Node[] {
  const parent = tree.parents.get(use);
  if (parent?.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator))
    return [parent.left === use ? parent.right : parent.left];
  if (parent?.type !== 'SwitchStatement' || parent.discriminant !== use) return [];
  return parent.cases.flatMap(({ test }) => test ?? []);
}

/** What an expression may be, a text or a symbol, as the name of a key. */
function knownNames(evaluation: Evaluation, tree: Tree, node: Node, frame: FunctionValue['frame']): string[] {
  return namesOfKey(evaluation, tree, node, true, frame).flatMap((name) => name ?? []);
}

// Actions

interface Action {
  readonly tree: Tree;
  readonly record: Tree['records'][number];
}

/** Whether a record may be another one by the time that it is dispatched: something is put into the variable that holds it. */
function isWrittenTo(tree: Tree, record: Action['record']): boolean {
  const parent = tree.parents.get(record);
  if (parent?.type === 'ReturnStatement' || isFunction(parent) || parent?.type === 'CallExpression') return false;
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier')
    return parent?.type === 'AssignmentExpression';
  const uses = findDeclaration(tree, parent.id)?.references.filter((reference) => reference.init !== true) ?? [];
  return uses.some(({ identifier }) => {
    const use = tree.parents.get(identifier);
    return use?.type !== 'ReturnStatement' && use?.type !== 'CallExpression';
  });
}

function isAction(evaluation: Evaluation, tree: Tree, record: Action['record'], marks: Marks): boolean {
  let named = 0;
  let isPromised = false;
  for (const property of record.properties) {
    if (property.type !== 'Property') {
      named += 1;
      continue;
    }
    const name = nameOfKey(property.key, property.computed);
    if (name === null && marks.keys.size > 0 && property.computed) {
      const names = namesOfKey(evaluation, tree, property.key, true, null);
      if (names.some((one) => one !== null && marks.keys.has(one))) return true;
    }
    if (
      name === 'type' &&
      marks.types.size > 0 &&
      knownNames(evaluation, tree, property.value, null).some((type) => marks.types.has(type))
    )
      return true;
    if (name === null || !marks.names.has(name)) continue;
    named += 1;
    isPromised ||= marks.called.has(name) && isFunction(property.value);
  }
  return isPromised && named > 1;
}

/** What a middleware sends for an action, and for what the callers of a function make of it that returns the action. */
function sentFor(evaluation: Evaluation, calls: CallsOf, middleware: FunctionValue, action: Action): FoundRequest[] {
  const own = sentWith(evaluation, middleware, action, null);
  const creators = new Set(own.filter(({ request }) => !hasPath(request)).flatMap(({ owners }) => owners));
  const creations = [...creators].flatMap((creator) => findCreations(evaluation, calls(creator), creator));
  return [...own, ...creations.flatMap((creation) => sentWith(evaluation, middleware, action, creation))];
}

/** A call of a function that makes an action of what it is given. */
interface Creation {
  readonly call: ChainCall;
  readonly frame: Frame;
}

function sentWith(
  evaluation: Evaluation,
  middleware: FunctionValue,
  { tree, record }: Action,
  creation: Creation | null,
): FoundRequest[] {
  const frame = creation?.frame ?? null;
  const inner = enter(middleware, [evaluate(evaluation, tree, record, frame)], frame);
  const chain = [...(creation === null ? [] : [creation.call]), { tree, node: record, called: middleware, frame }];
  return callsIn(middleware.tree, middleware.node)
    .flatMap((call) => requestsOfCall(evaluation, middleware.tree, call, inner, { chain, reach: 'all' }))
    .slice(0, mostRequests)
    .filter((found) => isOfAction(found, middleware))
    .map((found) => ({ ...found, dispatched: true }));
}

/** Whether the action says where the request goes, in sight or not, and not the middleware. */
function isOfAction(found: FoundRequest, { tree, node }: FunctionValue): boolean {
  if (!hasPath(found.request)) return !found.owners.includes(node);
  return pathLiterals(found).some((place) => !isIn(place, tree, node));
}

function findCreations(evaluation: Evaluation, calls: readonly CallSite[], creator: FunctionNode): Creation[] {
  return calls.flatMap(({ tree, node }) => {
    renewBudget(evaluation, tree);
    const { value, args } = resolveCall(evaluation, tree, node, null);
    return optionsOf(value).flatMap((option) =>
      option.kind === 'function' && option.node === creator
        ? [{ call: { tree, node, called: option, frame: null }, frame: enter(option, args, null) }]
        : [],
    );
  });
}

interface CallSite {
  readonly tree: Tree;
  readonly node: CallNode;
}

type CallsOf = (called: FunctionNode) => readonly CallSite[];

/** Tells the calls of a function of the project; all calls are looked at once, with the first question. */
function openCalls(evaluation: Evaluation, trees: readonly Tree[]): CallsOf {
  let known: Map<FunctionNode, CallSite[]> | null = null;
  return (called) => (known ??= indexCalls(evaluation, trees)).get(called) ?? [];
}

function indexCalls(evaluation: Evaluation, trees: readonly Tree[]): Map<FunctionNode, CallSite[]> {
  const index = new Map<FunctionNode, CallSite[]>();
  for (const site of trees.flatMap((tree) => tree.calls.map((node): CallSite => ({ tree, node }))))
    for (const called of functionsOf(evaluation, site)) {
      const sites = index.get(called);
      if (sites === undefined) index.set(called, [site]);
      else sites.push(site);
    }
  return index;
}

/** The functions of the project that a call may call. */
function functionsOf(evaluation: Evaluation, { tree, node }: CallSite): ReadonlySet<FunctionNode> {
  renewBudget(evaluation, tree);
  const callees = optionsOf(resolveCallee(evaluation, tree, node, null));
  return new Set(callees.flatMap((option) => (option.kind === 'function' ? [option.node] : [])));
}
