/*
 * The parser is native and calls itself for each level of nesting: a program that is nested too deeply ends the process,
 * where code in JavaScript throws. Nobody writes such programs by hand, but somebody may generate one.
 */

/**
 * What nests, and a quarter of how much of it ends a process with 8 MB of stack; a thread has half of that. For
 * comparison: the scope manager throws at some 1,400 functions in each other, and at 2,500 operands of a sum.
 */
const bounds = {
  bracket: 1_000,
  type: 1_500,
  arrow: 2_500,
  choice: 3_300,
  word: 4_300,
  equals: 4_500,
  tag: 4_500,
  colon: 5_000,
  dot: 9_000,
  operator: 18_000,
  call: 26_000,
} as const;

/** How far a look at a program has come. Loads are parts of what may be nested, 1 being too much. */
interface Look {
  readonly code: string;
  at: number;
  /** The load of what is open: of all around, of the brackets, and of the row of operators in them. */
  load: number;
  /** What the load was where the innermost bracket had opened, which what ends an expression brings it back to. */
  base: number;
  /** The brackets that are open. */
  readonly around: { readonly load: number; readonly base: number; readonly template: boolean }[];
}

/**
 * Where a program nests too deeply to be given to the parser; -1 if it does not. It is a look at brackets and operators
 * and no parse: what stands in quotes, comments and patterns counts as far as it opens more than it closes, so that it
 * is rather too much than too little.
 */
export function findTooDeep(code: string): number {
  if (code.length < 2 * bounds.bracket || isLight(code)) return -1;
  const look: Look = { code, at: 0, load: 0, base: 0, around: [] };
  while (look.at < code.length) {
    step(look);
    if (look.load > 1) return look.at;
  }
  return -1;
}

/** What each character that may nest weighs at the most, by its code. A slash may end a tag, and opens nothing. */
const weights = toWeights();

function toWeights(): Float64Array {
  const all = new Float64Array(128);
  const weigh = (characters: string, bound: number): void => {
    for (const character of characters) all[character.charCodeAt(0)] = 1 / bound;
  };
  weigh('([{<', bounds.bracket);
  weigh(')]}', bounds.call);
  weigh('=', bounds.arrow);
  weigh('?', bounds.choice);
  weigh(':', bounds.colon);
  weigh('.', bounds.dot);
  weigh('!~+-*%^&|', bounds.operator);
  return all;
}

/** Whether it would not be too much were it all in each other. */
function isLight(code: string): boolean {
  let load = 0;
  let isInWord = false;
  for (let at = 0; at < code.length && load <= 1; at += 1) {
    const character = code.charCodeAt(at);
    const isOfWord = isWordCharacter(character);
    if (isInWord && !isOfWord) load += 1 / bounds.word;
    isInWord = isOfWord;
    load += weights[character] ?? 0;
  }
  return load <= 1;
}

/** A letter of English, the last of which is `z`; whatever else is part of a name is part of no word that nests. */
function isWordCharacter(code: number): boolean {
  return code >= 97 && code <= 122;
}

const plain = /[^\w$"'`/()[\]{};,\n=?:.<!~+\-*%^&|]+/y;
const name = /[\w$]+/y;
const quoted = /"(?:[^"\\\n]+|\\[^])*"?|'(?:[^'\\\n]+|\\[^])*'?/y;
const templatePart = /(?:[^`\\$]+|\\[^]|\$(?!\{))*(?:`|\$\{)?/y;
const comment = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/y;
const pattern = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y;
const lineStart = /\s*/y;

const operators: ReadonlyMap<string, number> = new Map([
  ['=', bounds.equals],
  ['?', bounds.choice],
  [':', bounds.colon],
  ['.', bounds.dot],
  ...'!~+-*%^&|'.split('').map((operator) => [operator, bounds.operator] as const),
]);

/** Words that something follows which they belong to. */
const prefixes = new Set('new await typeof void delete keyof yield else if do while for as extends'.split(' '));
const longestPrefix = 7;

type Reader = (look: Look) => void;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...'([{'.split('').map((bracket) => [bracket, open] as const),
  ...')]}'.split('').map((bracket) => [bracket, close] as const),
  ...';,'.split('').map((separator) => [separator, end] as const),
  ...[...operators.keys()].map((operator) => [operator, readOperator] as const),
  ...'"\''.split('').map((quote) => [quote, readQuoted] as const),
  ['`', readTemplate],
  ['/', readSlash],
  ['<', readAngle],
  ['\n', readLine],
]);

function step(look: Look): void {
  const read = readers.get(look.code[look.at] ?? '');
  if (read !== undefined) read(look);
  else if (!readWord(look)) look.at = Math.max(endOf(look, plain), look.at + 1);
}

/** Where what a pattern matches here ends. */
function endOf({ code, at }: Look, sticky: RegExp): number {
  sticky.lastIndex = at;
  return sticky.test(code) ? sticky.lastIndex : at;
}

function take(look: Look, sticky: RegExp): string {
  return look.code.slice(look.at, endOf(look, sticky));
}

function open(look: Look, template = false): void {
  look.around.push({ load: look.load, base: look.base, template });
  look.load += 1 / bounds.bracket;
  look.base = look.load;
  look.at += 1;
}

/** Calls of what calls return nest too. What stands behind a block is a statement of its own, as a rule. */
function close(look: Look): void {
  const outer = look.around.pop();
  look.at += 1;
  if (outer === undefined) return;
  look.load = outer.load + 1 / bounds.call;
  look.base = outer.base;
  if (outer.template) readTemplatePart(look);
}

function end(look: Look): void {
  look.load = look.base;
  look.at += 1;
}

function readOperator(look: Look): void {
  const isArrow = look.code.startsWith('=>', look.at);
  const bound = isArrow ? bounds.arrow : (operators.get(look.code[look.at] ?? '') ?? bounds.operator);
  look.load += 1 / bound;
  look.at += isArrow ? 2 : 1;
}

function readWord(look: Look): boolean {
  const end = endOf(look, name);
  if (end === look.at) return false;
  if (end - look.at <= longestPrefix && prefixes.has(look.code.slice(look.at, end))) look.load += 1 / bounds.word;
  look.at = end;
  return true;
}

function readQuoted(look: Look): void {
  pass(look, take(look, quoted));
}

function readTemplate(look: Look): void {
  look.at += 1;
  readTemplatePart(look);
}

function readTemplatePart(look: Look): void {
  const part = take(look, templatePart);
  const isOpen = part.endsWith('${') && !part.endsWith('\\${');
  pass(look, isOpen ? part.slice(0, -1) : part);
  if (isOpen) open(look, true);
}

/** A comment, a pattern, the end of an element, or a division. */
function readSlash(look: Look): void {
  const { code, at } = look;
  if (code[at + 1] === '/' || code[at + 1] === '*') pass(look, take(look, comment));
  else if (code[at - 1] === '<' || code[at + 1] === '>') closeTag(look);
  else if (isOperand(code.slice(Math.max(at - 32, 0), at))) look.at += 1;
  else pass(look, take(look, pattern));
}

/** Whether what stands before a slash is divided by what follows. */
function isOperand(before: string): boolean {
  const [, word, other] = /([\w$]+)\s*$|([)\]}"'`])\s*$/.exec(before) ?? [];
  return (
    other !== undefined ||
    (word !== undefined && !/^(?:return|typeof|case|in|of|void|delete|else|do|yield|await)$/.test(word))
  );
}

function closeTag(look: Look): void {
  look.load = Math.max(look.base, look.load - 1 / bounds.tag);
  look.at += 1;
}

/** Arguments of a type, a tag, or a comparison. */
function readAngle(look: Look): void {
  const { code, at } = look;
  const next = code[at + 1] ?? '';
  look.at += 1;
  if (/[\w$'"({[]/.test(next) && /[\w$]/.test(code[at - 1] ?? '')) look.load += 1 / bounds.type;
  else if (/[\w$>]/.test(next)) look.load += 1 / bounds.tag;
}

/** A line that begins with a word ends what stands before it, unless one of them needs the other. */
function readLine(look: Look): void {
  const { code, at } = look;
  const before = /(?:[\w$]+|[)\]}"'`])\s*$/.exec(code.slice(Math.max(at - 32, 0), at))?.[0].trim() ?? '';
  look.at = endOf(look, lineStart);
  const next = take(look, name);
  const goesOn = /^(?:else|in|instanceof|as|satisfies|extends|while|catch|finally)?$/.test(next);
  if (before !== '' && !prefixes.has(before) && !goesOn) look.load = look.base;
}

/** What is text counts as far as it opens more than it closes: it may be code after all. */
function pass(look: Look, text: string): void {
  look.at += Math.max(text.length, 1);
  if (!/[([{]/.test(text)) return;
  let opened = 0;
  for (const [bracket] of text.matchAll(/[([{]|[)\]}]/g))
    opened = Math.max(0, opened + ('([{'.includes(bracket) ? 1 : -1));
  look.load += opened / bounds.bracket;
  look.base += opened / bounds.bracket;
}
