import { printAddress } from '../../http/request.js';
import { findRoutes } from '../../http/route.js';
import { show, toKnown } from '../../http/text.js';
import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { isTestFile } from '../service.js';
import { calleeName, enclosingFunction, nameOfFunction } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Frame, InstanceValue } from '../value.js';
import { enter, resolveCall } from '../values/calls.js';
import { callsIn, callsSender, mostRequests, reachesClient, requestsOfCall } from './calls.js';
import type { CallNode, ChainCall, FoundRequest } from './found-request.js';
import { methodFrames } from './inherited.js';
import { pathLiterals } from './path-places.js';
import type { MethodFrame } from './inherited.js';

/**
 * With the requests of methods that nobody is seen to call, as instances in sight make them: `new Issues(client)` gives
 * its methods the client, whoever calls them. They take the place of what is found of such a method alone, without a base.
 */
export function withConstructed(
  evaluation: Evaluation,
  trees: readonly Tree[],
  sent: readonly FoundRequest[],
): FoundRequest[] {
  const told = new Calls();
  for (const found of sent.filter(isTold)) for (const call of [...found.chain, found]) told.add(call);
  const programs = trees.filter(({ file }) => !isTestFile(file));
  const { own, further } = findConstructed(evaluation, programs, told);
  const completed = new Calls();
  for (const found of [...own, ...further]) completed.add(firstCall(found));
  const kept = sent.filter((found) => isTold(found) || !completed.has(firstCall(found)));
  const known = [...kept, ...withoutTwins(own)];
  return [...known, ...withoutKnown(further, known)];
}

function isTold({ request }: FoundRequest): boolean {
  return request.version !== null;
}

/** A call, and the one that is being looked into where it stands. */
type Standing = Pick<ChainCall, 'node' | 'frame'>;

/** Calls by the class of the instance that makes them; null for whoever makes it. */
class Calls {
  readonly #classes = new Map<Node, Set<Node | null>>();

  add({ node, frame }: Standing): void {
    const known = this.#classes.get(node) ?? new Set();
    this.#classes.set(node, known.add(classOf(frame)));
  }

  has({ node, frame }: Standing): boolean {
    const known = this.#classes.get(node);
    const of = classOf(frame);
    return known !== undefined && (of === null || known.has(of) || known.has(null));
  }
}

function classOf(frame: Frame | null | undefined): Node | null {
  return frame?.self?.kind === 'instance' ? frame.self.of.node : null;
}

/** The first call in the method that a request begins with. */
function firstCall(found: FoundRequest): Standing {
  const [first, second] = found.chain;
  return (first?.inherits === true ? second : first) ?? sendingCall(found);
}

/** An address that nobody is known to send stands for itself, in the call that may. */
function sendingCall({ sender, tree, node, frame }: FoundRequest): Standing {
  const call = sender === null ? tree.parents.get(node) : undefined;
  return { node: call?.type === 'CallExpression' ? call : node, frame };
}

/** A class that is made twice sends each request once, unless what it is given makes it another one. */
function withoutTwins(requests: readonly FoundRequest[]): FoundRequest[] {
  const seen = new Map<Node, Set<string>>();
  return requests.filter((found) => {
    const { node } = firstCall(found);
    const known = seen.get(node) ?? new Set<string>();
    seen.set(node, known);
    const key = describeSent(found);
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}

/** What is sent, whichever numbers are in it, where, and by which class. */
function describeSent(found: FoundRequest): string {
  const { method, parameters } = found.request;
  const texts = [method, printAddress(found.request), ...parameters.map(({ name }) => name)].map(show);
  const sent = texts.join(' ').replaceAll(/\d+/g, '{}');
  return `${sent} ${String(found.node.range[0])} ${String(classOf(firstCall(found).frame)?.range[0])}`;
}

/** What the methods of instances would send where no part of a path is told yet. */
function withoutKnown(requests: readonly FoundRequest[], known: readonly FoundRequest[]): FoundRequest[] {
  const told = new Set(known.flatMap(keysOfPath));
  return requests.filter((found) => {
    const keys = keysOfPath(found);
    const isNew = keys.some((key) => !told.has(key));
    for (const key of keys) told.add(key);
    return isNew;
  });
}

function keysOfPath(found: FoundRequest): string[] {
  return pathLiterals(found).map(({ file, start }) => `${file}:${String(start)} ${String(found.node.range[0])}`);
}

/** What methods send as instances in sight make them, and as the instances do that these make in their turn. */
interface Constructed {
  readonly own: readonly FoundRequest[];
  readonly further: readonly FoundRequest[];
}

function findConstructed(evaluation: Evaluation, trees: readonly Tree[], told: Calls): Constructed {
  const makers = listMakers(trees);
  const instances = trees.flatMap((tree) =>
    tree.calls.filter(takesSomething).flatMap((call) => {
      const made = instancesOf(evaluation, { tree, call }, makers);
      return made.map((instance) => ({ making: { tree, call }, instance }));
    }),
  );
  const own = instances.flatMap(({ making, instance }) =>
    methodFrames(evaluation, instance).flatMap((frame) => {
      const calls = callsIn(frame.tree, frame.node).filter((node) => !told.has({ node, frame }));
      return requestsOfMethod(evaluation, making, frame, calls);
    }),
  );
  const begun = instances.map(({ making, instance }) => ({ instance, making, around: [making.call] }));
  return { own, further: findFurther({ evaluation, makers }, begun) };
}

function takesSomething(call: CallNode): boolean {
  return call.type === 'NewExpression' && call.arguments.length > 0;
}

const deepestMaking = 3;

interface Search {
  readonly evaluation: Evaluation;
  readonly makers: ReadonlyMap<string, readonly Making[]>;
}

/** An instance, and the calls that it is made by, the last of them in a method of the one before. */
interface Made {
  readonly instance: InstanceValue;
  readonly making: Making;
  readonly around: readonly CallNode[];
}

/** `keys() { return new Keys(this.path + '/keys'); }`: whoever has an instance may go on from one to the next, the nearest first. */
function findFurther(search: Search, begun: readonly Made[]): FoundRequest[] {
  const found: FoundRequest[] = [];
  let made = begun;
  for (let depth = 0; depth < deepestMaking && made.length > 0; depth += 1) {
    made = made.flatMap((one) => makeFurther(search, one));
    const sent = made.flatMap(({ instance, making }) =>
      methodFrames(search.evaluation, instance).flatMap((frame) =>
        requestsOfMethod(search.evaluation, making, frame, callsIn(frame.tree, frame.node)),
      ),
    );
    found.push(...(depth === 0 ? sent : sent.filter(hasRoute)));
  }
  return found;
}

/** What the methods of an instance make. What calls in sight give a method is told for these calls. */
function makeFurther({ evaluation, makers }: Search, { instance, around }: Made): Made[] {
  return methodFrames(evaluation, instance).flatMap((frame) => {
    if (frame.node.params.length > 0 && makers.has(nameOfFunction(frame.tree, frame.node))) return [];
    return callsIn(frame.tree, frame.node).flatMap((call): Made[] => {
      if (!takesSomething(call) || around.includes(call)) return [];
      renewBudget(evaluation, frame.tree);
      return madeBy(evaluation, { tree: frame.tree, call }, frame).map((made) => ({
        instance: made,
        making: { tree: frame.tree, call },
        around: [...around, call],
      }));
    });
  });
}

/** Nobody is seen to go from one instance to the next, so that a way which leads to no route of GitLab's is none. */
function hasRoute({ request: { method, segments } }: FoundRequest): boolean {
  return findRoutes(toKnown(method), segments).length > 0;
}

/** An expression that makes instances. */
interface Making {
  readonly tree: Tree;
  readonly call: CallNode;
}

/** The calls of functions by name. */
function listMakers(trees: readonly Tree[]): ReadonlyMap<string, readonly Making[]> {
  const makers = new Map<string, Making[]>();
  for (const tree of trees)
    for (const call of tree.calls) {
      const name = call.type === 'CallExpression' ? calleeName(call) : '';
      const known = makers.get(name);
      if (known !== undefined) known.push({ tree, call });
      else if (name !== '') makers.set(name, [{ tree, call }]);
    }
  return makers;
}

/** The instances that `new` makes in the calls of the function around it, if any are seen; else the one that stands there. */
function instancesOf(
  evaluation: Evaluation,
  { tree, call }: Making,
  makers: ReadonlyMap<string, readonly Making[]>,
): InstanceValue[] {
  const owner = enclosingFunction(tree, call);
  const callers = owner === null ? [] : (makers.get(nameOfFunction(tree, owner)) ?? []);
  const frames = callers.flatMap((by) => {
    renewBudget(evaluation, by.tree);
    const { value, args } = resolveCall(evaluation, by.tree, by.call, null);
    return optionsOf(value).flatMap((option) =>
      option.kind === 'function' && option.node === owner ? [enter(option, args, null)] : [],
    );
  });
  return (frames.length > 0 ? frames : [null]).flatMap((frame) => {
    renewBudget(evaluation, tree);
    return madeBy(evaluation, { tree, call }, frame);
  });
}

/** The instances that an expression may make, of each class that it may name. */
function madeBy(evaluation: Evaluation, { tree, call }: Making, frame: Frame | null): InstanceValue[] {
  return optionsOf(evaluate(evaluation, tree, call, frame)).filter(
    (option): option is InstanceValue => option.kind === 'instance' && option.args !== null,
  );
}

function requestsOfMethod(
  evaluation: Evaluation,
  made: Making,
  frame: MethodFrame,
  calls: readonly CallNode[],
): FoundRequest[] {
  if (calls.length === 0) return [];
  renewBudget(evaluation, made.tree);
  if (!reachesClient(evaluation, frame.tree, frame.node, 'all') && !callsSender(evaluation, frame.node, frame))
    return [];
  const requests = calls.flatMap((call) =>
    requestsOfCall(evaluation, frame.tree, call, frame, {
      chain: [{ tree: made.tree, node: made.call, inherits: true }],
      reach: 'all',
    }),
  );
  return requests.slice(0, mostRequests).filter(isTold);
}
