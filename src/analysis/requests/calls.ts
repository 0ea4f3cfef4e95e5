import { findRoutes } from '../../http/route.js';
import { hasPath } from '../../http/request.js';
import type { Request } from '../../http/request.js';
import { toKnown } from '../../http/text.js';
import { hasPart, isLeftToCallers } from './bystanders.js';
import type { Reach } from './bystanders.js';
import { readLooseCall } from './loose.js';
import { looseArguments } from './loose-calls.js';
import { enter, resolveCall, resolveCallee } from '../values/calls.js';
import { findDeclaredFunction } from '../values/declared.js';
import { withOwnBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Callees, Evaluation } from '../evaluate.js';
import { readSending } from './sending.js';
import { isSpawn, readSpawned } from './spawned.js';
import type { CallNode, ChainCall, FoundRequest } from './found-request.js';
import { asMade, isOfMade } from './made-instances.js';
import { bodyOfHelper } from '../syntax/compiled.js';
import { contains, nameOfKey, nodesIn } from '../syntax/tree.js';
import type { FunctionNode, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Frame, FunctionValue, Value } from '../value.js';

// The requests that a call leads to, through the functions of the project

const longestChain = 6;
export const mostRequests = 64;

/** How a call is come to. */
interface Way {
  /** The calls that lead there. */
  readonly chain: readonly ChainCall[];
  readonly reach: Reach;
}

/** A call as it stands there, whoever asks. */
export const bare: Way = { chain: [], reach: 'all' };

/** The requests that a call sends: itself, or through the function of the project that it calls. */
export function requestsOfCall(
  evaluation: Evaluation,
  tree: Tree,
  call: CallNode,
  frame: Frame | null,
  way: Way,
): FoundRequest[] {
  const { chain, reach } = way;
  if (call.callee.type === 'Super' || chain.length > longestChain || bodyOfHelper(call) !== null) return [];
  if (reach === 'told' && chain.length === 0 && isLeftToCallers(evaluation, tree, call)) return [];
  const spawned = readSpawned(evaluation, tree, call, frame);
  if (spawned.length > 0) return spawned.map((request) => ({ ...request, chain }));
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
    if (isHidden(option) && chain.length > 0 && isCompleted(evaluation, tree, call, frame))
      return readLooseCall(evaluation, tree, call, frame)
        .filter(({ request }) => isTold(request))
        .map((request) => ({ ...request, chain }));
    return [];
  });
}

/** What nobody sees, which a global or a package's export is too: `HTTP.call(method, url)`. */
function isHidden({ kind }: Value): boolean {
  return kind === 'unknown' || kind === 'external';
}

/** Whether a call of a value can be a request, whatever its arguments are. */
function maySend(evaluation: Evaluation, value: Value, chain: readonly ChainCall[]): boolean {
  if (value.kind === 'function')
    return callsIn(value.tree, value.node).length > 0 || findDeclaredFunction(evaluation, value.node) !== null;
  return value.kind === 'client' || (isHidden(value) && chain.length > 0);
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
export function requestsThrough(
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
  const { callee } = call;
  const own = callee.type === 'MemberExpression' ? asMade(evaluation, value, tree, callee.object, frame) : value;
  const inner = enter(own, args, frame);
  if (
    !isOpen(evaluation, value.tree, value.node, reach) &&
    ![...args, ...instanceArguments(value)].some((argument) => holdsSender(evaluation, argument, 2)) &&
    !((isInherited(value) || isMadeByCall(value)) && callsSender(evaluation, value.node, inner)) &&
    !(isOfMade(value) && reachesClient(evaluation, value.tree, value.node, reach))
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
export function takesPath(evaluation: Evaluation, tree: Tree, node: FunctionNode): boolean {
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

/**
 * Whether a function, as it is entered, calls a client, or a function that sends to what it is given: itself, or through
 * another one that a call made with it, as the methods of a class do that a function gives.
 */
export function callsSender(
  evaluation: Evaluation,
  node: FunctionNode,
  frame: Frame,
  seen: ReadonlySet<FunctionNode> = new Set(),
): boolean {
  const path = new Set([...seen, node]);
  return callsIn(frame.tree, node).some((call) =>
    optionsOf(resolveCallee(evaluation, frame.tree, call, frame)).some((callee) => {
      if (holdsSender(evaluation, callee, 0)) return true;
      if (callee.kind !== 'function' || !isMadeByCall(callee) || path.has(callee.node)) return false;
      const { args } = resolveCall(evaluation, frame.tree, call, frame);
      return path.size < longestChain && callsSender(evaluation, callee.node, enter(callee, args, frame), path);
    }),
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
          ) ||
          isNamedByCallers(evaluation, tree, call),
      ),
    );
  evaluation.summarized.delete(node);
  known.set(node, open);
  return open;
}

/** Whether a function, or one that it calls, calls a client. Each function of a group that calls each other is looked at once. */
export function reachesClient(evaluation: Evaluation, tree: Tree, node: FunctionNode, reach: Reach): boolean {
  const clientless = evaluation.clientless[reach];
  const reached = new Map([[node, tree]]);
  for (const [inner, home] of reached) {
    const { sends, callees } = calleesOf(evaluation, home, inner, reach);
    if (sends) return true;
    for (const callee of callees) if (!clientless.has(callee.node)) reached.set(callee.node, callee.tree);
  }
  for (const inner of reached.keys()) clientless.add(inner);
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
    ({ call, value }) =>
      value.kind === 'client' ||
      isSpawn(call) ||
      (isHidden(value) &&
        (looseArguments(evaluation, tree, call, null) !== null || isNamedByCallers(evaluation, tree, call))),
  );
  const result: Callees = { sends, callees };
  known.set(node, result);
  return result;
}

/** `request[verb](options)`: which method of a client that is, and what it sends, a caller may say. */
function isNamedByCallers(evaluation: Evaluation, tree: Tree, { callee }: CallNode): boolean {
  if (callee.type !== 'MemberExpression' || nameOfKey(callee.property, callee.computed) !== null) return false;
  return optionsOf(evaluate(evaluation, tree, callee.object, null)).some(({ kind }) => kind === 'client');
}

/** What a call of something that nobody sees sends, for callers to complete. */
function looseRequestsOfCall(evaluation: Evaluation, tree: Tree, call: CallNode): FoundRequest[] {
  if (looseArguments(evaluation, tree, call, null) === null) return [];
  return isHidden(evaluate(evaluation, tree, call.callee, null)) ? readLooseCall(evaluation, tree, call, null) : [];
}

const inner = new WeakMap<FunctionNode, readonly CallNode[]>();

/** The calls in a function, those of functions inside it too: a promise's or a callback's belong to it. */
export function callsIn(tree: Tree, node: FunctionNode): readonly CallNode[] {
  const before = inner.get(node);
  if (before !== undefined) return before;
  const found = nodesIn(tree.calls, node);
  inner.set(node, found);
  return found;
}
