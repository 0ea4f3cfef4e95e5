import type { Command, Word } from 'unbash';
import { isKnown, lengthOf, show, slice, toKnown } from '../../http/text.js';
import type { Place, Text } from '../../http/text.js';
import { placeIn } from '../excerpt.js';
import { elementsOf, expandWord, shiftsBefore } from './expand.js';
import type { Argument, Scope } from './expand.js';
import type { Site } from './script.js';

const mostForms = 8;

/** The words of a command behind its name, as they may be: each form is one list of them. */
export function expandArguments(site: Site, scope: Scope): readonly (readonly Argument[])[] {
  const { command } = site;
  let forms: readonly (readonly Argument[])[] = [[]];
  for (const argument of command.args) {
    if (argument.type !== 'Word') continue;
    const options = expandArgument(argument, command, site, scope);
    forms = forms.flatMap((form) => options.map((words) => [...form, ...words])).slice(0, mostForms);
  }
  return forms;
}

function expandArgument(word: Word, command: Command, site: Site, scope: Scope): readonly (readonly Argument[])[] {
  const all = /^"?\$(?:[@*]|\{[@*]\})"?$/.exec(word.text);
  if (all !== null) return [passedOn(word, site, scope)];
  const elements = /^"?\$\{(\w+)\[[@*]\]\}"?$/.exec(word.text)?.[1];
  if (elements !== undefined) return [expandArray(word, elements, site, scope)];
  const place = placeIn(scope.script.excerpt, word.pos, word.end);
  const whole = { ...place, start: endBefore(word, command, scope) };
  const isLoose = /^\$(?:\w+|\{\w+\})$/.test(word.text);
  return expandWord(word, scope, site).flatMap((text): (readonly Argument[])[] => {
    if (!isLoose) return [[{ text, place, whole, hidden: false }]];
    if (text.length === 0) return [[]];
    if (text.every((piece) => piece.kind === 'hole')) return [[{ text, place, whole, hidden: true }]];
    return [splitWords(text).map((part) => ({ text: part, place: null, whole: null, hidden: false }))];
  });
}

/** Where what stands before a word ends. */
function endBefore(word: Word, command: Command, { script: { excerpt } }: Scope): number {
  const before = [command.name, ...command.prefix, ...command.suffix]
    .flatMap((node) => (node === undefined ? [] : [node.end]))
    .filter((end) => end <= word.pos);
  return placeIn(excerpt, Math.max(0, ...before) - 1, Math.max(0, ...before)).end;
}

function hiddenArgument(word: Word, scope: Scope, site: Site): Argument {
  const [text = []] = expandWord(word, scope, site);
  return { text, place: placeIn(scope.script.excerpt, word.pos, word.end), whole: null, hidden: true };
}

/** `"$@"` of a function is what its caller gave it. */
function passedOn(word: Word, site: Site, scope: Scope): readonly Argument[] {
  if (scope.call === null || site.owner !== scope.call.target) return [hiddenArgument(word, scope, site)];
  return scope.call.args.slice(shiftsBefore(scope, site)).map((one) => ({ ...one, whole: null }));
}

function expandArray(word: Word, name: string, site: Site, scope: Scope): readonly Argument[] {
  const elements = elementsOf(name, scope);
  if (elements === null) return [hiddenArgument(word, scope, site)];
  return elements.flatMap((element): readonly Argument[] => {
    if (/^"?\$(?:[@*]|\{[@*]\}|\{\w+\[[@*]\]\})"?$/.test(element.text)) return [hiddenArgument(element, scope, site)];
    const [text = [], ...others] = expandWord(element, scope, site);
    const place = placeIn(scope.script.excerpt, element.pos, element.end);
    return [{ text, place, whole: null, hidden: others.length > 0 }];
  });
}

/** What an unquoted variable is split into. */
export function splitWords(text: Text): Text[] {
  const characters = show(text);
  const words: Text[] = [];
  let start = 0;
  if (!isKnown(text)) return [text];
  for (let at = 0; at <= lengthOf(text); at += 1) {
    if (at < characters.length && !/\s/.test(characters.charAt(at))) continue;
    if (at > start) words.push(slice(text, start, at));
    start = at + 1;
  }
  return words;
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
