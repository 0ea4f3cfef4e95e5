import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import type { Evaluation } from '../evaluate.js';
import type { FoundRequest } from '../requests/found-request.js';
import { calleeName, findDeclaration, findVariable } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { Answer, Context } from './answer.js';

// What comes back from calls that are given an address, and of which nobody knows what they do with it

type Requests = Map<Node, FoundRequest[]>;

const handed = new WeakMap<Evaluation, Requests>();

/** Remembers which calls are given the addresses of requests that no known client sends. */
export function noteUnsent(evaluation: Evaluation, requests: readonly FoundRequest[]): void {
  const calls: Requests = new Map();
  for (const found of requests) {
    if (found.sender !== null || found.answered !== null || found.document !== undefined) continue;
    for (const call of new Set(callsGiven(found.tree, found.node, mostSteps)))
      calls.set(call, [...(calls.get(call) ?? []), found]);
  }
  handed.set(evaluation, calls);
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
export function readUnsent({ evaluation, kept, entered }: Context, call: Node): Answer | null {
  const requests = kept ? handed.get(evaluation)?.get(call) : undefined;
  if (requests === undefined) return null;
  const entrances = new Set<Node>([...entered.values()].flatMap(({ at }) => ('given' in at ? [] : [at])));
  const through = requests.filter(({ chain }) => chain.some(({ node }) => entrances.has(node)));
  return { ...wrapped, requests: through.length > 0 ? through : requests };
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
