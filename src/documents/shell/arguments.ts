import type { Command, ParameterOperation, Word, WordPart } from 'unbash';
import { search, show, slice, toKnown } from '../../http/text.js';
import type { Piece, Place, Text } from '../../http/text.js';
import { placeIn } from '../excerpt.js';
import type { Excerpt } from '../excerpt.js';
import { elementsOf, expandWord, valuesOrHoles } from './expand.js';
import type { Argument, Scope } from './expand.js';
import { shiftsBefore } from './positions.js';
import type { Site } from './script.js';

const mostForms = 8;

/** The words of a command behind its name, as they may be: each form is one list of them. */
export function expandArguments(site: Site, scope: Scope): readonly (readonly Argument[])[] {
  const { command } = site;
  const words = command.args.filter((one): one is Word => one.type === 'Word');
  return joinForms(
    words.map((word) => {
      const whole = { ...placeOf(word, scope), start: endBefore(word, command, scope) };
      return expandArgument(word, whole, { site, scope, arrays: [] });
    }),
  );
}

/** What a word alone makes, which is the name of a command with what stands in it. */
export function expandAsArguments(word: Word, site: Site, scope: Scope): readonly (readonly Argument[])[] {
  return expandArgument(word, null, { site, scope, arrays: [] });
}

type Forms = readonly (readonly Argument[])[];

interface At {
  readonly site: Site;
  readonly scope: Scope;
  /** The arrays that are being looked into: one may be made of itself. */
  readonly arrays: readonly string[];
}

function joinForms(parts: readonly Forms[]): Forms {
  return parts.reduce<Forms>(
    (forms, options) => forms.flatMap((form) => options.map((words) => [...form, ...words])).slice(0, mostForms),
    [[]],
  );
}

function placeOf({ pos, end }: Word, { script }: Scope): Place {
  return placeIn(script.excerpt, pos, end);
}

/** @param whole the word with the white space before it */
function expandArgument(word: Word, whole: Place | null, at: At): Forms {
  const { site, scope } = at;
  const sole = soleExpansion(word);
  const several = sole === null ? null : expandSeveral(word, sole, at);
  if (several !== null) return several;
  const place = placeOf(word, scope);
  return expandWord(word, scope, site).flatMap((text): Forms => {
    if (sole === null || sole.quoted) return [[{ text, place, whole, hidden: false }]];
    if (text.length === 0) return [[]];
    if (text.every((piece) => piece.kind === 'hole')) return [[{ text, place, whole, hidden: true }]];
    return [splitWords(text).map((part) => ({ text: part, place: null, whole: null, hidden: false }))];
  });
}

/** An expansion that a word is all of. */
interface Sole {
  readonly part: WordPart;
  readonly quoted: boolean;
}

const expansions = /^(?:SimpleExpansion|ParameterExpansion|CommandExpansion)$/;

function soleExpansion({ parts }: Word): Sole | null {
  const [part, ...others] = parts ?? [];
  if (part === undefined || others.length > 0) return null;
  if (part.type !== 'DoubleQuoted') return expansions.test(part.type) ? { part, quoted: false } : null;
  const [inner, ...more] = part.parts;
  return inner === undefined || more.length > 0 || !expansions.test(inner.type) ? null : { part: inner, quoted: true };
}

/** What one word makes any number of: `"$@"`, `"${@:3}"`, `"${words[@]}"`, `${3:+-d "$3"}`; null for another one. */
function expandSeveral(word: Word, { part, quoted }: Sole, at: At): Forms | null {
  if (part.type === 'SimpleExpansion') return /^\$[@*]$/.test(part.text) ? [passedOn(word, 0, at)] : null;
  if (part.type !== 'ParameterExpansion') return null;
  const { parameter, operation, prefix, index } = part;
  const isAll = /^[@*]$/.test(parameter) || (index !== undefined && /^[@*]$/.test(index.value));
  if (prefix !== undefined) return isAll ? [[hiddenArgument(word, at)]] : null;
  if (operation?.type === 'Default' && operation.operator.endsWith('+') && (isAll || !quoted))
    return expandAlternative(word, parameter, operation.operand, at);
  if (!isAll) return null;
  if (index === undefined) return [passedFrom(word, operation, at)];
  return operation === undefined ? [expandArray(word, parameter, at)] : [[hiddenArgument(word, at)]];
}

/** `${3:+-d "$3"}` is its words, or none of them. */
function expandAlternative(word: Word, parameter: string, operand: Word, at: At): Forms {
  const words = wordsIn(operand, at.scope).map((one) => expandArgument(one, null, at));
  const given = /^\w+$/.test(parameter) ? isGiven(parameter, word, at) : null;
  if (given === false) return [[]];
  return given === true || /^[@*]$/.test(parameter) ? joinForms(words) : [...joinForms(words), []];
}

/** Whether a variable has a value that is not empty; null if nobody knows. */
function isGiven(name: string, word: Word, { site, scope }: At): boolean | null {
  const values = valuesOrHoles(name, word, scope, site);
  if (values.every((text) => text.length === 0)) return false;
  return values.every((text) => text.some(({ kind }) => kind === 'known')) ? true : null;
}

/** The words of an operand: its spaces that stand between no quotes part them. */
function wordsIn(operand: Word, { script: { excerpt } }: Scope): Word[] {
  const groups: WordPart[][] = [[]];
  for (const part of (operand.parts ?? literalOf(operand)).flatMap((one) => runsOf(one, excerpt)))
    if (part.type === 'Literal' && /^\s/.test(part.text)) groups.push([]);
    else groups.at(-1)?.push(part);
  return groups.flatMap((parts) => {
    const [first] = parts;
    const last = parts.at(-1);
    if (first === undefined || last === undefined) return [];
    const text = excerpt.text.slice(first.pos, last.end);
    return [{ ...operand, pos: first.pos, end: last.end, text, value: text, parts }];
  });
}

/** Spaces, and what is none, each for itself. */
function runsOf(part: WordPart, { text }: Excerpt): WordPart[] {
  if (part.type !== 'Literal') return [part];
  return [...text.slice(part.pos, part.end).matchAll(/\s+|\S+/g)].map(({ index, 0: run }) => ({
    ...part,
    pos: part.pos + index,
    end: part.pos + index + run.length,
    text: run,
    value: run,
  }));
}

function literalOf({ pos, end, text, value }: Word): WordPart[] {
  return [{ type: 'Literal', pos, end, text, value }];
}

/** Where what stands before a word ends. */
function endBefore(word: Word, command: Command, { script: { excerpt } }: Scope): number {
  const before = [command.name, ...command.prefix, ...command.suffix]
    .flatMap((node) => (node === undefined ? [] : [node.end]))
    .filter((end) => end <= word.pos);
  return placeIn(excerpt, Math.max(0, ...before) - 1, Math.max(0, ...before)).end;
}

function hiddenArgument(word: Word, { site, scope }: At): Argument {
  const [text = []] = expandWord(word, scope, site);
  return { text, place: placeOf(word, scope), whole: null, hidden: true };
}

/** `"$@"` of a function is what its caller gave it. */
function passedOn(word: Word, from: number, at: At, to = Infinity): readonly Argument[] {
  const { site, scope } = at;
  const shifts = shiftsBefore(scope, site);
  if (scope.call === null || site.owner !== scope.call.target || shifts === null) return [hiddenArgument(word, at)];
  return scope.call.args.slice(shifts + from, shifts + to).map((one) => ({ ...one, whole: null }));
}

/** `"${@:3}"`, `"${@:3:1}"` */
function passedFrom(word: Word, operation: ParameterOperation | undefined, at: At): readonly Argument[] {
  if (operation === undefined) return passedOn(word, 0, at);
  if (operation.type !== 'Slice') return [hiddenArgument(word, at)];
  const [offset, length] = [operation.offset, operation.length].map((one) => one?.value.trim() ?? '');
  const isPlain = /^[1-9]\d*$/.test(offset ?? '') && /^\d*$/.test(length ?? '');
  const from = Number(offset) - 1;
  if (!isPlain) return [hiddenArgument(word, at)];
  return passedOn(word, from, at, length === '' ? Infinity : from + Number(length));
}

/** An element that nobody sees may be any words: a loop may have put it there. */
function expandArray(word: Word, name: string, at: At): readonly Argument[] {
  const elements = at.arrays.includes(name) ? [] : elementsOf(name, at.scope, at.site);
  if (elements === null) return [hiddenArgument(word, at)];
  const inner = { ...at, arrays: [...at.arrays, name] };
  return elements.flatMap((element): readonly Argument[] => {
    const [words = [], ...others] = expandArgument(element, null, inner);
    const isUnsure = others.length > 0;
    return words.map((one) => ({ ...one, hidden: one.hidden || isUnsure || one.text.every(isHole) }));
  });
}

function isHole({ kind }: Piece): boolean {
  return kind === 'hole';
}

/** What an unquoted variable is split into. */
export function splitWords(text: Text): Text[] {
  const space = search(text, /\s+/);
  const words = space === null ? [text] : [slice(text, 0, space.start), ...splitWords(slice(text, space.end))];
  return words.filter(({ length }) => length > 0);
}

/** An option of a command with its value. */
export interface Option {
  /** Without hyphens. */
  readonly name: string;
  readonly value: Text | null;
  /** What to take out with it; null if it cannot be taken out. */
  readonly whole: Place | null;
}

export interface Options {
  readonly options: readonly Option[];
  readonly others: readonly Argument[];
  /** There are words that nobody sees. */
  readonly hidden: boolean;
}

/** Which options take a value. */
export interface OptionTable {
  /** Letters. */
  readonly short: string;
  readonly long: ReadonlySet<string>;
}

/** Tells the options of a command from its other words. */
export function readOptions(words: readonly Argument[], table: OptionTable): Options {
  const options: Option[] = [];
  const others: Argument[] = [];
  let hidden = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) continue;
    const flag = toFlag(word, table);
    if (word.hidden) {
      hidden = true;
      others.push(word);
    } else if (flag === 'end') {
      others.push(...words.slice(index + 1));
      break;
    } else if (flag === null) others.push(word);
    else {
      const next = flag.waits ? words[index + 1] : undefined;
      if (next !== undefined) index += 1;
      const value = flag.waits ? (next?.text ?? null) : flag.value;
      const names = flag.names.slice(0, -1).map((name): Option => ({ name, value: null, whole: null }));
      const name = flag.names.at(-1) ?? '';
      options.push(...names, { name, value, whole: names.length > 0 ? null : joinPlaces(word, next) });
    }
  }
  return { options, others, hidden };
}

function joinPlaces(word: Argument, next: Argument | undefined): Place | null {
  if (word.whole === null || (next !== undefined && next.place === null)) return null;
  return next?.place == null ? word.whole : { ...word.whole, end: next.place.end };
}

interface Flag {
  readonly names: readonly string[];
  readonly value: Text | null;
  /** Its value is the next word. */
  readonly waits: boolean;
}

function toFlag({ text }: Argument, { short, long }: OptionTable): Flag | 'end' | null {
  const written = show(text);
  if (text[0]?.kind !== 'known' || !written.startsWith('-') || written === '-') return null;
  if (written === '--') return 'end';
  if (written.startsWith('--')) {
    const equals = written.indexOf('=');
    if (equals !== -1) return { names: [written.slice(2, equals)], value: slice(text, equals + 1), waits: false };
    const name = written.slice(2);
    return { names: [name], value: null, waits: long.has(name) };
  }
  const names: string[] = [];
  for (let at = 1; at < written.length; at += 1) {
    const letter = written.charAt(at);
    names.push(letter);
    if (!short.includes(letter)) continue;
    const rest = slice(text, at + 1);
    return rest.length === 0 ? { names, value: null, waits: true } : { names, value: rest, waits: false };
  }
  return { names, value: null, waits: false };
}

/** The known characters of the last of some options; null if none is there, or it is not in sight. */
export function lastValue({ options }: Options, names: readonly string[]): string | null {
  const value = options.findLast(({ name }) => names.includes(name))?.value ?? null;
  return value === null ? null : toKnown(value);
}
