import type {
  Command,
  CommandExpansionPart,
  Function as ShellFunction,
  HereDoc,
  ParameterDefaultOperation,
  ParameterExpansionPart,
  SimpleExpansionPart,
  SyntaxNode,
  Word,
  WordPart,
} from 'unbash';
import { known, toKnown } from '../../http/text.js';
import type { HolePiece, KnownPiece, Place, Text } from '../../http/text.js';
import { placeIn, toHole, toPieces } from '../excerpt.js';
import type { Script, Setting, Site } from './script.js';
import { expandPrinted } from './printed.js';
import { inCase, readAnsi, unescape, verbatim, withoutFirstSlash, withoutSlash } from './literals.js';
import { isRepeated, shiftsBefore } from './positions.js';
import { settingIn } from './quoting.js';
import type { Quotes } from './quoting.js';

/** A variable that is set outside of the script: all that it may be, and where. */
export type Environment = ReadonlyMap<string, readonly Text[]>;

/** A call of a function of the script. */
export interface Call {
  readonly target: ShellFunction;
  readonly args: readonly Argument[];
  readonly site: Site;
  readonly from: Scope;
}

/** Where words are expanded: the script, what its variables are outside, and the function that is being looked into. */
export interface Scope {
  readonly script: Script;
  readonly environment: Environment;
  readonly call: Call | null;
  /** The names of the variables that literals are the values of, by file and offset. */
  readonly holders: Map<string, string>;
  /** What words outside of calls were expanded to, by depth: a value may be made of others that are made of more. */
  readonly expanded: WeakMap<Word, Map<number, readonly Text[]>>;
  /** Commands in substitutions, `$(url /projects)`, of which it is known what they print. */
  readonly followed: Set<Command>;
}

/** A word of a command, expanded. */
export interface Argument {
  readonly text: Text;
  /** The word; null if it came out of a variable or a function's arguments. */
  readonly place: Place | null;
  /** With the white space before it. */
  readonly whole: Place | null;
  /** Not between quotes, and nobody knows what it holds: none, one or several words. */
  readonly hidden: boolean;
}

const mostTexts = 6;
const deepest = 10;

/** What a word may be, in the place where it stands. */
export function expandWord(
  word: Word,
  scope: Scope,
  site: Standing,
  depth = 0,
  quotes: Quotes = 'bare',
): readonly Text[] {
  const { excerpt } = scope.script;
  const literal = placeIn(excerpt, word.pos, word.end);
  const at: At = { scope, site, literal, depth };
  const parts = word.parts ?? [{ type: 'Literal', pos: word.pos, end: word.end } as const];
  return joinAll(
    parts.map((part) => expandPart(part, quotes, at)),
    () => [toHole(excerpt, word, settingIn(excerpt, literal, quotes), { span: 'open', encoded: false })],
  );
}

/** Where words stand. */
export interface Standing extends Pick<Site, 'owner' | 'around'> {
  readonly command?: { readonly pos: number };
}

interface At {
  readonly scope: Scope;
  readonly site: Standing;
  /** The word. */
  readonly literal: Place;
  readonly depth: number;
}

type Part = Pick<WordPart, 'type' | 'pos' | 'end'>;

/** No address and no path is made of more. */
const mostPieces = 10_000;

/** Every combination of what the parts may be; one hole if these are too many, or too long. */
export function joinAll(parts: readonly (readonly Text[])[], otherwise: () => Text): readonly Text[] {
  let joined: readonly Text[] = [[]];
  for (const part of parts) {
    joined = joined.flatMap((before) => part.map((text) => [...before, ...text]));
    if (joined.length > mostTexts || joined.some(({ length }) => length > mostPieces)) return [otherwise()];
  }
  return joined;
}

function expandPart(part: WordPart | Part, quotes: Quotes, at: At): readonly Text[] {
  const { excerpt } = at.scope.script;
  switch (part.type) {
    case 'Literal':
    case 'Glob':
      return [toPieces(excerpt, unescape(excerpt, part, quotes), settingIn(excerpt, at.literal, quotes))];
    case 'SingleQuoted':
      return [toPieces(excerpt, verbatim(excerpt, part.pos + 1, part.end - 1), settingIn(excerpt, at.literal, "'"))];
    case 'AnsiCQuoted':
      return [readAnsi(excerpt, part, at.literal)];
    case 'DoubleQuoted':
    case 'LocaleString':
      return joinAll('parts' in part ? part.parts.map((inner) => expandPart(inner, '"', at)) : [], () =>
        holeFor(part, '"', at),
      );
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      return expandVariable(part as SimpleExpansionPart | ParameterExpansionPart, quotes, at);
    case 'CommandExpansion': {
      const { scope, site, depth } = at;
      const hole = holeFor(part, quotes, at);
      const printed = depth > deepest ? null : expandPrinted(part as CommandExpansionPart, scope, site, depth + 1);
      return printed?.map((text) => asUsed(text, hole)) ?? [hole];
    }
    default:
      return [holeFor(part, quotes, at)];
  }
}

const encoders = /url_?-?enc|@uri|quote_plus|encodeuri|rawurl|percent_?enc/i;
const holdsMore =
  /(?:path|pathname|url|uri|href|route|endpoint|resource|suffix|rest|tail|query|qs|search|params?|args?|opts|options|filters?|[@*])\}?$/i;

function holeFor(part: Part, quotes: Quotes, at: At): Text {
  const { excerpt } = at.scope.script;
  const raw = excerpt.text.slice(part.pos, part.end);
  const open = part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion' ? holdsMore.test(raw) : false;
  const encoded = encoders.test(raw);
  const span = open && !encoded ? 'open' : 'segment';
  return [toHole(excerpt, part, settingIn(excerpt, at.literal, quotes), { span, encoded })];
}

function expandVariable(part: SimpleExpansionPart | ParameterExpansionPart, quotes: Quotes, at: At): readonly Text[] {
  const hole = holeFor(part, quotes, at);
  if (at.depth > deepest) return [hole];
  if (part.type === 'SimpleExpansion') return lookUp(part.text.slice(1), hole, at);
  const { parameter, operation, prefix, index } = part;
  if (prefix !== undefined || index !== undefined) return [hole];
  const values = lookUp(parameter, hole, at);
  if (operation === undefined) return values;
  if (operation.type === 'Default') return expandDefault(operation, values, hole, quotes, at);
  if (operation.type === 'CaseModification')
    return values.map((value) => (value === hole ? hole : inCase(operation, value, hole)));
  if (operation.type !== 'Remove' || operation.operand.value !== '/') return [hole];
  const strip = operation.operator.startsWith('%') ? withoutSlash : withoutFirstSlash;
  return values.map((value) => (value === hole ? hole : strip(value)));
}

function expandDefault(
  { operator, operand }: ParameterDefaultOperation,
  values: readonly Text[],
  hole: Text,
  quotes: Quotes,
  at: At,
): readonly Text[] {
  if (operator.endsWith('?')) return values;
  const expand = (): readonly Text[] => expandWord(operand, at.scope, at.site, at.depth + 1, quotes);
  if (!operator.endsWith('+')) {
    const isOpen = values.some((value) => value === hole || (value.length === 0 && operator.startsWith(':')));
    const own = operator.startsWith(':') ? values.filter(({ length }) => length > 0) : values;
    return distinct([...own, ...(isOpen ? expand() : [])]);
  }
  if (values.every(({ length }) => length === 0)) return [[]];
  const isSure = values.every((value) => value.some(({ kind }) => kind === 'known'));
  return isSure ? expand() : distinct([[], ...expand()]);
}

function distinct(texts: readonly Text[]): readonly Text[] {
  const byKey = new Map(texts.map((text) => [text.map(keyOf).join('|'), text]));
  return [...byKey.values()].slice(0, mostTexts);
}

function keyOf(piece: HolePiece | KnownPiece): string {
  if (piece.kind === 'hole') return `hole ${piece.label}`;
  return `${piece.text} ${piece.source === null ? '' : `${piece.source.file}:${String(piece.source.start)}`}`;
}

/** What a variable may be; the hole itself stands for what nobody sees. */
function lookUp(name: string, hole: Text, at: At): readonly Text[] {
  if (/^[1-9]$/.test(name)) return positional(Number(name), hole, at);
  const values = valuesOf(name, hole, at).map((value) => asUsed(value, hole));
  if (name === 'CI_API_V4_URL' && values.length === 1 && values[0] === hole) return [[...hole, ...known('/api/v4')]];
  return values;
}

/**
 * A value where a variable stands for it. What is a hole stays one in the place where it is used, and so is a number: it
 * can be moved there. Only addresses and paths are edited where the variable is set: other words may be read by anything.
 */
function asUsed(value: Text, hole: Text): Text {
  const [use] = hole;
  const [only] = value;
  if (value === hole || use?.kind !== 'hole' || only === undefined) return value;
  if (value.length === 1 && only.kind === 'hole') return [{ ...use, encoded: use.encoded || only.encoded }];
  const written = toKnown(value);
  return written !== null && /^(?:\d+|[^/]*%2F[^/]*)$/i.test(written)
    ? [{ ...use, span: 'segment', encoded: true }]
    : value;
}

function positional(number: number, hole: Text, { scope, site }: At): readonly Text[] {
  if (scope.call === null || site.owner !== scope.call.target) return [hole];
  const shifts = shiftsBefore(scope, site);
  if (shifts === null) return [hole];
  const argument = scope.call.args[number - 1 + shifts];
  return [argument === undefined ? [] : argument.hidden ? hole : asUsed(argument.text, hole)];
}

function valuesOf(name: string, hole: Text, at: At): readonly Text[] {
  const { scope, site } = at;
  const all = scope.script.settings.get(name) ?? [];
  const own = all.filter(({ owner }) => owner !== null && owner === site.owner);
  if (own.length > 0 && site.owner !== null) return chooseFrom(own, site, hole, at, []);
  const globals = all.filter(({ owner, local }) => owner === null || (!local && owner !== site.owner));
  const outside = (scope.environment.get(name) ?? []).map((text) => hold(name, text, scope));
  if (globals.length === 0) return outside.length === 0 ? [hole] : outside;
  return chooseFrom(globals, outermost(scope, site), hole, at, outside);
}

/** The command outside of all functions that leads to where a word stands; null if none is known. */
function outermost({ call }: Scope, site: Standing): Standing | null {
  if (call === null) return site.owner === null ? site : null;
  return outermost(call.from, call.site);
}

/** What the settings before a place leave: the last that is surely made, and those after it that may be. */
function chooseFrom(
  settings: readonly Setting[],
  site: Standing | null,
  hole: Text,
  at: At,
  outside: readonly Text[],
): readonly Text[] {
  const pos = site?.command?.pos ?? Infinity;
  const before = settings.filter((one) => one.pos < pos);
  const { text } = at.scope.script.excerpt;
  const sure = before.findLastIndex(
    (one) =>
      !one.fallback &&
      !(one.appends && isRepeated(one, at.scope.script)) &&
      isSure(toTaken(one, text), site?.around ?? null),
  );
  const possible = before.slice(Math.max(sure, 0));
  const rest = sure === -1 ? (outside.length > 0 ? outside : [hole]) : [];
  return distinct([...possible.flatMap((one) => valuesIn(one, settings, hole, at, outside)), ...rest]);
}

/**
 * The lists around a setting that may not come to it. One that makes a variable of its own parts is taken to:
 * `[[ $HOST =~ ^https?://[^/]+ ]] && HOST=${BASH_REMATCH[0]}/api` only leaves what is no address.
 */
function toTaken({ name, around }: Setting, text: string): readonly SyntaxNode[] {
  const own = new RegExp(String.raw`^\[\[\s+"?\$\{?${name}\}?"?\s+=~[^\n]*\$\{BASH_REMATCH\b`);
  return around.filter(({ type, pos, end }) => type !== 'AndOr' || !own.test(text.slice(pos, end)));
}

function isSure(around: readonly SyntaxNode[], site: readonly SyntaxNode[] | null): boolean {
  return site === null ? around.length <= 1 : around.every((each) => site.includes(each));
}

function valuesIn(
  setting: Setting,
  settings: readonly Setting[],
  hole: Text,
  at: At,
  outside: readonly Text[],
): readonly Text[] {
  const { value, others, appends, name } = setting;
  const { scope, depth } = at;
  const site = { owner: setting.owner, around: setting.around, command: { pos: setting.pos } };
  const inner = scope.call !== null && setting.owner !== scope.call.target ? { ...scope, call: null } : scope;
  const expand = (word: Word): readonly Text[] =>
    expandOnce(word, inner, site, depth + 1).map((text) => hold(name, withoutPlace(name, text, word, scope), scope));
  if (value === null) return others.length === 0 ? [hole] : others.flatMap(expand).slice(0, mostTexts);
  if (value.type === 'ArrayValue') return [hole];
  if (!appends) return expand(value);
  const earlier = chooseFrom(settings, site, hole, { ...at, depth: depth + 1 }, outside);
  return joinAll([earlier, expand(value)], () => hole);
}

/** The value of a setting is the same wherever it is used, unless a call gives it another. */
function expandOnce(word: Word, scope: Scope, site: Standing, depth: number): readonly Text[] {
  if (scope.call !== null) return expandWord(word, scope, site, depth);
  const byDepth = scope.expanded.get(word) ?? new Map<number, readonly Text[]>();
  const texts = byDepth.get(depth) ?? expandWord(word, scope, site, depth);
  scope.expanded.set(word, byDepth.set(depth, texts));
  return texts;
}

/**
 * A word that is no address and no path may be read by anything, and so may a path that another command reads: it is not
 * edited where the variable is set.
 */
function withoutPlace(name: string, text: Text, word: Word, { script: { excerpt, readElsewhere } }: Scope): Text {
  const written = toKnown(text);
  const { start, end } = placeIn(excerpt, word.pos, word.end);
  const isWithin = ({ literal }: { readonly literal: Place }): boolean => start <= literal.start && literal.end <= end;
  const isOwn = text.every((piece) => piece.kind === 'known' && piece.source !== null && isWithin(piece.source));
  if (written === null || !isOwn) return text;
  const isPath = written.includes('/') && (written.includes('://') || !readElsewhere.has(name));
  return isPath ? text : known(written);
}

/** Remembers whose value a text is: the name tells whose API it is. */
function hold(name: string, text: Text, { holders }: Scope): Text {
  for (const piece of text) {
    if (piece.kind !== 'known' || piece.source === null) continue;
    const key = holderKey(piece.source.literal);
    if (!holders.has(key)) holders.set(key, name);
  }
  return text;
}

export function holderKey({ file, start }: Place): string {
  return `${file}:${String(start)}`;
}

/** What a variable may be where a command stands: nothing of what nobody sees. */
export function valuesAt(name: string, scope: Scope, site: Site): readonly Text[] {
  const hole: Text = [{ kind: 'hole', place: null, label: '', encoded: false, span: 'open' }];
  const literal = placeIn(scope.script.excerpt, site.command.pos, site.command.end);
  return lookUp(name, hole, { scope, site, literal, depth: 0 }).filter((value) => value !== hole);
}

/** What a variable may be where a word stands; a hole for what nobody sees. */
export function valuesOrHoles(name: string, word: Word, scope: Scope, site: Standing): readonly Text[] {
  const literal = placeIn(scope.script.excerpt, word.pos, word.end);
  const hole: Text = [{ kind: 'hole', place: null, label: '', encoded: false, span: 'open' }];
  return lookUp(name, hole, { scope, site, literal, depth: 0 });
}

/** The elements of an array where a command stands, if all of them are in sight. */
export function elementsOf(name: string, { script }: Scope, { owner, command }: Site): readonly Word[] | null {
  const all = script.settings.get(name) ?? [];
  const own = all.filter((one) => one.owner !== null && one.owner === owner);
  const settings = own.length > 0 ? own.filter(({ pos }) => pos < command.pos) : all;
  const words: Word[] = [];
  for (const { value } of settings) {
    if (value?.type !== 'ArrayValue') return null;
    words.push(...value.elements);
  }
  return settings.length === 0 ? null : words;
}

/** The text of a here-document. */
export function expandHereDoc({ body, delimiter }: HereDoc, scope: Scope, site: Site): Text {
  const { excerpt } = scope.script;
  const literal = placeIn(excerpt, body.pos, body.end);
  const plain = { type: 'Literal', pos: body.pos, end: body.end } as const;
  if (delimiter?.quoted === true)
    return toPieces(excerpt, verbatim(excerpt, body.pos, body.end), settingIn(excerpt, literal, "'"));
  const at: At = { scope, site, literal, depth: 0 };
  return (body.parts ?? [plain]).flatMap((part) => expandPart(part, '<<', at)[0] ?? []);
}
