import { known, nothing, search, slice, split, lengthOf, show, toKnown } from './text.js';
import type { Place, Source, Text } from './text.js';

/**
 * A request to the API: concrete when it came over HTTP, symbolic when it came from source. Every character of the
 * address is kept, separators too, so that `print(parse(text))` is the same text, piece by piece.
 */
export interface Request {
  /** Known in upper case, or a hole. */
  readonly method: Text;
  /** Everything before the path: scheme, host and prefix. Ends with the version if there is one. May be empty. */
  readonly base: Text;
  readonly version: Version | null;
  readonly segments: readonly Segment[];
  readonly parameters: readonly Parameter[];
  /** The `?` and the expression behind it, if the whole query of the address is made of a record: its parameters are among the others. */
  readonly made?: Text;
  /** Where parameters may stand that are out of sight. Always empty for a concrete request. */
  readonly unseen: readonly ParameterLocation[];
  /** Where requests may have other parameters too, and all of them are meant: what a mock answers. */
  readonly unmatched?: readonly ParameterLocation[];
  /** From `#` on. */
  readonly fragment: Text;
}

export type Version = 'v3' | 'v4';
export type ParameterLocation = 'query' | 'body';

export interface Segment {
  /** The `/` before it; empty for the first segment of an address that starts without one. */
  readonly slash: Text;
  readonly text: Text;
}

export interface Parameter {
  /** As sent, brackets included: `iid[]`. */
  readonly name: Text;
  /** Null if it is no text: a list or a record, or if no value stands at all (`?flag`). */
  readonly value: Text | null;
  readonly location: ParameterLocation;
  readonly written: Written;
  /** It may not be sent. */
  readonly optional?: true;
}

/** How a parameter is written in the source. */
export type Written =
  /** In the address: `separator` is its `?` or `&`, `equals` its `=`. */
  | { readonly in: 'url'; readonly separator: Text; readonly equals: Text }
  /** As a property of a record, or `.append(name, value)` and the like. */
  | { readonly in: 'record'; readonly property: PropertyPlace }
  /**
   * In a word of a command, or in the text of a body: `whole` is what to take out with it, null if it can't be taken
   * out; `raw` says that the value stands there as it is, and something encodes it later.
   */
  | { readonly in: 'word'; readonly whole: Place | null; readonly raw: boolean }
  /** Somewhere that no edit reaches: in a text that was taken apart, or put together at run time. */
  | { readonly in: 'elsewhere' }
  /** Nowhere yet: a change puts it in. */
  | { readonly in: 'nowhere' };

/** A property of an object literal, or the call that adds one, for the edits that change it. */
export interface PropertyPlace {
  /** What to take out together: the property without its comma, or the whole statement of a call; null if it can't be taken out. */
  readonly whole: Place | null;
  readonly key: Place;
  /** Null for what has no value of its own to edit (a shorthand property's value is its key). */
  readonly value: Place | null;
  readonly kind: 'property' | 'shorthand' | 'method' | 'assignment' | 'call';
  /** The record that it stands in. */
  readonly record: RecordPlace;
  /** Where the same parameter is set before: each of the places may be the one that counts. */
  readonly earlier?: readonly Omit<PropertyPlace, 'record' | 'earlier'>[];
  /** What is set later always stands in its place, so that only its name counts. */
  readonly replaced?: true;
}

/** An object literal that holds parameters. */
export interface RecordPlace {
  readonly location: ParameterLocation;
  readonly place: Place;
  /** The last property, after which another can be put; null for an empty record. */
  readonly last: Place | null;
  /** It stands behind the `?` of the address, so nothing can be put there but into the record. */
  readonly inAddress?: true;
  /** A call does not give it yet: it would be the next argument, behind the place. */
  readonly isNew?: true;
  /** The property in whose place another is put, since it is the only one that is left to stand beside, and goes. */
  readonly replaces?: Place;
}

/**
 * `/api/v3` or `/api/v4` at the end of a segment. The pattern sees joined pieces, so the version may stand apart
 * (`'gitlab.com/api/' + '/v3'`), and as on the server several slashes are one.
 */
const prefix = /(?:^|\/)api\/+v[34](?=$|[/?#])/;

/**
 * Takes an address apart. Relative addresses are taken as paths of the API.
 *
 * @param method the method, `known('GET')` or a hole
 * @param address everything from the scheme or the first segment to the fragment
 */
export function parseRequest(method: Text, address: Text): Request {
  const hash = search(address, /#/);
  const fragment = hash === null ? nothing : slice(address, hash.start);
  const locator = hash === null ? address : slice(address, 0, hash.start);
  const mark = search(locator, /\?/);
  const location = mark === null ? locator : slice(locator, 0, mark.start);
  const { base, version } = splitBase(location);
  return {
    method,
    base,
    version,
    segments: parseSegments(slice(location, lengthOf(base))),
    parameters: mark === null ? [] : parseQuery(slice(locator, mark.start)),
    unseen: [],
    fragment,
  };
}

function splitBase(location: Text): { base: Text; version: Version | null } {
  const found = search(location, prefix);
  if (found !== null) {
    const version = show(slice(location, found.end - 2, found.end)) as Version;
    return { base: slice(location, 0, found.end), version };
  }
  return { base: slice(location, 0, endOfUnknownBase(location)), version: null };
}

/** Where a base without a version in sight ends: `{}/projects`, `https://{}:8080/projects`, `{}/api/{}/projects`, `{}/{}/projects/4/issues`. */
function endOfUnknownBase(location: Text): number {
  const hidden = search(location, /\/api\/v?$/);
  if (hidden !== null && slice(location, hidden.end, hidden.end + 1)[0]?.kind === 'hole') return hidden.end + 1;
  const end = endOfHost(location);
  return end + lengthOfHiddenPrefix(slice(location, end));
}

function endOfHost(location: Text): number {
  const scheme = search(location, /:\/\//);
  if (scheme !== null) return search(location, /\//, scheme.end)?.start ?? lengthOf(location);
  const holes = location.findIndex((piece) => piece.kind === 'known');
  if (holes === -1) return location.length;
  if (holes === 0 || search(location, /^\w/, holes)?.start === holes) return holes;
  return search(location, /\//, holes)?.start ?? lengthOf(location);
}

/** How much of a path without a base is a prefix that nobody sees: nothing of GitLab's stands before `/projects/4/issues`. */
function lengthOfHiddenPrefix(path: Text): number {
  const units = path.map((piece) => (piece.kind === 'known' ? piece.text : '\0')).join('');
  return /^(?:\/\0+)+(?=\/projects\/[^/]+\/[a-z])/.exec(units)?.[0].length ?? 0;
}

function parseSegments(path: Text): Segment[] {
  if (path.length === 0) return [];
  const { parts, separators } = split(path, '/');
  return parts.flatMap((text, index) => {
    if (index === 0 && text.length === 0) return [];
    return [{ slash: index === 0 ? nothing : (separators[index - 1] ?? nothing), text }];
  });
}

function parseQuery(query: Text): Parameter[] {
  const { parts, separators } = split(slice(query, 1), '&');
  return parts.map((part, index) => {
    const separator = index === 0 ? slice(query, 0, 1) : (separators[index - 1] ?? nothing);
    const equals = search(part, /=/);
    const name = equals === null ? part : slice(part, 0, equals.start);
    const value = equals === null ? null : slice(part, equals.end);
    const sign = equals === null ? nothing : slice(part, equals.start, equals.end);
    return { name, value, location: 'query', written: { in: 'url', separator, equals: sign } };
  });
}

/** The path behind the base, with what fills it in braces. */
export function pathOf({ segments }: Request): string {
  return show(segments.flatMap(({ slash, text }) => [...slash, ...text]));
}

/** Behind the others, before them, or before a sign that will be a `&` then. */
export type AddedPlace = 'first' | 'last' | 'before-sign';

/**
 * The address as text. Parameters that stand in a record are not part of it, but for the expression that makes a query of it.
 *
 * @param added where those go that stand nowhere yet
 */
export function printAddress(request: Request, added: AddedPlace = 'last'): Text {
  const path = request.segments.flatMap(({ slash, text }) => [...slash, ...text]);
  return [...request.base, ...path, ...printQuery(request, added), ...request.fragment];
}

/** The body's parameters that are written as text, `a=b&c=d`, behind a `?`. */
export function printBody(request: Request): Text {
  return printParameters(
    request.parameters.filter(({ location, written }) => location === 'body' && written.in === 'url'),
  );
}

function printQuery({ parameters, made }: Request, added: AddedPlace): Text {
  const query = printParameters(
    parameters.filter(({ location, written }) => location === 'query' || written.in !== 'url'),
    added,
  );
  if (made === undefined) return query;
  if (added === 'before-sign') return [...query, ...made];
  return query.length === 0 ? made : [...slice(made, 0, 1), ...slice(query, 1), ...known('&'), ...slice(made, 1)];
}

function printParameters(parameters: readonly Parameter[], place: AddedPlace = 'last'): Text {
  const written = parameters.filter(({ written: { in: where } }) => where === 'url');
  const added = parameters.filter(({ written: { in: where } }) => where === 'nowhere');
  const all = place === 'last' ? [...written, ...added] : [...added, ...written];
  const [begin] = written;
  const sign =
    begin?.written.in === 'url' && toKnown(begin.written.separator) === '?' ? begin.written.separator : known('?');
  const isBefore = place === 'before-sign' && added.length > 0;
  return all.flatMap((parameter, index) => {
    const isSigned = isBefore ? parameter === begin : index === 0;
    const separator = isSigned ? sign : index === 0 ? known('?') : separatorOf(parameter, all[index - 1]);
    return [...separator, ...printParameter(parameter)];
  });
}

/** What stands before a parameter that is not the first: its own `&`, or nothing behind a `?` or `&` that has nothing yet. */
function separatorOf({ written }: Parameter, before: Parameter | undefined): Text {
  if (written.in === 'url' && toKnown(written.separator) === '&') return written.separator;
  return written.in === 'nowhere' && before !== undefined && isEmpty(before) ? nothing : known('&');
}

function printParameter({ name, value, written }: Parameter): Text {
  const equals = written.in === 'url' && written.equals.length > 0 ? written.equals : known('=');
  return value === null ? name : [...name, ...equals, ...value];
}

/** What a `?` or `&` without anything behind it leaves. */
function isEmpty({ name, value }: Parameter): boolean {
  return name.length === 0 && value === null;
}

/** Whether something of a request's path is in sight. */
export function hasPath({ segments }: Request): boolean {
  return segments.some(({ text }) => text.some(({ kind }) => kind === 'known'));
}

/** For people: method, path and all parameters in sight, without host and prefix; unknown parts as `{}`. */
export function describeRequest(request: Request): string {
  const path = show(
    request.segments.flatMap(({ slash, text }, index) => [...(index === 0 ? known('/') : slash), ...text]),
  );
  const given = request.parameters.filter((parameter) => !isEmpty(parameter));
  const parameters = given.map(({ name, value }) => (value === null ? show(name) : `${show(name)}=${show(value)}`));
  return `${show(request.method)} ${path === '' ? '/' : path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}

export type { Place, Source, Text };
