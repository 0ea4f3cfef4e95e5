import type { TSESTree } from '@typescript-eslint/types';
import { describeRequest, hasPath, parseRequest } from '../../http/request.js';
import type { ParameterLocation } from '../../http/request.js';
import { endsRoute, findRoutes } from '../../http/route.js';
import { findV4Routes } from '../../http/reach.js';
import { isKnown, known, nothing, passThrough, search, show, slice, toKnown } from '../../http/text.js';
import type { HolePiece, Text } from '../../http/text.js';
import { isSamePath } from './answering.js';
import type { Answered } from './answering.js';
import { beginsClient } from './begun-clients.js';
import { linksIn } from './page-links.js';
import { readCommand } from './commands.js';
import type { Command } from './commands.js';
import { findContinued } from './continued.js';
import { findExpectedPart } from './expected-parts.js';
import type { NamedUse } from './named-uses.js';
import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import { textual } from '../values/texts.js';
import type { Evaluation } from '../evaluate.js';
import type { At } from '../values/members.js';
import { expandQueries, fillPlaceholders, markPlaceholders, placeholderNames } from './parameters.js';
import type { Carrier } from './parameters.js';
import { ownersOf } from './build-requests.js';
import { isMention, isModelAddress, isProxiedPrefix, isRewritten, isServed, isUsedOtherwise } from './purposes.js';
import { isMock } from '../service.js';
import type { CallNode, FoundRequest } from './found-request.js';
import { ancestorsOf, calleeName, contains, isFunction, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { makeHole, optionsOf } from '../value.js';
import type { Frame, Value } from '../value.js';
import { readLooseParameters, toCarrier, hiddenBeside, hiddenInChain, isMethodBefore } from './loose-parameters.js';
import { askedByTest, isAskedOfOwnServer, isHandled } from './own-server.js';
import { baseAlone, baseOfAll, isAddress, isOfMany, isPage, openStars } from './loose-addresses.js';
import { looseArguments, methodAround } from './loose-calls.js';
import { keyOf, looseNodes, wholeText } from './loose-texts.js';

// Addresses that nobody is seen to send

/** Texts that are an address of the API, and paths that only GitLab has, where no request found so far was made of them. */
export function findLooseAddresses(
  evaluation: Evaluation,
  trees: readonly Tree[],
  found: readonly FoundRequest[],
): FoundRequest[] {
  const used = new Set(found.flatMap(({ request }) => literalsOf(request)));
  const sending = new Set<Node>(found.map(({ node }) => node));
  const completed = completedCalls(found);
  const sent = sentThrough(found);
  const begun = trees.flatMap((tree) => {
    const nodes = new Set(
      looseNodes(evaluation, tree, used).filter((node) => !sending.has(node) && !isIn(tree, node, completed)),
    );
    return [...nodes].flatMap((node) => {
      renewBudget(evaluation, tree);
      return readLoose(evaluation, tree, node, found).filter(
        (request) => !literalsIn(request).some((key) => used.has(key)) && !isSentThrough(request, sent),
      );
    });
  });
  return [...begun, ...findGoingOn(evaluation, trees, found, begun)];
}

/**
 * Addresses that go on elsewhere than they begin, where no request found so far is sent with them. What those begin that are
 * sent is put together in many places before it is sent; nobody sees where it goes if it is handed over.
 */
function findGoingOn(
  evaluation: Evaluation,
  trees: readonly Tree[],
  sent: readonly FoundRequest[],
  loose: readonly FoundRequest[],
): FoundRequest[] {
  const told = new Set<Node>([...sent, ...loose].map(({ node }) => node));
  const isTold = (tree: Tree, node: Node): boolean =>
    told.has(node) || [...ancestorsOf(tree, node)].some((ancestor) => told.has(ancestor));
  const isTaken = (tree: Tree, node: Node): boolean => isTold(tree, node) || !isHandedOver(evaluation, tree, node);
  const begun = beginnings(evaluation, trees, loose);
  const others = beginnings(evaluation, trees, sent);
  const seen = new Set<Node>();
  return [true, false].flatMap((isOfApi) => {
    const isBehind = isOfApi ? isBehindApi : isVersioned;
    const isOne = (one: NamedUse): boolean => hasVersion(one) === isOfApi;
    const found = [
      ...findContinued(evaluation, begun.filter(isOne), isTold),
      ...findContinued(evaluation, others.filter(isOne), isTaken),
    ];
    return found.flatMap(({ tree, node }) => {
      if (seen.has(node)) return [];
      seen.add(node);
      renewBudget(evaluation, tree);
      return readLoose(evaluation, tree, node, [], isBehind).filter(
        ({ request }) => isBehind(request) && hasPath(request),
      );
    });
  });
}

/** Whether a text has the version itself: a host may have pages behind it, too. */
function hasVersion({ tree, node }: NamedUse): boolean {
  return /\bapi\/v[34]\b/.test(sourceOf(tree, node));
}

function isVersioned({ version }: FoundRequest['request']): boolean {
  return version !== null;
}

/** What goes on with a base of the API is behind its version, also where an instance that nobody sees made holds that. */
function isBehindApi(request: FoundRequest['request']): boolean {
  const { base, segments } = request;
  if (isVersioned(request)) return true;
  return base.length > 0 && [...findRoutes(null, segments), ...findV4Routes(null, segments)].length > 0;
}

/** `send(project(id) + rest)`, `send({ url: project(id) + rest })`: given to what nobody sees, and not to a function beside it. */
function isHandedOver(evaluation: Evaluation, tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  const given = parent?.type === 'Property' ? (tree.parents.get(parent) ?? parent) : node;
  const call = tree.parents.get(given);
  if (call?.type !== 'CallExpression' || call.callee === given) return false;
  const others = call.arguments.filter((argument) => argument !== given);
  if (others.some((other) => evaluate(evaluation, tree, other, null).kind === 'function')) return false;
  return [call.callee, call].every((one) => /^(?:unknown|external)$/.test(evaluate(evaluation, tree, one, null).kind));
}

/** The texts that addresses of the API are made of, with what they are put together with in their places. */
function beginnings(evaluation: Evaluation, trees: readonly Tree[], found: readonly FoundRequest[]): NamedUse[] {
  const used = new Set(found.flatMap(({ request }) => (request.version === null ? [] : literalsOf(request))));
  return trees.flatMap((tree) =>
    tree.texts
      .filter((literal) => used.has(keyOf(tree, literal)))
      .map((literal) => ({ tree, node: wholeText(evaluation, tree, literal) })),
  );
}

/** Calls that are known to send a path with what the callers of the function around them give. */
function completedCalls(found: readonly FoundRequest[]): ReadonlySet<Node> {
  const told = found.filter(({ request }) => hasPath(request));
  return new Set(
    told.flatMap(({ chain, node }) => (chain.length === 0 ? [] : [...chain.slice(1).map((call) => call.node), node])),
  );
}

/** What is known to be sent through each call of the project's functions. */
function sentThrough(found: readonly FoundRequest[]): ReadonlyMap<Node, ReadonlySet<string>> {
  const sent = new Map<Node, Set<string>>();
  for (const { chain, request } of found)
    for (const { node } of chain) sent.set(node, (sent.get(node) ?? new Set()).add(withoutParameters(request)));
  return sent;
}

/** `send('POST', ADDRESS)`, where the address is a constant and `send` is the project's own: it is told already. */
function isSentThrough({ tree, node, request }: FoundRequest, sent: ReturnType<typeof sentThrough>): boolean {
  const call = tree.parents.get(node);
  return call !== undefined && sent.get(call)?.has(withoutParameters(request)) === true;
}

function withoutParameters(request: FoundRequest['request']): string {
  return describeRequest({ ...request, parameters: [] });
}

function isIn(tree: Tree, argument: Node, calls: ReadonlySet<Node>): boolean {
  const call = tree.parents.get(argument);
  return call !== undefined && calls.has(call);
}

/** Where those of the literals stand that are in the expression itself. */
function literalsIn({ request, tree, node }: FoundRequest): string[] {
  const own = new Set(tree.texts.filter((text) => contains(node, text)).map((text) => keyOf(tree, text)));
  return literalsOf(request).filter((key) => own.has(key));
}

/** Where the literals of a request's address stand. */
function literalsOf({ base, segments }: FoundRequest['request']): string[] {
  const pieces = [...base, ...segments.flatMap(({ slash, text }) => [...slash, ...text])];
  return pieces.flatMap((piece) =>
    piece.kind === 'known' && piece.source !== null
      ? [`${piece.source.file}:${String(piece.source.literal.start)}`]
      : [],
  );
}

/** @param isTold whether a path alone says enough, besides one that only GitLab has */
function readLoose(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
  sent: readonly FoundRequest[],
  isTold: (request: FoundRequest['request']) => boolean = () => false,
): FoundRequest[] {
  if (isMention(tree, node, readAnswered(evaluation, tree, node) !== null)) return [];
  const method = methodAround(tree, node);
  const carried = readLooseParameters(evaluation, tree, node, toKnown(method), null);
  const hasPart = findExpectedPart(tree, node) !== null;
  const all = buildLoose(evaluation, { tree, node, frame: null }, method, carried).filter(
    // The prefix alone is one that the program sends to, or anybody's.
    ({ answered, request }) => answered?.all !== true || !hasPart || isSentTo(request, sent),
  );
  if (isResource(tree, node)) return all.map(withHiddenParameters).filter(({ request }) => isResourceRoute(request));
  if (isUsedOtherwise(tree, node) || isHandled(evaluation, tree, node))
    return all.filter(({ request }) => request.version !== null);
  return all.filter(
    ({ request, answered }) =>
      request.version !== null ||
      isTold(request) ||
      isKnownRoute(request, isMethodBefore(tree, node)) ||
      (isModelAddress(tree, node) && isModelRoute(request)) ||
      ((answered?.query === 'written' || hasPart) && isSent(request, sent)),
  );
}

/** `{ resourcePath: '/projects/:id/hooks' }`: what a client in sight of nobody makes its calls of. */
function isResource(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  return (
    parent?.type === 'Property' &&
    parent.value === node &&
    /^(?:api)?(?:resource|endpoint)(?:path|url|uri)?$/i.test(nameOfKey(parent.key, parent.computed) ?? '')
  );
}

/** A path below another one, since single words are anybody's. */
function isResourceRoute({ version, segments }: FoundRequest['request']): boolean {
  return version !== null || (segments.length > 2 && findRoutes(null, segments).length > 0);
}

function withHiddenParameters(found: FoundRequest): FoundRequest {
  return { ...found, request: { ...found.request, unseen: ['query', 'body'] }, tail: true };
}

/**
 * What a call of something that nobody sees would send if it were a client's: `this.client.request('get', path, data)`,
 * `this.http.get(path)`. Empty if it has no method.
 */
export function readLooseCall(evaluation: Evaluation, tree: Tree, call: CallNode, frame: Frame | null): FoundRequest[] {
  const loose = looseArguments(evaluation, tree, call, frame);
  if (loose === null) return [];
  const { method, path } = loose;
  const carried = readLooseParameters(evaluation, tree, path, toKnown(method), frame);
  return buildLoose(evaluation, { tree, node: path, frame }, method, carried);
}

/** What stands around an address: its method, what is handed over with it, and how a mock meets it. */
interface Beside {
  readonly around: Text;
  readonly carried: readonly Value[];
  readonly answered: Answered | null;
}

function buildLoose(evaluation: Evaluation, at: At, around: Text, carried: readonly Value[]): FoundRequest[] {
  const { tree, node, frame } = at;
  if (isAskedOfOwnServer(evaluation, tree, node)) return [];
  const beside: Beside = { around, carried, answered: readAnswered(evaluation, tree, node) };
  return optionsOf(textual(evaluate(evaluation, tree, node, frame), tree, node, frame)).flatMap((option) => {
    if (option.kind !== 'text') return [];
    const links = linksIn(option.text);
    const followed: Beside = { ...beside, around: known('GET'), carried: [] };
    // Without the version, a link leads to a page of the program's own.
    return links.length > 0
      ? links
          .flatMap((link) => toLoose(evaluation, at, followed, link) ?? [])
          .filter(({ request }) => request.version !== null)
      : (toLoose(evaluation, at, beside, throughTag(at, option.text)) ?? []);
  });
}

/** A template that a function sends which it is given to by a tag: `` gitlab`/projects/${id}` ``. */
function throughTag({ tree, node }: At, text: Text): Text {
  return tree.parents.get(node)?.type === 'TaggedTemplateExpression' ? passThrough(text, 'tag') : text;
}

/** The request that a text is the address of, or the command; null if it is none. */
function toLoose(
  evaluation: Evaluation,
  at: At,
  { around, carried, answered }: Beside,
  text: Text,
): FoundRequest | null {
  const { tree, node, frame } = at;
  const command = readCommand(text);
  if (command?.line === true && isSomebodysLine(tree, node, command)) return null;
  const isPattern = answered !== null || isOfMany(text);
  const isPart = answered !== null && findExpectedPart(tree, node) === 'anywhere';
  const whole = isPattern ? (baseOfAll(text) ?? (isPart ? baseAlone(text) : null)) : null;
  const method = command?.method ?? around;
  const address = command?.address ?? (isPattern ? (whole ?? openStars(text)) : withoutPattern(at, text));
  const verb = toKnown(method);
  if (!isAddress(address, verb !== null) || isPage(address)) return null;
  const isCompared = answered?.query === 'written';
  const hidesBody = command === null && isCompared && verb === null && isBesideOthers(tree, node);
  const marked = markPlaceholders(withRest(evaluation, at, address));
  const parsed = expandQueries(parseRequest(method, fillPlaceholders(marked, carried)), at);
  const carrier = toCarrier(carried, verb, placeholderNames(marked), at);
  const hidden = [...(hidesBody ? (['body'] as const) : []), ...hiddenBeside(tree, node), ...hiddenInChain(tree, node)];
  const request = {
    ...parsed.request,
    parameters: [...parsed.request.parameters, ...(command?.parameters ?? []), ...carrier.parameters],
    unseen: [...parsed.request.unseen, ...(command?.unseen ?? []), ...carrier.unseen, ...hidden],
    ...(answered === null ? {} : { unmatched: unmatchedBeside(answered, carrier) }),
  };
  return {
    request,
    records: isCompared ? [] : carrier.records,
    tail: parsed.tail || command?.bare === true || hasQueryBeside(at, carrier),
    tree,
    node,
    frame,
    sender: null,
    headers: command?.headers ?? [],
    chain: [],
    owners: ownersOf(request, carried),
    answered: answered === null || whole === null ? answered : { ...answered, all: true },
    ...(answered === null && isBase(evaluation, at, request) ? { untold: 'base' } : {}),
  };
}

/** `'^/api/v3/.*': { target: 'https://…' }` passes on what begins with the prefix (https://vite.dev/config/server-options#server-proxy). */
function withoutPattern({ tree, node }: At, text: Text): Text {
  const found = isProxiedPrefix(tree, node) ? search(text, /^\^\/api\/v[34](?![\w.-])/) : null;
  return found === null ? text : slice(text, found.start + 1, found.end);
}

/**
 * What is told with a method and a path, `'GET /users/:id'`: under some names a description; without a server one of the
 * program's own routes, unless a call is given it; and without the version anybody's.
 */
function isSomebodysLine(tree: Tree, node: Node, { address }: Command): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type === 'Property' && described.test(nameOfKey(parent.key, parent.computed) ?? '')) return true;
  const { base, version, segments } = parseRequest(nothing, address);
  const isGiven = parent?.type === 'CallExpression' && parent.callee !== node;
  if (!isGiven && (version === null || /^\//.test(show(base)))) return true;
  const isPattern = segments.some(({ text }) => /^[:{]/.test(show(text)));
  return version === null && (isPattern || !findRoutes(null, segments).some(({ distinctive }) => distinctive));
}

const described = /^(?:description|summary|title|label|doc|docs|comment|name|message|hint|help)$/i;

function isBase(evaluation: Evaluation, { tree, node }: At, request: FoundRequest['request']): boolean {
  return request.version === 'v3' && hasPath(request) && beginsClient(evaluation, tree, node);
}

/** With a hole behind it where more of the address follows. */
function withRest(evaluation: Evaluation, at: At, address: Text): Text {
  const goesOn = takesPieces(evaluation, at, address) || isModelAddress(at.tree, at.node);
  return goesOn ? [...address, ...known('/'), restOf(at)] : address;
}

/** Nobody knows how a query in the path goes together with the parameters beside it. */
function hasQueryBeside({ tree, node }: At, carrier: Carrier): boolean {
  return isPathOnly(tree, node) || carrier.unseen.includes('query') || isQueryBeside(carrier);
}

/** Whether other arguments follow an address, which nobody can tell the parts of. */
function isBesideOthers(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type !== 'CallExpression') return false;
  const others = parent.arguments.slice(parent.arguments.findIndex((argument) => argument === node) + 1);
  return others.some((other) => !isFunction(other) || readsBody.test(sourceOf(tree, other)));
}

/** What a function that answers may ask a request for, its body: `req.body`, `request.postData()`, `({ body }) => …`. */
const readsBody = /postData|\.(?:body|data|json|text|formData)\b|[{,]\s*body\s*[,}]/;

/** Whether a path in a test is one that the program sends. */
function isSent({ base, segments }: FoundRequest['request'], sent: readonly FoundRequest[]): boolean {
  return (
    base.length === 0 &&
    isKnown(segments.flatMap(({ slash, text }) => [...slash, ...text])) &&
    sent.some(({ answered, request }) => answered === null && isSamePath({ segments }, request))
  );
}

/** Whether the program sends requests of a version. */
function isSentTo({ version }: FoundRequest['request'], sent: readonly FoundRequest[]): boolean {
  return sent.some(({ answered, request }) => answered === null && request.version === version);
}

/** Whether an address stands for what others send: a server's route, or what a test expects, stubs or compares. */
function readAnswered(evaluation: Evaluation, tree: Tree, node: Node): Answered | null {
  if (isServed(evaluation, tree, node)) return { query: 'nothing', server: true };
  if (isRewritten(tree, node)) return { query: 'nothing', server: false };
  if (!isMock(tree, node) || askedByTest(evaluation, tree, node) === 'elsewhere') return null;
  const parent = tree.parents.get(node);
  const part = findExpectedPart(tree, node);
  // What is looked for may be followed by a query, but at the end.
  if (part !== null) return { query: part === 'end' ? 'sent' : 'nothing', server: false };
  if (parent?.type !== 'BinaryExpression' && parent?.type !== 'SwitchCase') return { query: 'written', server: false };
  return { query: /path(?:name)?\W*$/i.test(comparedWith(tree, node, parent)) ? 'nothing' : 'sent', server: false };
}

function comparedWith(tree: Tree, node: Node, parent: TSESTree.BinaryExpression | TSESTree.SwitchCase): string {
  if (parent.type === 'BinaryExpression') return sourceOf(tree, parent.left === node ? parent.right : parent.left);
  const whole = tree.parents.get(parent);
  return whole?.type === 'SwitchStatement' ? sourceOf(tree, whole.discriminant) : '';
}

function unmatchedBeside({ query }: Answered, { parameters, unseen }: Carrier): ParameterLocation[] {
  const anyBody = parameters.length === 0 && unseen.length === 0;
  return [...(query === 'nothing' ? (['query'] as const) : []), ...(anyBody ? (['body'] as const) : [])];
}

/** `url.pathname = …`: nothing but a path can be written there. */
function isPathOnly(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type === 'AssignmentExpression' && parent.left.type === 'MemberExpression')
    return nameOfKey(parent.left.property, parent.left.computed) === 'pathname';
  if (parent?.type !== 'Property') return false;
  const name = nameOfKey(parent.key, parent.computed);
  return name === 'pathname' || (name === 'path' && isOfContract(tree, parent));
}

/** `withRequest: { method, path, query }` of Pact: https://docs.pact.io/implementation_guides/javascript/docs/consumer */
function isOfContract(tree: Tree, property: TSESTree.Property): boolean {
  const record = tree.parents.get(property);
  const holder = record === undefined ? undefined : tree.parents.get(record);
  if (holder?.type === 'CallExpression') return calleeName(holder) === 'withRequest';
  return holder?.type === 'Property' && nameOfKey(holder.key, holder.computed) === 'withRequest';
}

function isQueryBeside({ parameters }: Carrier): boolean {
  return parameters.some(({ location }) => location === 'query');
}

/** What may follow a path in the arguments after it. */
function restOf({ tree, node, frame }: At): HolePiece {
  return { ...makeHole(tree, node, frame), span: 'open', encoded: false };
}

/** `client.get('projects', id, 'builds')`: what follows a beginning without a slash may be the rest of the path. */
function takesPieces(evaluation: Evaluation, { tree, node, frame }: At, text: Text): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type !== 'CallExpression' || parent.callee === node || search(text, /^\w+$/) === null) return false;
  const next = parent.arguments[parent.arguments.findIndex((argument) => argument === node) + 1];
  if (next === undefined) return false;
  const { kind } = evaluate(evaluation, tree, next, frame);
  return (next.type === 'Identifier' || next.type === 'Literal') && (kind === 'text' || kind === 'unknown');
}

/** `settings.api + '/projects/owned'` of a collection, with or without what the library puts behind it: a route of the API behind a base. */
function isModelRoute({ base, segments }: FoundRequest['request']): boolean {
  return !isKnown(base) && [segments, segments.slice(0, -1)].some((each) => findRoutes(null, each).length > 0);
}

/** A route that only GitLab has; beside a method any of its routes will do, those of v4 too, and the end of one. */
function isKnownRoute({ method, base, segments }: FoundRequest['request'], methodBefore: boolean): boolean {
  const verb = toKnown(method);
  if (findRoutes(null, segments).some(({ distinctive }) => distinctive || verb !== null)) return true;
  if (verb !== null && findV4Routes(verb, segments).length > 0) return true;
  return verb !== null && (methodBefore || (!isKnown(base) && endsRoute(verb, segments)));
}
