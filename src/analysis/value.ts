import type { HolePiece, KnownPiece, Place, Text } from '../http/text.js';
import type { Variable } from '@typescript-eslint/scope-manager';
import type { Client, Role } from './clients/client.js';
import type { ClassNode, FunctionNode, LoopNode, Node, Tree } from './syntax/tree.js';
import { otherArms } from './syntax/arms.js';
import { contains, sourceOf, toPlace, unwrap } from './syntax/tree.js';

/** What an expression may be, as far as the source tells. What nobody wrote down is `unknown`. */
export type Value =
  | TextValue
  | RecordValue
  | ListValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  | ClientValue
  | ModuleValue
  | ExternalValue
  | ResponseValue
  | ChoiceValue
  | AbsentValue
  | UnknownValue;

/** A string, number or boolean, as the characters that it is when it is sent. */
export interface TextValue {
  readonly kind: 'text';
  readonly text: Text;
  readonly primitive: 'string' | 'number' | 'boolean';
  /** It is no string but an object of the URL's parts: what `url.parse` made of it. */
  readonly parts?: true;
  /** There may be nothing in its place: `on ? 'DELETE' : undefined`. */
  readonly perhaps?: true;
}

/** An object literal, to put another property into. */
export interface LiteralPlace {
  readonly place: Place;
  /** The last property; null for an empty literal. */
  readonly last: Place | null;
  /** The literals that are spread into it as a whole, `{ per_page: 100, ...params }`: what is put into one of them is in it, too. */
  readonly spread?: readonly LiteralPlace[];
}

export interface RecordValue {
  readonly kind: 'record';
  readonly entries: ReadonlyMap<string, Entry>;
  /** It may hold more than the entries: a spread, a computed key, a call that nobody can follow. */
  readonly open: boolean;
  /** What nobody sees that is spread into it. */
  readonly from?: readonly UnknownValue[];
  /** The object literal; null if there is none, or if not all that is put into one is in the record. */
  readonly literal: LiteralPlace | null;
  /** It prints as a query when it is put into text: `URLSearchParams`, or what a query library made of a record. */
  readonly query: boolean;
  /** There may be nothing in its place: `search ? { search } : undefined`. Nothing can be put into its literal for all that is sent. */
  readonly perhaps?: true;
  /** The object literal and where it was evaluated, so that methods find their `this`. */
  readonly home: { readonly tree: Tree; readonly node: Node; readonly frame: Frame | null } | null;
}

/** The literals whose properties a record all has. */
export function literalsOf(value: Value | null): readonly LiteralPlace[] {
  return value?.kind !== 'record' || value.literal === null ? [] : [value.literal, ...(value.literal.spread ?? [])];
}

export interface Entry {
  readonly value: Value;
  /** Something that nobody sees is spread behind it, and may hold the same name. */
  readonly overridable?: true;
  /** It may not be there, or hold nothing. */
  readonly optional?: true;
  /** The value is a function, and reading the property calls it. */
  readonly getter?: true;
  /** Where the property is written, for edits; null if it comes from afar. */
  readonly written: EntryPlace | null;
}

export interface EntryPlace {
  readonly whole: Place | null;
  readonly key: Place;
  readonly value: Place | null;
  readonly kind: 'property' | 'shorthand' | 'method' | 'assignment' | 'call';
  /** The literal that holds it. */
  readonly literal: LiteralPlace | null;
  /** Where the same name was set before in the same object: what stands there is sent where this is not reached. */
  readonly earlier?: readonly EntryPlace[];
  /** What is set later always stands in its place, so that only its name counts. */
  readonly replaced?: true;
}

export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly Value[];
  readonly open: boolean;
  /** Whatever it holds is one of the items, though not all of them need be there, nor in this order. It is open then. */
  readonly among?: true;
  /** Its items are pairs of key and value: a `Map`. */
  readonly pairs?: true;
  readonly place: Place | null;
  /** The literal that makes it. */
  readonly home?: Node;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly tree: Tree;
  readonly node: FunctionNode;
  /** Where it was made: what its free names mean. */
  readonly frame: Frame | null;
  /** Its `this`; null if the call decides. */
  readonly self: Value | null;
  /** Arguments given by `bind`. */
  readonly bound: readonly Value[];
}

export interface ClassValue {
  readonly kind: 'class';
  readonly tree: Tree;
  /** A class, or a function that is used as one. */
  readonly node: ClassNode | FunctionNode;
  readonly frame: Frame | null;
}

export interface InstanceValue {
  readonly kind: 'instance';
  readonly of: ClassValue;
  /** The constructor's arguments; null for the `this` of a class whose instance nobody saw made. */
  readonly args: readonly Value[] | null;
  /** The calls of its methods that gave it back, in their order: `new Query(path).where(params)`. */
  readonly steps?: readonly Frame[];
  /** Nothing else was called on it, as it was made in the chain that ends here. */
  readonly whole?: true;
}

/** An HTTP client, or a member of it. */
export interface ClientValue {
  readonly kind: 'client';
  readonly client: Client;
  /** `['get']` for `axios.get`; empty for the client itself. */
  readonly path: readonly string[];
  /** What its calls inherit, nearest last. */
  readonly inherited: readonly Given[];
  /** The expression that made it, if it is not the library's own. */
  readonly made: { readonly tree: Tree; readonly node: Node; readonly frame: Frame | null } | null;
  /** The record of further calls that it was made with. */
  readonly actions?: Value;
}

/** An argument by its role in the call. */
export interface Given {
  readonly role: Role;
  readonly value: Value;
  /** The argument, or the call itself for what stands in none. */
  readonly node: Node;
  readonly tree: Tree;
  readonly frame: Frame | null;
  /** It goes behind the base that the client was made with, and does not take its place. */
  readonly behind?: true;
}

/** The exports of a file of the project. */
export interface ModuleValue {
  readonly kind: 'module';
  readonly tree: Tree;
}

/** A global or a package's export, by name: `process.env.HOST`, `util.format`. */
export interface ExternalValue {
  readonly kind: 'external';
  /** The package; null for a global. */
  readonly module: string | null;
  readonly path: readonly string[];
  readonly hole: HolePiece;
}

/** What a call of a client returned. */
export interface ResponseValue {
  readonly kind: 'response';
  readonly client: ClientValue;
  readonly tree: Tree;
  readonly call: Node;
  readonly frame: Frame | null;
  readonly hole: HolePiece;
}

export interface ChoiceValue {
  readonly kind: 'choice';
  readonly options: readonly Value[];
}

/** `null` or `undefined`. */
export interface AbsentValue {
  readonly kind: 'absent';
  readonly isNull?: true;
}

export interface UnknownValue {
  readonly kind: 'unknown';
  readonly hole: HolePiece;
  /** As an argument it stands for all from here on, `...rest`. */
  readonly spread?: true;
}

/** A call that is being looked into: what its parameters and `this` are. */
export interface Frame {
  readonly tree: Tree;
  /** The function; a class without a constructor stands for itself, a loop for a round of it. */
  readonly node: FunctionNode | ClassNode | LoopNode;
  /** Null if only `this` is known; of a round, its item. */
  readonly args: readonly Value[] | null;
  readonly self: Value | null;
  /** The frame in which the function was made. */
  readonly parent: Frame | null;
  readonly depth: number;
  /** A call in it that has not returned yet: what stands behind has not been done. */
  readonly upTo?: Node | undefined;
  /** Of a round, what a variable that it writes holds between two places, from which it may be read. */
  readonly held?: { readonly variable: Variable; readonly value: Value; readonly from: number; readonly to: number };
}

/** What a hole's origin says of it: the parameters whose arguments would fill it, and where to evaluate it again. */
export interface Origin {
  readonly tree: Tree;
  readonly node: Node;
  readonly frame: Frame | null;
  readonly parameters: readonly { readonly variable: Variable; readonly owner: FunctionNode }[];
  /** A record that prints as a query. */
  readonly record: RecordValue | null;
  /** The expression that stands for the value where the text is put together, if the value came from elsewhere. */
  readonly local?: { readonly tree: Tree; readonly node: Node };
}

export const absent: AbsentValue = { kind: 'absent' };
export const nullValue: AbsentValue = { kind: 'absent', isNull: true };

export const emptyRecord: RecordValue = {
  kind: 'record',
  entries: new Map(),
  open: false,
  literal: null,
  query: false,
  home: null,
};

const mostOptions = 12;

/** A client may have as many resources, each a class, or as many commands, each a function: none of them is to be left out. */
const mostOfCode = 64;

/** One of several values; equal ones count once. Beyond a dozen it is unknown which, and of texts only how they begin is known. */
export function choose(values: readonly Value[], otherwise: () => Value): Value {
  const [only] = values;
  if (only !== undefined && values.length === 1 && only.kind !== 'choice') return only;
  let missing: Value | undefined;
  const options: Value[] = [];
  // Called for nearly every expression: a list that grows costs a third of what a chain of copies does.
  for (const value of values)
    for (const option of optionsOf(value)) {
      if (option.kind === 'absent') missing ??= option;
      else if (!options.includes(option)) options.push(option);
      if (options.length > mostOptions && areTooMany(options)) return beginnings(values, toUnknown(otherwise()));
    }
  const [first = missing] = options;
  if (first === undefined) return otherwise();
  const kept = missing === undefined ? options : options.map(orNothing);
  return kept.length > 1 ? { kind: 'choice', options: kept } : (kept[0] ?? first);
}

function areTooMany(options: readonly Value[]): boolean {
  const others = options.filter(({ kind }) => kind !== 'class' && kind !== 'instance' && kind !== 'function');
  return others.length > mostOptions || options.length > mostOfCode;
}

const perhaps = new WeakMap<Value, Value>();

/** A text or a record in whose place, and of what is in it, there may be nothing; the same each time. Of other values that is not remembered. */
export function orNothing(value: Value): Value {
  if (value.kind === 'choice') return { ...value, options: value.options.map(orNothing) };
  if ((value.kind !== 'record' && value.kind !== 'text') || value.perhaps === true) return value;
  const made = perhaps.get(value) ?? toPerhaps(value);
  perhaps.set(value, made);
  return made;
}

function toPerhaps(value: RecordValue | TextValue): RecordValue | TextValue {
  if (value.kind === 'text') return { ...value, perhaps: true };
  const entries = [...value.entries].map(
    ([name, entry]) => [name, { ...entry, value: orNothing(entry.value) }] as const,
  );
  return { ...value, entries: new Map(entries), literal: null, perhaps: true };
}

/** Whether there may be nothing in the place of a value. */
export function mayBeNothing(value: Value): boolean {
  return optionsOf(value).some(
    (option) =>
      option.kind === 'absent' || ((option.kind === 'record' || option.kind === 'text') && option.perhaps === true),
  );
}

/** What stands for nothing at all does not stand for one of too many. */
function toUnknown(otherwise: Value): UnknownValue {
  if (otherwise.kind === 'unknown') return otherwise;
  return { kind: 'unknown', hole: { kind: 'hole', place: null, label: 'value', encoded: false, span: 'open' } };
}

/** What stands first in each of too many texts, a base before paths, stays in sight. */
function beginnings(values: readonly Value[], rest: UnknownValue): Value {
  const texts = new Map<string, Value>();
  for (const option of values.flatMap(optionsOf)) {
    if (option.kind === 'absent') continue;
    const first = option.kind === 'text' ? option.text.findIndex(({ kind }) => kind === 'known') : -1;
    const piece = option.kind === 'text' ? option.text[first] : undefined;
    if (option.kind !== 'text' || piece?.kind !== 'known' || piece.source === null) return rest;
    const { file, start } = piece.source;
    const hole: HolePiece = { ...rest.hole, place: null, span: 'open' };
    texts.set(`${file}:${String(start)}`, { ...option, text: [...option.text.slice(0, first + 1), hole] });
  }
  const options = [...texts.values()];
  return options.length > 1 && options.length <= mostOptions ? { kind: 'choice', options } : (options[0] ?? rest);
}

/** The argument at an index: one that is not written may still come with what is spread before it. */
export function argumentAt(args: readonly Value[], index: number): Value {
  const last = args.at(-1);
  return args[index] ?? (isSpread(last) ? last : absent);
}

export function toSpread(value: UnknownValue): UnknownValue {
  return { ...value, spread: true };
}

export function isSpread(value: Value | undefined): value is UnknownValue {
  return value?.kind === 'unknown' && value.spread === true;
}

/** The values that a value may be, one by one. */
export function optionsOf(value: Value): readonly Value[] {
  return value.kind === 'choice' ? value.options : [value];
}

/** Whether an entry may not be there: it is put in under a condition, or what it holds may be nothing. */
export function isOptional({ optional, value }: Entry): boolean {
  return optional === true || optionsOf(value).some(({ kind }) => kind === 'absent');
}

/** What nobody sees that a value is, or that a record holds more of. */
export function unknownsIn(value: Value): readonly UnknownValue[] {
  return optionsOf(value).flatMap((option) => {
    if (option.kind === 'record') return option.from ?? [];
    return option.kind === 'unknown' ? [option] : [];
  });
}

/** A record with what nobody sees of the values that were spread into it. */
export function withUnknowns(record: RecordValue, spread: readonly Value[]): RecordValue {
  const from = [...(record.from ?? []), ...spread.flatMap(unknownsIn)];
  return from.length === 0 ? record : { ...record, from };
}

export function toOrigin(hole: HolePiece): Origin | null {
  return (hole.origin as Origin | undefined) ?? null;
}

const holdsMore =
  /(?:path|pathname|url|uri|href|route|endpoint|resource|suffix|rest|tail|query|qs|search|querystring|params|filters?|link|action|command)$/i;

/** A hole for an expression that cannot be read. */
export function makeHole(
  tree: Tree,
  node: Node,
  frame: Frame | null,
  parameters: Origin['parameters'] = [],
): HolePiece {
  const label = sourceOf(tree, node);
  const origin: Origin = { tree, node, frame, parameters, record: null };
  const span = holdsMore.test(nameOf(node)) ? 'open' : 'segment';
  return {
    kind: 'hole',
    place: toPlace(tree, node),
    label,
    encoded: false,
    span,
    origin,
    ...toBoolean(node),
  };
}

/** Strings of the environment are no booleans, whatever they say. */
function toBoolean(node: Node): { readonly boolean?: boolean } {
  if (isBoolean(node)) return { boolean: true };
  const inner = unwrap(node);
  const text = inner.type === 'TemplateLiteral' || inner.type === 'ConditionalExpression';
  const environment =
    inner.type === 'MemberExpression' && inner.object.type === 'MemberExpression' && nameOf(inner.object) === 'env';
  return text || environment ? { boolean: false } : {};
}

/** Whether an expression gives `true` or `false`, whatever is in it. */
export function isBoolean(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'BinaryExpression') return /^(?:[=!]==?|[<>]=?|in|instanceof)$/.test(inner.operator);
  if (inner.type === 'LogicalExpression')
    return inner.operator !== '??' && isBoolean(inner.left) && isBoolean(inner.right);
  if (inner.type === 'CallExpression') return inner.callee.type === 'Identifier' && inner.callee.name === 'Boolean';
  return inner.type === 'UnaryExpression' && inner.operator === '!';
}

/** The last name in an expression, which is the best hint of what it holds. */
function nameOf(node: Node): string {
  const inner = unwrap(node);
  if (inner.type === 'Identifier') return inner.name;
  if (inner.type === 'MemberExpression') return nameOf(inner.property);
  if (inner.type === 'CallExpression') return nameOf(inner.callee);
  if (inner.type === 'LogicalExpression') return nameOf(inner.left);
  return '';
}

/** A value with what stands in the place of each option of which nothing is known, if it is nothing. */
export function withStandIn(value: Value, standIn: Place): Value {
  if (value.kind === 'choice')
    return { ...value, options: value.options.map((option) => withStandIn(option, standIn)) };
  if (value.kind !== 'unknown' && value.kind !== 'external') return value;
  return { ...value, hole: { ...value.hole, standIn } };
}

/** The hole as it is written where it is used: edits belong there, whatever is known of the value from afar. */
export function relocate(hole: HolePiece, tree: Tree, node: Node): HolePiece {
  const origin = toOrigin(hole);
  if (
    origin === null ||
    hole.source !== undefined ||
    hole.place === null ||
    (origin.tree === tree && origin.node === node)
  )
    return hole;
  return {
    ...hole,
    unread: unreadIn(hole, tree, node),
    decoded: null,
    place: toPlace(tree, node),
    label: sourceOf(tree, node),
    origin: { ...origin, local: { tree, node } } satisfies Origin,
  };
}

/** The parts of an expression that give something else than a hole which it gives, too. */
export function unreadIn(hole: HolePiece, tree: Tree, whole: Node): readonly Place[] {
  const origin = toOrigin(hole);
  const written = origin?.local ?? origin;
  const from = written?.tree === tree ? written.node : null;
  const inner = from !== null && contains(whole, from) ? (hole.unread ?? []) : [];
  return [...inner, ...otherArms(whole, from).map((arm) => toPlace(tree, arm))];
}

export function unknownAt(
  tree: Tree,
  node: Node,
  frame: Frame | null,
  parameters: Origin['parameters'] = [],
): UnknownValue {
  return { kind: 'unknown', hole: makeHole(tree, node, frame, parameters) };
}

export function knownPiece(text: string, source: KnownPiece['source']): KnownPiece {
  return { kind: 'known', text, source };
}

/** The value as it would stand in a string; what is no text is a hole. */
export function toText(value: Value, tree: Tree, node: Node, frame: Frame | null): Text {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'unknown':
    case 'external':
    case 'response':
      return [value.hole];
    case 'record': {
      const hole = makeHole(tree, node, frame);
      if (!value.query) return [{ ...hole, span: 'open' }];
      return [{ ...hole, span: 'open', origin: { tree, node, frame, parameters: [], record: value } satisfies Origin }];
    }
    default:
      return [makeHole(tree, node, frame)];
  }
}
