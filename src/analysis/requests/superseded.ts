import type { TSESTree } from '@typescript-eslint/types';
import type { ChainCall, FoundRequest } from './found-request.js';
import { hasPath } from '../../http/request.js';
import type { Request } from '../../http/request.js';
import type { Place, Text } from '../../http/text.js';
import { ancestorsOf, contains, enclosingFunction, isFunction, nodeAround } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { isOfMade } from './made-instances.js';
import { pathLiterals } from './path-places.js';

// Requests that another one tells more of

/**
 * Leaves out what other requests tell more of, and what no call comes to that leads there. An arm that no call in sight
 * takes is told for what is written in it; one that would be given its path goes untold.
 */
export function dropSuperseded(requests: readonly FoundRequest[]): FoundRequest[] {
  const kept = withoutSuperseded(requests).filter(({ isPassedBy }) => isPassedBy !== true);
  const reached = requests.filter(({ isPassedBy }) => isPassedBy !== true);
  if (reached.length === requests.length) return kept;
  const known = new Set(kept);
  const told = new Set(kept.flatMap(keysOfPath));
  const sites = new Set(kept.map((request) => siteKey(request, 0)));
  const others = withoutSuperseded(reached).flatMap((request): FoundRequest[] => {
    if (known.has(request)) return [];
    if (hasPath(request.request) && keysOfPath(request).some((key) => !told.has(key))) return [request];
    return sites.has(siteKey(request, 0)) ? [] : [{ ...request, untold: 'idle' }];
  });
  return [...kept, ...others];
}

/**
 * A wrapper's own request is what its callers make of it: it is left out where at least one caller completes it, and so
 * is a request without its base where the same call is known with it. What was made and is not seen to be called counts
 * only where no call is, or where it has a path of its own.
 */
function withoutSuperseded(requests: readonly FoundRequest[]): FoundRequest[] {
  const calls = new Map<string, string[]>();
  for (const request of requests) {
    if (request.chain.length === 0 || isUncalled(request)) continue;
    const site = siteKey(request, 0);
    addTo(calls, site, siteKey(request, request.chain.length));
  }
  const called = requests.filter((request) => !isUncalled(request));
  const told = new Set(withoutPassed(called, sitesOfAll(called)).flatMap(keysOfPath));
  const kept = requests.filter((request) => {
    if (!isUncalled(request) || !isCalledElsewhere(request, calls.get(siteKey(request, 0)) ?? [])) return true;
    return keysOfRoute(request).some((key) => !told.has(key));
  });
  const isSeen = createSeenTest(kept);
  const isMade = createMadeTest(kept);
  return withoutPassed(kept, sitesOfAll(kept)).filter((request) => !isSeen(request) && !isMade(request));
}

/**
 * Tells of what a method sends for any instance of its class whether all of it is told by calls on instances that are seen
 * to be made: of two instances, the path of one never goes with the method of the other.
 */
function createMadeTest(requests: readonly FoundRequest[]): (request: FoundRequest) => boolean {
  const made = new Map<string, Set<string>>();
  for (const request of requests)
    for (const site of isThroughMade(request) ? sitesOf(request) : []) {
      const told = made.get(site) ?? new Set();
      for (const key of keysOfText(request)) told.add(key);
      made.set(site, told);
    }
  return (request) => {
    const told = made.get(siteKey(request, request.chain.length));
    return told !== undefined && !isThroughMade(request) && keysOfText(request).every((key) => told.has(key));
  };
}

function isThroughMade({ chain }: FoundRequest): boolean {
  return chain.some(({ called }) => called !== undefined && isOfMade(called));
}

/** Where all stands that a request is made of. */
function keysOfText(found: FoundRequest): string[] {
  return [...keysOfPath(found), ...placesOfChoice(found.request).map(toKey)];
}

/** Where the method and the names of the parameters stand. */
function placesOfChoice({ method, parameters }: Request): Place[] {
  const methods = literalsOf(method);
  const names = parameters.flatMap(({ written }) => (written.in === 'record' ? [written.property.key] : []));
  return [...methods, ...names];
}

function literalsOf(text: Text): Place[] {
  return text.flatMap((piece) => (piece.kind === 'known' ? (piece.source?.literal ?? []) : []));
}

/** Without those that a caller completes, but for an arm that no caller in sight takes: another method or parameter. */
function withoutPassed(requests: readonly FoundRequest[], passed: ReadonlySet<string>): FoundRequest[] {
  const taken = new Set<string>();
  for (const request of requests)
    if (request.owners.length === 0) for (const key of keysOfArms(request)) taken.add(key);
  return requests.filter(
    (request) =>
      request.owners.length === 0 ||
      !passed.has(siteKey(request, request.chain.length)) ||
      (hasPath(request.request) && keysOfArms(request).some((key) => !taken.has(key))),
  );
}

/** Where the methods and the parameters stand that are one of two: `on ? 'POST' : 'DELETE'`. */
function keysOfArms({ tree, chain, request }: FoundRequest): string[] {
  return placesOfChoice(request)
    .filter((place) => isInArm([tree, ...chain.map((call) => call.tree)], place))
    .map(toKey);
}

function isInArm(trees: readonly Tree[], place: Place): boolean {
  const tree = trees.find(({ file }) => file === place.file);
  const node = tree === undefined ? null : nodeAround(tree, place);
  if (tree === undefined || node === null) return false;
  let at: Node = node;
  for (const parent of ancestorsOf(tree, node)) {
    if (parent.type === 'ConditionalExpression') return parent.test !== at;
    if (parent.type === 'SwitchCase') return parent.test !== at;
    if (parent.type === 'IfStatement') return parent.test !== at && isOneOfArms(tree, parent);
    if (isFunction(parent) || (/Statement$|Declaration$/.test(parent.type) && !isWithinArm(parent))) return false;
    at = parent;
  }
  return false;
}

/** `if (isOpen) …; else …`, whose arms are written for each other; what stands under an `if` alone may be left out. */
function isOneOfArms(tree: Tree, test: TSESTree.IfStatement): boolean {
  const around = tree.parents.get(test);
  return test.alternate !== null || (around?.type === 'IfStatement' && around.alternate === test);
}

function isWithinArm({ type }: Node): boolean {
  return type === 'ExpressionStatement' || type === 'BlockStatement';
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

function keysOfPath(found: FoundRequest): string[] {
  return pathLiterals(found).map(toKey);
}

/** Without the parameters behind a path that is not in sight, which only its query would end: `` `${path}&sudo=root` ``. */
function keysOfRoute({ request: { segments } }: FoundRequest): string[] {
  const pieces = segments.flatMap(({ text }) => text);
  const end = pieces.findIndex((piece) => piece.kind === 'known' && piece.text.startsWith('&'));
  return literalsOf(end < 0 ? pieces : pieces.slice(0, end)).map(toKey);
}

function toKey({ file, start }: Place): string {
  return `${file}:${String(start)}`;
}

export function isIn({ file, start, end }: Place, tree: Tree, { range }: Node): boolean {
  return tree.file === file && range[0] <= start && end <= range[1];
}

/** In a function of the same file that is not around the call: a constructor that keeps the path for all methods. */
export function isElsewhere({ tree, node }: ChainCall, place: Place): boolean {
  const literal = tree.texts.find(({ range }) => range[0] === place.start);
  const owner = literal === undefined ? null : enclosingFunction(tree, literal);
  return owner !== null && !contains(owner, node);
}
