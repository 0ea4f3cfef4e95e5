import type { TSESTree } from '@typescript-eslint/types';
import { isKnown, lengthOf, nothing, passThrough as passText, search, slice, toKnown } from '../../http/text.js';
import type { HolePiece, KnownPiece, Piece, Text } from '../../http/text.js';
import { argumentsOf } from './calls.js';
import { callListMethod, splitInto } from './lists.js';
import { concatenate, textual, toBounded } from './texts.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { appendEntry } from './entry-changes.js';
import type { At } from './members.js';
import type { Node } from '../syntax/tree.js';
import { contains, sourceOf, toPlace } from '../syntax/tree.js';
import { choose, makeHole, optionsOf, toOrigin, unknownAt, unreadIn } from '../value.js';
import type { Entry, FunctionValue, Origin, RecordValue, TextValue, Value } from '../value.js';

/** A method call on a text, a list or a record that reads as what it gives; null for any other. */
export function callTextMethod(
  evaluation: Evaluation,
  object: Value,
  name: string,
  node: TSESTree.CallExpression,
  at: At,
): Value | null {
  if (object.kind === 'list') return callListMethod(evaluation, object, name, node, at);
  if (object.kind === 'record') return object.query ? callQueryMethod(evaluation, object, name, node, at) : null;
  if (object.kind !== 'choice' && !isTextual(object)) return null;
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) return null;
  if (object.kind === 'choice' && !object.options.every(isTextual)) return null;
  const options = optionsOf(object);
  const results = options.map((option) => method(evaluation, option, node, at, options.length));
  return results.every((result) => result !== null)
    ? choose(results, () => unknownAt(at.tree, at.node, at.frame))
    : null;
}

/** A text, or what may be one: a variable of the environment is out of sight. */
function isTextual({ kind }: Value): boolean {
  return kind === 'text' || kind === 'unknown' || kind === 'external';
}

/** Angular's parameters give others, which hold one more, where those of a page are changed themselves and give nothing. */
function callQueryMethod(
  evaluation: Evaluation,
  object: RecordValue,
  name: string,
  node: TSESTree.CallExpression,
  at: At,
): Value | null {
  if (name === 'toString') return object;
  if (name !== 'set' && name !== 'append') return null;
  const grown = appendEntry(at.tree, node, argumentsOf(evaluation, at.tree, node, at.frame), object);
  const entries = [...grown.entries].map(([key, entry]): [string, Entry] => {
    const isNew = entry !== object.entries.get(key) && entry.written !== null;
    return [key, isNew ? { ...entry, written: { ...entry.written, whole: null } } : entry];
  });
  return { ...grown, entries: new Map(entries) };
}

/** What a method gives for one of so many values that its object may be. */
type Method = (
  evaluation: Evaluation,
  object: Value,
  node: TSESTree.CallExpression,
  at: At,
  options: number,
) => Value | null;

const same: Method = (_, object, node, at) => (object.kind === 'text' ? object : passThrough(object, node, at));

const methods: Readonly<Record<string, Method | undefined>> = {
  toString: same,
  trim: (_, object, node, at) =>
    object.kind === 'text' ? { ...object, text: trimText(object.text) } : passThrough(object, node, at),
  valueOf: same,
  toLowerCase: (_, object, node, at) => mapCase(object, node, at, (text) => text.toLowerCase()),
  toUpperCase: (_, object, node, at) => mapCase(object, node, at, (text) => text.toUpperCase()),
  concat: (evaluation, object, node, at) => {
    if (object.kind !== 'text') return null;
    const parts = argumentsOf(evaluation, at.tree, node, at.frame).map((value, index) =>
      textual(value, at.tree, node.arguments[index] ?? node, at.frame),
    );
    return concatenate([object, ...parts], () => unknownAt(at.tree, node, at.frame));
  },
  charAt: (evaluation, object, node, at) => cutText(evaluation, object, node, at, (from) => [from, from + 1]),
  slice: (evaluation, object, node, at) => cutText(evaluation, object, node, at, (from, to) => [from, to]),
  substring: (evaluation, object, node, at) =>
    cutText(evaluation, object, node, at, (from, to) => (from < 0 || to < 0 ? null : [from, to])),
  substr: (evaluation, object, node, at) =>
    cutText(evaluation, object, node, at, (from, to) => (from < 0 ? null : [from, to === Infinity ? to : from + to])),
  split: (evaluation, object, node, at) =>
    object.kind === 'text' ? splitInto(object, argumentsOf(evaluation, at.tree, node, at.frame)[0]) : null,
  replace: (evaluation, object, node, at, options) => replace(evaluation, object, node, at, options, false),
  replaceAll: (evaluation, object, node, at, options) => replace(evaluation, object, node, at, options, true),
  format: fillPlaces,
  Format: fillPlaces,
};

/** Without the blanks at its ends that are in sight. */
function trimText(text: Text): Text {
  const whole = text.map((piece) => (piece.kind === 'known' ? piece.text : '\0')).join('');
  return slice(text, whole.length - whole.trimStart().length, whole.trimEnd().length);
}

/** `'/projects/{0}/hooks'.format(id)`, a method that programs and libraries add to texts. */
function fillPlaces(evaluation: Evaluation, object: Value, node: TSESTree.CallExpression, at: At): Value | null {
  if (object.kind !== 'text') return null;
  const values = argumentsOf(evaluation, at.tree, node, at.frame);
  const parts: Value[] = [];
  let rest = object.text;
  for (let found = search(rest, place); found !== null; found = search(rest, place)) {
    const index = Number(toKnown(slice(rest, found.start + 1, found.end - 1)));
    const value = values[index];
    if (value === undefined) return null;
    parts.push({ ...object, text: slice(rest, 0, found.start) });
    parts.push(textual(value, at.tree, node.arguments[index] ?? node, at.frame));
    rest = slice(rest, found.end);
  }
  if (parts.length === 0) return null;
  return concatenate([...parts, { ...object, text: rest }], () => unknownAt(at.tree, node, at.frame));
}

const place = /\{\d{1,2}\}/;

/** A call that changes little of a value that is not known: a hole for the call, filled by the same caller. */
function passThrough(object: Value, node: Node, at: At, encoded = false): Value | null {
  if (object.kind !== 'unknown' && object.kind !== 'external') return null;
  const hole = passHole(object.hole, node, at);
  return { kind: 'unknown', hole: encoded ? { ...hole, span: 'segment', encoded } : hole };
}

/** What a call gives that changes little of a value which is not known: what a caller gave stays what it is there. */
export function passHole(inner: HolePiece, node: Node, at: At): HolePiece {
  const origin = toOrigin(inner);
  const hole = makeHole(at.tree, node, at.frame, origin?.parameters);
  const from = origin !== null && isFrom(origin, at) ? keepOrigin(origin, node, at) : {};
  const unread = unreadIn(inner, at.tree, node);
  return { ...hole, ...from, unread, span: inner.span, encoded: inner.encoded };
}

function keepOrigin(origin: Origin, node: Node, { tree }: At): Pick<HolePiece, 'origin'> {
  return { origin: { ...origin, local: { tree, node } } satisfies Origin };
}

function mapCase(object: Value, node: Node, at: At, map: (text: string) => string): Value | null {
  if (object.kind !== 'text') return passThrough(object, node, at);
  const text = object.text.map((piece) =>
    piece.kind === 'known' && map(piece.text).length === piece.text.length
      ? { ...piece, text: map(piece.text) }
      : piece,
  );
  return { ...object, text };
}

// Parts

type Bounds = readonly [from: number, to: number];

function cutText(
  evaluation: Evaluation,
  object: Value,
  node: TSESTree.CallExpression,
  at: At,
  toBounds: (from: number, to: number) => Bounds | null,
): Value | null {
  if (object.kind !== 'text') return passThrough(object, node, at);
  const [from = 0, to = Infinity] = argumentsOf(evaluation, at.tree, node, at.frame).map(toInteger);
  const bounds = Number.isNaN(from) || Number.isNaN(to) ? null : toBounds(from, to);
  const text = bounds === null ? null : cutAt(object.text, bounds);
  if (text !== null) return { ...object, text };
  const parameters = object.text.flatMap((piece) => (piece.kind === 'hole' ? (toOrigin(piece)?.parameters ?? []) : []));
  return unknownAt(at.tree, node, at.frame, parameters);
}

/** Only known characters are counted off, from either end: how many a hole stands for is not known. */
function cutAt(text: Text, [from, to]: Bounds): Text | null {
  const start = toUnit(text, from);
  const end = to === Infinity ? lengthOf(text) : toUnit(text, to);
  return start === null || end === null ? null : slice(text, start, Math.max(start, end));
}

function toUnit(text: Text, bound: number): number | null {
  const length = lengthOf(text);
  const unit = bound < 0 ? Math.max(0, length + bound) : Math.min(bound, length);
  return isKnown(bound < 0 ? slice(text, unit) : slice(text, 0, unit)) ? unit : null;
}

function toInteger(value: Value): number {
  const text = value.kind === 'text' ? toKnown(value.text) : null;
  return text !== null && /^-?\d{1,6}$/.test(text) ? Number(text) : NaN;
}

// replace

interface Pattern {
  readonly text: string;
  readonly all: boolean;
  readonly anchor: 'start' | 'end' | null;
}

function replace(
  evaluation: Evaluation,
  object: Value,
  node: TSESTree.CallExpression,
  at: At,
  options: number,
  all: boolean,
): Value | null {
  const [patternNode, byNode] = node.arguments;
  if (patternNode === undefined || byNode === undefined) return null;
  const pattern = readPattern(evaluation, patternNode, at, all);
  const by = evaluate(evaluation, at.tree, byNode, at.frame);
  if (object.kind !== 'text') return passThrough(object, node, at, pattern?.text === '/' && isEscape(by));
  if (by.kind === 'function') return fillByCallback(object, patternNode, by, at);
  if (pattern === null) return null;
  if (pattern.text === '/' && isEscape(by)) return encodeSlashes(object, node, at);
  const whole = textual(by, at.tree, byNode, at.frame);
  if (pattern.text.includes('%') && object.text.some((piece) => piece.kind === 'hole' && piece.encoded))
    return decodeInPart(whole, node, at);
  const texts = toBounded(whole, options, lengthOf(object.text), () => unknownAt(at.tree, byNode, at.frame));
  const replaced = texts.map((text): Value => ({
    kind: 'text',
    primitive: 'string',
    text: replaceText(object.text, pattern, text),
  }));
  return choose(replaced, () => unknownAt(at.tree, node, at.frame));
}

/** `encodeURIComponent(path).replace(/%2F/g, '/')`: what was encoded is so no more, but for this. */
function decodeInPart(by: Value, node: Node, at: At): Value {
  const known = by.kind === 'text' ? toKnown(by.text) : null;
  const span = known?.includes('/') === false ? 'segment' : 'open';
  return { kind: 'text', primitive: 'string', text: [{ ...makeHole(at.tree, node, at.frame), span }] };
}

/** A regular expression that finds placeholders: `:id`, `{id}`, `${id}`, `{{id}}`. */
const placeholders = /^(?::|(?:\\?\$)?(?:\\?\{){1,2})\(?(?:\\w|\[[\w-]+\])[+*]\)?(?:\\?\}){0,2}$/;

/** `route.replace(/:(\w+)/g, (_, name) => encodeURIComponent(values[name]))`: each placeholder is one value. */
function fillByCallback(object: TextValue, pattern: Node, callback: FunctionValue, at: At): Value | null {
  if (pattern.type !== 'Literal' || !('regex' in pattern) || !placeholders.test(pattern.regex.pattern)) return null;
  const encoded = sourceOf(callback.tree, callback.node).includes('encodeURIComponent');
  const hole: HolePiece = { ...makeHole(at.tree, at.node, at.frame), encoded, span: 'segment', place: null };
  return { ...object, text: fillAll(object.text, new RegExp(pattern.regex.pattern), hole) };
}

function fillAll(text: Text, pattern: RegExp, hole: HolePiece): Text {
  const found = search(text, pattern);
  if (found === null || found.end === found.start) return text;
  const [piece, ...others] = slice(text, found.start, found.end);
  const isInSight = others.length === 0 && piece?.kind === 'known' && piece.source?.verbatim === true && hole.encoded;
  // A placeholder moves by its own characters, if its value may stand anywhere; one that does not is still none of the others.
  const own = isInSight ? { ...hole, label: piece.text, place: piece.source, source: piece.source } : { ...hole };
  return [...slice(text, 0, found.start), own, ...fillAll(slice(text, found.end), pattern, hole)];
}

function isEscape(by: Value): boolean {
  return by.kind === 'text' && toKnown(by.text)?.toLowerCase() === '%2f';
}

/** `path.replace(/\//g, '%2F')` is what encodes a path for many. */
function encodeSlashes(object: TextValue, node: Node, at: At): Value {
  const hole: HolePiece = { ...makeHole(at.tree, node, at.frame), encoded: true, span: 'segment' };
  const text = toKnown(object.text);
  return {
    kind: 'text',
    primitive: 'string',
    text: text === null ? [hole] : encodedPiece(text.replaceAll('/', '%2F'), object.text, node, at),
  };
}

/** Reads a literal, or a regular expression that is one but for its anchor and a final `+`. */
function readPattern(evaluation: Evaluation, node: Node, at: At, all: boolean): Pattern | null {
  if (node.type === 'Literal' && 'regex' in node) {
    const match = /^(\^?)((?:\\[/{}:$.]|[^\\[\](){}*+?.^$|])+)(\+?)(\$?)$/.exec(node.regex.pattern);
    if (match === null) return null;
    const text = (match[2] ?? '').replace(/\\(.)/g, '$1');
    return {
      text,
      all: node.regex.flags.includes('g'),
      anchor: match[1] === '^' ? 'start' : match[4] === '$' ? 'end' : null,
    };
  }
  const value = evaluate(evaluation, at.tree, node, at.frame);
  const text = value.kind === 'text' ? toKnown(value.text) : null;
  return text === null || text === '' ? null : { text, all, anchor: null };
}

function replaceText(text: Text, { text: wanted, all, anchor }: Pattern, by: Text): Text {
  const found = findLiteral(text, wanted, anchor);
  if (found === null) return text;
  const after = slice(text, found + wanted.length);
  return [...slice(text, 0, found), ...by, ...(all ? replaceText(after, { text: wanted, all, anchor }, by) : after)];
}

function findLiteral(text: Text, wanted: string, anchor: Pattern['anchor']): number | null {
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (anchor === 'end') {
    const start = lengthOf(text) - wanted.length;
    return toKnown(slice(text, Math.max(start, 0))) === wanted ? start : null;
  }
  const found = search(text, pattern)?.start ?? null;
  return anchor === 'start' && found !== 0 ? null : found;
}

// Encoding

/** What `encodeURIComponent` makes of a value: known text encoded, the rest one hole that is. */
export function encodeValue(value: Value, node: Node, at: At): Value {
  const texts = optionsOf(textual(value, at.tree, node, at.frame)).map((option): Value => {
    const text = option.kind === 'text' ? toKnown(option.text) : null;
    if (option.kind === 'text' && text !== null)
      return { kind: 'text', primitive: 'string', text: encodedPiece(encodeURIComponent(text), option.text, node, at) };
    const inner =
      option.kind === 'text' ? option.text.find((piece): piece is HolePiece => piece.kind === 'hole') : undefined;
    const origin = inner === undefined ? null : toOrigin(inner);
    const hole = makeHole(at.tree, node, at.frame, origin?.parameters);
    const isWhole = option.kind === 'text' && option.text.length === 1 && origin !== null && isFrom(origin, at);
    const from = isWhole ? keepOrigin(origin, node, at) : {};
    return {
      kind: 'text',
      primitive: 'string',
      text: [{ ...hole, ...from, ...decodedBy(node, at), encoded: true, span: 'segment' }],
    };
  });
  return choose(texts, () => unknownAt(at.tree, node, at.frame));
}

/** A value that a caller gave: what it is can be seen there alone. */
function isFrom({ tree, node }: Origin, at: At): boolean {
  return at.frame !== null && !(tree === at.tree && contains(at.frame.node, node));
}

function decodedBy(node: Node, { tree }: At): Pick<HolePiece, 'decoded'> {
  const [argument, ...others] = node.type === 'CallExpression' ? node.arguments : [];
  return argument === undefined || others.length > 0 ? {} : { decoded: toPlace(tree, argument) };
}

/** Text that changed on its way: where it stands is still known, but it can't be cut. What did not is encoded if it is rewritten. */
function encodedPiece(text: string, from: Text, node: Node, at: At): Text {
  if (text === toKnown(from)) return passText(from, 'encodeURIComponent');
  const place = toPlace(at.tree, node);
  const piece: KnownPiece = {
    kind: 'known',
    text,
    source: { ...place, verbatim: false, quoting: 'bare', literal: place, joinable: false },
  };
  return text === '' ? nothing : [piece satisfies Piece];
}
