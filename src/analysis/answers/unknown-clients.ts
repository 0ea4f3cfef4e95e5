import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import type { Evaluation } from '../evaluate.js';
import type { FoundRequest } from '../requests/found-request.js';
import { calleeName, findDeclaration, findVariable, isFunction, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { resolveCallee } from '../values/calls.js';
import { optionsOf } from '../value.js';
import type { Answer, Context, Made } from './answer.js';
import { readReturned } from './calls.js';
import { readAnswer } from '../responses.js';

// What comes back from calls that are given an address or an answer, and of which nobody knows what they do with it

/** Calls, each with the requests whose addresses, or whose paths, it is given. */
interface Calls {
  /** Of clients that nobody knows. */
  readonly unsent: ReadonlyMap<Node, readonly FoundRequest[]>;
  /** Of functions that hand it on to whatever sends it: `useSWR(path, load)`. */
  readonly through: ReadonlyMap<Node, readonly FoundRequest[]>;
}

const known = new WeakMap<Evaluation, Calls>();

/** Remembers which calls are given the addresses of requests. */
export function noteCalls(evaluation: Evaluation, requests: readonly FoundRequest[]): void {
  const sent = requests.filter(({ answered, document }) => answered === null && document === undefined);
  const isUnsent = ({ sender }: FoundRequest): boolean => sender === null;
  known.set(evaluation, {
    unsent: byCall(sent.filter(isUnsent), ({ tree, node }) =>
      node.type === 'CallExpression' ? [node, ...callsGiven(tree, node, mostSteps)] : callsGiven(tree, node, mostSteps),
    ),
    through: byCall(sent, ({ chain }) => chain.map(({ node }) => node)),
  });
}

function byCall(
  requests: readonly FoundRequest[],
  callsOf: (found: FoundRequest) => readonly Node[],
): Map<Node, FoundRequest[]> {
  const calls = new Map<Node, FoundRequest[]>();
  for (const found of requests) {
    for (const call of new Set(callsOf(found))) {
      const before = calls.get(call);
      if (before === undefined) calls.set(call, [found]);
      else before.push(found);
    }
  }
  return calls;
}

/** From an address to a variable, to the options that it stands in, and to what these are put into. */
const mostSteps = 3;

/** The calls that an expression is an argument of, by itself, within options or a longer address, or by a variable. */
function callsGiven(tree: Tree, node: Node, steps: number): Node[] {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'CallExpression':
    case 'NewExpression':
      if (parent.callee === node) return isText(node) ? callsGiven(tree, parent, steps) : [];
      return makesAddress.test(calleeName(parent as TSESTree.CallExpression)) || parent.type === 'NewExpression'
        ? [parent, ...callsGiven(tree, parent, steps)]
        : [parent];
    case 'Property':
    case 'ObjectExpression':
    case 'ArrayExpression':
    case 'BinaryExpression':
    case 'TemplateLiteral':
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'AwaitExpression':
    case 'TSAsExpression':
    case 'SpreadElement':
      return callsGiven(tree, parent, steps);
    case 'VariableDeclarator':
      return parent.init === node ? callsGivenVariable(tree, findDeclaration(tree, parent.id), steps) : [];
    case 'AssignmentExpression':
      return parent.right === node ? callsGivenVariable(tree, variableOf(tree, parent.left), steps) : [];
    default:
      return [];
  }
}

const makesAddress =
  /ur[il]|join|resolve|format|encode|concat|path|address|endpoint|build|assign|extend|merge|defaults/i;

/** `'…'.concat(id)`: the method of a text. */
function isText({ type }: Node): boolean {
  return type === 'MemberExpression';
}

/** `url` of `url = …`, `options` of `options.url = …`. */
function variableOf(tree: Tree, left: Node): Variable | null {
  const name = left.type === 'MemberExpression' ? left.object : left;
  return name.type === 'Identifier' ? findVariable(tree, name) : null;
}

function callsGivenVariable(tree: Tree, variable: Variable | null, steps: number): Node[] {
  if (variable === null || steps === 0) return [];
  return variable.references.flatMap(({ identifier, init }) =>
    init === true ? [] : callsGiven(tree, identifier, steps - 1),
  );
}

/**
 * What a call gives that is handed an address, whatever it does with it: the answer, wrapped in nobody knows what. Asked
 * only where nothing else tells, and by those who make no edit of it.
 */
export function readUnsent(context: Context, call: Node): Answer | null {
  return context.kept ? toWrapped(context, known.get(context.evaluation)?.unsent.get(call)) : null;
}

/**
 * What a call gives that is handed the path of a request, an answer, or a function that returns one, and that nobody can
 * look into: `useSWR(path, load)`, `retry(() => load(path))`. Asked where nothing else tells of the call.
 */
export function readThrough(context: Context, call: TSESTree.CallExpression): Answer | null {
  if (!context.kept) return null;
  const through = toWrapped(context, known.get(context.evaluation)?.through.get(call));
  if (through !== null) return through;
  const { evaluation, tree, frame } = context;
  const callees = optionsOf(resolveCallee(evaluation, tree, call, frame));
  if (callees.some(({ kind }) => kind === 'function' || kind === 'client')) return null;
  for (const { context: where, node } of call.arguments.flatMap((argument) => givenBy(context, argument, deepest))) {
    if (node === context.own) continue;
    const answer = elementsOf(readReturned(where, node) ?? readAnswer(where, node));
    if (answer !== null && answer.requests.length > 0 && answer.path.length === 0) return wrapAnswer(answer.requests);
  }
  return null;
}

/** What a list that the project makes is a list of. */
function elementsOf(answer: Answer | null): Answer | null {
  return answer?.made?.kind === 'each' ? elementsOf(answer.made.of) : answer;
}

/** What stands somewhere. */
interface Given {
  readonly context: Context;
  readonly node: Node;
}

/** Options within options, as `useQueries({ queries: ids.map((id) => optionsOf(id)) })` takes them. */
const deepest = 4;

/** What an argument gives to a call: itself, or what stands in it or in what it is made of: `{ ...optionsOf(id), enabled }`. */
function givenBy(context: Context, node: Node, steps: number): Given[] {
  const inner = unwrap(node);
  if (inner.type === 'Literal' || steps === 0) return [];
  if (inner.type === 'ObjectExpression')
    return inner.properties.flatMap((each) =>
      givenBy(context, each.type === 'Property' ? each.value : each.argument, steps - 1),
    );
  if (inner.type === 'ArrayExpression')
    return inner.elements.flatMap((each) =>
      each === null ? [] : givenBy(context, each.type === 'SpreadElement' ? each.argument : each, steps - 1),
    );
  const made = isFunction(inner) ? undefined : madeBy(readAnswer(context, inner));
  return [{ context, node: inner }, ...(made === undefined ? [] : givenBy(made.context, made.node, steps - 1))];
}

/** The record that the project makes, or of which it makes a list. */
function madeBy(answer: Answer | null): Extract<Made, { readonly kind: 'record' }> | undefined {
  const made = elementsOf(answer)?.made;
  return made?.kind === 'record' ? made : undefined;
}

/** Of a wrapper's requests those that the calls lead to by which it was entered. */
function toWrapped({ entered }: Context, requests: readonly FoundRequest[] | undefined): Answer | null {
  if (requests === undefined) return null;
  const entrances = new Set<Node>(
    [...entered.values()].flatMap(({ at }) => ('given' in at || 'makes' in at ? [] : [at])),
  );
  const own = requests.filter(({ chain }) => chain.some(({ node }) => entrances.has(node)));
  return wrapAnswer(own.length > 0 ? own : requests);
}

/** What is somewhere in what such a call gives. */
export function wrapAnswer(requests: readonly FoundRequest[]): Answer {
  return { ...wrapped, requests };
}

const wrapped: Answer = {
  entity: null,
  list: null,
  layer: 'body',
  client: null,
  requests: [],
  path: [],
  settled: true,
  type: null,
  wrapped: true,
};
