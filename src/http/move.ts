import { encodeOnce } from './encode.js';
import { findParameter, getValue, isRaw } from './parameters.js';
import type { Parameter, Request, Segment } from './request.js';
import type { PathMatch, QueryToken, Route, Token } from './route.js';
import { hasMethod, matchPath } from './route.js';
import type { Text } from './text.js';
import { known, nothing, toKnown } from './text.js';

/** What a route's names stand for in a request. */
export interface RouteMatch {
  readonly route: Route;
  readonly path: PathMatch;
  readonly parameters: ReadonlyMap<string, Parameter>;
}

/** Whether a request has a route's path and the parameters that it names. The method is not looked at. */
export function matchRoute(route: Route, request: Request): RouteMatch | null {
  const path = matchPath(route, request.segments);
  if (path === null) return null;
  const found = route.query.map((token) => findQueryParameter(token, request));
  if (found.includes(null)) return null;
  const bound = route.query.flatMap(({ binding }, index): [string, Parameter][] => {
    const parameter = found[index];
    return binding === null || parameter === null || parameter === undefined ? [] : [[binding, parameter]];
  });
  return { route, path, parameters: new Map(bound) };
}

function findQueryParameter({ names, value, many }: QueryToken, request: Request): Parameter | null {
  const parameter = findParameter(request, names);
  if (parameter === null || (many && isSingle(getValue(parameter)))) return null;
  return value === null || getValue(parameter) === value ? parameter : null;
}

/** Whether a value that is in sight is no list of several. */
function isSingle(value: string | null): boolean {
  return value !== null && value.split(',').filter((item) => item.trim() !== '').length < 2;
}

/** The parameter whose value would have to go elsewhere, but is no text: a list, a record, or nothing. */
export function findValueless({ parameters }: RouteMatch, to: Route): string | null {
  for (const [name, { value }] of parameters) {
    if (value === null && isNamedIn(to, name)) return name;
  }
  return null;
}

/** The parameter whose value would have to go into the path, but that may not be sent. */
export function findOptional({ parameters }: RouteMatch, { tokens }: Route): string | null {
  for (const [name, { optional }] of parameters) {
    if (optional === true && tokens.some((token) => token.kind === 'parameter' && token.name === name)) return name;
  }
  return null;
}

/** The parameter that would get a value from elsewhere, but that is set under a condition only: without it, v4 would not get the value. */
export function findConditional({ parameters }: RouteMatch, { query }: Route, request: Request): string | null {
  const moving = [...parameters.values()];
  const others = { parameters: request.parameters.filter((parameter) => !moving.includes(parameter)) };
  const given = query.map(({ names }) => ({ name: names[0], parameter: findParameter(others, names.slice(0, 1)) }));
  return given.find(({ parameter }) => parameter?.optional === true)?.name ?? null;
}

/** The parameter that stands in a record with an encoded value: it is sent encoded twice, and stands for the encoded text. */
export function findEncoded({ parameters }: RouteMatch, to: Route): string | null {
  for (const [name, { value, written }] of parameters) {
    const isEncoded =
      written.in === 'record' && value?.some((piece) => piece.kind === 'hole' && piece.encoded) === true;
    if (isEncoded && isNamedIn(to, name)) return name;
  }
  return null;
}

function isNamedIn({ tokens, query }: Route, name: string): boolean {
  return (
    tokens.some((token) => token.kind === 'parameter' && token.name === name) ||
    query.some(({ binding }) => binding === name)
  );
}

/** The request under another route. Whatever both routes have stays the same piece. */
export function moveRequest(request: Request, match: RouteMatch, to: Route): Request {
  return {
    ...request,
    method: toMethod(request.method, to),
    segments: toSegments(request.segments, match, to),
    parameters: toParameters(request.parameters, match, to),
  };
}

function toMethod(method: Text, to: Route): Text {
  const name = toKnown(method);
  if (name === null || to.methods === 'any' || hasMethod(to, name)) return method;
  return known(to.methods[0] ?? '');
}

function toSegments(segments: readonly Segment[], match: RouteMatch, to: Route): Segment[] {
  const { start, taken, end } = match.path;
  const first = segments[start]?.slash ?? known('/');
  const path = fillTokens(match, to, alignTokens(match.route.tokens, to.tokens), taken);
  return [...segments.slice(0, start), ...withFirstSlash(path, first), ...segments.slice(end)];
}

/**
 * The slash before the path, or none, stays before whatever segment comes first: it may stand in a base that others
 * share.
 */
function withFirstSlash(path: readonly Segment[], slash: Text): readonly Segment[] {
  return path.map((segment, index) => {
    if (index === 0) return segment.slash === slash ? segment : { ...segment, slash };
    return segment.slash === slash || segment.slash.length === 0 ? { ...segment, slash: known('/') } : segment;
  });
}

/** Pairs of positions that hold the same token. */
type Pair = readonly [from: number, to: number];

/** The longest common sequence of tokens; names count more than literals, since they stand for the client's own text. */
function alignTokens(from: readonly Token[], to: readonly Token[], i = 0, j = 0): readonly Pair[] {
  const one = from[i];
  const other = to[j];
  if (one === undefined || other === undefined) return [];
  if (isSame(one, other)) return [[i, j], ...alignTokens(from, to, i + 1, j + 1)];
  const without = alignTokens(from, to, i + 1, j);
  const beside = alignTokens(from, to, i, j + 1);
  return weigh(from, without) >= weigh(from, beside) ? without : beside;
}

function weigh(from: readonly Token[], pairs: readonly Pair[]): number {
  return pairs.reduce((sum, [i]) => sum + (from[i]?.kind === 'literal' ? 2 : 3), 0);
}

function isSame(one: Token, other: Token): boolean {
  if (one.kind === 'literal') return other.kind === 'literal' && one.text === other.text;
  if (one.kind === 'parameter') return other.kind === 'parameter' && one.name === other.name;
  return other.kind === 'rest';
}

function fillTokens(
  match: RouteMatch,
  to: Route,
  pairs: readonly Pair[],
  taken: readonly (readonly Segment[])[],
): Segment[] {
  const result: Segment[] = [];
  let from = 0;
  let next = 0;
  for (const [i, j] of [...pairs, [taken.length, to.tokens.length] as const]) {
    const replaced = taken.slice(from, i).flat();
    const inserted = to.tokens.slice(next, j).flatMap((token) => toTexts(token, match));
    result.push(...inserted.map((text, index) => ({ slash: replaced[index]?.slash ?? known('/'), text })));
    result.push(...(taken[i] ?? []));
    from = i + 1;
    next = j + 1;
  }
  return result;
}

/** The texts of the segments that a token of the new route stands for. */
function toTexts(token: Token, match: RouteMatch): Text[] {
  if (token.kind === 'literal') return [known(token.text)];
  if (token.kind === 'rest') return [];
  const parameter = match.parameters.get(token.name);
  if (parameter !== undefined) return [encodeParameter(parameter)];
  return findTaken(match, token.name).map(({ text }) => text);
}

function encodeParameter({ value, written }: Parameter): Text {
  return encodeOnce(value ?? nothing, isRaw(written) ? 'raw' : 'query');
}

function findTaken({ route, path }: RouteMatch, name: string): readonly Segment[] {
  const index = route.tokens.findIndex((token) => token.kind === 'parameter' && token.name === name);
  return path.taken[index] ?? [];
}

function toParameters(parameters: readonly Parameter[], match: RouteMatch, to: Route): readonly Parameter[] {
  const used = new Set([...match.parameters.values()]);
  const kept = used.size === 0 ? parameters : parameters.filter((parameter) => !used.has(parameter));
  return to.query.reduce((list, token) => {
    const [name = ''] = token.names;
    return setParameter(list, name, toQueryValue(token, match));
  }, kept);
}

function toQueryValue({ binding, value }: QueryToken, match: RouteMatch): Text {
  if (binding === null) return known(value ?? '');
  const parameter = match.parameters.get(binding);
  if (parameter !== undefined) return encodeParameter(parameter);
  const segments = findTaken(match, binding);
  return encodeOnce(
    segments.flatMap(({ slash, text }, index) => (index === 0 ? text : [...slash, ...text])),
    'path',
  );
}

/** Puts a parameter at the end, or gives the one of that name another value. */
export function setParameter(parameters: readonly Parameter[], name: string, value: Text): readonly Parameter[] {
  const present = findParameter({ parameters }, [name]);
  if (present === null) {
    return [...parameters, { name: known(name), value, location: 'query', written: { in: 'nowhere' } }];
  }
  if (present.value !== null && toKnown(present.value) === toKnown(value) && toKnown(value) !== null) return parameters;
  return parameters.map((parameter) => (parameter === present ? { ...present, value } : parameter));
}
