import type { TSESTree } from '@typescript-eslint/types';
import { parseRequest } from '../../http/request.js';
import type { Parameter, ParameterLocation, RecordPlace, Request } from '../../http/request.js';
import { isKnown, known, lengthOf, search, show, slice, toKnown } from '../../http/text.js';
import type { HolePiece, KnownPiece, Place, Text } from '../../http/text.js';
import { isSymbolKey } from '../evaluate.js';
import { startsWith } from '../values/library.js';
import { readLiteral } from '../values/literals.js';
import { findVariable, isFunction, nodeAround, toPlace, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { absent, isOptional, literalsOf, makeHole, toOrigin, unknownAt } from '../value.js';
import type { EntryPlace, Frame, RecordValue, TextValue, Value } from '../value.js';

const placeholder = new RegExp(
  [
    /:[A-Za-z_]\w*/,
    /\$\{[^{}]*\}/,
    /<%[-=]\s*[\w.]+\s*%>/,
    /\{\{\{?\s*[\w.]+\s*\}\}\}?/,
    /\[\[\s*[\w.]+\s*\]\]/,
    /[#%]\{\w+\}/,
    /\{\/?\w+\}/,
    /%(?![\da-fA-F]{2})(?:\d\$)?[A-Za-z]\w*/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/**
 * `:id`, `{id}`, `{/id}` (a segment of its own, RFC 6570) and `${id}` in plain text are filled by a library, or by code that nobody sees:
 * holes of one segment. So are `{{id}}`, `<%= id %>`, `[[id]]`, `#{id}` and `%{id}` of templates, and `%s` and `%QUERY`, where `%` encodes nothing.
 */
export function markPlaceholders(text: Text): Text {
  const found = search(text, placeholder);
  if (found === null) return text;
  const pieces = slice(text, found.start, found.end);
  return [
    ...slice(text, 0, found.start),
    ...(toPlaceholder(pieces) ?? pieces),
    ...markPlaceholders(slice(text, found.end)),
  ];
}

/** A placeholder that is put together (`'/:' + name`) has no characters of its own to point at. Null for text that stands in no source. */
function toPlaceholder(pieces: Text): Text | null {
  const sources = pieces.flatMap((piece) =>
    piece.kind === 'known' && piece.source?.verbatim === true ? [piece.source] : [],
  );
  const [source, ...others] = sources;
  if (source === undefined || sources.length < pieces.length) return null;
  const hole: HolePiece = { kind: 'hole', place: null, label: show(pieces), encoded: true, span: 'segment' };
  const filled = others.length > 0 ? hole : { ...hole, place: source, source };
  return hole.label.startsWith('{/') ? [...known('/'), filled] : [filled];
}

function isPlaceholder(piece: Text[number]): piece is HolePiece {
  return (
    piece.kind === 'hole' && (piece.source !== undefined || (piece.place === null && placeholder.test(piece.label)))
  );
}

/** Placeholders whose parameter is known text are that text. */
export function fillPlaceholders(address: Text, carriers: readonly Value[]): Text {
  return address.flatMap((piece): Text => {
    if (!isPlaceholder(piece)) return [piece];
    const name = piece.label.replaceAll(/\W/g, '');
    const values = carriers.flatMap((value) => (value.kind === 'record' ? [value.entries.get(name)?.value] : []));
    const known = values.findLast(
      (value) => value?.kind === 'text' && value.text.every(({ kind }) => kind === 'known'),
    );
    const text = known?.kind === 'text' ? (toKnown(known.text) ?? '') : '';
    return known?.kind === 'text' && /^[a-z_]+$/.test(text) ? known.text : [piece];
  });
}

/**
 * An address without the placeholders that nothing fills, each with the slash before it: `/projects/:id` of AngularJS is
 * `/projects` for those who give no `id`. A default `@name` is the property of the body.
 */
export function dropUnfilled(address: Text, given: readonly Value[], body: readonly Value[]): Text {
  const at = address.findLastIndex((piece) => isPlaceholder(piece) && isUnfilled(nameOf(piece), given, body));
  if (at === -1) return address;
  const before = address.slice(0, at);
  const end = Math.max(lengthOf(before) - 1, 0);
  const rest = toKnown(slice(before, end)) === '/' ? slice(before, 0, end) : before;
  return dropUnfilled([...rest, ...address.slice(at + 1)], given, body);
}

function isUnfilled(name: string, given: readonly Value[], body: readonly Value[]): boolean {
  const known = given.filter(({ kind }) => kind !== 'absent');
  if (known.some((value) => value.kind !== 'record' || value.open)) return false;
  const value = known.flatMap((one) => (one.kind === 'record' ? (one.entries.get(name)?.value ?? []) : [])).at(-1);
  return value === undefined || value.kind === 'absent' || isUnfilledDefault(value, body);
}

/** A default `@name` of a resource of AngularJS, which is the property of the body, where the body has none. */
export function isUnfilledDefault(value: Value, body: readonly Value[]): boolean {
  const [, property] = /^@(\w+)$/.exec(value.kind === 'text' ? (toKnown(value.text) ?? '') : '') ?? [];
  return property !== undefined && body.every((one) => holdsNo(one, property));
}

function holdsNo(value: Value, name: string): boolean {
  if (value.kind === 'absent') return true;
  return (
    value.kind === 'record' && !value.open && (value.entries.get(name)?.value ?? { kind: 'absent' }).kind === 'absent'
  );
}

function nameOf(piece: HolePiece): string {
  return piece.label.replaceAll(/\W/g, '');
}

export function placeholderNames(text: Text): string[] {
  return text.flatMap((piece) => (isPlaceholder(piece) ? [piece.label.replaceAll(/\W/g, '')] : []));
}

interface Expanded {
  readonly request: Request;
  readonly records: RecordPlace[];
  readonly tail: boolean;
}

/** A record of parameters that stands as one hole in the query becomes its parameters; the hole is kept if it is all of the query. */
export function expandQueries(request: Request, at: { tree: Tree; node: Node; frame: Frame | null }): Expanded {
  const records: RecordPlace[] = [];
  const unseen: ParameterLocation[] = [];
  const parameters = request.parameters.flatMap((parameter) => {
    const [only, ...more] = parameter.name;
    if (parameter.value !== null || only?.kind !== 'hole' || more.length > 0) return [parameter];
    const record = toOrigin(only)?.record ?? null;
    const carrier = record === null ? null : readCarrier(record, 'query', at);
    records.push(...(carrier?.records ?? []).map((each) => ({ ...each, inAddress: true }) as const));
    unseen.push(...(carrier?.unseen ?? ['query']));
    return carrier?.parameters ?? [];
  });
  const segments = withoutTail(request);
  const tail = segments !== request.segments;
  const all = [...unseen, ...(tail ? (['query'] as const) : [])];
  return {
    request: { ...request, segments, parameters, ...madeQuery(request.parameters, parameters), unseen: all },
    records,
    tail,
  };
}

/** A `?` that nobody wrote is put there by a URL object, wherever its address has one of its own. */
function madeQuery([written, ...more]: readonly Parameter[], now: readonly Parameter[]): Pick<Request, 'made'> {
  if (written?.written.in !== 'url' || more.length > 0 || now.includes(written)) return {};
  const { separator } = written.written;
  const isWritten = separator.some((piece) => piece.kind === 'hole' || piece.source !== null);
  return isWritten ? { made: [...separator, ...written.name] } : {};
}

const queryName = /(?:query|qs|search|params|querystring|filters?|suffix)\W*$/i;

/** `/projects` + query: an open hole at the end of the last segment, named like a query, is one. */
function withoutTail({ segments }: Request): Request['segments'] {
  const last = segments.at(-1);
  const piece = last?.text.at(-1);
  if (
    last === undefined ||
    last.text.length < 2 ||
    piece?.kind !== 'hole' ||
    piece.span !== 'open' ||
    !queryName.test(piece.label)
  )
    return segments;
  return [...segments.slice(0, -1), { ...last, text: slice(last.text, 0, lengthOf(last.text) - 1) }];
}

export interface Carrier {
  readonly parameters: readonly Parameter[];
  readonly records: readonly RecordPlace[];
  readonly unseen: readonly ParameterLocation[];
}

/** The parameters of a query or a body. */
export function readCarrier(
  value: Value,
  location: ParameterLocation,
  at: { tree: Tree; node: Node; frame: Frame | null },
): Carrier {
  if (value.kind === 'absent' || (value.kind === 'text' && value.text.length === 0))
    return { parameters: [], records: [], unseen: [] };
  if (value.kind === 'text' && location === 'body' && startsWith(value.text, '{')) return readJson(value.text);
  if (value.kind === 'text') {
    const parsed = parseRequest([], [...known('?'), ...value.text]);
    const { request, records } = expandQueries(parsed, at);
    return {
      parameters: request.parameters.map((parameter) => ({ ...parameter, location })),
      records,
      unseen: request.unseen,
    };
  }
  // What a body's `toJSON` gives is printed in its place.
  if (value.kind !== 'record' || value.entries.has('toJSON'))
    return { parameters: [], records: [], unseen: [location] };
  return readProperties(value, location, at);
}

/** The parameters that a record holds, and where more can be put. */
function readProperties(value: RecordValue, location: ParameterLocation, at: Around): Carrier {
  const records = literalsOf(value).map(({ place, last }): RecordPlace => ({ location, place, last }));
  const around = records[0] ?? { location, place: toPlace(at.tree, at.node), last: null };
  const parameters = [...value.entries].flatMap(([name, entry]): Parameter[] => {
    if (entry.value.kind === 'absent' || isSymbolKey(name)) return [];
    const { written } = entry;
    const record: RecordPlace = written?.literal == null ? around : { location, ...written.literal };
    return [
      {
        name: known(name),
        value: toParameterValue(entry.value, placeOfValue(written), at),
        location,
        written:
          written === null || entry.overridable === true
            ? { in: 'elsewhere' }
            : { in: 'record', property: { ...written, record } },
        ...(isOptional(entry) ? { optional: true } : {}),
      },
    ];
  });
  return { parameters, records, unseen: value.open ? [location] : [] };
}

/** Where a value is written: in `{ confirm }` the name is it. */
function placeOfValue(written: EntryPlace | null): Place | null {
  return written?.value ?? (written?.kind === 'shorthand' ? written.key : null);
}

interface Around {
  readonly tree: Tree;
  readonly node: Node;
  readonly frame: Frame | null;
}

/** One of several values is a hole where the record has it; so is one that may not be sent. */
function toParameterValue(value: Value, place: Place | null, at: Around): Text | null {
  if (value.kind === 'text') {
    const setting = place === null ? null : settingAt(value.text, place, at.tree);
    if (place !== null && setting !== null) return [settingHole(value, place, setting, at)];
    if (place !== null && isNamed(value.text, place, at.tree)) return [namedHole(place, at.tree, at.node, at.frame)];
    const isChoice = isConditional(value.text, place, at.tree) || isBehindTest(value.text, at.tree);
    return place !== null && isChoice ? [choiceHole([value], place, at)] : value.text;
  }
  if (value.kind === 'unknown' || value.kind === 'external' || value.kind === 'response') return [value.hole];
  if (value.kind !== 'choice') return null;
  const sent = value.options.filter(({ kind }) => kind !== 'absent');
  const [only] = sent;
  return sent.length === 1 && only?.kind === 'text' ? toParameterValue(only, place, at) : [choiceHole(sent, place, at)];
}

/**
 * `config.visibility`, which another file sets: what is sent is what is set, so that the present value must not be written
 * in its place.
 */
function settingAt(text: Text, place: Place, tree: Tree): TSESTree.MemberExpression | null {
  const isElsewhere = text.some((piece) => piece.kind === 'known' && (piece.source?.file ?? place.file) !== place.file);
  if (!isElsewhere || place.file !== tree.file) return null;
  const member = tree.readings.find(({ range: [start, end] }) => start === place.start && end === place.end);
  return member?.type === 'MemberExpression' ? member : null;
}

function settingHole(value: TextValue, place: Place, node: Node, { tree, frame }: Around): HolePiece {
  return { ...makeHole(tree, node, frame), place, span: 'segment', boolean: value.primitive === 'boolean' };
}

function choiceHole(options: readonly Value[], place: Place | null, { tree, node, frame }: Around): HolePiece {
  const hole: HolePiece = { ...makeHole(tree, node, frame), boolean: false };
  if (place === null || place.file !== tree.file) return hole;
  const arms = armsOf([...options, ...untakenOf(options, place, tree)], place);
  const isFalsy = options.some((option) => option.kind === 'text' && isBehindTest(option.text, tree));
  const label = tree.text.slice(place.start, place.end);
  const placed: HolePiece = { ...hole, place, label, ...(isFalsy ? { falsy: true } : {}) };
  return arms === null ? placed : { ...placed, arms };
}

/** `open && 20`, `open ? 20 : null`: the literal is part of an expression that may give nothing. */
function isConditional([piece, ...others]: Text, place: Place | null, tree: Tree): boolean {
  const literal = piece?.kind === 'known' && others.length === 0 ? piece.source?.literal : undefined;
  if (literal === undefined || place?.file !== tree.file || literal.file !== place.file) return false;
  const around = [tree.text.slice(place.start, literal.start), tree.text.slice(literal.end, place.end)];
  return place.start <= literal.start && literal.end <= place.end && around.some((text) => /\?|&&|\|\|/.test(text));
}

/** Whether a literal is what `open && true` gives, in whose place it gives `false`, or whatever else `open` is. */
function isBehindTest([piece, ...others]: Text, tree: Tree): boolean {
  const literal = piece?.kind === 'known' && others.length === 0 ? piece.source?.literal : undefined;
  const node = literal?.file === tree.file ? tree.literals.get(literal.start) : undefined;
  return node !== undefined && givesLeft(tree, node);
}

function givesLeft(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type === 'ConditionalExpression') return parent.test !== node && givesLeft(tree, parent);
  if (parent?.type !== 'LogicalExpression' || parent.operator !== '&&' || parent.right !== node) return false;
  const around = tree.parents.get(parent);
  return around?.type !== 'LogicalExpression' || around.operator !== '||' || around.left !== parent;
}

/** What the arms of `open ? 20 : 0` give that no caller in sight takes: who changes the one changes all. */
function untakenOf(options: readonly Value[], place: Place, tree: Tree): Value[] {
  const taken = options.flatMap((option) => (option.kind === 'text' ? option.text : []));
  return leavesOf(nodeAround(tree, place))
    .filter((leaf) => !taken.some((piece) => piece.kind === 'known' && isLiteralIn(piece, leaf)))
    .map((leaf) => readLeaf(tree, leaf) ?? unknownAt(tree, leaf, null))
    .filter(({ kind }) => kind !== 'absent');
}

function readLeaf(tree: Tree, leaf: Node): Value | null {
  if (leaf.type === 'Identifier' && leaf.name === 'undefined') return absent;
  return leaf.type === 'Literal' ? readLiteral(tree, leaf) : null;
}

function isLiteralIn({ source }: KnownPiece, { range: [start, end] }: Node): boolean {
  return source !== null && start <= source.literal.start && source.literal.end <= end;
}

function leavesOf(node: Node): Node[] {
  const inner = unwrap(node);
  return inner.type === 'ConditionalExpression' ? [inner.consequent, inner.alternate].flatMap(leavesOf) : [inner];
}

/** The values of a choice, if each is a literal of the expression that stands there. */
function armsOf(options: readonly Value[], place: Place): Text[] | null {
  const arms = options.flatMap((option) => (option.kind === 'text' ? [option.text] : []));
  const isWritten = ([piece, ...others]: Text): boolean =>
    piece?.kind === 'known' &&
    others.length === 0 &&
    piece.source !== null &&
    piece.source.file === place.file &&
    place.start <= piece.source.start &&
    piece.source.end <= place.end;
  return arms.length === options.length && arms.every(isWritten) ? arms : null;
}

/** A body that is written as JSON text: its parameters are seen, but no edit reaches them. */
function readJson(text: Text): Carrier {
  const json = toKnown(text);
  const content: unknown = json === null ? null : parseJson(json);
  if (typeof content !== 'object' || content === null) return { parameters: [], records: [], unseen: ['body'] };
  const parameters = Object.entries(content).map(([name, value]): Parameter => {
    const simple = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return {
      name: known(name),
      value: simple ? known(String(value)) : null,
      location: 'body',
      written: { in: 'elsewhere' },
    };
  });
  return { parameters, records: [], unseen: [] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Text with holes that stands under a name here: the name is the value, wherever it was put together. So it is with a
 * parameter of a function, which other callers give another value.
 */
function isNamed(text: Text, place: Place, tree: Tree): boolean {
  const source = place.file === tree.file ? tree.text.slice(place.start, place.end) : '';
  if (!/^[A-Za-z_$][\w$]*$/.test(source)) return false;
  return !isKnown(text) || isParameter(tree, findNode(tree, tree.program, place));
}

function isParameter(tree: Tree, node: Node): boolean {
  const definition = findVariable(tree, node)?.defs[0];
  return definition !== undefined && isFunction(definition.node) && (definition.type as string) === 'Parameter';
}

function namedHole(place: Place, tree: Tree, node: Node, frame: Frame | null): HolePiece {
  const named = findNode(tree, node, place);
  return { ...makeHole(tree, named, frame), span: 'segment' };
}

/** The name at a place inside another node; of `{ confirm }` the one that is read, which stands behind the key. */
function findNode(tree: Tree, around: Node, place: Place): Node {
  return tree.identifiers.findLast(({ range: [start, end] }) => start === place.start && end === place.end) ?? around;
}
