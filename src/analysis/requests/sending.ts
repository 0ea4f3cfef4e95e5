import type { TSESTree } from '@typescript-eslint/types';
import { parseRequest } from '../../http/request.js';
import type { DocumentRequest } from '../../documents/document.js';
import type { ParameterLocation, RecordPlace, Request } from '../../http/request.js';
import { known, show, toKnown } from '../../http/text.js';
import type { HolePiece, Place, Source, Text } from '../../http/text.js';
import { isSwitch, toAnswered, toMatchers, unmatchedIn } from './answering.js';
import type { Answered } from './answering.js';
import { actionOf, argumentsOf, memberName, rolesOf, toGiven } from '../values/calls.js';
import { findCall, toMethod } from '../clients/client.js';
import type { Call, Client, OptionKeys } from '../clients/client.js';
import { evaluate, openTree, textual, withOwnBudget } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { isAbsolute, joinTexts } from '../values/library.js';
import { expandQueries, fillPlaceholders, markPlaceholders, placeholderNames, readCarrier } from './parameters.js';
import { ancestorsOf, enclosingFunction, findDeclaration, findVariable, nameOfKey, toPlace } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { absent, emptyRecord, makeHole, optionsOf, toOrigin, unknownAt } from '../value.js';
import type { ClientValue, Frame, Given, RecordValue, Value } from '../value.js';

export type CallNode = TSESTree.CallExpression | TSESTree.NewExpression;

/** A call of a project's function that leads to a request. */
export interface ChainCall {
  readonly tree: Tree;
  /** The call; for a method that a class inherits, the call of its parent's constructor, or the class. */
  readonly node: Node;
  /** Nobody is seen to call the method, but for each class that inherits it the request is another one. */
  readonly inherits?: true;
  /** The function that it calls, where it is a call of one, and the file that holds it. */
  readonly called?: { readonly tree: Tree; readonly node: FunctionNode };
  /** The call that is being looked into where it stands; null or nothing at the outermost. */
  readonly frame?: Frame | null;
}

/** A request as the source makes it. */
export interface FoundRequest {
  readonly request: Request;
  readonly tree: Tree;
  /** The call that sends it; a text that nobody is seen to send stands for itself. */
  readonly node: Node;
  readonly frame: Frame | null;
  readonly sender: Sender | null;
  /** Header names and what is known of their values, as text to look for evidence in. */
  readonly headers: readonly string[];
  /** Records in sight that parameters can be added to. */
  readonly records: readonly RecordPlace[];
  /** Something out of sight follows the address, so nothing can be put behind it. */
  readonly tail: boolean;
  /** The calls that led here, outermost first: a wrapper's request has those of the wrapper. */
  readonly chain: readonly ChainCall[];
  /** The functions whose callers know more than is known here. */
  readonly owners: readonly FunctionNode[];
  /**
   * Why nothing is told of it, though its base moves with the others': a function that the configuration declares sends
   * it, and its callers' requests are told where they call; or a function that nothing calls, which would be given its path.
   */
  readonly untold?: 'declared' | 'idle';
  /** How a mock meets it; null for a request that the program sends. */
  readonly answered: Answered | null;
  /** It stands in a file that is no program: whether a command sends it there, and what is read of the answer. */
  readonly document?: Pick<DocumentRequest, 'sent' | 'reads'>;
}

/** The library call that sends a request, for an edit of its method. */
export interface Sender {
  readonly client: Client;
  readonly call: Call;
  readonly file: string;
  readonly node: TSESTree.CallExpression;
  /** The member's name where it gives the method: `delete` of `axios.delete`, or inside the quotes of `axios['delete']`. */
  readonly member: Place | null;
}

/** What a call's arguments say of a request, each part as a value. */
interface Parts {
  url: Value | null;
  base: Value | null;
  host: Value | null;
  path: Value | null;
  method: Value | null;
  query: Value[];
  body: Value[];
  data: Value[];
  headers: Value[];
  /** Options that cannot be read, which may hold any of it. */
  hidden: Value[];
}

/** A call of a client, and where it stands. */
export interface ClientCall extends Site {
  readonly value: ClientValue;
  readonly args: readonly Value[];
}

/** The requests of a call of a client; several if its address or its method is a choice. Empty if the call sends none. */
export function readSending(evaluation: Evaluation, call: ClientCall): readonly FoundRequest[] {
  if (call.frame !== null || call.chain.length > 0) return readSendingAnew(evaluation, call);
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
  const inherited = inheritedOf(evaluation, value, tree);
  const given = [
    ...inherited,
    ...(action === null ? [] : [{ role: 'options', value: action, node, tree, frame } as const]),
    ...toGiven(call, args, node.arguments, at),
    ...followsOf(evaluation, value, site),
  ];
  const parts = collectParts(call.options ?? value.client.options, toMatchers(value.client, given), inherited.length);
  if (value.client.answers !== undefined && isCatchAll(value.client, parts)) return [];
  const sender: Sender = { client: value.client, call, file: tree.file, node, member: memberPlace(tree, node, name) };
  const requests = buildRequests(parts, sender, call, name, at);
  const owner = chain.length > 0 ? null : returningFunction(tree, chainOf(value, site).outer);
  return owner === null || !isContinued(evaluation, value, owner)
    ? requests
    : requests.map((request) => ({ ...request, owners: [...new Set([...request.owners, owner])] }));
}

/** Whether a caller of a function that returns a request goes on with it: `todos().query(…)`. */
function isContinued(evaluation: Evaluation, { client }: ClientValue, owner: FunctionNode): boolean {
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

/** What a client might send once it is handed to code that nobody sees: anything behind its base. */
export function readEscape(
  evaluation: Evaluation,
  value: ClientValue,
  node: TSESTree.CallExpression,
  tree: Tree,
): FoundRequest[] {
  const at = { tree, node, frame: null };
  const inherited = inheritedOf(evaluation, value, tree);
  const parts = collectParts(value.client.options, inherited, inherited.length);
  if (parts.base === null) return [];
  const member: Call = { member: '', roles: [] };
  const sender: Sender = { client: value.client, call: member, file: tree.file, node, member: null };
  const hidden: Parts = { ...parts, url: unknownAt(tree, node, null), method: unknownAt(tree, node, null) };
  return buildRequests(hidden, sender, member, '', at);
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

/** What the client was made with, and what was written to its defaults in the same file. */
function inheritedOf(evaluation: Evaluation, value: ClientValue, tree: Tree): Given[] {
  const written = value.client.defaults === undefined ? [] : writtenDefaults(evaluation, value, tree);
  return [...mountsOf(evaluation, value), ...written, ...value.inherited];
}

/** The paths that a client is put behind: `app.use('/api', router)`. */
function mountsOf(evaluation: Evaluation, { client, made }: ClientValue): Given[] {
  const { mounts } = client;
  if (mounts === undefined || made === null) return [];
  return made.tree.calls.flatMap((node): Given[] => {
    const [path, router] = node.arguments;
    if (path === undefined || router === undefined || node.callee.type !== 'MemberExpression') return [];
    if (nameOfKey(node.callee.property, node.callee.computed) !== mounts) return [];
    const mounted = evaluate(evaluation, made.tree, router, null);
    if (mounted.kind !== 'client' || mounted.made?.node !== made.node) return [];
    const value = evaluate(evaluation, made.tree, path, null);
    return value.kind === 'text' ? [{ role: 'url', value, node, tree: made.tree, frame: null }] : [];
  });
}

/** Defaults of the library's own instance count for all files; where a file sets them itself, those do. */
function writtenDefaults(evaluation: Evaluation, value: ClientValue, tree: Tree): Given[] {
  const own = defaultsWrittenIn(evaluation, value, tree);
  if (own.length > 0 || value.made !== null) return own;
  const others = treesThatConfigure(evaluation).filter((other) => other !== tree);
  return others.flatMap((other) => defaultsWrittenIn(evaluation, value, other));
}

const configuring = new WeakMap<Evaluation, readonly Tree[]>();

/** The project's files in which a member of a member is assigned, as defaults are. */
function treesThatConfigure(evaluation: Evaluation): readonly Tree[] {
  const known = configuring.get(evaluation);
  if (known !== undefined) return known;
  const trees = evaluation.project.files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    return tree?.assignments.some(({ left }) => isOfMember(left)) === true ? [tree] : [];
  });
  configuring.set(evaluation, trees);
  return trees;
}

function isOfMember(node: Node): boolean {
  return node.type === 'MemberExpression' && node.object.type === 'MemberExpression';
}

function defaultsWrittenIn(evaluation: Evaluation, value: ClientValue, tree: Tree): Given[] {
  const { client } = value;
  return tree.assignments.flatMap((node): Given[] => {
    if (node.left.type !== 'MemberExpression' || node.left.object.type !== 'MemberExpression') return [];
    const name = nameOfKey(node.left.property, node.left.computed);
    const object = evaluate(evaluation, tree, node.left.object, null);
    if (name === null || object.kind !== 'client' || object.client !== client || object.made?.node !== value.made?.node)
      return [];
    if (object.path[0] !== client.defaults || object.path.length !== 1) return [];
    const right = evaluate(evaluation, tree, node.right, null);
    const record: RecordValue = { ...emptyRecord, entries: new Map([[name, { value: right, written: null }]]) };
    return [{ role: 'options', value: record, node, tree, frame: null }];
  });
}

// Calls on what a call returned

function followsOf(evaluation: Evaluation, value: ClientValue, site: Site): Given[] {
  const { follows } = value.client;
  if (follows === undefined) return [];
  return followingCalls(value, site).flatMap(({ call, tree, frame }) => {
    const table = findCall(follows, followName(call));
    if (table === null) return [];
    return toFollowing(table, argumentsOf(evaluation, tree, call, frame), call, tree, frame);
  });
}

function followName({ callee }: TSESTree.CallExpression): string {
  return callee.type === 'MemberExpression' ? (nameOfKey(callee.property, callee.computed) ?? '') : '';
}

/** Pairs become records of one entry, so that what follows sees records only. */
function toFollowing(
  table: Call,
  args: readonly Value[],
  call: TSESTree.CallExpression,
  tree: Tree,
  frame: Frame | null,
): Given[] {
  const roles = rolesOf(table, args);
  const [role] = roles;
  const [first, second] = args;
  const at = { tree, node: call, frame };
  if (first === undefined || (role !== 'query-pair' && role !== 'body-pair' && role !== 'header-name'))
    return toGiven(table, args, call.arguments, at);
  const to = role === 'query-pair' ? 'query' : role === 'body-pair' ? 'body' : 'headers';
  const name = first.kind === 'text' ? toKnown(first.text) : null;
  if (second === undefined || name === null) return [{ role: to, value: first, node: call, tree, frame }];
  const [key, valueNode] = call.arguments;
  const written =
    key === undefined || valueNode === undefined
      ? null
      : { whole: null, key: toPlace(tree, key), value: toPlace(tree, valueNode), kind: 'call' as const, literal: null };
  const record: RecordValue = { ...emptyRecord, entries: new Map([[name, { value: second, written }]]) };
  return [{ role: to, value: record, node: call, tree, frame }];
}

/** Where a call stands that sends a request, or makes one which is sent later, and the calls that led there. */
interface Site {
  readonly tree: Tree;
  readonly node: TSESTree.CallExpression;
  readonly frame: Frame | null;
  readonly chain: readonly ChainCall[];
}

interface Following {
  readonly call: TSESTree.CallExpression;
  readonly tree: Tree;
  readonly frame: Frame | null;
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
    holders.push(node.callee.object);
  const held = holders.flatMap((holder) => (holder === null ? [] : callsOn(tree, holder, node)));
  const own = [...calls, ...held].map((call) => ({ call, tree, frame }));
  const next = isSent ? null : (wrapperAround(value, site, outer) ?? callerOf(site, outer));
  return next === null ? own : [...own, ...followingCalls(value, next)];
}

function chainOf(
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
function returningFunction(tree: Tree, node: Node): FunctionNode | null {
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

// Parts

/** Options that a client was made with and that cannot be read are taken to hold no method and no parameters. */
function collectParts(keys: OptionKeys, given: readonly Given[], inherited: number): Parts {
  const parts: Parts = {
    url: null,
    base: null,
    host: null,
    path: null,
    method: null,
    query: [],
    body: [],
    data: [],
    headers: [],
    hidden: [],
  };
  given.slice(0, inherited).forEach((one) => {
    addGiven(keys, parts, one, true);
  });
  parts.hidden = [];
  given.slice(inherited).forEach((one) => {
    addGiven(keys, parts, one, false);
  });
  return parts;
}

function addGiven(keys: OptionKeys, parts: Parts, { role, value }: Given, inherited: boolean): void {
  if (value.kind === 'absent' || value.kind === 'function' || isCallback(value)) return;
  if (value.kind === 'client') {
    for (const one of value.inherited) addGiven(keys, parts, one, false);
    return;
  }
  switch (role) {
    case 'url':
      if (inherited) parts.base = value;
      else parts.url = value;
      return;
    case 'url|options':
      if (isOptions(value)) addOptions(keys, parts, value);
      else parts.url = value;
      return;
    case 'options':
      addOptions(keys, parts, value);
      return;
    case 'method':
      parts.method = value;
      return;
    case 'query':
    case 'body':
    case 'data':
    case 'headers':
      parts[role].push(value);
      return;
    case 'query-pair':
      parts.query.push(value);
      return;
    case 'body-pair':
      parts.body.push(value);
      return;
    case 'unseen':
      parts.hidden.push(value);
      return;
    default:
  }
}

/** A function that nobody sees is known by its name. */
export function isCallback(value: Value): boolean {
  return (
    (value.kind === 'unknown' || value.kind === 'external') &&
    /^(?:cb|callback|done|next|fn|handler|on[A-Z]\w*|\w*Callback)$/.test(value.hole.label)
  );
}

function isOptions(value: Value): boolean {
  return optionsOf(value).every((option) => option.kind === 'record' && !option.query);
}

function addOptions(keys: OptionKeys, parts: Parts, value: Value): void {
  const [record, ...others] = optionsOf(value);
  if (record?.kind !== 'record') {
    parts.hidden.push(value);
    return;
  }
  if (record.open || others.length > 0) parts.hidden.push(value);
  const read = (names: readonly string[] | undefined): Value | null => findEntry(record, names);
  parts.url = read(keys.url) ?? parts.url;
  parts.base = read(keys.base) ?? parts.base;
  parts.host = read(keys.host) ?? parts.host;
  parts.path = read(keys.path) ?? parts.path;
  parts.method = read(keys.method) ?? parts.method;
  for (const role of ['query', 'body', 'data', 'headers'] as const) {
    const entry = read(keys[role]);
    if (entry !== null) parts[role].push(entry);
  }
}

/** The first key that is there. A switch (`json: true`) is not the part. */
function findEntry(record: RecordValue, names: readonly string[] | undefined): Value | null {
  for (const name of names ?? []) {
    const value = record.entries.get(name)?.value;
    if (value !== undefined && value.kind !== 'absent' && !(value.kind === 'text' && value.primitive === 'boolean'))
      return value;
  }
  return null;
}

// The request

interface Around {
  readonly tree: Tree;
  readonly node: TSESTree.CallExpression;
  readonly frame: Frame | null;
}

function buildRequests(parts: Parts, sender: Sender, call: Call, name: string, at: Around): FoundRequest[] {
  const addresses = readAddresses(parts, at);
  const methods = readMethods(parts, sender, call, name, at);
  return listAlternatives(parts).flatMap((one) =>
    addresses.flatMap((address) => methods.map((method) => buildRequest(one, sender, method, address, at))),
  );
}

const mostAlternatives = 8;

/** The parts with each of the records that the query or the body may be: `cond ? { a } : { b }`. */
function listAlternatives(parts: Parts): Parts[] {
  let results = [parts];
  for (const role of ['query', 'body', 'data'] as const) {
    parts[role].forEach((value, index) => {
      const options = optionsOf(value);
      if (options.length < 2 || !options.every(({ kind }) => kind === 'record' || kind === 'absent')) return;
      results = results.flatMap((each) =>
        options.map((option) => ({ ...each, [role]: each[role].with(index, option) })),
      );
    });
  }
  return results.length > mostAlternatives ? [parts] : results;
}

function readMethods(parts: Parts, sender: Sender, call: Call, name: string, at: Around): Text[] {
  const overriding = findOverriding(parts);
  if (overriding !== null) return toOverriding(overriding, at);
  const said = call.anyMethod === true ? null : (call.method ?? toMethod(name.split('.').at(-1) ?? ''));
  if (call.anyMethod === true && parts.method === null) return [[makeHole(at.tree, at.node, at.frame)]];
  if (parts.method === null || said !== null) {
    const { member } = sender;
    if (said === null && parts.hidden.length > 0)
      return [[makeHole(at.tree, at.node, at.frame, parametersOf(parts.hidden))]];
    if (said === null || member === null) return [known(said ?? 'GET')];
    const source: Source = { ...member, verbatim: false, quoting: 'bare', literal: member, joinable: false };
    return [[{ kind: 'known', text: said, source }]];
  }
  return optionsOf(parts.method).map((option) => {
    if (option.kind === 'absent') return known('GET');
    const value = textual(option, at.tree, at.node, at.frame);
    if (value.kind !== 'text') return [makeHole(at.tree, at.node, at.frame)];
    return value.text.map((piece) => (piece.kind === 'known' ? { ...piece, text: piece.text.toUpperCase() } : piece));
  });
}

/** Everything that the address may be, put behind the base. */
function readAddresses(parts: Parts, at: Around): Text[] {
  const own = parts.url ?? parts.path;
  const base = parts.base ?? parts.host;
  if (own === null && base === null) return [[makeHole(at.tree, at.node, at.frame, parametersOf(parts.hidden))]];
  const paths = own === null ? [[]] : toTexts(own, at);
  const bases = base === null ? [[]] : toTexts(base, at);
  return paths.flatMap((path) => {
    if (base === null || isAbsolute(path)) return [path];
    return bases.map((front) => joinTexts(parts.base === null ? withScheme(front) : front, path));
  });
}

/** `{ host, path }` is an address too; the scheme is not written, so it has no place. */
function withScheme(host: Text): Text {
  return isAbsolute(host) ? host : [...known('https://'), ...host];
}

function toTexts(value: Value, at: Around): Text[] {
  const results = optionsOf(textual(value, at.tree, at.node, at.frame));
  return results.map((option) => (option.kind === 'text' ? option.text : [unknownAt(at.tree, at.node, at.frame).hole]));
}

function parametersOf(values: readonly Value[]) {
  return values.flatMap((value) =>
    optionsOf(value).flatMap((option) => (option.kind === 'unknown' ? (toOrigin(option.hole)?.parameters ?? []) : [])),
  );
}

/** What the server takes for the method of a POST: the header `X-HTTP-Method-Override`, the parameter `_method`. */
function findOverriding({ headers, query, body, data }: Parts): Value | null {
  const named = [
    ...headers.map((value) => ({ value, name: /^x-(?:http-)?method(?:-override)?$/i })),
    ...[...query, ...body, ...data].map((value) => ({ value, name: /^_method$/ })),
  ];
  const found = named.flatMap(({ value, name }) =>
    value.kind === 'record' ? [...value.entries].flatMap(([key, entry]) => (name.test(key) ? [entry.value] : [])) : [],
  );
  return found.find(({ kind }) => kind !== 'absent') ?? null;
}

/** The method that is sent is another one, so that no edit of it is right. */
function toOverriding(value: Value, at: Around): Text[] {
  return optionsOf(textual(value, at.tree, at.node, at.frame)).map((option) => {
    const said = option.kind === 'text' ? toMethod(toKnown(option.text) ?? '') : null;
    return said === null ? [makeHole(at.tree, at.node, at.frame)] : known(said);
  });
}

function buildRequest(parts: Parts, sender: Sender, method: Text, written: Text, at: Around): FoundRequest {
  const { answered, address: own } = toAnswered(sender.client, written);
  const marked = markPlaceholders(own);
  const address =
    sender.client.placeholders === true
      ? fillPlaceholders(marked, [...parts.query, ...parts.data, ...parts.body])
      : marked;
  const verb = toKnown(method);
  const bodiless = verb === 'GET' || verb === 'HEAD';
  const carried = [
    ...[...parts.query.filter((value) => !isSwitch(value)), ...(bodiless ? parts.data : [])].map((value) => ({
      value,
      location: 'query' as const,
    })),
    ...[...parts.body, ...(bodiless ? [] : parts.data)].map((value) => ({ value, location: 'body' as const })),
  ].map(({ value, location }) => readCarrier(value, location, at));
  const parsed = expandQueries(parseRequest(method, address), at);
  const unmatched = unmatchedIn(answered, parts.query, [...parts.body, ...parts.data]);
  const hidden: ParameterLocation[] =
    parts.hidden.length > 0 && !bodiless && parts.body.length + parts.data.length === 0 ? ['body'] : [];
  const filled = sender.client.placeholders === true ? placeholderNames(marked) : [];
  const request: Request = {
    ...parsed.request,
    parameters: [
      ...parsed.request.parameters,
      ...carried.flatMap(({ parameters }) => parameters.filter(({ name }) => !filled.includes(show(name)))),
    ],
    unseen: [...new Set([...parsed.request.unseen, ...hidden, ...carried.flatMap(({ unseen }) => unseen)])],
    ...(unmatched.length === 0 ? {} : { unmatched }),
  };
  return {
    request,
    tree: at.tree,
    node: at.node,
    frame: at.frame,
    sender,
    headers: parts.headers.flatMap((value) => describeHeaders(value, at)),
    records: [...parsed.records, ...carried.flatMap(({ records }) => records)],
    tail: parsed.tail,
    chain: [],
    owners: ownersOf(request, [...parts.hidden, ...parts.query, ...parts.body, ...parts.data]),
    answered,
  };
}

/** Functions whose callers would fill what is open: the method, the address, or parameters out of sight. */
export function ownersOf(request: Request, carriers: readonly Value[]): FunctionNode[] {
  const address = [...request.method, ...request.base, ...request.segments.flatMap(({ text }) => text)];
  const holes = address.filter((piece): piece is HolePiece => piece.kind === 'hole');
  const unknown = carriers.flatMap((value) =>
    optionsOf(value).flatMap((option) => (option.kind === 'unknown' ? [option.hole] : [])),
  );
  return [
    ...new Set([...holes, ...unknown].flatMap((hole) => toOrigin(hole)?.parameters.map(({ owner }) => owner) ?? [])),
  ];
}

function describeHeaders(value: Value, at: Around): string[] {
  if (value.kind !== 'record') return [];
  return [...value.entries].map(([name, entry]) => {
    const text = textual(entry.value === absent ? absent : entry.value, at.tree, at.node, at.frame);
    const shown =
      text.kind === 'text'
        ? text.text.map((piece) => (piece.kind === 'known' ? piece.text : piece.label)).join('')
        : '';
    return `${name}: ${shown}`;
  });
}
