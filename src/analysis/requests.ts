import type { TSESTree } from '@typescript-eslint/utils';
import { parseRequest } from '../http/request.js';
import { beginsRoute, endsRoute, findRoutes } from '../http/route.js';
import { isKnown, known, search, toKnown } from '../http/text.js';
import type { Text } from '../http/text.js';
import { enter, resolveCall } from './calls.js';
import { toMethod } from './clients/client.js';
import { evaluate, renewBudget, textual } from './evaluate.js';
import type { Evaluation } from './evaluate.js';
import { expandQueries, isCallback, markPlaceholders, readCarrier, readEscape, readSending } from './sending.js';
import type { CallNode, Carrier, FoundRequest } from './sending.js';
import { ancestorsOf, childrenOf, findVariable, isFunction, nameOfKey, sourceOf } from './tree.js';
import type { FunctionNode, Node, Tree } from './tree.js';
import { makeHole, optionsOf } from './value.js';
import type { Frame, FunctionValue, Value } from './value.js';

/** The requests that a file makes, through the project's own functions too, and the addresses that nobody is seen to send. */
export function findRequests(evaluation: Evaluation, tree: Tree): FoundRequest[] {
  const sent = tree.calls.flatMap((call) => {
    renewBudget(evaluation);
    return requestsOfCall(evaluation, tree, call, null, []);
  });
  const settled = [...dropSuperseded(sent), ...findEscapes(evaluation, tree)];
  return [...settled, ...findLooseAddresses(evaluation, tree, settled)];
}

/** Libraries that take a client and send nothing of their own. */
const keepsToItself = /retry|mock|intercept|cookie|cache|limit|log|debug|bind|use|instrument/i;

/** Clients, or methods of them, that are handed to code that nobody sees. */
function findEscapes(evaluation: Evaluation, tree: Tree): FoundRequest[] {
  return tree.calls.flatMap((call) => {
    if (call.type !== 'CallExpression' || keepsToItself.test(sourceOf(tree, call.callee))) return [];
    const handed = call.arguments.flatMap((argument) => {
      const value =
        argument.type === 'Identifier' || argument.type === 'MemberExpression'
          ? evaluate(evaluation, tree, argument, null)
          : null;
      return value?.kind === 'client' && value.made !== null ? [value] : [];
    });
    if (handed.length === 0) return [];
    const { kind } = evaluate(evaluation, tree, call.callee, null);
    return kind === 'function' || kind === 'client'
      ? []
      : handed.flatMap((value) => readEscape(evaluation, value, call, tree));
  });
}

const longestChain = 6;
const mostRequests = 64;

/** The requests that a call sends: itself, or through the function of the project that it calls. */
function requestsOfCall(
  evaluation: Evaluation,
  tree: Tree,
  call: CallNode,
  frame: Frame | null,
  chain: readonly CallNode[],
): FoundRequest[] {
  if (call.callee.type === 'Super' || chain.length > longestChain) return [];
  const { value, args } = resolveCall(evaluation, tree, call, frame);
  return optionsOf(value).flatMap((option) => {
    if (option.kind === 'client' && call.type === 'CallExpression') {
      return readSending(evaluation, option, args, call, tree, frame).map((request) => ({ ...request, chain }));
    }
    if (option.kind === 'function') return requestsThrough(evaluation, option, args, call, frame, chain);
    return [];
  });
}

/** The requests of a function's body as this call makes them, if the call can tell more of them than the body alone. */
function requestsThrough(
  evaluation: Evaluation,
  value: FunctionValue,
  args: readonly Value[],
  call: CallNode,
  frame: Frame | null,
  chain: readonly CallNode[],
): FoundRequest[] {
  if (chain.some((before) => before === call) || entered(frame, value.node)) return [];
  const open = summaryOf(evaluation, value.tree, value.node).some(({ owners }) => owners.length > 0);
  if (!open) return [];
  const inner = enter(value, args, frame);
  const requests = callsIn(value.tree, value.node).flatMap((site) =>
    requestsOfCall(evaluation, value.tree, site, inner, [...chain, call]),
  );
  return requests.slice(0, mostRequests);
}

function entered(frame: Frame | null, node: FunctionNode): boolean {
  for (let at = frame; at !== null; at = at.parent) if (at.node === node) return true;
  return false;
}

const summaries = new WeakMap<FunctionNode, readonly FoundRequest[]>();

/** The requests of a function's body as they are for whatever caller; computed once. A recursive function's own call adds none. */
function summaryOf(evaluation: Evaluation, tree: Tree, node: FunctionNode): readonly FoundRequest[] {
  const before = summaries.get(node);
  if (before !== undefined) return before;
  summaries.set(node, []);
  const requests = callsIn(tree, node).flatMap((call) => requestsOfCall(evaluation, tree, call, null, []));
  summaries.set(node, requests);
  return requests;
}

const inner = new WeakMap<FunctionNode, readonly CallNode[]>();

/** The calls in a function, those of functions inside it too: a promise's or a callback's belong to it. */
function callsIn(tree: Tree, node: FunctionNode): readonly CallNode[] {
  const before = inner.get(node);
  if (before !== undefined) return before;
  const found = tree.calls.filter((call) => node.range[0] <= call.range[0] && call.range[1] <= node.range[1]);
  inner.set(node, found);
  return found;
}

/**
 * A wrapper's own request is what its callers make of it: it is left out where at least one caller completes it, and so
 * is a request without its base where the same call is known with it.
 */
function dropSuperseded(requests: readonly FoundRequest[]): FoundRequest[] {
  const completed = new Set<string>();
  for (const request of requests) for (const node of sitesOf(request)) completed.add(node);
  return requests.filter((request) => {
    if (request.owners.length === 0) return true;
    return !completed.has(siteKey(request, request.chain.length)) && !isUncalled(request);
  });
}

/** The function whose caller would know more was only made by these calls, not called: `connect(token)` of `connect(token)(path)`. */
function isUncalled({ chain, owners }: FoundRequest): boolean {
  const [first] = chain;
  return (
    first !== undefined && owners.every((owner) => owner.range[0] > first.range[0] || first.range[1] > owner.range[1])
  );
}

/** The call sites that a chained request goes through, except its own whole chain. */
function sitesOf(request: FoundRequest): string[] {
  return request.chain.map((_, index) => siteKey(request, request.chain.length - index - 1));
}

/** A sending call with the last `length` calls that led to it. */
function siteKey(request: FoundRequest, length: number): string {
  const chain = length === 0 ? [] : request.chain.slice(-length);
  return (
    [...chain, request.node].map((node) => `${String(node.range[0])}-${String(node.range[1])}`).join(' ') +
    request.tree.file
  );
}

// Addresses that nobody is seen to send

/** Texts that are an address of the API, and paths that only GitLab has, where no request found so far was made of them. */
function findLooseAddresses(evaluation: Evaluation, tree: Tree, found: readonly FoundRequest[]): FoundRequest[] {
  const used = new Set(found.flatMap(({ request }) => literalsOf(request)));
  const seen = new Set<Node>(found.map(({ node }) => node));
  const loose = looseNodes(tree, used).flatMap((node) => {
    if (seen.has(node)) return [];
    seen.add(node);
    renewBudget(evaluation);
    return readLoose(evaluation, tree, node).filter(({ request }) => !literalsOf(request).some((key) => used.has(key)));
  });
  return loose;
}

/** The expressions to look at: texts that look like an address, and what stands behind a method as an argument. */
function looseNodes(tree: Tree, used: ReadonlySet<string>): Node[] {
  const texts = tree.texts
    .filter((literal) => !used.has(keyOf(tree, literal)) && looksLikeAddress(tree, literal))
    .map((literal) => wholeText(tree, literal));
  const paths = tree.calls.flatMap((call) => {
    const [method, path] = call.arguments;
    return call.type === 'CallExpression' && method !== undefined && path !== undefined && methodIn([method]) !== null
      ? [path]
      : [];
  });
  return [...texts, ...paths];
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

function keyOf(tree: Tree, node: Node): string {
  return `${tree.file}:${String(node.range[0])}`;
}

function looksLikeAddress(tree: Tree, literal: Tree['texts'][number]): boolean {
  const raw = tree.text.slice(literal.range[0], literal.range[1]);
  if (raw.length > 2000) return false;
  const first = /^.\/?(\w+)|\}\/(\w+)/.exec(raw);
  return (
    /\bapi\/?(?:v[34]\b|$|['"`$])/.test(raw) ||
    beginsRoute(first?.[1] ?? '') ||
    beginsRoute(first?.[2] ?? '') ||
    /\/projects\/|\/groups\//.test(raw)
  );
}

/** The largest expression that only puts texts together around a literal. */
function wholeText(tree: Tree, literal: Node): Node {
  let whole = literal;
  for (const ancestor of ancestorsOf(tree, literal)) {
    const joins =
      (ancestor.type === 'BinaryExpression' && ancestor.operator === '+') ||
      ancestor.type === 'TemplateLiteral' ||
      (ancestor.type === 'CallExpression' && isTextCall(ancestor, whole)) ||
      (ancestor.type === 'MemberExpression' &&
        ancestor.object === whole &&
        /^(?:concat|replace|replaceAll|trim|toString)$/.test(nameOfKey(ancestor.property, ancestor.computed) ?? ''));
    if (!joins) return whole;
    whole = ancestor;
  }
  return whole;
}

function isTextCall(call: TSESTree.CallExpression, callee: Node): boolean {
  return call.callee === callee && call.callee.type === 'MemberExpression';
}

function readLoose(evaluation: Evaluation, tree: Tree, node: Node): FoundRequest[] {
  if (isMention(tree, node) || isServed(tree, node) || isHandled(evaluation, tree, node)) return [];
  const method = methodAround(tree, node);
  const value = textual(evaluate(evaluation, tree, node, null), tree, node, null);
  const carrier = readLooseParameters(evaluation, tree, node, toKnown(method));
  return optionsOf(value).flatMap((option) => {
    if (option.kind !== 'text' || !isAddress(option.text, toKnown(method) !== null) || isPage(option.text)) return [];
    const parsed = expandQueries(parseRequest(method, markPlaceholders(option.text)), { tree, node, frame: null });
    if (parsed.request.version === null && !isKnownRoute(parsed.request, isMethodBefore(tree, node))) return [];
    const request = {
      ...parsed.request,
      parameters: [...parsed.request.parameters, ...carrier.parameters],
      unseen: [...parsed.request.unseen, ...carrier.unseen],
    };
    return [
      {
        request,
        records: carrier.records,
        tail: parsed.tail || isPathOnly(tree, node),
        tree,
        node,
        frame: null,
        sender: null,
        headers: [],
        chain: [],
        owners: [],
      },
    ];
  });
}

/** `url.pathname = …`: nothing but a path can be written there. */
function isPathOnly(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type === 'AssignmentExpression' && parent.left.type === 'MemberExpression')
    return nameOfKey(parent.left.property, parent.left.computed) === 'pathname';
  return parent?.type === 'Property' && nameOfKey(parent.key, parent.computed) === 'pathname';
}

/** What else is handed to an unknown function that is named like a method, or gets one: the parameters. */
function readLooseParameters(evaluation: Evaluation, tree: Tree, node: Node, method: string | null): Carrier {
  const parent = tree.parents.get(node);
  const others =
    parent?.type === 'CallExpression' && parent.callee !== node && method !== null
      ? parent.arguments.slice(parent.arguments.findIndex((argument) => argument === node) + 1)
      : [];
  const location = method === 'GET' || method === 'HEAD' ? 'query' : 'body';
  const carriers = others.flatMap((argument) => {
    const value = evaluate(evaluation, tree, argument, null);
    if (isFunction(argument) || value.kind === 'function' || value.kind === 'text' || isCallback(value)) return [];
    return [readCarrier(value, location, { tree, node, frame: null })];
  });
  return {
    parameters: carriers.flatMap(({ parameters }) => parameters),
    records: carriers.flatMap(({ records }) => records),
    unseen: [...new Set(carriers.flatMap(({ unseen }) => unseen))],
  };
}

/** Whether a method stands before the expression in the same call: `send('GET', path)`. */
function isMethodBefore(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  const [first] = parent?.type === 'CallExpression' ? parent.arguments : [];
  return first !== undefined && first !== node && methodIn([first]) !== null;
}

/** A path of the API, not a sentence or a pattern that mentions one. */
function isAddress(text: Text, hasMethod: boolean): boolean {
  const bare = text.map((piece) => (piece.kind === 'known' ? piece.text : 'x')).join('');
  return !/[\s<>()"'\\^|*]/.test(bare) && (hasMethod || search(text, /\//) !== null);
}

/** A page about the API, not the API. */
function isPage(text: Text): boolean {
  return search(text, /^https?:\/\/docs?\./) !== null || search(text, /\.(?:html?|md)(?:$|[?#])/) !== null;
}

/** A path that a server answers: it stands with the function that does. */
function isServed(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type !== 'CallExpression' || parent.callee === node) return false;
  const named = parent.arguments.some(
    (argument) => isFunction(argument) && /^(?:_?req(?:uest)?|ctx|context)$/.test(parameterName(argument)),
  );
  return named || isServer(tree, parent);
}

/** `app.get('/path', …)` of a web framework. */
function isServer(tree: Tree, { callee }: TSESTree.CallExpression): boolean {
  const root = callee.type === 'MemberExpression' ? callee.object : null;
  if (root?.type !== 'Identifier') return false;
  const definition = findVariable(tree, root)?.defs[0]?.node as Node | undefined;
  const made =
    definition?.type === 'VariableDeclarator' && definition.init !== null ? sourceOf(tree, definition.init) : '';
  return /\b(?:express|fastify|restify|polka|koa|hapi)\b|\bRouter\(/i.test(made);
}

function parameterName({ params: [first] }: FunctionNode): string {
  return first?.type === 'Identifier' ? first.name : '';
}

/** A function in sight takes the text; if it sent it, that would have been found. */
function isHandled(evaluation: Evaluation, tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type !== 'CallExpression' || parent.callee === node) return false;
  return evaluate(evaluation, tree, parent.callee, null).kind === 'function';
}

/** A route that only GitLab has; beside a method any of its routes will do, and the end of one. */
function isKnownRoute({ method, base, segments }: FoundRequest['request'], methodBefore: boolean): boolean {
  const verb = toKnown(method);
  if (findRoutes(null, segments).some(({ distinctive }) => distinctive || verb !== null)) return true;
  return verb !== null && (methodBefore || (!isKnown(base) && endsRoute(verb, segments)));
}

const logs =
  /^(?:log|debug|info|warn|error|trace|write|test|it|describe|expect|assert\w*|match|includes|replace|replaceAll|split|search|lastIndexOf|localeCompare|indexOf|startsWith|endsWith|equal|deepEqual|is|notEqual|require|resolve)$/;

/** A text that is said, compared or matched, not sent: a log message, a test's name, a case of a switch, an import. */
function isMention(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'BinaryExpression':
      return parent.operator !== '+';
    case 'SwitchCase':
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExpressionStatement':
    case 'JSXAttribute':
    case 'TSLiteralType':
    case 'NewExpression':
    case 'ThrowStatement':
      return (
        parent.type !== 'NewExpression' || (parent.callee.type === 'Identifier' && /Error$/.test(parent.callee.name))
      );
    case 'CallExpression':
      return parent.callee !== node && logs.test(calleeName(parent));
    case 'Property':
      return parent.key === node && !parent.computed;
    default:
      return false;
  }
}

function calleeName({ callee }: TSESTree.CallExpression): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? (nameOfKey(callee.property, callee.computed) ?? '') : '';
}

/** The method that stands beside an address: the callee's name, an argument before it, a property beside it. A hole if there is none. */
function methodAround(tree: Tree, node: Node): Text {
  const parent = tree.parents.get(node);
  const hidden: Text = [makeHole(tree, node, null)];
  if (parent?.type === 'CallExpression' && parent.callee !== node) {
    const said = toMethod(calleeName(parent)) ?? methodIn(parent.arguments.filter((argument) => argument !== node));
    return said === null ? hidden : known(said);
  }
  const record = parent?.type === 'Property' ? tree.parents.get(parent) : undefined;
  if (record === undefined) return hidden;
  const said = methodIn(
    childrenOf(record).flatMap((child) =>
      child.type === 'Property' && /^(?:method|type|verb)$/i.test(nameOfKey(child.key, child.computed) ?? '')
        ? [child.value]
        : [],
    ),
  );
  return said === null ? hidden : known(said);
}

function methodIn(nodes: readonly Node[]): string | null {
  for (const node of nodes) {
    if (node.type === 'Literal' && typeof node.value === 'string' && /^[a-z]+$/i.test(node.value)) {
      const method = toMethod(node.value);
      if (method !== null) return method;
    }
  }
  return null;
}

/** The expression that gives a request's path: where its first known segment stands, or the call. */
export function pathPlace(found: FoundRequest): { file: string; start: number; end: number } {
  const pieces = found.request.segments.flatMap(({ text }) => text);
  const first = pieces.find((piece) => piece.kind === 'known' && piece.source !== null);
  if (first?.kind === 'known' && first.source !== null) return first.source.literal;
  return { file: found.tree.file, start: found.node.range[0], end: found.node.range[1] };
}
