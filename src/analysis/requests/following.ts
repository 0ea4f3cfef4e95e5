import type { TSESTree } from '@typescript-eslint/types';
import { argumentsOf, toFollowing } from '../values/calls.js';
import { mayHaveHappened } from '../values/presence.js';
import { decideSteps, isConditional } from '../values/steps.js';
import { findCall } from '../clients/client.js';
import type { Call, Client } from '../clients/client.js';
import { withOwnBudget } from '../budget.js';
import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, enclosingFunction, findDeclaration, findVariable, nameOfKey } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { emptyRecord, optionsOf } from '../value.js';
import type { ClientValue, Frame, Given } from '../value.js';
import type { ChainCall } from './found-request.js';

// Calls on what a call returned

/** Whether a caller of a function that returns a request goes on with it: `todos().query(…)`. */
export function isContinued(evaluation: Evaluation, { client }: ClientValue, owner: FunctionNode): boolean {
  const follows = client.answers === undefined ? client.follows : undefined;
  return follows !== undefined && continuedFunctions(evaluation, follows).has(owner);
}

const continued = new WeakMap<Evaluation, Map<readonly Call[], ReadonlySet<Node>>>();

/** The project's functions whose callers go on with what they return; looked for once, unless amid an evaluation. */
function continuedFunctions(evaluation: Evaluation, follows: readonly Call[]): ReadonlySet<Node> {
  const own = continued.get(evaluation) ?? new Map<readonly Call[], ReadonlySet<Node>>();
  const known = own.get(follows);
  if (known !== undefined) return known;
  const found = findContinued(evaluation, follows);
  if (evaluation.active.size === 0) continued.set(evaluation, own.set(follows, found));
  return found;
}

function findContinued(evaluation: Evaluation, follows: readonly Call[]): ReadonlySet<Node> {
  const functions = evaluation.project.files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    return tree === null ? [] : continuedIn(evaluation, tree, follows);
  });
  return new Set(functions);
}

function continuedIn(evaluation: Evaluation, tree: Tree, follows: readonly Call[]): Node[] {
  return tree.calls.flatMap((call) =>
    call.type === 'CallExpression' && findCall(follows, followName(call)) !== null
      ? callsBefore(call).flatMap((before) => functionsOf(evaluation, tree, before))
      : [],
  );
}

/** What a call may call of the project's functions. */
function functionsOf(evaluation: Evaluation, tree: Tree, { callee }: TSESTree.CallExpression): Node[] {
  const value = withOwnBudget(evaluation, () => evaluate(evaluation, tree, callee, null));
  return optionsOf(value).flatMap((option) => (option.kind === 'function' ? [option.node] : []));
}

/** The calls in a chain that stand before a call in it. */
function callsBefore({ callee }: TSESTree.CallExpression): TSESTree.CallExpression[] {
  const before = callee.type === 'MemberExpression' ? callee.object : null;
  return before?.type === 'CallExpression' ? [before, ...callsBefore(before)] : [];
}

/** What calls on a request that is made give it, and these calls: `request.write(body)`. */
interface Follows {
  readonly calls: readonly Node[];
  readonly given: readonly Given[];
}

export function followsOf(evaluation: Evaluation, value: ClientValue, site: Site): Follows {
  const { follows } = value.client;
  if (follows === undefined) return { calls: [], given: [] };
  const known = followingCalls(value, site).flatMap((following) => {
    const table = findCall(follows, followName(following.call));
    return table === null || !mayHappen(evaluation, following) ? [] : [{ ...following, table }];
  });
  const given = known.flatMap(({ table, ...following }) => {
    const { call, tree, frame } = following;
    const own = toFollowing(table, argumentsOf(evaluation, tree, call, frame), call, { tree, node: call, frame });
    return isSure(evaluation, following) ? own : own.map(toPossible);
  });
  return { calls: known.map(({ call }) => call), given };
}

/** `if (method !== 'GET') request.write(body)` does nothing where the call at hand says `GET`. */
function mayHappen(evaluation: Evaluation, { call, tree, frame, after }: Following): boolean {
  return decideSteps(evaluation, tree, [{ node: call, conditional: true }], after, frame).length > 0;
}

function isSure(evaluation: Evaluation, { call, tree, frame, after }: Following): boolean {
  const conditional = isConditional(tree, call, after);
  return !decideSteps(evaluation, tree, [{ node: call, conditional }], after, frame).some((step) => step.conditional);
}

/** What is only given under a condition. */
function toPossible(given: Given): Given {
  const { value } = given;
  return value.kind === 'record' ? { ...given, value: mayHaveHappened(emptyRecord, value) } : given;
}

function followName({ callee }: TSESTree.CallExpression): string {
  return callee.type === 'MemberExpression' ? (nameOfKey(callee.property, callee.computed) ?? '') : '';
}

/** Where a call stands that sends a request, or makes one which is sent later, and the calls that led there. */
export interface Site {
  readonly tree: Tree;
  readonly node: TSESTree.CallExpression;
  readonly frame: Frame | null;
  readonly chain: readonly ChainCall[];
}

interface Following {
  readonly call: TSESTree.CallExpression;
  readonly tree: Tree;
  readonly frame: Frame | null;
  /** What gives the request that it is called on. */
  readonly after: Node;
}

/**
 * The calls of a chain, and those on the variable that holds what the call returned, or the client that sends; where a
 * function hands the request on, those on what its call gives, too.
 */
function followingCalls(value: ClientValue, site: Site): Following[] {
  const { tree, node, frame } = site;
  const { calls, outer, isSent } = chainOf(value, site);
  const holders = [holderOf(tree, outer)];
  if (value.made?.node.type === 'NewExpression' && node.callee.type === 'MemberExpression')
    holders.push(instanceOf(node.callee));
  const held = holders.flatMap((holder) => (holder === null ? [] : callsOn(tree, holder, node)));
  const own = [...calls, ...held].map((call) => ({ call, tree, frame, after: node }));
  const next = isSent ? null : (wrapperAround(value, site, outer) ?? callerOf(site, outer));
  return next === null ? own : [...own, ...followingCalls(value, next)];
}

/** `xhr` of `xhr.open`, and of `xhr.open.call`, which is given it again. */
function instanceOf(callee: TSESTree.MemberExpression): Node {
  const isIndirect = /^(?:call|apply)$/.test(nameOfKey(callee.property, callee.computed) ?? '');
  return isIndirect && callee.object.type === 'MemberExpression' ? callee.object.object : callee.object;
}

export function chainOf(
  { client }: ClientValue,
  { tree, node }: Site,
): { calls: TSESTree.CallExpression[]; outer: Node; isSent: boolean } {
  const calls: TSESTree.CallExpression[] = [];
  let outer: Node = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (
      ancestor.type === 'CallExpression' &&
      ancestor.callee.type === 'MemberExpression' &&
      ancestor.callee.object === outer
    ) {
      if (isResumed(client, ancestor.callee)) return { calls, outer, isSent: true };
      calls.push(ancestor);
      outer = ancestor;
    } else if (ancestor.type !== 'MemberExpression' || ancestor.object !== outer) break;
  }
  return { calls, outer, isSent: false };
}

/** `authorized(request).send(body)`: what follows says that the function gives the request back. */
function wrapperAround(value: ClientValue, site: Site, outer: Node): Site | null {
  const call = site.tree.parents.get(outer);
  if (call?.type !== 'CallExpression' || call.callee === outer) return null;
  const next: Site = { ...site, node: call };
  const follows = value.client.follows ?? [];
  return followingCalls(value, next).some((following) => findCall(follows, followName(following.call)) !== null)
    ? next
    : null;
}

/** The call of the function that returns a request which is not sent yet. */
function callerOf({ tree, chain }: Site, outer: Node): Site | null {
  const caller = chain.at(-1);
  if (caller?.called === undefined || caller.node.type !== 'CallExpression') return null;
  if (returningFunction(tree, outer) !== caller.called.node) return null;
  return { tree: caller.tree, node: caller.node, frame: caller.frame ?? null, chain: chain.slice(0, -1) };
}

/** The function that returns an expression's value as it is; null if none does. */
export function returningFunction(tree: Tree, node: Node): FunctionNode | null {
  const holder = holderOf(tree, node);
  const variable = holder === null ? null : (findVariable(tree, holder) ?? findDeclaration(tree, holder));
  const uses = [node, ...(variable?.references ?? []).map(({ identifier }): Node => identifier)];
  const owner = enclosingFunction(tree, node);
  const isReturned = uses.some((use) => {
    const parent = tree.parents.get(use);
    return parent?.type === 'ReturnStatement' ? enclosingFunction(tree, use) === owner : owner?.body === use;
  });
  return isReturned && owner?.async === false ? owner : null;
}

function isResumed({ resumes }: Client, { property, computed }: TSESTree.MemberExpression): boolean {
  const name = nameOfKey(property, computed);
  return name !== null && resumes?.includes(name) === true;
}

function holderOf(tree: Tree, node: Node): Node | null {
  const parent = tree.parents.get(node);
  if (parent?.type === 'VariableDeclarator') return parent.id.type === 'Identifier' ? parent.id : null;
  return parent?.type === 'AssignmentExpression' && parent.left.type === 'Identifier' ? parent.left : null;
}

function callsOn(tree: Tree, holder: Node, after: Node): TSESTree.CallExpression[] {
  const variable = findVariable(tree, holder) ?? null;
  return (variable?.references ?? []).flatMap((reference) => {
    const identifier = reference.identifier as Node;
    const member = tree.parents.get(identifier);
    const call = member === undefined ? undefined : tree.parents.get(member);
    if (identifier.range[0] < after.range[0] || member?.type !== 'MemberExpression' || member.object !== identifier)
      return [];
    return call?.type === 'CallExpression' && call.callee === member && call !== after ? [call] : [];
  });
}
