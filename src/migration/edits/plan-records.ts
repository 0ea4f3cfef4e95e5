import { pathPlace } from '../../analysis/requests/path-places.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { calleeName, nameOfFunction, sourceOf, wholeChain } from '../../analysis/syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../../analysis/syntax/tree.js';
import type { Parameter, ParameterLocation, PropertyPlace, RecordPlace, Request } from '../../http/request.js';
import { canMove } from '../../analysis/values/moving.js';
import { toKnown } from '../../http/text.js';
import type { HolePiece, Place, Text } from '../../http/text.js';
import { setBetween, toEdits } from './difference.js';
import { given, isGivenThere } from './given-values.js';
import type { Edit } from '../finding.js';
import { expressionOf, isPartlyEncoded } from './splice.js';
import type { ReadText, Refusal } from './splice.js';
import type { Writing } from './plan.js';

// Parameters in records

/** @param replaced a property in whose place others are put, so that it is not taken out */
export function planRecords(
  before: Request,
  after: Request,
  writing: Writing,
  replaced: Place | undefined,
): Edit[] | Refusal {
  const edits: Edit[] = [];
  for (const parameter of before.parameters) {
    if (parameter.written.in === 'url' || parameter.written.in === 'nowhere') continue;
    const now = after.parameters.find(({ written }) => written === parameter.written);
    if (now === parameter) continue;
    if (now === undefined && replaced !== undefined && wholeOf(parameter) === replaced) continue;
    if (parameter.written.in === 'word') {
      const made = planWord(parameter, now, parameter.written.whole, writing);
      if ('refusal' in made) return made;
      edits.push(...made);
      continue;
    }
    if (parameter.written.in === 'elsewhere')
      return { refusal: 'a parameter that changes is put together out of sight' };
    const made = planProperty(parameter, now, parameter.written.property, writing);
    if ('refusal' in made) return made;
    edits.push(...made);
  }
  return edits;
}

/** A word of a command: its name and its value are texts, and it goes as a whole. */
function planWord(
  before: Parameter,
  now: Parameter | undefined,
  whole: Place | null,
  { read }: Writing,
): Edit[] | Refusal {
  if (now === undefined)
    return whole === null
      ? { refusal: `a parameter cannot be taken out of this ${before.location}` }
      : [{ ...whole, text: '' }];
  const name = toEdits(before.name, now.name, read);
  const value = before.value === null || now.value === null ? [] : planValue(before.value, now.value, read);
  if ('refusal' in name) return name;
  return 'refusal' in value ? value : [...name, ...value];
}

/** A known value is written anew, as the language has it; what stays of another stays where it is. */
function planValue(before: Text, now: Text, read: ReadText): Edit[] | Refusal {
  const [first] = before;
  const [to, writer] = [toKnown(now), first?.kind === 'known' ? first.source?.writer : undefined];
  if (to === null || writer === undefined || before.length !== 1 || first?.kind !== 'known' || first.source === null)
    return toEdits(before, now, read);
  if (to === first.text) return [];
  const text = first.source.verbatim ? writer.known(to) : null;
  const { file, start, end } = first.source;
  return text === null ? { refusal: 'the value cannot be written there' } : [{ file, start, end, text }];
}

/** A parameter that is set again, perhaps, has its new name wherever it is set; for another value all that it may be would have to change. */
function planProperty(
  before: Parameter,
  now: Parameter | undefined,
  property: PropertyPlace,
  writing: Writing,
): Edit[] | Refusal {
  const { record } = property;
  const earlier = earlierOf(property, before, now);
  const isRenamed = now !== undefined && (now.value === before.value || sameText(now.value ?? [], before.value));
  if (earlier.length > 0 && !isRenamed)
    return { refusal: 'the parameter is set in several places, and which of them counts is not clear' };
  if (now === undefined) return removeProperty(property, writing);
  const parts = [property, ...earlier.map((one) => ({ ...one, record }))].map((one) =>
    changeProperty(before, now, one, writing),
  );
  const refused = parts.find((part): part is Refusal => 'refusal' in part);
  return refused ?? parts.flatMap((part) => ('refusal' in part ? [] : part));
}

/** The places where a parameter was set before that have to change with it: of what is replaced anyway only the name. */
function earlierOf({ earlier = [] }: PropertyPlace, before: Parameter, now: Parameter | undefined) {
  const keepsName = now !== undefined && toKnown(now.name) === toKnown(before.name);
  return keepsName ? earlier.filter(({ replaced }) => replaced !== true) : earlier;
}

function changeProperty(
  before: Parameter,
  after: Parameter,
  property: PropertyPlace,
  writing: Writing,
): Edit[] | Refusal {
  const name = toKnown(after.name);
  const renamed = name === null || name === toKnown(before.name) ? [] : renameKey(property, name, writing);
  if ('refusal' in renamed) return renamed;
  const revalued =
    after.value === null || after.value === before.value || sameText(after.value, before.value)
      ? []
      : setValue(property, before.value, after.value, writing);
  if ('refusal' in revalued) return revalued;
  return property.kind === 'shorthand' && revalued.length > 0
    ? shorthandEdit(name, revalued)
    : [...renamed, ...revalued];
}

function sameText(one: Text, other: Text | null): boolean {
  return other !== null && one.length === other.length && one.every((piece, index) => piece === other[index]);
}

/** `{ confirm }` → `{ skip_confirmation: !confirm }`. */
function shorthandEdit(name: string | null, value: readonly Edit[]): Edit[] | Refusal {
  const [only] = value;
  if (only === undefined || name === null) return { refusal: 'a shorthand property cannot take another value' };
  return [{ ...only, text: `${name}: ${only.text}` }];
}

const identifier = /^[A-Za-z_$][\w$]*$/;

function renameKey(property: PropertyPlace, name: string, { read }: Writing): Edit[] | Refusal {
  const { key, kind } = property;
  const raw = read(key.file).slice(key.start, key.end);
  const quote = /^['"`]/.exec(raw)?.[0] ?? null;
  const isPutTogether = quote === '`' && raw.includes('${');
  if (isPutTogether || (kind === 'method' && quote === null)) return { refusal: "the parameter's name is computed" };
  if (quote !== null) return [{ file: key.file, start: key.start + 1, end: key.end - 1, text: name }];
  if (kind === 'call' || (kind === 'assignment' && !identifier.test(name)))
    return { refusal: "the parameter's name is not written where it could be changed" };
  const written = identifier.test(name)
    ? name
    : `${quoteNear(property.record.place, read)}${name}${quoteNear(property.record.place, read)}`;
  if (kind === 'shorthand') return [{ file: key.file, start: key.start, end: key.end, text: `${written}: ${raw}` }];
  return [{ file: key.file, start: key.start, end: key.end, text: written }];
}

/** The quotes that the code around uses. */
function quoteNear(place: Place, read: ReadText): string {
  const text = read(place.file);
  const near = `${text.slice(place.start, place.end)}${text.slice(Math.max(0, place.start - 400), place.start)}`;
  if (place.file.endsWith('.json')) return '"';
  const single = near.split("'").length;
  const double = near.split('"').length;
  if (single !== double) return single > double ? "'" : '"';
  return text.split('"').length > text.split("'").length ? '"' : "'";
}

function setValue(property: PropertyPlace, before: Text | null, value: Text, writing: Writing): Edit[] | Refusal {
  const { read } = writing;
  const arms = armsOf(before);
  if (arms !== null && armsOf(value) !== null) return setArms(arms, armsOf(value) ?? [], read);
  const place = property.value ?? (property.kind === 'shorthand' ? property.key : null);
  if (place === null) return { refusal: "the parameter's value is not written where it could be changed" };
  const text = toKnown(value);
  if (text !== null)
    return isGivenThere(place, writing) ? { refusal: given } : [{ ...place, text: literalFor(text, place, read) }];
  const [hole] = value;
  const expression = hole?.kind === 'hole' && value.length === 1 ? expressionOf(withPlace(hole, place), read) : null;
  return expression === null
    ? { refusal: "the parameter's new value cannot be written as an expression" }
    : [{ ...place, text: expression }];
}

function armsOf(value: Text | null): readonly Text[] | null {
  const [hole] = value ?? [];
  return hole?.kind === 'hole' ? (hole.arms ?? null) : null;
}

/** Each value in the arm of the expression that gives it. */
function setArms(before: readonly Text[], after: readonly Text[], read: ReadText): Edit[] {
  return before.flatMap(([piece], index): Edit[] => {
    const text = toKnown(after[index] ?? []);
    if (piece?.kind !== 'known' || piece.source === null || text === null || text === piece.text) return [];
    return [{ ...piece.source.literal, text: literalFor(text, piece.source.literal, read) }];
  });
}

/** The value as it stands in the record, wherever it comes from. */
function withPlace(hole: HolePiece, place: Place): HolePiece {
  return { ...hole, place };
}

/** A value in the form that the code has it: a string stays one, a number may become one. */
function literalFor(text: string, place: Place, read: ReadText): string {
  const raw = read(place.file).slice(place.start, place.end);
  const quote = /^(['"`])/.exec(raw)?.[1];
  if (quote !== undefined) return `${quote}${text}${quote}`;
  if (/^(?:\d+|true|false)$/.test(text) && !/^['"`]/.test(raw)) return text;
  const near = quoteNear(place, read);
  return `${near}${text}${near}`;
}

function removeProperty(property: PropertyPlace, { read }: Writing): Edit[] | Refusal {
  const { whole, kind } = property;
  if (whole === null) return { refusal: 'a parameter cannot be taken out of the call that adds it' };
  const text = read(whole.file);
  if (kind === 'call' || kind === 'assignment') return removeStatement(whole, text);
  const comma = /^\s*,[^\S\n\r]*(?:\r?\n[^\S\n\r]*)?/.exec(text.slice(whole.end));
  if (comma !== null) return [{ ...whole, end: whole.end + comma[0].length, text: '' }];
  const before = /,\s*$/.exec(text.slice(0, whole.start));
  return [{ ...whole, start: before === null ? whole.start : whole.start - before[0].length, text: '' }];
}

/** A statement goes with its line. */
function removeStatement(whole: Place, text: string): Edit[] | Refusal {
  if (!/[;)\w'"\]]$/.test(text.slice(whole.start, whole.end)))
    return { refusal: 'a parameter cannot be taken out of the expression that adds it' };
  const indent = /(?:^|\n)([^\S\n]*)$/.exec(text.slice(0, whole.start));
  const line = /^[^\S\n]*\r?\n/.exec(text.slice(whole.end));
  if (indent === null || line === null) return [{ ...whole, text: '' }];
  return [
    { file: whole.file, start: whole.start - (indent[1]?.length ?? 0), end: whole.end + line[0].length, text: '' },
  ];
}

/**
 * Where new parameters go: null for the address, else the record that holds the others. A library whose record
 * replaces the query of the address leaves no choice.
 */
export function recordFor(
  before: Request,
  after: Request,
  added: readonly Parameter[],
  { found }: Writing,
): { record: RecordPlace } | Refusal | null {
  const [first] = added;
  const { sender, records, tail } = found;
  const fitting = records.filter(
    (candidate) => fits(candidate, first, found) && losesLast(candidate, before, after) === null,
  );
  const beside = fitting.find(({ place }) => isBesidePath(place, found)) ?? newArgument(found, first?.location);
  const record = beside ?? fitting[0] ?? null;
  const inAddress = before.parameters.some(({ written, location }) => written.in === 'url' && location === 'query');
  if (first?.location === 'body') return record === null ? { refusal: 'the body is not in sight' } : { record };
  if (record !== null && (!inAddress || sender?.client.preferredQuery === 'record')) return { record };
  if (tail)
    return {
      refusal: before.unseen.includes('query')
        ? 'the end of the query is out of sight'
        : 'what makes the query cannot be added to',
    };
  if (!inAddress && before.made === undefined && records.some((each) => each.inAddress === true))
    return { refusal: 'the record that the query is made of cannot be added to' };
  if (record !== null || sender?.client.preferredQuery === undefined) return null;
  if (before.unseen.includes('query')) return { refusal: 'the query is out of sight' };
  return records.some(({ location }) => location === 'query')
    ? { refusal: 'a record replaces the query of the address, and cannot be added to' }
    : null;
}

/**
 * What the call that gives the path could give, and leaves to the default of a parameter: `list('/projects/owned')`, where
 * `list(path, params = {})` spreads that behind parameters of its own.
 */
function newArgument(found: FoundRequest, location: ParameterLocation | undefined): RecordPlace | null {
  const path = pathPlace(found);
  for (const { tree, node, called } of found.chain) {
    if (tree.file !== path.file || node.type !== 'CallExpression' || called === undefined) continue;
    const last = node.arguments.at(-1);
    // By way of another function, `list.call(null, path)`, its arguments are others.
    const isItself = calleeName(node) === nameOfFunction(called.tree, called.node);
    if (last === undefined || !isItself || !node.arguments.some((argument) => isWithin(path, argument))) continue;
    const next = called.node.params[node.arguments.length];
    const record = found.records.find(
      (each) => each.location === location && each.last === null && isDefault(called.tree, next, each.place),
    );
    // Within parentheses of its own, `list((path))`, the last argument would become two of an expression.
    const isLast = /^\s*(?:,\s*)?\)$/.test(tree.text.slice(last.range[1], node.range[1]));
    if (record === undefined || !isLast || node.arguments.some(({ type }) => type === 'SpreadElement')) continue;
    const place: Place = { file: tree.file, start: last.range[1], end: last.range[1] };
    return { ...record, place, last: null, isNew: true };
  }
  return null;
}

/** Whether a record is the default of a parameter whose type, if it has one, takes any name. */
function isDefault(tree: Tree, parameter: Node | undefined, { file, start, end }: Place): boolean {
  if (parameter?.type !== 'AssignmentPattern' || file !== tree.file) return false;
  const { left, right } = parameter;
  const type = left.typeAnnotation == null ? '' : sourceOf(tree, left.typeAnnotation);
  return (
    right.range[0] === start && right.range[1] === end && /^(?:$|:\s*(?:Record<|any\b|object\b|\{\s*\[))/.test(type)
  );
}

/** Whether a new parameter may go into a record. */
function fits({ location, place, inAddress }: RecordPlace, first: Parameter | undefined, found: FoundRequest): boolean {
  return (
    location === first?.location &&
    (location === 'body' ||
      isBesidePath(place, found) ||
      found.sender?.client.preferredQuery !== undefined ||
      (inAddress === true && isOfOne(place, found)))
  );
}

/** The property after which others would be put, if it is taken out itself. */
function losesLast({ last }: RecordPlace, before: Request, after: Request): PropertyPlace | null {
  const lost = before.parameters.find(
    ({ written }) =>
      written.in === 'record' &&
      written.property.whole?.start === last?.start &&
      !after.parameters.some((parameter) => parameter.written === written),
  );
  return lost?.written.in === 'record' ? lost.written.property : null;
}

/**
 * The record whose last property is taken out, so that a new one can be put in its place: `{ filepath: path }` becomes
 * `{ ref: commit }`. Null if there is none, or it is not written in a literal.
 */
export function recordLeftEmpty(
  before: Request,
  after: Request,
  [first]: readonly Parameter[],
  { found }: Writing,
): RecordPlace | null {
  for (const record of first?.location === 'query' ? found.records : []) {
    const lost = fits(record, first, found) ? losesLast(record, before, after) : null;
    if (lost?.whole == null || !/^(?:property|shorthand)$/.test(lost.kind) || (lost.earlier ?? []).length > 0) continue;
    return { ...record, replaces: lost.whole };
  }
  return null;
}

function wholeOf({ written }: Parameter): Place | null {
  return written.in === 'record' ? written.property.whole : null;
}

/** Whether a record stands in the call that gives the path: then it is this request's alone. */
function isBesidePath(place: Place, found: FoundRequest): boolean {
  if (isInSending(place, found)) return true;
  const path = pathPlace(found);
  const own = { tree: found.tree, node: wholeChain(found.tree, found.node) };
  return [own, ...found.chain].some(
    ({ tree, node }) =>
      tree.file === path.file && tree.file === place.file && isWithin(place, node) && isWithin(path, node),
  );
}

/** Whether a record is given to the call that sends, of which the path is known from where its client was made: `Projects.query({ simple: true })`. */
function isInSending(place: Place, { tree, node, frame, chain }: FoundRequest): boolean {
  return frame === null && chain.length === 0 && place.file === tree.file && isWithin(place, node);
}

/** Whether a record stands in the call that asks for the request, or in the function that gives the path, and not in one that makes a query for all. */
function isOfOne(place: Place, found: FoundRequest): boolean {
  const path = pathPlace(found);
  const [outer] = found.chain;
  if (outer?.tree.file === place.file && isWithin(place, outer.node)) return true;
  const tree = [found, ...found.chain].find((one) => one.tree.file === path.file)?.tree;
  return tree !== undefined && place.file === path.file && functionAt(tree, place) === functionAt(tree, path);
}

function functionAt({ functions }: Tree, place: Place): FunctionNode | null {
  const around = functions.filter((node) => isWithin(place, node));
  return around.reduce<FunctionNode | null>(
    (inner, node) => (inner === null || node.range[0] > inner.range[0] ? node : inner),
    null,
  );
}

function isWithin({ start, end }: Place, { range }: { readonly range: readonly [number, number] }): boolean {
  return range[0] <= start && end <= range[1];
}

/** The new properties of a record, if what they hold means there what it means in the address that it comes from. */
export function addProperties(record: RecordPlace, added: readonly Parameter[], writing: Writing): Edit[] | Refusal {
  const edits = writeProperties(record, added, writing);
  if ('refusal' in edits) return edits;
  const isSteady = added
    .flatMap(({ value }) => value ?? [])
    .every((piece) => piece.kind === 'known' || piece.source !== undefined || edits.every((to) => canMove(piece, to)));
  return isSteady ? edits : { refusal: setBetween };
}

function writeProperties(record: RecordPlace, added: readonly Parameter[], { found, read }: Writing): Edit[] | Refusal {
  const text = read(record.place.file);
  const quote = quoteNear(record.place, read);
  const files = [found, ...found.chain].map(({ tree }) => read(tree.file));
  const ofTexts =
    record.location === 'query' && typedFile.test(record.place.file) && holdsTexts(record.place, text, files);
  const properties: string[] = [];
  for (const { name, value } of added) {
    const key = toKnown(name);
    const written = value === null ? null : writeValue(value, quote, read, ofTexts);
    if (key === null || written === null)
      return {
        refusal:
          value?.some(({ kind }) => kind === 'hole') === true
            ? 'the value that moves may be encoded already, and would be encoded again there'
            : 'a new parameter has no value that could be written',
      };
    properties.push(`${identifier.test(key) ? key : `${quote}${key}${quote}`}: ${written}`);
  }
  const { last, place, replaces } = record;
  if (replaces !== undefined) return [{ ...replaces, text: properties.join(', ') }];
  if (record.isNew === true) return [{ ...place, text: `, { ${properties.join(', ')} }` }];
  if (last === null) {
    return text.slice(place.start, place.end).replaceAll(/\s/g, '') === '{}'
      ? [{ ...place, text: `{ ${properties.join(', ')} }` }]
      : { refusal: 'the record that a parameter would be added to is not in sight' };
  }
  const indent = /\n([^\S\n]*)$/.exec(text.slice(0, last.start));
  if (indent === null)
    return [
      { file: last.file, start: last.end, end: last.end, text: properties.map((property) => `, ${property}`).join('') },
    ];
  return addLines(last, text, `${text.includes('\r\n') ? '\r\n' : '\n'}${indent[1] ?? ''}`, properties);
}

/** New lines behind the last property's, with the comma and the comment that stand there. */
function addLines(last: Place, text: string, newline: string, properties: readonly string[]): Edit[] {
  const [rest = '', comma = ''] = /^([^\S\n\r]*,)?[^\S\n\r]*(?:\/\/[^\n\r]*)?/.exec(text.slice(last.end)) ?? [];
  const at = rest.includes('//') ? last.end + rest.length : last.end + comma.length;
  const lines = properties
    .map((property, index) => `${newline}${property}${comma !== '' || index < properties.length - 1 ? ',' : ''}`)
    .join('');
  const inserted: Edit = { file: last.file, start: at, end: at, text: lines };
  if (comma !== '') return [inserted];
  return at === last.end
    ? [{ ...inserted, text: `,${lines}` }]
    : [{ file: last.file, start: last.end, end: last.end, text: ',' }, inserted];
}

const typedFile = /\.(?:[cm]?ts|tsx|vue|svelte)$/;

const recordType = /\bRecord<\s*string\s*,([^<>]*)>|\[\s*\w+\s*:\s*string\s*\]\s*:([^;,}]*)/g;

/**
 * Whether a query's record in TypeScript has texts alone, `{ per_page: '20' }`, or may be of a type that takes texts and no
 * booleans, `Record<string, string | number>`: in a query `'true'` is what `true` becomes.
 *
 * @param files the texts of those that the request goes through
 */
function holdsTexts({ start, end }: Place, text: string, files: readonly string[]): boolean {
  const values = Array.from(text.slice(start, end).matchAll(/[\w$\]'"]\s*:\s*(\S)/g), ([, first = '']) => first);
  const types = [text, ...files].flatMap((each) =>
    Array.from(each.matchAll(recordType), ([, ofRecord, ofIndex]) => ofRecord ?? ofIndex ?? ''),
  );
  return (
    /\bURLSearchParams\(\s*$/.test(text.slice(0, start)) ||
    (values.length > 0 && values.every((first) => /['"`]/.test(first))) ||
    types.some((type) => /\bstring\b/.test(type) && !/\b(?:boolean|any|unknown|Json\w*|Primitive)\b/.test(type))
  );
}

function writeValue(value: Text, quote: string, read: ReadText, ofTexts = false): string | null {
  const text = toKnown(value);
  if (text !== null)
    return !ofTexts && /^(?:\d+|true|false)$/.test(text)
      ? text
      : `${quote}${decode(text).replaceAll(/['"\\]/g, (character) => (character === quote || character === '\\' ? `\\${character}` : character))}${quote}`;
  const [hole] = value;
  return hole?.kind === 'hole' && value.length === 1 ? writeHole(hole, read) : null;
}

/** A record's values are encoded by the library, so what an address would encode stands as it is. */
function writeHole(hole: HolePiece, read: ReadText): string | null {
  if (hole.source !== undefined) return null;
  if (hole.wrap === 'not' || hole.wrap === 'increment') return expressionOf(hole, read);
  const place = hole.wrap === 'encode' ? hole.place : hole.encoded ? (hole.decoded ?? null) : hole.place;
  if (place === null) return null;
  const source = read(place.file).slice(place.start, place.end);
  return isPartlyEncoded(hole, source) ? null : source;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
