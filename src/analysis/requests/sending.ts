import type { TSESTree } from '@typescript-eslint/types';
import type { Place } from '../../http/text.js';
import { toMatchers } from './answering.js';
import { actionOf, memberName, toGiven } from '../values/calls.js';
import { findCall } from '../clients/client.js';
import type { Call, Client } from '../clients/client.js';
import type { Evaluation } from '../evaluate.js';
import { nameOfKey, toPlace } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { unknownAt } from '../value.js';
import type { ClientValue, Given, Value } from '../value.js';
import type { FoundRequest, Hook, Sender } from './found-request.js';
import type { Parts } from './parts.js';
import { isContinued, followsOf, chainOf, returningFunction } from './following.js';
import { inheritedOf } from './client-defaults.js';
import type { Site } from './following.js';
import { basesOfHooks } from './hook-bases.js';
import { answerHooksAmong, hooksAmong } from './hooks.js';
import { collectParts, listAlternativesOf } from './parts.js';
import { buildRequests } from './build-requests.js';
import { interceptorsOf } from './request-interceptors.js';
import { withoutContradicting } from './contradicting.js';
import { isReached } from './reached.js';
import { withoutOtherRows } from './row-tests.js';
import { withoutMixedRows } from './table-rows.js';
import { withoutMixed } from './mixed.js';

/** A call of a client, and where it stands. */
export interface ClientCall extends Site {
  readonly value: ClientValue;
  readonly args: readonly Value[];
}

/** The requests of a call of a client; several if its address or its method is a choice. Empty if the call sends none. */
export function readSending(evaluation: Evaluation, call: ClientCall): readonly FoundRequest[] {
  if (call.frame !== null || call.chain.length > 0) {
    const requests = readSendingAnew(evaluation, call);
    return isReached(evaluation, call) ? requests : requests.map((request) => ({ ...request, isPassedBy: true }));
  }
  const { value, args, node } = call;
  const known = sendings.get(evaluation) ?? new WeakMap<Node, Sending>();
  sendings.set(evaluation, known);
  const before = known.get(node);
  if (before?.value === value && isSameList(before.args, args)) return before.requests;
  const requests = readSendingAnew(evaluation, call);
  known.set(node, { value, args, requests });
  return requests;
}

/** What a call sends for whatever caller: whoever reads its answer asks for the requests again. */
interface Sending {
  readonly value: ClientValue;
  readonly args: readonly Value[];
  readonly requests: readonly FoundRequest[];
}

const sendings = new WeakMap<Evaluation, WeakMap<Node, Sending>>();

function isSameList(some: readonly Value[], others: readonly Value[]): boolean {
  return some.length === others.length && some.every((value, index) => value === others[index]);
}

function readSendingAnew(evaluation: Evaluation, { value, args, ...site }: ClientCall): FoundRequest[] {
  const { tree, node, frame, chain } = site;
  const name = memberName(value);
  const action = actionOf(value, name);
  const call = findCall(value.client.calls, name) ?? toActionCall(value.client, action, name);
  if (call === null) return [];
  const at = { tree, node, frame };
  const inherited = inheritedOf(evaluation, value, tree).filter(
    ({ role }) => role !== 'url' || !hasAddress(value, action),
  );
  const follows = followsOf(evaluation, value, site);
  const written = [
    ...inherited,
    ...(action === null ? [] : [{ role: 'options', value: action, node, tree, frame } as const]),
    ...toGiven(call, args, node.arguments, at),
    ...(call.registers === true ? [{ role: 'unseen', value: unknownAt(tree, node, frame), ...at } as const] : []),
    ...follows.given,
  ];
  const hooks = hooksAmong(value.client, written);
  const put = basesPut(evaluation, value, hooks);
  const given = written.toSpliced(inherited.length, 0, ...put);
  const sender: Sender = {
    client: value.client,
    call,
    file: tree.file,
    node,
    member: memberPlace(tree, node, name),
    made: value.made?.node ?? null,
  };
  const found = listAlternativesOf(toMatchers(value.client, given)).flatMap((one) => {
    const parts = collectParts(call.options ?? value.client.options, one, inherited.length + put.length);
    const isSilent = value.client.answers !== undefined && isCatchAll(value.client, parts);
    return isSilent ? [] : buildRequests(parts, sender, call, name, at);
  });
  const answerHooks = answerHooksAmong(value.client, given);
  const through = { ...(hooks.length === 0 ? {} : { hooks }), ...(answerHooks.length === 0 ? {} : { answerHooks }) };
  const owner = chain.length > 0 ? null : returningFunction(tree, chainOf(value, site).outer);
  const owners = owner !== null && isContinued(evaluation, value, owner) ? [owner] : [];
  return withoutOthers(evaluation, site, found).map((request) => ({
    ...request,
    followedBy: follows.calls,
    ...through,
    owners: [...new Set([...request.owners, ...owners])],
  }));
}

/** Without what is put together of parts that do not belong together. */
function withoutOthers(
  evaluation: Evaluation,
  site: Omit<ClientCall, 'value' | 'args'>,
  found: FoundRequest[],
): FoundRequest[] {
  const apart = withoutMixedRows(evaluation, withoutContradicting(evaluation, withoutMixed(evaluation, found)));
  return withoutOtherRows(evaluation, site, apart);
}

/** The bases that the functions put in front which the request goes through. */
function basesPut(evaluation: Evaluation, { client, made }: ClientValue, hooks: readonly Hook[]): Given[] {
  const interceptors = interceptorsOf(evaluation, { client, made: made?.node ?? null });
  return basesOfHooks(evaluation, [...hooks, ...interceptors.filter((each) => each.made !== undefined)]);
}

/** What a client might send once it is handed to code that nobody sees: anything behind its base. */
export function readEscape(
  evaluation: Evaluation,
  value: ClientValue,
  node: TSESTree.CallExpression,
  tree: Tree,
): FoundRequest[] {
  return readOutOfSight(evaluation, value, node, tree, { url: unknownAt(tree, node, null) });
}

/** What a call that nobody sees might send to the address that a client was made with. */
export function readHidden(
  evaluation: Evaluation,
  value: ClientValue,
  node: TSESTree.CallExpression,
  tree: Tree,
): FoundRequest[] {
  // The whole call would stand for characters that other requests read: its options may hold addresses of their own.
  return readOutOfSight(evaluation, value, node, tree, { method: unknownAt(tree, node.callee, null) });
}

function readOutOfSight(
  evaluation: Evaluation,
  value: ClientValue,
  node: TSESTree.CallExpression,
  tree: Tree,
  unseen: Partial<Parts>,
): FoundRequest[] {
  const at = { tree, node, frame: null };
  const inherited = inheritedOf(evaluation, value, tree);
  const parts = collectParts(value.client.options, inherited, inherited.length);
  if (parts.base === null) return [];
  const member: Call = { member: '', roles: [] };
  const made = value.made?.node ?? null;
  const sender: Sender = { client: value.client, call: member, file: tree.file, node, member: null, made };
  const hidden: Parts = { ...parts, method: unknownAt(tree, node, null), ...unseen };
  return buildRequests(hidden, sender, member, '', at);
}

/** An action's own address takes the place of the one that its resource was made with. */
function hasAddress({ client }: ClientValue, action: Value | null): boolean {
  return action?.kind === 'record' && client.options.url?.some((key) => action.entries.has(key)) === true;
}

/** A mock without an address answers whatever comes. */
function isCatchAll({ answers }: Client, { url, base }: Parts): boolean {
  return url === null && (base === null || answers?.server !== true);
}

function toActionCall(client: Client, action: Value | null, name: string): Call | null {
  return action === null || client.actions === undefined ? null : { ...client.actions, member: name };
}

function memberPlace(tree: Tree, node: TSESTree.CallExpression, name: string): Place | null {
  const { callee } = node;
  const last = name.split('.').at(-1) ?? '';
  const key = callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : null;
  if (callee.type !== 'MemberExpression' || (key !== last && key !== `${last}Async`)) return null;
  const place = toPlace(tree, callee.property);
  const start = callee.computed ? place.start + 1 : place.start;
  return { ...place, start, end: start + last.length };
}
