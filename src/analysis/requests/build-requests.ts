import type { TSESTree } from '@typescript-eslint/types';
import { parseRequest } from '../../http/request.js';
import type { ParameterLocation, Request } from '../../http/request.js';
import { isKnown, known, passThrough, show, slice, toKnown } from '../../http/text.js';
import type { HolePiece, Source, Text } from '../../http/text.js';
import { isSwitch, toAnswered, unmatchedIn } from './answering.js';
import { toMethod } from '../clients/client.js';
import type { Call, Client } from '../clients/client.js';
import { textual } from '../values/texts.js';
import { isAbsolute, joinTexts, startsWith } from '../values/library.js';
import type { Carrier } from './parameters.js';
import {
  dropUnfilled,
  expandQueries,
  fillPlaceholders,
  isUnfilledDefault,
  markPlaceholders,
  placeholderNames,
  readCarrier,
} from './parameters.js';
import { calleeName, findDeclaration } from '../syntax/tree.js';
import type { FunctionNode, Tree } from '../syntax/tree.js';
import { absent, makeHole, mayBeNothing, optionsOf, toOrigin, unknownAt, unknownsIn } from '../value.js';
import type { Frame, Value } from '../value.js';
import type { FoundRequest, Sender } from './found-request.js';
import type { Parts } from './parts.js';

// The requests that the parts of a call make

interface Around {
  readonly tree: Tree;
  readonly node: TSESTree.CallExpression;
  readonly frame: Frame | null;
}

export function buildRequests(parts: Parts, sender: Sender, call: Call, name: string, at: Around): FoundRequest[] {
  const addresses = readAddresses(parts, at);
  return listAlternatives(parts).flatMap((one) => {
    const methods = readMethods(one, sender, call, name, at);
    return addresses.flatMap((address) => methods.map((method) => buildRequest(one, sender, method, address, at)));
  });
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
    if (said === null) return readUnsaid(parts, sender.client, at);
    if (member === null) return [known(said)];
    const source: Source = { ...member, verbatim: false, quoting: 'bare', literal: member, joinable: false };
    return [[{ kind: 'known', text: said, source }]];
  }
  const isMissing = mayBeNothing(parts.method) && !optionsOf(parts.method).some(({ kind }) => kind === 'absent');
  return [...(isMissing ? [absent] : []), ...optionsOf(parts.method)].map((option) => {
    if (option.kind === 'absent') return known('GET');
    const value = textual(option, at.tree, at.node, at.frame);
    if (value.kind !== 'text') return [makeHole(at.tree, at.node, at.frame)];
    return value.text.map((piece) => (piece.kind === 'known' ? { ...piece, text: piece.text.toUpperCase() } : piece));
  });
}

/** The method of a call that says none. `json: true` of got is no body. */
function readUnsaid({ body }: Parts, { methodWithBody }: Client, at: Around): Text[] {
  const given = body.flatMap(optionsOf).filter((option) => option.kind !== 'absent' && !isSwitch(option));
  if (methodWithBody === undefined || given.length === 0) return [known('GET')];
  return [
    given.some(({ kind }) => kind === 'unknown') ? [makeHole(at.tree, at.node, at.frame)] : known(methodWithBody),
  ];
}

/** Everything that the address may be, put behind the base. */
function readAddresses(parts: Parts, at: Around): Text[] {
  const own = parts.url ?? parts.path;
  const base = parts.base ?? parts.host;
  const unseen: Text = [makeHole(at.tree, at.node, at.frame, parametersOf(parts.hidden))];
  if (own === null && base === null) return [unseen];
  const isGiven = own === null && parts.hidden.some((value) => unknownsIn(value).length > 0);
  const paths = own === null ? [isGiven ? unseen : []] : toTexts(own, at);
  const bases = base === null ? [[]] : toTexts(base, at);
  return paths.flatMap((path) => {
    if (base === null || isAbsolute(path)) return [path];
    return bases.map((front) => (parts.base === null ? behindHost(front, path) : joinTexts(front, withJoint(path))));
  });
}

function withJoint(path: Text): Text {
  return startsWith(path, '/') ? [...passThrough(slice(path, 0, 1), 'joint'), ...slice(path, 1)] : path;
}

/** `{ host, path }` is an address too; the scheme is not written, so it has no place. Nothing tells two expressions apart. */
function behindHost(host: Text, path: Text): Text {
  if (!isKnown(host) && path[0]?.kind === 'hole') return path;
  return joinTexts(isAbsolute(host) ? host : [...known('https://'), ...host], path);
}

function toTexts(value: Value, at: Around): Text[] {
  const results = optionsOf(textual(value, at.tree, at.node, at.frame));
  return results.map((option) => (option.kind === 'text' ? option.text : [unknownAt(at.tree, at.node, at.frame).hole]));
}

function parametersOf(values: readonly Value[]) {
  return values.flatMap(unknownsIn).flatMap(({ hole }) => toOrigin(hole)?.parameters ?? []);
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
  const bodiless = isBodiless(sender.client, toKnown(method));
  const isOptional = sender.client.placeholders === 'optional' && !isOfInstance(at.node, parts);
  const marked = isOptional ? withFilled(own, parts, bodiless) : markPlaceholders(own);
  const isTemplate = sender.client.placeholders !== undefined;
  const address = isTemplate ? fillPlaceholders(marked, [...parts.query, ...parts.data, ...parts.body]) : marked;
  const sent = isOptional
    ? { ...parts, query: parts.query.map((value) => withoutUnfilled(value, bodiless, parts)) }
    : parts;
  const carried = readCarriers(sent, bodiless, at);
  const parsed = expandQueries(parseRequest(method, address), at);
  const unmatched = unmatchedIn(answered, parts.query, [...parts.body, ...parts.data]);
  const hidden = [...hiddenIn(parts, bodiless, parsed.request, sender.client), ...pipedInto(at, bodiless)];
  const filled = isTemplate ? placeholderNames(markPlaceholders(own)) : [];
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
    tail:
      parsed.tail ||
      (isOptional && marked.length < markPlaceholders(own).length) ||
      sender.call.registers === true ||
      (sender.client.preferredQuery !== undefined && isMadeApart(parts, bodiless)),
    chain: [],
    owners: ownersOf(request, [...parts.hidden, ...parts.query, ...parts.body, ...parts.data]),
    answered,
  };
}

function isBodiless({ withBody }: Client, method: string | null): boolean {
  if (method === null) return false;
  return withBody === undefined ? /^(?:GET|HEAD)$/.test(method) : !withBody.includes(method);
}

/** `project.$save()`, where what the thing holds is out of sight: it was not made here. */
function isOfInstance(call: Around['node'], { body }: Parts): boolean {
  return calleeName(call).startsWith('$') && body.length === 0;
}

function withFilled(written: Text, { query, data, body }: Parts, bodiless: boolean): Text {
  const given = bodiless ? [...query, ...data] : query;
  return dropUnfilled(markPlaceholders(written), given, bodiless ? [] : [...body, ...data]);
}

/** A default `@name` that the body has no property for is not sent. */
function withoutUnfilled(value: Value, bodiless: boolean, { body, data }: Parts): Value {
  if (value.kind !== 'record') return value;
  const filling = bodiless ? [] : [...body, ...data];
  const entries = [...value.entries].filter(([, entry]) => !isUnfilledDefault(entry.value, filling));
  return { ...value, entries: new Map(entries) };
}

/** The parameters in the query and the body; what a library takes for either is the query of a request without a body. */
function readCarriers(parts: Parts, bodiless: boolean, at: Around): Carrier[] {
  const inBody = bodiless ? parts.body : [...parts.body, ...parts.data];
  return [
    ...queriesOf(parts, bodiless).map((value) => readCarrier(value, 'query', at)),
    ...inBody.map((value) => readCarrier(value, 'body', at)),
  ];
}

function queriesOf({ query, data }: Parts, bodiless: boolean): Value[] {
  return [...query.filter((value) => !isSwitch(value)), ...(bodiless ? data : [])];
}

/** Whether a record holds the query that is no literal: `URLSearchParams`, which may be empty. */
function isMadeApart(parts: Parts, bodiless: boolean): boolean {
  return queriesOf(parts, bodiless).some((value) => value.kind === 'record' && value.literal === null);
}

/** Where options that cannot be read may hold parameters: not where some are in sight. A query there may be the one that is sent. */
function hiddenIn(
  { hidden, query, body, data }: Parts,
  bodiless: boolean,
  written: Request,
  { preferredQuery }: Client,
): ParameterLocation[] {
  if (hidden.length === 0) return [];
  const inQuery = [...written.parameters, ...query, ...(bodiless ? data : [])];
  const isInQuery = (bodiless || preferredQuery !== undefined) && inQuery.length === 0;
  const isInBody = !bodiless && [...body, ...data].length === 0;
  return [...(isInQuery ? (['query'] as const) : []), ...(isInBody ? (['body'] as const) : [])];
}

/** `stream.pipe(request.post(url))`, also by a constant's name: the body is what the stream holds. */
function pipedInto({ tree, node }: Around, bodiless: boolean): ParameterLocation[] {
  const home = tree.parents.get(node);
  const name = home?.type === 'VariableDeclarator' && home.id.type === 'Identifier' ? home.id : null;
  const uses = name === null ? [] : (findDeclaration(tree, name)?.references.map(({ identifier }) => identifier) ?? []);
  const isPiped = [node, ...uses].some((use) => {
    const call = tree.parents.get(use);
    return call?.type === 'CallExpression' && call.callee !== use && /^pipe(?:line|To)?$/.test(calleeName(call));
  });
  return isPiped && !bodiless ? ['body'] : [];
}

/** Functions whose callers would fill what is open: the method, the address, or parameters out of sight. */
export function ownersOf(request: Request, carriers: readonly Value[]): FunctionNode[] {
  const address = [...request.method, ...request.base, ...request.segments.flatMap(({ text }) => text)];
  const holes = address.filter((piece): piece is HolePiece => piece.kind === 'hole');
  const unknown = carriers.flatMap(unknownsIn).map(({ hole }) => hole);
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
