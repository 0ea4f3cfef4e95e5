import { known, lengthOf, nothing, passThrough, search, slice, toKnown } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { sliceList } from './arguments.js';
import { findClientOfType } from './bindings.js';
import { callFunction } from './calls.js';
import { genericInstance } from './classes.js';
import { toInstance } from './declared.js';
import { concatenate, foldUnknown, mostCombinations, passAll, textual } from './texts.js';
import { mergeRecords } from './merged.js';
import { omit, omitBy, pick, pickBy, recordOfPairs } from './picked.js';
import { filterNames, printJson } from './printed.js';
import type { Evaluation } from '../evaluate.js';
import { readContext, readInjectedKey } from './injection.js';
import { collect, listFrom, listOf, listRecord } from './lists.js';
import { enclosingFunction, findVariable } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';
import type { At } from './members.js';
import { asRecord } from '../modules.js';
import { asProperties } from './fields.js';
import { encodeValue, passHole } from './text-methods.js';
import { absent, choose, emptyRecord, makeHole, optionsOf, unknownAt } from '../value.js';
import { formatUrl } from './url-format.js';
import { withWrittenEntries } from './writes.js';
import { toUrlObject } from './url-objects.js';
import type { ExternalValue, Origin, RecordValue, TextValue, UnknownValue, Value } from '../value.js';

/**
 * What functions of the language, of Node and of common libraries give, as far as requests are built with them. Keyed
 * by package and export, globals without a package: `encodeURIComponent`, `util#format`.
 */
type LibraryFunction = (evaluation: Evaluation, args: readonly Value[], at: At) => Value | null;

const encode: LibraryFunction = (_, [value], at) => (value === undefined ? null : encodeValue(value, at.node, at));

/** A function or a client that gives promises is what it was. */
const promised: LibraryFunction = (_, [value]) =>
  value?.kind === 'client' || value?.kind === 'function' ? value : null;
const first: LibraryFunction = (_, [value], at) => (value === undefined ? null : pass(value, at));
const number: LibraryFunction = (_, [value], at) => (value === undefined ? null : toNumber(pass(value, at)));
const query: LibraryFunction = (_, [value], at) => (value === undefined ? emptyQuery : toQuery(value, at));
const filteredQuery: LibraryFunction = (_, [value, options], at) => {
  const made = value === undefined ? emptyQuery : toQuery(value, at);
  const filter = options?.kind === 'record' ? options.entries.get('filter')?.value : undefined;
  return made?.kind === 'record' && filter !== undefined ? filterNames(made, filter) : made;
};

const merge: LibraryFunction = (evaluation, args, at) => mergeArguments(evaluation, args, at, args.some(isOn));
const mergeDeep: LibraryFunction = (evaluation, args, at) => mergeArguments(evaluation, args, at, true);

function mergeArguments(evaluation: Evaluation, args: readonly Value[], at: At, deep: boolean): Value | null {
  // What is merged into an instance is one still.
  const records = args
    .filter((value) => !isSwitch(value))
    .map((value, index) => (index === 0 ? asRecord : asProperties)(evaluation, value));
  const merged = mergeRecords(records, deep);
  return merged?.kind === 'record' && goesIntoShared(at) ? { ...merged, literal: null } : merged;
}

/**
 * `Object.assign(shared, more)`, where what is shared was made outside of the function: whatever is added to `more` stays
 * in it, and is sent the next time too.
 */
function goesIntoShared({ tree, node }: At): boolean {
  const target = node.type === 'CallExpression' ? node.arguments[0] : undefined;
  if (target?.type !== 'Identifier') return target?.type === 'MemberExpression';
  const [made] = findVariable(tree, target)?.defs ?? [];
  const owner = enclosingFunction(tree, node);
  if (owner === null || (made?.type as string | undefined) !== 'Variable') return false;
  return enclosingFunction(tree, made?.node as Node) !== owner;
}

const urlObject: LibraryFunction = (_, [value], at) =>
  value === undefined ? null : toUrlObject(pass(value, at), () => unknownAt(at.tree, at.node, at.frame));

/** `true` of `$.extend(true, {}, options)`. */
function isSwitch(value: Value): value is TextValue {
  return value.kind === 'text' && value.parts !== true;
}

function isOn(value: Value): boolean {
  return isSwitch(value) && toKnown(value.text) === 'true';
}

const defaults: LibraryFunction = (evaluation, args) =>
  mergeRecords(args.map((value) => asRecord(evaluation, value)).reverse());
/** What is written to a copy is not written to what it was made of. */
const copy: LibraryFunction = (_, [value]) =>
  value?.kind === 'record' ? { ...value, literal: null, home: null } : null;

const joinPath: LibraryFunction = (_, args, at) => joinSegments(args, at);

const resolve: LibraryFunction = (_, [base, path], at) =>
  base === undefined || path === undefined ? null : resolveUrl(base, path, at);

/** What remembers what a function gives, by its first argument alone, as a function of one gives it. */
const memoized: LibraryFunction = (_, [value]) => {
  const [first, ...others] = value?.kind === 'function' ? value.node.params : [];
  const isOfOne = others.length === 0 && first?.type !== 'RestElement';
  return value?.kind === 'function' && isOfOne ? value : null;
};

const memoizers = [
  ...['_.', 'lodash#', 'lodash-es#', 'underscore#', 'lodash/', 'lodash.'].flatMap((from) => [
    `${from}memoize`,
    `${from}once`,
  ]),
  ...['p-memoize', 'mem', 'memoizee', 'moize', 'memoize', 'memoize-one', 'fast-memoize', 'micro-memoize'],
];

/** What is not there, or holds nothing, is left out of a list; what may be neither is taken to be there. */
const compact: LibraryFunction = (_, [list]) =>
  list?.kind === 'list'
    ? {
        ...list,
        items: list.items.filter(
          (item) => item.kind !== 'absent' && !(item.kind === 'text' && toKnown(item.text) === ''),
        ),
      }
    : null;

/** What Lodash and its like pick of a record or a list. */
const picking: Readonly<Record<string, LibraryFunction>> = {
  pick: (_, args, at) => pick(args, at),
  omit: (_, args) => omit(args),
  pickBy: (_, [record, predicate]) => pickBy(record, predicate),
  omitBy: (_, [record, predicate]) => omitBy(record, predicate),
  compact,
  toArray: listFrom,
};

/** `Symbol('send')`, `Symbol.for('send')`. One that a function makes is another one each time. */
const symbol: LibraryFunction = (_, _args, { tree, node }) =>
  enclosingFunction(tree, node) === null
    ? toSymbol([tree.file, String(node.range[0])], makeHole(tree, node, null))
    : null;
const sharedSymbol: LibraryFunction = (_, [value], { tree, node }) => {
  const name = value?.kind === 'text' ? toKnown(value.text) : null;
  return name === null ? null : toSymbol(['for', name], makeHole(tree, node, null));
};

function toSymbol(name: readonly string[], hole: ExternalValue['hole']): ExternalValue {
  return { kind: 'external', module: null, path: ['Symbol()', ...name], hole };
}

/** A module is a record of what it exports. */
function listed(toItem: (name: Value, value: Value) => Value): LibraryFunction {
  return (evaluation, [record]) => (record === undefined ? null : listRecord(asRecord(evaluation, record), toItem));
}

const pickers = ['_.', 'lodash#', 'lodash-es#', 'underscore#', 'lodash/', 'lodash.'].flatMap((from) =>
  Object.entries(picking).map(
    ([name, method]) => [from + (from === 'lodash.' ? name.toLowerCase() : name), method] as const,
  ),
);

const functions: Readonly<Record<string, LibraryFunction | undefined>> = {
  ...Object.fromEntries(pickers),
  ...Object.fromEntries(memoizers.map((name) => [name, memoized])),
  Symbol: symbol,
  'Symbol.for': sharedSymbol,
  encodeURIComponent: encode,
  'querystring#escape': encode,
  'qs#escape': encode,
  'Object.assign': merge,
  'Object.keys': listed((name) => name),
  'Object.values': listed((_name, value) => value),
  'Object.entries': listed((name, value) => listOf([name, value])),
  'Object.fromEntries': (_, [list], at) => recordOfPairs(list, at),
  'Array.from': listFrom,
  'Array.prototype.slice.call': (_, args) => sliceList(args),
  'Array.of': (_, args) => listOf(args),
  'Object.freeze': (_, [value]) => value ?? null,
  'util#promisify': promised,
  'bluebird#promisify': promised,
  'bluebird#promisifyAll': promised,
  'bluebird#Promise.promisify': promised,
  'bluebird#Promise.promisifyAll': promised,
  'Promise.promisify': promised,
  'Promise.promisifyAll': promised,
  'q#denodeify': promised,
  'q#nfbind': promised,
  'rsvp#denodeify': promised,
  'es6-promisify': promised,
  'es6-promisify#promisify': promised,
  pify: promised,
  thunkify: promised,
  thenify: promised,
  'superagent-promise': promised,
  'Promise.resolve': (_, [value]) => value ?? null,
  'JSON.stringify': (_, args) => printJson(args),
  'JSON.parse': copy,
  structuredClone: copy,
  'lodash#clone': copy,
  'lodash#cloneDeep': copy,
  'lodash.clonedeep': copy,
  'lodash.clone': copy,
  'underscore#clone': copy,
  clone: copy,
  String: first,
  'String.raw': (_, [strings, ...values], at) => interleave(strings, values, at),
  Number: number,
  parseInt: number,
  parseFloat: number,
  'Number.parseInt': number,
  encodeURI: (_, [value], at) => (value === undefined ? null : passAll(pass(value, at), 'encodeURI')),
  'querystring#stringify': query,
  'querystring#encode': query,
  'qs#stringify': filteredQuery,
  'query-string#stringify': query,
  qs: query,
  '$.param': query,
  'jQuery.param': query,
  'jquery#param': query,
  '$.extend': merge,
  'jquery#extend': merge,
  'jQuery.extend': merge,
  'angular.extend': merge,
  'angular.merge': mergeDeep,
  '_.extend': merge,
  '_.assign': merge,
  '_.merge': mergeDeep,
  '_.defaults': defaults,
  'lodash#extend': merge,
  'lodash#assign': merge,
  'lodash#merge': mergeDeep,
  'lodash.merge': mergeDeep,
  'lodash/merge': mergeDeep,
  deepmerge: mergeDeep,
  'lodash#defaults': defaults,
  'underscore#extend': merge,
  'underscore#defaults': defaults,
  'object-assign': merge,
  extend: merge,
  'util#_extend': merge,
  'url-join': joinPath,
  'url-join#urlJoin': joinPath,
  'path#join': joinPath,
  'path#posix.join': joinPath,
  'path/posix#join': joinPath,
  'path#resolve': (_, args, at) => (isFolder(args[0]) ? joinSegments(args, at) : null),
  'url#resolve': resolve,
  'url#format': (_, [value], at) => (value?.kind === 'record' ? formatUrl(value, at) : (value ?? null)),
  'url#parse': urlObject,
  'url#urlToHttpOptions': urlObject,
  'util#format': (_, args, at) => format(args, at),
  'sprintf-js': (_, args, at) => (isPlain(args[0]) ? format(args, at) : null),
  'sprintf-js#sprintf': (_, args, at) => (isPlain(args[0]) ? format(args, at) : null),
  sprintf: (_, args, at) => (isPlain(args[0]) ? format(args, at) : null),
  '@angular/core#inject': (evaluation, [type]) => injectType(evaluation, type),
  'vue#inject': (evaluation, [key]) => (key?.kind === 'text' ? injectKey(evaluation, key.text) : null),
  'react#createContext': (_, [value]) => value ?? null,
  'react#useContext': (evaluation, [context], at) => readContext(evaluation, at, context ?? absent) ?? context ?? null,
  'react#useCallback': (_, [callback]) => callback ?? null,
  'react#useMemo': (evaluation, [make], at) =>
    make?.kind === 'function' ? callFunction(evaluation, make, [], at) : null,
};

const constructors: Readonly<Record<string, LibraryFunction | undefined>> = {
  Set: (_, [list]) => collect(list, 'set'),
  Map: (_, [pairs]) => collect(pairs, 'map'),
  URL: (_, [path, base], at) =>
    path === undefined ? null : base === undefined ? pass(path, at) : resolveUrl(base, path, at),
  URLSearchParams: query,
  'url#URL': (_, [path, base], at) =>
    path === undefined ? null : base === undefined ? pass(path, at) : resolveUrl(base, path, at),
  'url#URLSearchParams': query,
  HttpParams: (_, [options]) => toHttpParams(options),
  '@angular/common/http#HttpParams': (_, [options]) => toHttpParams(options),
  // Of a form of the page it holds what that has.
  FormData: (_, [form]) => ({ ...emptyRecord, open: form !== undefined && form.kind !== 'absent' }),
  'form-data': () => emptyRecord,
  Headers: (_, [value]) => value ?? emptyRecord,
  Promise: () => null,
};

/** `__dirname`, which is where a path below it begins. */
function isFolder(value: Value | undefined): boolean {
  return value?.kind === 'external' && value.module === null && value.path.join('.') === '__dirname';
}

function findFunction(
  table: Readonly<Record<string, LibraryFunction | undefined>>,
  value: ExternalValue,
): LibraryFunction | undefined {
  const key = keyOf(value);
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** What a call of a global or of a package's export gives; null if that is not known. */
export function callLibrary(
  evaluation: Evaluation,
  value: ExternalValue,
  args: readonly Value[],
  at: At,
): Value | null {
  return findFunction(functions, value)?.(evaluation, args, at) ?? null;
}

/** `String.raw({ raw: strings }, ...values)`: texts with values between them. */
function interleave(strings: Value | undefined, values: readonly Value[], at: At): Value | null {
  const list = strings?.kind === 'record' ? strings.entries.get('raw')?.value : strings;
  if (list?.kind !== 'list' || list.open) return null;
  const parts = list.items.flatMap((item, index) => (index === 0 ? [item] : [values[index - 1] ?? absent, item]));
  const otherwise = (): UnknownValue => unknownAt(at.tree, at.node, at.frame);
  return concatenate(
    parts.map((part) => textual(part, at.tree, at.node, at.frame)),
    otherwise,
  );
}

/** What `new` of a global or of a package's export gives. */
export function constructLibrary(
  evaluation: Evaluation,
  value: ExternalValue,
  args: readonly Value[],
  at: At,
): Value | null {
  const made = findFunction(constructors, value)?.(evaluation, args, at) ?? null;
  return made?.kind === 'record' && collecting.test(keyOf(value))
    ? withWrittenEntries(evaluation, { ...made, home: at })
    : made;
}

/** What parameters are put into by `append` and `set`, by any method of what keeps it. */
const collecting = /(?:^|#)URLSearchParams$|^FormData$|^form-data$/;

function keyOf({ module, path }: ExternalValue): string {
  const names = path.filter((name) => name !== 'default' && name !== 'window' && name !== 'globalThis').join('.');
  if (module === null) return names;
  return names === '' ? module : `${module}#${names}`;
}

/** `inject(HttpClient)`: the client that has the type's name. */
function injectType(evaluation: Evaluation, type: Value | undefined): Value | null {
  if (type?.kind === 'class') return genericInstance(type);
  if (type?.kind === 'client') return type.client.declared === true ? toInstance(type) : { ...type, path: [] };
  const name = type?.kind === 'external' ? (type.path.at(-1) ?? '') : '';
  return findClientOfType(evaluation, name);
}

/** A key that a component above provides a value under. */
function injectKey(evaluation: Evaluation, key: Text): Value | null {
  const name = toKnown(key);
  return name === null ? null : readInjectedKey(evaluation, name);
}

/** A value through a function that keeps it: a hole stands for the call, filled by the same caller. */
function pass(value: Value, at: At): Value {
  const options = optionsOf(value).map((option): Value => {
    if (option.kind !== 'unknown' && option.kind !== 'external') return option;
    return { kind: 'unknown', hole: passHole(option.hole, at.node, at) };
  });
  return choose(options, () => unknownAt(at.tree, at.node, at.frame));
}

function toNumber(value: Value): Value {
  const options = optionsOf(value).map((option): Value =>
    option.kind === 'text' ? { ...option, primitive: 'number' } : option,
  );
  return choose(options, () => value);
}

// Records

const emptyQuery: RecordValue = { ...emptyRecord, query: true };

/** A record as a query library or `URLSearchParams` takes it; text is a query already. */
function toQuery(value: Value, at: At | null): Value | null {
  if (value.kind === 'record') return { ...value, query: true };
  if (value.kind === 'absent') return emptyQuery;
  if (value.kind === 'list') {
    const record = recordOfPairs(value, at);
    return record === null ? null : { ...record, query: true };
  }
  return value.kind === 'text' ? value : null;
}

/** Angular's, which are made of nothing, or of a record or a query that an option holds. */
function toHttpParams(options: Value | undefined): Value | null {
  if (options === undefined || options.kind === 'absent') return emptyQuery;
  if (options.kind !== 'record' || options.open) return null;
  return toQuery((options.entries.get('fromObject') ?? options.entries.get('fromString'))?.value ?? emptyQuery, null);
}

// Addresses

/** Segments joined by exactly one slash each, as url-join and `path.join` do it. */
function joinSegments(args: readonly Value[], at: At): Value | null {
  const parts = args.flatMap((argument) => (argument.kind === 'list' ? argument.items : [argument]));
  const results = parts.reduce<Text[]>(
    (before, part) => {
      const texts = optionsOf(textual(part, at.tree, at.node, at.frame)).flatMap((option) =>
        option.kind === 'text' ? [option.text] : [],
      );
      const few = before.length * texts.length > mostCombinations ? foldUnknown(texts) : texts;
      return before.flatMap((text) => few.map((next) => joinTexts(text, next)));
    },
    [nothing],
  );
  if (results.length > mostCombinations) return null;
  return choose(
    results.map((text) => ({ kind: 'text', primitive: 'string', text })),
    () => unknownAt(at.tree, at.node, at.frame),
  );
}

/** Two texts with exactly one slash between them; a query is put on as it is. */
export function joinTexts(base: Text, path: Text): Text {
  if (base.length === 0) return path;
  if (path.length === 0) return base;
  const ends = startsWith(slice(base, lengthOf(base) - 1), '/');
  if (startsWith(path, '?')) return [...base, ...path];
  if (startsWith(path, '/')) return [...(ends ? slice(base, 0, lengthOf(base) - 1) : base), ...path];
  return ends ? [...base, ...path] : [...base, ...known('/'), ...path];
}

export function startsWith(text: Text, prefix: string): boolean {
  return toKnown(slice(text, 0, prefix.length)) === prefix;
}

/** RFC 3986, 5.2, as far as it shows: an absolute path replaces the base's, a relative one its last segment. */
function resolveUrl(base: Value, path: Value, at: At): Value | null {
  const results = optionsOf(textual(path, at.tree, at.node, at.frame)).flatMap((to) =>
    optionsOf(textual(base, at.tree, at.node, at.frame)).map((from) =>
      to.kind === 'text' && from.kind === 'text' ? resolveText(from.text, to.text) : nothing,
    ),
  );
  return choose(
    results.map((text) => ({ kind: 'text', primitive: 'string', text })),
    () => unknownAt(at.tree, at.node, at.frame),
  );
}

/** Whether an address begins with a scheme. */
export function isAbsolute(address: Text): boolean {
  return search(address, /^(?:[a-z][a-z+.-]*:)?\/\//i)?.start === 0;
}

/** One address against another. */
export function resolveText(base: Text, path: Text): Text {
  if (isAbsolute(path)) return path;
  if (path[0]?.kind === 'hole') return joinTexts(base, path);
  const scheme = search(base, /:\/\//);
  const start = scheme?.end ?? 0;
  const root = search(base, /\//, start)?.start ?? lengthOf(base);
  if (startsWith(path, '/'))
    return [...slice(base, 0, scheme === null && base[0]?.kind === 'known' ? lengthOf(base) : root), ...path];
  return joinTexts(upToLastSlash(base, root), path);
}

function upToLastSlash(base: Text, root: number): Text {
  let end = root;
  for (let at = search(base, /\//, root); at !== null; at = search(base, /\//, at.end)) end = at.end;
  return end >= lengthOf(base) || base.at(-1)?.kind === 'hole' ? base : slice(base, 0, end);
}

/** A record of parameters that is put into text. */
export function queryHole(record: RecordValue, at: At): Text[number] {
  const origin: Origin = { tree: at.tree, node: at.node, frame: at.frame, parameters: [], record };
  return { ...makeHole(at.tree, at.node, at.frame), span: 'open', origin };
}

/** Where a `%` stands for itself two are written, so that it cannot be cut like other characters. */
function toPercent(text: Text): Text {
  return text.map((piece) =>
    piece.kind === 'hole' || piece.source === null ? piece : { ...piece, source: { ...piece.source, verbatim: false } },
  );
}

/** A pattern without names (`%(host)s`), places (`%2$s`) and widths (`%05d`), which `util.format` has not. */
function isPlain(pattern: Value | undefined): boolean {
  return pattern?.kind === 'text' && search(pattern.text, /%(?![sd%])/) === null;
}

/** `util.format('%s/api/v3/%d', …)`. */
function format(args: readonly Value[], at: At): Value | null {
  const [pattern, ...values] = args;
  if (pattern?.kind !== 'text') return null;
  const parts: Value[] = [];
  let rest = passThrough(pattern.text, 'format');
  for (let found = search(rest, /%[sdijoO%]/); found !== null; found = search(rest, /%[sdijoO%]/)) {
    const literal = toKnown(slice(rest, found.start, found.end)) === '%%';
    const percent = literal ? toPercent(slice(rest, found.start, found.start + 1)) : nothing;
    parts.push({ kind: 'text', primitive: 'string', text: [...slice(rest, 0, found.start), ...percent] });
    const value = literal ? undefined : values.shift();
    if (value !== undefined) parts.push(textual(value, at.tree, at.node, at.frame));
    rest = slice(rest, found.end);
  }
  parts.push({ kind: 'text', primitive: 'string', text: rest });
  return concatenate(parts, () => unknownAt(at.tree, at.node, at.frame));
}
