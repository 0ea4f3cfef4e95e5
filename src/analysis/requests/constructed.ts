import { hasPath } from '../../http/request.js';
import { show } from '../../http/text.js';
import { evaluate, renewBudget } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { isTestFile } from '../service.js';
import { calleeName, enclosingFunction, nameOfKey } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { InstanceValue } from '../value.js';
import { enter, resolveCall } from '../values/calls.js';
import { callsIn, callsSender, mostRequests, reachesClient, requestsOfCall } from './calls.js';
import type { CallNode, FoundRequest } from './found-request.js';
import { methodFrames } from './inherited.js';
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
  const told = new Classes();
  for (const found of sent.filter(isTold))
    for (const call of [...found.chain.map(({ node }) => node), found.node]) told.add(call, classOf(found));
  const programs = trees.filter(({ file }) => !isTestFile(file));
  const made = findConstructed(evaluation, programs, told);
  const completed = new Classes();
  for (const found of made) completed.add(firstCall(found), classOf(found));
  return [
    ...sent.filter((found) => isTold(found) || !completed.has(firstCall(found), classOf(found))),
    ...withoutTwins(made),
  ];
}

function isTold({ request }: FoundRequest): boolean {
  return request.version !== null;
}

/** The classes whose instances make a call; null for whoever makes it. */
class Classes {
  readonly #classes = new Map<Node, Set<Node | null>>();

  add(call: Node, of: Node | null): void {
    const known = this.#classes.get(call) ?? new Set();
    this.#classes.set(call, known.add(of));
  }

  has(call: Node, of: Node | null): boolean {
    const known = this.#classes.get(call);
    return known !== undefined && (of === null || known.has(of) || known.has(null));
  }
}

/** The class of the instance that sends a request. */
function classOf({ frame }: FoundRequest): Node | null {
  return frame?.self?.kind === 'instance' ? frame.self.of.node : null;
}

/** The first call in the method that a request begins with. */
function firstCall({ chain: [first, second], node }: FoundRequest): Node {
  return (first?.inherits === true ? second?.node : first?.node) ?? node;
}

/** A class that is made twice with the same base makes each request once. */
function withoutTwins(requests: readonly FoundRequest[]): FoundRequest[] {
  const seen = new Map<Node, Set<string>>();
  return requests.filter((found) => {
    const bases = seen.get(firstCall(found)) ?? new Set<string>();
    seen.set(firstCall(found), bases);
    const base = `${show(found.request.base)} ${String(found.node.range[0])} ${String(classOf(found)?.range[0])}`;
    const isNew = !bases.has(base);
    bases.add(base);
    return isNew;
  });
}

function findConstructed(evaluation: Evaluation, trees: readonly Tree[], told: Classes): FoundRequest[] {
  const makers = listMakers(trees);
  return trees.flatMap((tree) =>
    tree.calls.flatMap((call) => {
      if (call.type !== 'NewExpression' || call.arguments.length === 0) return [];
      return instancesOf(evaluation, { tree, call }, makers).flatMap((instance) =>
        methodFrames(evaluation, instance).flatMap((frame) => {
          const calls = callsIn(frame.tree, frame.node).filter((each) => !told.has(each, instance.of.node));
          return requestsOfMethod(evaluation, { tree, call }, frame, calls);
        }),
      );
    }),
  );
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
    renewBudget(evaluation);
    const { value, args } = resolveCall(evaluation, by.tree, by.call, null);
    return optionsOf(value).flatMap((option) =>
      option.kind === 'function' && option.node === owner ? [enter(option, args, null)] : [],
    );
  });
  return (frames.length > 0 ? frames : [null]).flatMap((frame) => {
    renewBudget(evaluation);
    const instance = evaluate(evaluation, tree, call, frame);
    return instance.kind === 'instance' && instance.args !== null ? [instance] : [];
  });
}

function nameOfFunction(tree: Tree, node: FunctionNode): string {
  if (node.id != null) return node.id.name;
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : '';
    case 'Property':
    case 'MethodDefinition':
      return nameOfKey(parent.key, parent.computed) ?? '';
    case 'AssignmentExpression':
      return parent.left.type === 'MemberExpression'
        ? (nameOfKey(parent.left.property, parent.left.computed) ?? '')
        : '';
    default:
      return '';
  }
}

function requestsOfMethod(
  evaluation: Evaluation,
  made: Making,
  frame: MethodFrame,
  calls: readonly CallNode[],
): FoundRequest[] {
  if (calls.length === 0) return [];
  renewBudget(evaluation);
  if (!reachesClient(evaluation, frame.tree, frame.node, 'all') && !callsSender(evaluation, frame.node, frame))
    return [];
  const requests = calls.flatMap((call) =>
    requestsOfCall(evaluation, frame.tree, call, frame, {
      chain: [{ tree: made.tree, node: made.call, inherits: true }],
      reach: 'all',
    }),
  );
  return requests.slice(0, mostRequests).filter((found) => isTold(found) && hasPath(found.request));
}
