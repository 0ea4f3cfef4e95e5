import type { TSESTree } from '@typescript-eslint/types';
import { hasPath } from '../http/request.js';
import type { Request } from '../http/request.js';
import { noteCalls } from './answers/unknown-clients.js';
import { readHanded } from './values/handed.js';
import { findBoundInstances } from './requests/bound-instances.js';
import { findDispatched } from './requests/dispatched.js';
import { inheritedMethods } from './requests/inherited.js';
import { withConstructed } from './requests/constructed.js';
import { isIdle } from './requests/idle.js';
import { findLooseAddresses } from './requests/loose.js';
import { resolveCallee } from './values/calls.js';
import { findDeclaredFunction } from './values/declared.js';
import { renewBudget } from './budget.js';
import { evaluate } from './evaluate.js';
import type { Evaluation } from './evaluate.js';
import { isTestFile } from './service.js';
import { readEscape } from './requests/sending.js';
import type { CallNode, FoundRequest } from './requests/found-request.js';
import { handedOn, saysMore } from './syntax/recursion.js';
import { contains, sourceOf } from './syntax/tree.js';
import type { Node, Tree } from './syntax/tree.js';
import { optionsOf, toOrigin, unknownAt } from './value.js';
import type { ClientValue, FunctionValue, Value } from './value.js';
import {
  mostRequests,
  bare,
  requestsOfCall,
  requestsThrough,
  takesPath,
  callsSender,
  reachesClient,
  callsIn,
} from './requests/calls.js';
import { isNextPage } from './requests/next-pages.js';
import { findThenables } from './requests/thenables.js';
import { dropSuperseded } from './requests/superseded.js';
import { pathPlace, pathLiterals } from './requests/path-places.js';

/**
 * The requests that files make, through the project's own functions too, and the addresses in them that nobody is seen
 * to send.
 */
export function findRequests(evaluation: Evaluation, trees: readonly Tree[]): FoundRequest[] {
  const called = trees.flatMap((tree) => [...findSent(evaluation, tree), ...findInherited(evaluation, tree)]);
  // What a test calls says nothing of who else does.
  const sent = withConstructed(
    evaluation,
    trees,
    called.filter((found) => !isTried(found)),
  );
  // What a middleware sends for the actions in sight says nothing of those that are not, so its own request stays.
  const kept = [sent, findDispatched(evaluation, trees)]
    .flatMap((found) => dropSuperseded(found.filter(isTold)))
    .filter((found) => !evaluation.project.isForeign(pathPlace(found).file))
    .map((request) => (isInDeclared(evaluation, request) ? ({ ...request, untold: 'declared' } as const) : request));
  const all = leaveOutIdle([...kept, ...findLooseAddresses(evaluation, trees, kept)]);
  noteCalls(evaluation, all);
  return all;
}

function isTold(found: FoundRequest): boolean {
  return !isTried(found) && !isRepeated(found) && !isNextPage(found);
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

/**
 * A function that calls itself with the path that it was given sends what its callers made it send, itself or by way of other
 * functions, unless it says something there that may decide what is sent.
 */
function isRepeated({ chain: [first], request: { base, segments } }: FoundRequest): boolean {
  const called = first?.called;
  if (first === undefined || called === undefined) return false;
  if (first.tree !== called.tree || !contains(called.node, first.node)) return false;
  const pieces = [...base, ...segments.flatMap(({ text }) => text)];
  const given = pieces.flatMap((piece) => (piece.kind === 'hole' ? (toOrigin(piece)?.parameters ?? []) : []));
  const own = given.filter(({ owner }) => owner === called.node);
  const passed = handedOn(first.tree, first.node, called.node);
  if (own.length === 0 || !own.every(({ variable }) => passed.has(variable))) return false;
  const isPathHidden = segments.every(({ text }) => text.every(({ kind }) => kind === 'hole'));
  return isPathHidden || !saysMore(first.tree, first.node);
}

function isInDeclared(evaluation: Evaluation, { owners }: FoundRequest): boolean {
  return owners.some((owner) => findDeclaredFunction(evaluation, owner) !== null);
}

function findSent(evaluation: Evaluation, tree: Tree): FoundRequest[] {
  const sent = tree.calls.flatMap((call) => {
    renewBudget(evaluation, tree);
    return requestsOfCall(evaluation, tree, call, null, { chain: [], reach: 'told' });
  });
  return [
    ...sent,
    ...findEscapes(evaluation, tree),
    ...findHandedOn(evaluation, tree),
    ...findThenables(evaluation, tree),
    ...findBoundInstances(evaluation, tree),
  ];
}

/**
 * Functions that send to a path they are given, and that are handed to code that nobody sees: `paths.map(load)`,
 * `useSWR(path, load)`. What that gives them is out of sight.
 */
function findHandedOn(evaluation: Evaluation, tree: Tree): FoundRequest[] {
  return tree.calls.flatMap((call) => {
    if (call.type !== 'CallExpression' || looksOn.test(sourceOf(tree, call.callee))) return [];
    return call.arguments.flatMap((argument) => {
      if (argument.type !== 'Identifier' && argument.type !== 'MemberExpression') return [];
      renewBudget(evaluation, tree);
      const value = evaluate(evaluation, tree, argument, null);
      return value.kind === 'function' ? requestsHandedOn(evaluation, { tree, call, argument }, value) : [];
    });
  });
}

interface Handing {
  readonly tree: Tree;
  readonly call: TSESTree.CallExpression;
  readonly argument: Node;
}

function requestsHandedOn(
  evaluation: Evaluation,
  { tree, call, argument }: Handing,
  value: FunctionValue,
): FoundRequest[] {
  const takes = takesPath(evaluation, value.tree, value.node);
  if (takes && isFollowed(evaluation, tree, call)) return [];
  const given = value.node.params.map((_, index) =>
    readHanded(evaluation, { tree, node: argument, frame: null }, index),
  );
  if (!takes && given.every((each) => each === null)) return [];
  const unseen = unknownAt(tree, call, null);
  const args = given.every((each) => each === null) ? [unseen] : given.map((each) => each ?? unseen);
  return requestsThrough(evaluation, tree, value, args, call, null, bare);
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
    renewBudget(evaluation, tree);
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

/** Clients, or methods of them, that are handed to code that nobody sees, and methods that go by a name which nobody knows: `api[verb](path)`. */
function findEscapes(evaluation: Evaluation, tree: Tree): FoundRequest[] {
  return tree.calls.flatMap((call) => {
    if (call.type !== 'CallExpression' || keepsToItself.test(sourceOf(tree, call.callee))) return [];
    const named = clientOfUnknownMember(evaluation, tree, call.callee);
    const handed = call.arguments.flatMap(partsOf).flatMap((part) => {
      const value =
        part.type === 'Identifier' || part.type === 'MemberExpression' ? evaluate(evaluation, tree, part, null) : null;
      return value === null ? [] : ownClient(value);
    });
    const escaping = [...named, ...handed];
    if (escaping.length === 0) return [];
    const { kind } = resolveCallee(evaluation, tree, call, null);
    return kind === 'function' || kind === 'client'
      ? []
      : escaping.flatMap((value) => readEscape(evaluation, value, call, tree));
  });
}

function ownClient(value: Value): ClientValue[] {
  return value.kind === 'client' && value.made !== null && value.client.answers === undefined ? [value] : [];
}

function clientOfUnknownMember(evaluation: Evaluation, tree: Tree, callee: Node): ClientValue[] {
  if (callee.type !== 'MemberExpression' || !callee.computed) return [];
  if (evaluate(evaluation, tree, callee, null).kind !== 'unknown') return [];
  return optionsOf(evaluate(evaluation, tree, callee.object, null)).flatMap(ownClient);
}

/** An argument, and what stands in it: `crawl({ client })`. */
function partsOf(argument: Node): Node[] {
  if (argument.type !== 'ObjectExpression') return [argument];
  return argument.properties.flatMap((each) => (each.type === 'Property' ? [each.value] : []));
}
