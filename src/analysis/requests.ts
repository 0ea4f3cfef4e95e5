import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { findRoutes } from '../http/route.js';
import { hasPath } from '../http/request.js';
import type { Request } from '../http/request.js';
import { toKnown } from '../http/text.js';
import { readElements } from './values/bindings.js';
import { hasPart, isLeftToCallers } from './requests/bystanders.js';
import type { Reach } from './requests/bystanders.js';
import { inheritedMethods } from './requests/inherited.js';
import { isIdle } from './requests/idle.js';
import { findLooseAddresses, looseArguments, readLooseCall } from './requests/loose.js';
import { enter, resolveCall, resolveCallee } from './values/calls.js';
import { findDeclaredFunction } from './values/declared.js';
import { evaluate, renewBudget, withOwnBudget } from './evaluate.js';
import type { Callees, Evaluation } from './evaluate.js';
import { isTestFile } from './service.js';
import { readEscape, readSending } from './requests/sending.js';
import type { CallNode, ChainCall, FoundRequest } from './requests/sending.js';
import type { Place } from '../http/text.js';
import { contains, enclosingFunction, findVariable, nodesIn, sourceOf, toPlace } from './syntax/tree.js';
import type { FunctionNode, Node, Tree } from './syntax/tree.js';
import { optionsOf, toOrigin, unknownAt } from './value.js';
import type { Frame, FunctionValue, Value } from './value.js';

/**
 * The requests that files make, through the project's own functions too, and the addresses in them that nobody is seen
 * to send.
 */
export function findRequests(evaluation: Evaluation, trees: readonly Tree[]): FoundRequest[] {
  const all = trees.flatMap((tree) => [...findSent(evaluation, tree), ...findInherited(evaluation, tree)]);
  const kept = dropSuperseded(all.filter((found) => !isTried(found) && !isRepeated(found)))
    .filter((found) => !evaluation.project.isForeign(pathPlace(found).file))
    .map((request) => (isInDeclared(evaluation, request) ? ({ ...request, untold: 'declared' } as const) : request));
  return leaveOutIdle([...kept, ...findLooseAddresses(evaluation, trees, kept)]);
}

/** What functions that nothing calls would send goes untold where other requests stand behind the same base. */
function leaveOutIdle(requests: readonly FoundRequest[]): FoundRequest[] {
  const used = new Set(
    requests.filter(({ request }) => hasPath(request)).flatMap(({ request }) => baseLiterals(request)),
  );
  return requests.map((found) =>
    !hasPath(found.request) && baseLiterals(found.request).some((literal) => used.has(literal)) && isOfIdle(found)
      ? { ...found, untold: 'idle' }
      : found,
  );
}

/** The literals that a request's base is made of, each by its place. */
function baseLiterals({ base }: Request): string[] {
  return base.flatMap((piece) => {
    const literal = piece.kind === 'known' ? (piece.source?.literal ?? null) : null;
    return literal === null ? [] : [`${literal.file}:${String(literal.start)}`];
  });
}

/** Nothing calls the function that would be given the path. */
function isOfIdle({ chain, tree, owners }: FoundRequest): boolean {
  const trees = [tree, ...chain.map((call) => call.tree)];
  return owners.some((owner) => {
    const home = trees.find(({ parents }) => parents.has(owner));
    return home !== undefined && isIdle(home, owner);
  });
}

/** A test calls a function with values of its own, which tell nothing of the request that others make through it. */
function isTried(found: FoundRequest): boolean {
  const [first] = found.chain;
  if (first === undefined || !isTestFile(first.tree.file) || isTestFile(found.tree.file)) return false;
  const literals = pathLiterals(found);
  return literals.length > 0 && !literals.some(({ file }) => isTestFile(file) && isPathIn(found, file));
}

/** Whether a test gives the path, and not only what fills it. */
function isPathIn({ request: { segments } }: FoundRequest, file: string): boolean {
  const [first] = segments.flatMap(({ text }) => text).filter(({ kind }) => kind === 'known');
  return first?.kind === 'known' && first.source?.file === file;
}

/** A function that calls itself with the path that it was given sends what its callers made it send. */
function isRepeated({ chain, request: { base, segments } }: FoundRequest): boolean {
  const [first, ...others] = chain;
  const called = first?.called;
  if (first === undefined || called === undefined || others.length > 0) return false;
  if (first.tree !== called.tree || !contains(called.node, first.node)) return false;
  const pieces = [...base, ...segments.flatMap(({ text }) => text)];
  const given = pieces.flatMap((piece) => (piece.kind === 'hole' ? (toOrigin(piece)?.parameters ?? []) : []));
  const own = given.filter(({ owner }) => owner === called.node);
  const isPathHidden = segments.every(({ text }) => text.every(({ kind }) => kind === 'hole'));
  return isPathHidden && own.length > 0 && own.every(({ variable }) => isPassedOn(first, called.node, variable));
}

/** Whether a call inside a function hands on a parameter of it in the same place. */
function isPassedOn({ tree, node }: ChainCall, { params }: FunctionNode, variable: Variable): boolean {
  const [definition] = variable.defs;
  const index = params.findIndex((parameter) => definition !== undefined && contains(parameter, definition.name));
  const argument = node.type === 'CallExpression' ? node.arguments[index] : undefined;
  return argument?.type === 'Identifier' && findVariable(tree, argument) === variable;
}

function isInDeclared(evaluation: Evaluation, { owners }: FoundRequest): boolean {
  return owners.some((owner) => findDeclaredFunction(evaluation, owner) !== null);
}

function findSent(evaluation: Evaluation, tree: Tree): FoundRequest[] {
  const sent = tree.calls.flatMap((call) => {
    renewBudget(evaluation);
    return requestsOfCall(evaluation, tree, call, null, { chain: [], reach: 'told' });
  });
  return [...sent, ...findEscapes(evaluation, tree), ...findHandedOn(evaluation, tree)];
}

/**
 * Functions that send to a path they are given, and that are handed to code that nobody sees: `paths.map(load)`,
 * `useSWR(path, load)`. What that gives them is out of sight.
 */
function findHandedOn(evaluation: Evaluation, tree: Tree): FoundRequest[] {
  return tree.calls.flatMap((call) => {
    if (call.type !== 'CallExpression' || looksOn.test(sourceOf(tree, call.callee))) return [];
    return call.arguments.flatMap((argument, index) => {
      if (argument.type !== 'Identifier' && argument.type !== 'MemberExpression') return [];
      renewBudget(evaluation);
      const value = evaluate(evaluation, tree, argument, null);
      if (value.kind !== 'function' || !takesPath(evaluation, value.tree, value.node)) return [];
      return isFollowed(evaluation, tree, call)
        ? []
        : requestsThrough(evaluation, tree, value, [givenTo(evaluation, tree, call, index)], call, null, bare);
    });
  });
}

/** What a list in sight hands to the function that its method is given. */
function givenTo(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression, index: number): Value {
  const listed = index === 0 ? readElements(evaluation, tree, call, null) : null;
  return listed ?? unknownAt(tree, call, null);
}

/** Functions of tests, and those that only tell of what they are given. */
const looksOn = /mock|intercept|expect|spy|stub|assert|verify|log|debug/i;

/** A function of the project that is given another one is looked into, and what a call gives back may be that function. */
function isFollowed(evaluation: Evaluation, tree: Tree, call: CallNode): boolean {
  const callees = optionsOf(resolveCallee(evaluation, tree, call, null));
  if (callees.some(({ kind }) => kind === 'function' || kind === 'class' || kind === 'client')) return true;
  return optionsOf(evaluate(evaluation, tree, call, null)).some(({ kind }) => kind === 'function');
}

/** The requests of the methods that classes inherit, as these classes make them, whoever calls them. */
function findInherited(evaluation: Evaluation, tree: Tree): FoundRequest[] {
  return inheritedMethods(evaluation, tree).flatMap(({ frame, heir }) => {
    renewBudget(evaluation);
    if (!reachesClient(evaluation, frame.tree, frame.node, 'all') && !callsSender(evaluation, frame.node, frame))
      return [];
    const requests = callsIn(frame.tree, frame.node).flatMap((call) =>
      requestsOfCall(evaluation, frame.tree, call, frame, {
        chain: [{ tree, node: heir, inherits: true }],
        reach: 'all',
      }),
    );
    return requests.slice(0, mostRequests).filter(({ request }) => hasPath(request));
  });
}

/** Libraries that take a client and send nothing of their own. */
const keepsToItself =
  /retry|mock|intercept|expect|spy|stub|assert|verify|cookie|cache|limit|log|debug|bind|use|instrument/i;

/** Clients, or methods of them, that are handed to code that nobody sees. */
function findEscapes(evaluation: Evaluation, tree: Tree): FoundRequest[] {
  return tree.calls.flatMap((call) => {
    if (call.type !== 'CallExpression' || keepsToItself.test(sourceOf(tree, call.callee))) return [];
    const handed = call.arguments.flatMap((argument) => {
      const value =
        argument.type === 'Identifier' || argument.type === 'MemberExpression'
          ? evaluate(evaluation, tree, argument, null)
          : null;
      return value?.kind === 'client' && value.made !== null && value.client.answers === undefined ? [value] : [];
    });
    if (handed.length === 0) return [];
    const { kind } = evaluate(evaluation, tree, call.callee, null);
    return kind === 'function' || kind === 'client'
      ? []
      : handed.flatMap((value) => readEscape(evaluation, value, call, tree));
  });
}

const longestChain = 6;
const mostRequests = 64;

/** How a call is come to. */
interface Way {
  /** The calls that lead there. */
  readonly chain: readonly ChainCall[];
  readonly reach: Reach;
}

/** A call as it stands there, whoever asks. */
const bare: Way = { chain: [], reach: 'all' };

/** The requests that a call sends: itself, or through the function of the project that it calls. */
function requestsOfCall(
  evaluation: Evaluation,
  tree: Tree,
  call: CallNode,
  frame: Frame | null,
  way: Way,
): FoundRequest[] {
  const { chain, reach } = way;
  if (call.callee.type === 'Super' || chain.length > longestChain) return [];
  if (reach === 'told' && chain.length === 0 && isLeftToCallers(evaluation, tree, call)) return [];
  if (!optionsOf(resolveCallee(evaluation, tree, call, frame)).some((option) => maySend(evaluation, option, chain)))
    return [];
  const { value, args } = resolveCall(evaluation, tree, call, frame);
  return optionsOf(value).flatMap((option) => {
    const client = option.kind === 'function' ? findDeclaredFunction(evaluation, option.node) : option;
    if (client?.kind === 'client' && call.type === 'CallExpression') {
      const requests = readSending(evaluation, { value: client, args, node: call, tree, frame, chain });
      return requests.map((request) => ({ ...request, chain }));
    }
    if (option.kind === 'function') return requestsThrough(evaluation, tree, option, args, call, frame, way);
    if (option.kind === 'unknown' && chain.length > 0 && isCompleted(evaluation, tree, call, frame))
      return readLooseCall(evaluation, tree, call, frame)
        .filter(({ request }) => isTold(request))
        .map((request) => ({ ...request, chain }));
    return [];
  });
}

/** Whether a call of a value can be a request, whatever its arguments are. */
function maySend(evaluation: Evaluation, value: Value, chain: readonly ChainCall[]): boolean {
  if (value.kind === 'function')
    return callsIn(value.tree, value.node).length > 0 || findDeclaredFunction(evaluation, value.node) !== null;
  return value.kind === 'client' || (value.kind === 'unknown' && chain.length > 0);
}

/** Whether the calls that led here tell more of a call of something that nobody sees than the call itself. */
function isCompleted(evaluation: Evaluation, tree: Tree, call: CallNode, frame: Frame | null): boolean {
  const bare = readLooseCall(evaluation, tree, call, null);
  return (
    bare.length === 0 ||
    bare.some(({ request, owners }) => !isTold(request) || owners.some((owner) => entered(frame, owner)))
  );
}

/** What makes a call of something that nobody sees a request: a route of GitLab's, or its prefix. */
function isTold({ version, method, segments }: Request): boolean {
  return version !== null || findRoutes(toKnown(method), segments).length > 0;
}

/** The requests of a function's body as this call makes them, if the call can tell more of them than the body alone. */
function requestsThrough(
  evaluation: Evaluation,
  tree: Tree,
  value: FunctionValue,
  args: readonly Value[],
  call: CallNode,
  frame: Frame | null,
  { chain, reach: given }: Way,
): FoundRequest[] {
  if (chain.some(({ node }) => node === call) || entered(frame, value.node)) return [];
  const reach = given === 'told' && hasPart(evaluation, value, args) ? 'all' : given;
  if (reach === 'told' && evaluation.project.isBystander(value.tree.file)) return [];
  const inner = enter(value, args, frame);
  if (
    !isOpen(evaluation, value.tree, value.node, reach) &&
    ![...args, ...instanceArguments(value)].some((argument) => holdsSender(evaluation, argument, 2)) &&
    !((isInherited(value) || isMadeByCall(value)) && callsSender(evaluation, value.node, inner))
  )
    return [];
  const requests = callsIn(value.tree, value.node).flatMap((site) =>
    requestsOfCall(evaluation, value.tree, site, inner, {
      chain: [...chain, { tree, node: call, called: value, frame }],
      reach,
    }),
  );
  return requests.slice(0, mostRequests);
}

function instanceArguments({ self }: FunctionValue): readonly Value[] {
  return self?.kind === 'instance' ? (self.args ?? []) : [];
}

/** Whether a client is handed over, an object of the project's that may be one, or a function that sends what its callers give it, alone or in a record. */
function holdsSender(evaluation: Evaluation, value: Value, depth: number): boolean {
  if (value.kind === 'client' || value.kind === 'instance') return true;
  if (value.kind === 'function') return takesPath(evaluation, value.tree, value.node);
  return (
    value.kind === 'record' &&
    depth > 0 &&
    [...value.entries.values()].some((entry) => holdsSender(evaluation, entry.value, depth - 1))
  );
}

/** Whether a function sends to a path that its callers give it; computed once. */
function takesPath(evaluation: Evaluation, tree: Tree, node: FunctionNode): boolean {
  const before = evaluation.senders.get(node);
  if (before !== undefined) return before;
  evaluation.senders.set(node, false);
  const takes =
    isOpen(evaluation, tree, node, 'all') &&
    withOwnBudget(evaluation, () =>
      callsIn(tree, node).some((call) =>
        requestsOfCall(evaluation, tree, call, null, bare).some(
          ({ owners, request }) => owners.includes(node) && !hasPath(request),
        ),
      ),
    );
  evaluation.senders.set(node, takes);
  return takes;
}

/** A static method of another class than the one that is asked for it. */
function isInherited({ self, node }: FunctionValue): boolean {
  return self?.kind === 'class' && !contains(self.node, node);
}

/** A function that a call of another one made, which may know what that was given. */
function isMadeByCall({ frame }: FunctionValue): boolean {
  for (let at = frame; at !== null; at = at.parent) if (at.args !== null && at.args.length > 0) return true;
  return false;
}

/** Whether a function, as it is entered, calls a client, or a function that sends to what it is given. */
function callsSender(evaluation: Evaluation, node: FunctionNode, frame: Frame): boolean {
  return callsIn(frame.tree, node).some((call) =>
    optionsOf(resolveCallee(evaluation, frame.tree, call, frame)).some((callee) => holdsSender(evaluation, callee, 0)),
  );
}

function entered(frame: Frame | null, node: FunctionNode): boolean {
  for (let at = frame; at !== null; at = at.parent) if (at.node === node) return true;
  return false;
}

/**
 * Whether a caller of a function can tell more of its requests than its body does; computed once, with a budget of its
 * own.
 */
function isOpen(evaluation: Evaluation, tree: Tree, node: FunctionNode, reach: Reach): boolean {
  const known = evaluation.open[reach];
  const before = known.get(node);
  if (before !== undefined) return before;
  if (evaluation.summarized.has(node)) return true;
  evaluation.summarized.add(node);
  const open =
    reachesClient(evaluation, tree, node, reach) &&
    withOwnBudget(evaluation, () =>
      callsIn(tree, node).some(
        (call) =>
          requestsOfCall(evaluation, tree, call, null, { chain: [], reach }).some(({ owners }) => owners.length > 0) ||
          looseRequestsOfCall(evaluation, tree, call).some(
            ({ owners, request }) => owners.length > 0 || !isTold(request),
          ),
      ),
    );
  evaluation.summarized.delete(node);
  known.set(node, open);
  return open;
}

/** Whether a function, or one that it calls, calls a client. Each function of a group that calls each other is looked at once. */
function reachesClient(evaluation: Evaluation, tree: Tree, node: FunctionNode, reach: Reach): boolean {
  const known = evaluation.open[reach];
  const reached = new Map([[node, tree]]);
  for (const [inner, home] of reached) {
    const { sends, callees } = calleesOf(evaluation, home, inner, reach);
    if (sends) return true;
    for (const callee of callees) if (known.get(callee.node) !== false) reached.set(callee.node, callee.tree);
  }
  for (const inner of reached.keys()) known.set(inner, false);
  return false;
}

function calleesOf(evaluation: Evaluation, tree: Tree, node: FunctionNode, reach: Reach): Callees {
  const known = evaluation.callees[reach];
  const before = known.get(node);
  if (before !== undefined) return before;
  const isFollowed = (call: CallNode): boolean => reach === 'all' || !isLeftToCallers(evaluation, tree, call);
  const called = withOwnBudget(evaluation, () =>
    callsIn(tree, node)
      .filter(isFollowed)
      .flatMap((call) => optionsOf(resolveCallee(evaluation, tree, call, null)).map((value) => ({ call, value }))),
  );
  const callees = called.flatMap(({ value }) => (value.kind === 'function' ? [value] : []));
  const sends = called.some(
    ({ call, value: { kind } }) =>
      kind === 'client' || (kind === 'unknown' && looseArguments(evaluation, tree, call, null) !== null),
  );
  const result: Callees = { sends, callees };
  known.set(node, result);
  return result;
}

/** What a call of something that nobody sees sends, for callers to complete. */
function looseRequestsOfCall(evaluation: Evaluation, tree: Tree, call: CallNode): FoundRequest[] {
  if (looseArguments(evaluation, tree, call, null) === null) return [];
  const isHidden = evaluate(evaluation, tree, call.callee, null).kind === 'unknown';
  return isHidden ? readLooseCall(evaluation, tree, call, null) : [];
}

const inner = new WeakMap<FunctionNode, readonly CallNode[]>();

/** The calls in a function, those of functions inside it too: a promise's or a callback's belong to it. */
function callsIn(tree: Tree, node: FunctionNode): readonly CallNode[] {
  const before = inner.get(node);
  if (before !== undefined) return before;
  const found = nodesIn(tree.calls, node);
  inner.set(node, found);
  return found;
}

/**
 * A wrapper's own request is what its callers make of it: it is left out where at least one caller completes it, and so
 * is a request without its base where the same call is known with it. What was made and is not seen to be called counts
 * only where no call is, or where it has a path of its own.
 */
function dropSuperseded(requests: readonly FoundRequest[]): FoundRequest[] {
  const calls = new Map<string, string[]>();
  for (const request of requests) {
    if (request.chain.length === 0 || isUncalled(request)) continue;
    const site = siteKey(request, 0);
    addTo(calls, site, siteKey(request, request.chain.length));
  }
  const told = new Set(requests.filter((request) => !isUncalled(request)).flatMap(keysOfPath));
  const kept = requests.filter((request) => {
    if (!isUncalled(request) || !isCalledElsewhere(request, calls.get(siteKey(request, 0)) ?? [])) return true;
    return keysOfPath(request).some((key) => !told.has(key));
  });
  const passed = sitesOfAll(kept);
  const isSeen = createSeenTest(kept);
  return kept.filter((request) => {
    if (isSeen(request)) return false;
    return request.owners.length === 0 || !passed.has(siteKey(request, request.chain.length));
  });
}

/**
 * Tells of a path that is handed to what nobody sees whether the same call is seen too: `this.client.get(path)` of a
 * client that somebody may give, or else is the one in sight.
 */
function createSeenTest(requests: readonly FoundRequest[]): (request: FoundRequest) => boolean {
  const next = new Map<string, ChainCall[]>();
  for (const { chain, request } of requests) {
    if (request.base.length === 0) continue;
    for (const [index, call] of chain.entries()) {
      addTo(next, nextKey(chain.slice(0, index), call.tree), call);
    }
  }
  return ({ sender, request, chain, tree, node }) =>
    sender === null &&
    request.base.length === 0 &&
    (next.get(nextKey(chain, tree)) ?? []).some((call) => contains(call.node, node));
}

/** What a file calls after a chain of calls: most chains are empty. */
function nextKey(chain: readonly ChainCall[], { file }: Tree): string {
  return `${file} ${chainKey(chain)}`;
}

/** Adds to a group in place: of all the callers of a wrapper one comes after the other. */
function addTo<Item>(groups: Map<string, Item[]>, key: string, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

function chainKey(chain: readonly ChainCall[]): string {
  return chain.map(({ tree, node }) => `${tree.file}:${String(node.range[0])}-${String(node.range[1])}`).join(' ');
}

/** Whether a call leads to the same site by another way than this request's own. */
function isCalledElsewhere(request: FoundRequest, calls: readonly string[]): boolean {
  const own = new Set(sitesOf(request));
  return calls.some((call) => !own.has(call));
}

function sitesOfAll(requests: readonly FoundRequest[]): ReadonlySet<string> {
  return new Set(requests.flatMap(sitesOf));
}

/** A function that knows more was only made by one of these calls, and stands in the called one: `connect(token)` of `connect(token)(path)`. */
function isUncalled({ chain, owners, node }: FoundRequest): boolean {
  return chain.some(({ called }, index) => {
    const next = chain[index + 1]?.node ?? node;
    return owners.some((owner) => called?.tree.parents.has(owner) === true && isBetween(called.node, owner, next));
  });
}

function isBetween(outer: Node, node: Node, inner: Node): boolean {
  return node !== outer && contains(outer, node) && contains(node, inner);
}

/** The call sites that a chained request goes through, except its own whole chain. */
function sitesOf(request: FoundRequest): string[] {
  return request.chain.map((_, index) => siteKey(request, request.chain.length - index - 1));
}

/** A sending call with the last `length` calls that led to it. */
function siteKey(request: FoundRequest, length: number): string {
  const chain = length === 0 ? [] : request.chain.slice(-length);
  return [...chain, request]
    .map(({ tree, node }) => `${tree.file}:${String(node.range[0])}-${String(node.range[1])}`)
    .join(' ');
}

/**
 * The expression that gives a request's path: the literal of its first known segment in the call, or in a call that led
 * there; else wherever the first known segment stands, if that is no other function's affair; else the call.
 */
export function pathPlace(found: FoundRequest): Place {
  const sources = pathLiterals(found);
  const sites = [...found.chain, found];
  const own = sources.find((source) => sites.some(({ tree, node }) => isIn(source, tree, node)));
  if (own !== undefined) return own;
  const [first] = sources;
  const site = sites.find(({ tree }) => first === undefined || tree.file === first.file);
  if (first !== undefined && (site === undefined || !isElsewhere(site, first))) return first;
  return toPlace(site?.tree ?? found.tree, site?.node ?? found.node);
}

/** The literals that a request's path is made of. */
export function pathLiterals({ request: { segments } }: FoundRequest): Place[] {
  return segments
    .flatMap(({ text }) => text)
    .flatMap((piece) => (piece.kind === 'known' && piece.source !== null ? [piece.source.literal] : []));
}

function keysOfPath(found: FoundRequest): string[] {
  return pathLiterals(found).map(({ file, start }) => `${file}:${String(start)}`);
}

function isIn({ file, start, end }: Place, tree: Tree, { range }: Node): boolean {
  return tree.file === file && range[0] <= start && end <= range[1];
}

/** In a function of the same file that is not around the call: a constructor that keeps the path for all methods. */
function isElsewhere({ tree, node }: ChainCall, place: Place): boolean {
  const literal = tree.texts.find(({ range }) => range[0] === place.start);
  const owner = literal === undefined ? null : enclosingFunction(tree, literal);
  return owner !== null && !contains(owner, node);
}
