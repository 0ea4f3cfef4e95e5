import type { Choices } from './choices.js';
import type { Parameter, Request, Value } from './requests.js';
import { declare, quoteText, typed } from './style.js';
import type { Style } from './style.js';
import { writeText } from './texts.js';
import type { Piece } from './texts.js';
import type { Work, WrittenCall } from './work.js';

/** @param isFunction whether it stands in a function of its own, which can be given values */
export function writeCall(work: Work, request: Request, isFunction: boolean): WrittenCall {
  const { choices } = work;
  const scope: Scope = { style: work.style, choices, isFunction, before: [], given: [], names: new Set() };
  const path = request.segments.flatMap((segment): Piece[] =>
    typeof segment === 'string' ? [{ text: `/${segment}` }] : [{ text: '/' }, writeSegment(scope, segment)],
  );
  const places = placesOf(request, choices);
  const query = request.parameters.filter((_, at) => places[at] === 'text');
  const pieces = query.flatMap((parameter, at) => [{ text: at === 0 ? '?' : '&' }, ...writeQuery(scope, parameter)]);
  const made = request.parameters.filter((_, at) => places[at] === 'made');
  const recordOf = (place: string): string | null => {
    const own = request.parameters.filter((_, at) => places[at] === place);
    return own.length === 0 ? null : writeRecord(scope, own, place);
  };
  return {
    method: request.method,
    path: [...path, ...pieces, ...(made.length === 0 ? [] : [{ text: '?' }, { code: makeQuery(scope, made) }])],
    query: recordOf('query'),
    body: recordOf('body'),
    before: scope.before,
    given: scope.given,
  };
}

/** Bodies are for methods that have one; lists stand in the address, where all libraries write them alike, and a query in one place. */
function placesOf({ method, parameters }: Request, choices: Choices): readonly string[] {
  const place =
    method === 'GET' || method === 'DELETE'
      ? choices.pick(['text', 'query', 'made'])
      : choices.pick(['body', 'text', 'query']);
  const isInText = ({ isList, name }: Parameter): boolean => isList || name.includes('[');
  const isSplit = place !== 'body' && parameters.some(isInText);
  return parameters.map((each) => (isSplit || isInText(each) ? 'text' : place));
}

interface Scope {
  readonly style: Style;
  readonly choices: Choices;
  readonly isFunction: boolean;
  readonly before: string[];
  readonly given: WrittenCall['given'][number][];
  readonly names: Set<string>;
}

/** The path's own characters are the request's; others are escaped, once. */
function writeSegment(scope: Scope, value: Value): Piece {
  const code = writeValue(scope, value);
  if (code === null) return { text: encodeURIComponent(value.text) };
  return { code: value.isNumber && !scope.choices.oneIn(4) ? code : `encodeURIComponent(${code})` };
}

function writeQuery(scope: Scope, { name, isList, value }: Parameter): Piece[] {
  const code = writeValue(scope, value);
  const key = { text: `${name}${isList ? '[]' : ''}=` };
  if (code === null) return [key, { text: encodeURIComponent(value.text) }];
  return [key, { code: value.isNumber ? code : `encodeURIComponent(${code})` }];
}

/** An expression for a value under a name; null if it is to be written where it is used. */
function writeValue(scope: Scope, value: Value): string | null {
  const { style, choices } = scope;
  const how = choices.pick(['there', 'constant', 'given', 'member', 'result', 'taken', 'either', 'default'] as const);
  const literal = value.isNumber || /^(?:true|false)$/.test(value.text) ? value.text : quoteText(style, value.text);
  const type = value.isNumber ? 'number' : 'string';
  if (how === 'there') return null;
  const name = toFreeName(scope, value.name);
  if (how === 'given' && scope.isFunction) {
    scope.given.push({ name, code: literal, type: type === 'string' ? 'any' : type });
    return name;
  }
  if (how === 'default' && scope.isFunction) {
    scope.given.push({ name, code: 'undefined', type: 'any', fallback: literal });
    return name;
  }
  if (how === 'result') {
    const getter = `get${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    scope.before.push(declare(style, getter, `() => ${literal}`));
    return `${getter}()`;
  }
  if (how === 'taken') {
    scope.before.push(`const { ${name} } = { ${name}: ${literal} }${style.semicolon}`);
    return name;
  }
  if (how === 'either') {
    scope.before.push(declare(style, name, `process.env.NOBODY_SETS_THIS || ${literal}`));
    return name;
  }
  if (how === 'member') {
    scope.before.push(declare(style, `${name}Options`, `{ ${name}: ${literal} }`));
    return `${name}Options.${name}`;
  }
  scope.before.push(declare(style, name, literal));
  return name;
}

function toFreeName({ names }: Scope, name: string): string {
  const free = names.has(name) ? `${name}${String(names.size)}` : name;
  names.add(free);
  return free;
}

/** A record of parameters: in place, under a name, or with members that are set later. */
function writeRecord(scope: Scope, parameters: readonly Parameter[], place: string): string {
  const { style, choices } = scope;
  const entries = writeEntries(scope, parameters);
  const print = (own: readonly WrittenEntry[]): string =>
    `{ ${own.map(({ name, code }) => (name === code ? name : `${writeKey(style, name, choices)}: ${style.comment}${code}`)).join(', ')} }`;
  const how = choices.pick(['there', 'name', 'later', 'spread', 'assign', 'entries', 'perhaps', 'made'] as const);
  if (how === 'there') return print(entries);
  if (how === 'assign') return `Object.assign({}, ${print(entries.slice(0, 1))}, ${print(entries.slice(1))})`;
  if (how === 'entries')
    return `Object.fromEntries([${entries.map(({ name, code }) => `[${quoteText(style, name)}, ${code}]`).join(', ')}])`;
  if (how === 'perhaps') {
    const [first, ...rest] = entries;
    return print(rest).replace(
      /^\{ (?=\S)?/,
      `{ ...(process.env.NOBODY_SETS_THIS ? {} : ${first === undefined ? '{}' : print([first])}), `,
    );
  }
  if (how === 'made') {
    const maker = toFreeName(scope, place === 'query' ? 'toParams' : 'toPayload');
    scope.before.push(declare(style, maker, `() => (${print(entries)})`));
    return `${maker}()`;
  }
  const name = toFreeName(scope, place === 'query' ? 'params' : 'payload');
  const early = how === 'name' ? entries : entries.slice(1);
  if (how === 'spread') {
    scope.before.push(declare(style, typed(style, `common${name}`, 'any'), print(early)));
    return print(entries.slice(0, 1)).replace(/ \}$/, `, ...common${name} }`);
  }
  scope.before.push(declare(style, typed(style, name, 'any'), print(early)));
  if (how === 'later')
    for (const entry of entries.slice(0, 1))
      scope.before.push(`${name}.${entry.name} = ${entry.code}${style.semicolon}`);
  return name;
}

/** An expression that prints as the query: of a record, of pairs, or set one by one. */
function makeQuery(scope: Scope, parameters: readonly Parameter[]): string {
  const { style, choices } = scope;
  const how = choices.pick([
    'record',
    'library',
    'pairs',
    'set',
    'joined',
    'mapped',
    'grown',
    'helper',
    'each',
  ] as const);
  if (how === 'record') return `new URLSearchParams(${writeRecord(scope, parameters, 'query')})`;
  if (how === 'library') return `require('node:querystring').stringify(${writeRecord(scope, parameters, 'query')})`;
  const pairs = writeEntries(scope, parameters).map(({ name, code }) => ({ name: quoteText(style, name), code }));
  if (how === 'pairs')
    return `new URLSearchParams([${pairs.map(({ name, code }) => `[${name}, ${code}]`).join(', ')}])`;
  if (how === 'joined')
    return `[${pairs.map(({ name, code }) => `${name} + '=' + encodeURIComponent(${code})`).join(', ')}].join('&')`;
  if (how === 'mapped') return writeMappedQuery(scope, pairs);
  if (how === 'helper') return writeQueryByHelper(scope, pairs);
  const query = toFreeName(scope, 'search');
  if (how === 'grown') return growQuery(scope, query, pairs);
  scope.before.push(declare(style, query, 'new URLSearchParams()'));
  if (how === 'each') {
    scope.before.push(
      `Object.entries(${toRecord(pairs)}).forEach(([key, value]) => ${query}.append(key, String(value)))${style.semicolon}`,
    );
    return query;
  }
  for (const { name, code } of pairs)
    scope.before.push(`${query}.${choices.pick(['set', 'append'])}(${name}, ${code})${style.semicolon}`);
  return choices.oneIn(2) ? query : `${query}.toString()`;
}

function toRecord(pairs: readonly WrittenEntry[]): string {
  return `{ ${pairs.map(({ name, code }) => `[${name}]: ${code}`).join(', ')} }`;
}

const pairText = '`${key}=${encodeURIComponent(value)}`';

/** Each of some pairs as text. */
function writeMappedQuery({ style, choices }: Scope, pairs: readonly WrittenEntry[]): string {
  const parameters = style.language === 'TypeScript' ? '[key, value]: any' : '[key, value]';
  const list = choices.oneIn(2)
    ? `Object.entries(${toRecord(pairs)})`
    : `[${pairs.map(({ name, code }) => `[${name}, ${code}]`).join(', ')}]`;
  return `${list}.map((${parameters}) => ${pairText}).join('&')`;
}

/** A helper that is called for each parameter. */
function writeQueryByHelper(scope: Scope, pairs: readonly WrittenEntry[]): string {
  const { style } = scope;
  const helper = toFreeName(scope, 'toPair');
  const parameters = [typed(style, 'key', 'string'), typed(style, 'value', 'any')].join(', ');
  scope.before.push(declare(style, helper, `(${parameters}) => ${pairText}`));
  return pairs.map(({ name, code }) => `${helper}(${name}, ${code})`).join(" + '&' + ");
}

/** A text that grows in a loop. */
function growQuery({ style, before }: Scope, query: string, pairs: readonly WrittenEntry[]): string {
  const list = `[${pairs.map(({ name, code }) => `[${name}, ${code}]`).join(', ')}]`;
  const typedList = style.language === 'TypeScript' ? `${list} as any[]` : list;
  before.push(
    `let ${query} = ''${style.semicolon}`,
    `for (const [key, value] of ${typedList}) ${query} += (${query} === '' ? '' : '&') + ${pairText}${style.semicolon}`,
  );
  return query;
}

interface WrittenEntry {
  readonly name: string;
  readonly code: string;
}

function writeEntries(scope: Scope, parameters: readonly Parameter[]): WrittenEntry[] {
  return parameters.map(({ name, value }) => {
    const literal = /^(?:\d+|true|false)$/.test(value.text) ? value.text : quoteText(scope.style, value.text);
    return { name, code: writeValue(scope, value) ?? literal };
  });
}

function writeKey(style: Style, name: string, choices: Choices): string {
  return choices.pick([name, name, style.quote === '`' ? `'${name}'` : quoteText(style, name)]);
}

/** The address in the call itself, or under a name, or put together step by step. */
export function writeAddress(
  { style, choices }: Work,
  pieces: readonly Piece[],
  at: number,
): { lines: readonly string[]; url: string } {
  const { semicolon } = style;
  const how = choices.pick(['there', 'name', 'steps'] as const);
  if (how === 'there') return { lines: [], url: writeText(style, pieces, choices) };
  const name = `url${String(at)}`;
  if (how === 'name' || pieces.length < 2)
    return { lines: [declare(style, name, writeText(style, pieces, choices))], url: name };
  const middle = Math.ceil(pieces.length / 2);
  const first = writeText(style, pieces.slice(0, middle), choices);
  const rest = writeText(style, pieces.slice(middle), choices);
  return { lines: [`let ${name} = ${first}${semicolon}`, `${name} += ${rest}${semicolon}`], url: name };
}

export function writeFunction(
  { style, choices }: Work,
  name: string,
  given: WrittenCall['given'],
  lines: readonly string[],
): string[] {
  const parameters = given
    .map(({ name: own, type, fallback }) => typed(style, own, type) + (fallback === undefined ? '' : ` = ${fallback}`))
    .join(', ');
  const isArrow = choices.oneIn(2);
  const head = isArrow ? `const ${name} = async (${parameters}) => {` : `async function ${name}(${parameters}) {`;
  return [head, ...lines.map((line) => `  ${line}`), isArrow ? `}${style.semicolon}` : '}'];
}
