import type { RoutePattern } from '../catalogue/change.js';
import { commonRoutes, distinctiveRoutes } from '../catalogue/routes.js';
import type { Segment } from './request.js';
import { known, toKnown } from './text.js';

/** A pattern taken apart. */
export interface Route {
  readonly pattern: RoutePattern;
  /** Upper case; `any` for `*`. */
  readonly methods: readonly string[] | 'any';
  readonly tokens: readonly Token[];
  readonly query: readonly QueryToken[];
}

export type Token =
  | { readonly kind: 'literal'; readonly text: string }
  /** One segment, or several if `many`. */
  | { readonly kind: 'parameter'; readonly name: string; readonly many: boolean }
  /** Whatever follows, nothing included. */
  | { readonly kind: 'rest' };

/** A parameter that a request must have. */
export interface QueryToken {
  /** Any of these names. */
  readonly names: readonly string[];
  /** What the value is called elsewhere in the row; null if `value` says what it must be. */
  readonly binding: string | null;
  /** The value must be a list of several, with commas between them, or out of sight. */
  readonly many: boolean;
  readonly value: string | null;
}

/** Which segments each token took. Empty segments around the path belong to no token. */
export interface PathMatch {
  readonly start: number;
  /** One list for each token. */
  readonly taken: readonly (readonly Segment[])[];
  readonly end: number;
}

/** A route of v3. */
export interface KnownRoute {
  readonly route: Route;
  /** In practice only GitLab has this shape. */
  readonly distinctive: boolean;
}

const parsed = new Map<RoutePattern, Route>();

/** @throws RoutePatternError if `pattern` is none */
export function parseRoute(pattern: RoutePattern): Route {
  const before = parsed.get(pattern);
  if (before !== undefined) return before;
  const match = /^(\*|[A-Z]+(?:\|[A-Z]+)*) (\/[^?\s]*)(?:\?(\S+))?$/.exec(pattern);
  if (match === null) throw new RoutePatternError(pattern);
  const [, methods = '', path = '', query = ''] = match;
  const route: Route = {
    pattern,
    methods: methods === '*' ? 'any' : methods.split('|'),
    tokens: path.slice(1).split('/').filter(isNotEmpty).map(toToken),
    query: query.split('&').filter(isNotEmpty).map(toQueryToken),
  };
  parsed.set(pattern, route);
  return route;
}

export class RoutePatternError extends Error {
  constructor(pattern: string) {
    super(
      `'${pattern}' is no route. A route is a method, a space and a path, as in 'GET /projects/:id'; ` +
        "several methods are written 'POST|PUT', any method '*'.",
    );
    this.name = 'RoutePatternError';
  }
}

function isNotEmpty(part: string): boolean {
  return part !== '';
}

function toToken(part: string): Token {
  if (part === '*') return { kind: 'rest' };
  if (!part.startsWith(':')) return { kind: 'literal', text: part };
  const many = part.endsWith('+');
  return { kind: 'parameter', name: many ? part.slice(1, -1) : part.slice(1), many };
}

function toQueryToken(part: string): QueryToken {
  const [names = '', value = ''] = part.split('=');
  const many = value.startsWith(':') && value.endsWith('+');
  const binding = value.startsWith(':') ? value.slice(1, many ? -1 : undefined) : null;
  return { names: names.split('|'), binding, many, value: binding === null && value !== '' ? value : null };
}

export function printRoute(route: Route): RoutePattern {
  const methods = route.methods === 'any' ? '*' : route.methods.join('|');
  const query = route.query.map(printQueryToken).join('&');
  return `${methods} /${route.tokens.map(printToken).join('/')}${query === '' ? '' : `?${query}`}`;
}

function printToken(token: Token): string {
  if (token.kind === 'rest') return '*';
  return token.kind === 'literal' ? token.text : `:${token.name}${token.many ? '+' : ''}`;
}

function printQueryToken({ names, binding, many, value }: QueryToken): string {
  if (binding !== null) return `${names.join('|')}=:${binding}${many ? '+' : ''}`;
  return value === null ? names.join('|') : `${names.join('|')}=${value}`;
}

/** `HEAD` is answered wherever `GET` is. */
export function hasMethod(route: Route, method: string): boolean {
  return route.methods === 'any' || route.methods.includes(method === 'HEAD' ? 'GET' : method);
}

/** Null if the path is another. Holes match parameters only, and empty segments around the path are passed over. */
export function matchPath(route: Route, segments: readonly Segment[]): PathMatch | null {
  const path = trimPath(segments);
  const taken = matchTokens(route.tokens, 0, path, 0);
  return taken === null ? null : { start: path.start, taken, end: path.end };
}

/** A path without the empty segments around it. */
interface Path {
  readonly start: number;
  readonly end: number;
  readonly segments: readonly Segment[];
  /** The characters of each segment; null for one that is not all in sight. */
  readonly texts: readonly (string | null)[];
  /** The same in one text: paths of one shape match the same routes. */
  readonly shape: string;
}

/** The same path is held against one route after the other. */
const paths = new WeakMap<readonly Segment[], Path>();

function trimPath(segments: readonly Segment[]): Path {
  const before = paths.get(segments);
  if (before !== undefined) return before;
  const start = skipEmpty(segments);
  const end = start === segments.length ? start : trimEmpty(segments);
  const filled = segments.slice(start, end);
  const texts = filled.map(({ text }) => toKnown(text));
  const path = { start, end, segments: filled, texts, shape: JSON.stringify([texts, filled.map(isFilled)]) };
  paths.set(segments, path);
  return path;
}

function skipEmpty(segments: readonly Segment[]): number {
  const first = segments.findIndex(isFilled);
  return first === -1 ? segments.length : first;
}

function trimEmpty(segments: readonly Segment[]): number {
  return segments.findLastIndex(isFilled) + 1;
}

function isFilled({ text }: Segment): boolean {
  return text.length > 0;
}

/** What each token from `first` on takes of the segments from `at` on. */
function matchTokens(tokens: readonly Token[], first: number, path: Path, at: number): Segment[][] | null {
  const token = tokens[first];
  const { segments, texts } = path;
  if (token === undefined) return at === segments.length ? [] : null;
  if (token.kind === 'rest') return [segments.slice(at)];
  const segment = segments[at];
  if (segment === undefined || !isFilled(segment)) return null;
  if (token.kind === 'literal' && texts[at] !== token.text) return null;
  const most = token.kind === 'parameter' && token.many ? segments.length - at : 1;
  for (let count = most; count >= 1; count -= 1) {
    const after = matchTokens(tokens, first + 1, path, at + count);
    if (after !== null) return [segments.slice(at, at + count), ...after];
  }
  return null;
}

/**
 * The v3 routes that a request is: several for a path that takes several methods, none for a path that v3 does not
 * have. Where a literal and a parameter both match, the literal counts.
 *
 * @param method upper case; null if it is out of sight
 */
export function findRoutes(method: string | null, segments: readonly Segment[]): readonly KnownRoute[] {
  table ??= buildTable();
  return isFormatted(table, method, segments) ? [] : table.find(method, segments);
}

/** `/groups/owned.json` is `/groups/owned` with the format that the answer is asked for in, and no group of that name. */
function isFormatted(routes: RouteTable<KnownRoute>, method: string | null, segments: readonly Segment[]): boolean {
  const last = segments.at(-1);
  const [, name] = /^(\w+)\.json$/.exec(last === undefined ? '' : (toKnown(last.text) ?? '')) ?? [];
  if (last === undefined || name === undefined) return false;
  const bare = [...segments.slice(0, -1), { ...last, text: known(name) }];
  return routes.find(method, bare).some(({ route }) => route.tokens.at(-1)?.kind === 'literal');
}

/** Whether segments of which not all is in sight may be a path of the route: a hole may be any of it. */
export function mayMatch(route: Route, method: string | null, segments: readonly Segment[]): boolean {
  if (method !== null && !hasMethod(route, method)) return false;
  const texts = segments.filter(isFilled).map(({ text }) => toKnown(text));
  return mayBeTokens(route.tokens, texts.length === 0 ? [null] : texts);
}

/** A hole stands for any number of segments, since what fills it may hold slashes. */
function mayBeTokens(tokens: readonly Token[], [text, ...others]: readonly (string | null)[]): boolean {
  const [token, ...rest] = tokens;
  if (text === undefined) return token === undefined || token.kind === 'rest';
  if (text === null)
    return mayBeTokens(tokens, others) || (token !== undefined && mayBeTokens(rest, [null, ...others]));
  if (token === undefined) return false;
  if (token.kind === 'rest') return true;
  if (token.kind === 'literal') return token.text === text && mayBeTokens(rest, others);
  return mayBeTokens(rest, others) || (token.many && mayBeTokens(tokens, others));
}

/** Whether a path of v3 may begin with this segment. */
export function beginsRoute(segment: string): boolean {
  table ??= buildTable();
  beginnings ??= new Set(
    table.entries.flatMap(({ route: { tokens } }) => (tokens[0]?.kind === 'literal' ? [tokens[0].text] : [])),
  );
  return beginnings.has(segment);
}

let beginnings: ReadonlySet<string> | null = null;

/** Whether some path of v3 has a segment of this name: `builds`. */
export function isOfRoute(segment: string): boolean {
  table ??= buildTable();
  words ??= new Set(
    table.entries.flatMap(({ route: { tokens } }) =>
      tokens.flatMap((token) => (token.kind === 'literal' ? [token.text] : [])),
    ),
  );
  return words.has(segment);
}

let words: ReadonlySet<string> | null = null;

/** Whether segments could be the end of a path of v3 whose beginning is out of sight. */
export function endsRoute(method: string | null, segments: readonly Segment[]): boolean {
  table ??= buildTable();
  const path = trimPath(segments);
  const { length } = path.segments;
  if (!path.texts.some((text) => text !== null)) return false;
  return table.entries.some(({ route }) => {
    const beginning = route.tokens.length - length;
    return (
      beginning > 0 &&
      route.tokens.some((token, index) => index >= beginning && token.kind === 'literal') &&
      (method === null || hasMethod(route, method)) &&
      matchTokens(route.tokens, beginning, path, 0) !== null
    );
  });
}

let parts: readonly (readonly string[])[] | null = null;

/** What is written of each route that in practice only GitLab has, between what fills it: `projects` and `star`. */
export function listDistinctiveParts(): readonly (readonly string[])[] {
  parts ??= distinctiveRoutes.map((pattern) => {
    const path = parseRoute(pattern).tokens.map((token) => (token.kind === 'literal' ? token.text : ':'));
    return path
      .join('/')
      .split(/\/?:\/?/)
      .filter(isNotEmpty);
  });
  return parts;
}

let table: RouteTable<KnownRoute> | null = null;

function buildTable(): RouteTable<KnownRoute> {
  return new RouteTable([
    ...distinctiveRoutes.map((pattern) => ({ route: parseRoute(pattern), distinctive: true })),
    ...commonRoutes.map((pattern) => ({ route: parseRoute(pattern), distinctive: false })),
  ]);
}

/** So many shapes are remembered; an editor may ask for ever more. */
const mostShapes = 2000;

/** Routes by their first literal and their length, since every string that looks like a path is asked for. */
export class RouteTable<Entry extends { readonly route: Route }> {
  readonly #byShape = new Map<string, Entry[]>();
  readonly #found = new Map<string, readonly Entry[]>();
  readonly #foundAll = new Map<string, readonly Entry[]>();

  constructor(readonly entries: readonly Entry[]) {
    for (const entry of entries) {
      for (const shape of shapesOf(entry.route)) {
        const same = this.#byShape.get(shape);
        if (same === undefined) this.#byShape.set(shape, [entry]);
        else same.push(entry);
      }
    }
  }

  /** The entries for a request; where a literal and a parameter both match, the literal counts. */
  find(method: string | null, segments: readonly Segment[]): readonly Entry[] {
    const path = trimPath(segments);
    const [literal = ''] = path.texts;
    if (literal === null) return [];
    const matching = this.#recall(this.#found, path, () => this.#ofShape(literal, path.texts.length));
    return nearest(method === null ? matching : matching.filter(({ route }) => hasMethod(route, method)));
  }

  /** Every entry with the path, whatever its method. */
  findAll(segments: readonly Segment[]): readonly Entry[] {
    const path = trimPath(segments);
    const { texts } = path;
    const [literal] = texts;
    return this.#recall(this.#foundAll, path, () => [
      ...(typeof literal === 'string' ? this.#ofShape(literal, texts.length) : []),
      ...this.#ofShape('', texts.length),
    ]);
  }

  /** The candidates that match a path. Thousands of requests have a few shapes. */
  #recall(known: Map<string, readonly Entry[]>, path: Path, listCandidates: () => readonly Entry[]): readonly Entry[] {
    const before = known.get(path.shape);
    if (before !== undefined) return before;
    const matching = listCandidates().filter(({ route }) => matchTokens(route.tokens, 0, path, 0) !== null);
    if (known.size >= mostShapes) known.clear();
    known.set(path.shape, matching);
    return matching;
  }

  #ofShape(literal: string, length: number): readonly Entry[] {
    return [...(this.#byShape.get(`${literal} ${String(length)}`) ?? []), ...(this.#byShape.get(`${literal} +`) ?? [])];
  }
}

function shapesOf({ tokens }: Route): string[] {
  const [first] = tokens;
  const literal = first?.kind === 'literal' ? first.text : '';
  const isOpen = tokens.some((token) => token.kind === 'rest' || (token.kind === 'parameter' && token.many));
  return [isOpen ? `${literal} +` : `${literal} ${String(tokens.length)}`];
}

function nearest<Entry extends { readonly route: Route }>(entries: readonly Entry[]): readonly Entry[] {
  const [first, ...others] = entries;
  if (first === undefined || others.length === 0) return entries;
  const best = others.reduce((one, other) => (compareNearness(other.route, one.route) < 0 ? other : one), first);
  return entries.filter(({ route }) => compareNearness(route, best.route) === 0);
}

const distance = { literal: 0, parameter: 1, rest: 3 };

function toDistance(token: Token | undefined): number {
  if (token === undefined) return distance.rest;
  return token.kind === 'parameter' && token.many ? 2 : distance[token.kind];
}

/** Negative if `one` says more about the path than `other`: the first token that differs decides. */
function compareNearness(one: Route, other: Route): number {
  const length = Math.max(one.tokens.length, other.tokens.length);
  for (let index = 0; index < length; index += 1) {
    const difference = toDistance(one.tokens[index]) - toDistance(other.tokens[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}
