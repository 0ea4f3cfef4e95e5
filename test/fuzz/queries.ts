import type { Choices } from './choices.js';
import { writeEntries, writeRecord } from './records.js';
import type { WrittenEntry } from './records.js';
import type { Parameter } from './requests.js';
import { declare, quoteText, typed } from './style.js';
import type { Style } from './style.js';
import { toFreeName } from './values.js';
import type { Scope } from './values.js';

/** What is given stands for a name's expression and a value's. */
type Way = (scope: Scope, pairs: readonly WrittenEntry[], name: string) => string;

const pairText = '`${entryName}=${encodeURIComponent(entryValue)}`';

/** How a query is made of pairs; a name that nothing else has is given. */
const ways: Readonly<Record<string, Way>> = {
  pairs: (_, pairs) => `new URLSearchParams(${toList(pairs)})`,
  joined: (_, pairs) =>
    `[${pairs.map(({ name, code }) => `${name} + '=' + encodeURIComponent(${code})`).join(', ')}].join('&')`,
  mapped({ style, choices }, pairs) {
    const parameters = style.language === 'TypeScript' ? '[entryName, entryValue]: any' : '[entryName, entryValue]';
    const list = choices.oneIn(2) ? `Object.entries(${toRecord(pairs)})` : toList(pairs);
    return `${list}.map((${parameters}) => ${pairText}).join('&')`;
  },
  /** A helper that is called for each parameter. */
  helper({ style, before }, pairs, name) {
    const parameters = [typed(style, 'entryName', 'string'), typed(style, 'entryValue', 'any')].join(', ');
    before.push(declare(style, `${name}Pair`, `(${parameters}) => ${pairText}`));
    return pairs.map((pair) => `${name}Pair(${pair.name}, ${pair.code})`).join(" + '&' + ");
  },
  /** A text that grows in a loop. */
  grown({ style, before }, pairs, query) {
    before.push(
      `let ${query} = ''${style.semicolon}`,
      `for (const [entryName, entryValue] of ${toTypedList(style, pairs)}) ${query} += (${query} === '' ? '' : '&') + ${pairText}${style.semicolon}`,
    );
    return query;
  },
  /** A text that is a character too long, which is cut off. */
  cut({ style, before }, pairs, query) {
    before.push(
      `let ${query} = ''${style.semicolon}`,
      `for (const [entryName, entryValue] of ${toTypedList(style, pairs)}) ${query} += ${pairText} + '&'${style.semicolon}`,
    );
    return `${query}.slice(0, -1)`;
  },
  keys({ style, before }, pairs, name) {
    before.push(declare(style, typed(style, name, 'any'), toRecord(pairs)));
    return `Object.keys(${name}).map((entryName) => entryName + '=' + encodeURIComponent(${name}[entryName])).join('&')`;
  },
  names({ style, before }, pairs, name) {
    before.push(
      declare(style, typed(style, name, 'any'), toRecord(pairs)),
      declare(style, typed(style, `${name}Parts`, 'string[]'), '[]'),
      `for (const entryName in ${name}) ${name}Parts.push(entryName + '=' + encodeURIComponent(${name}[entryName]))${style.semicolon}`,
    );
    return `${name}Parts.join('&')`;
  },
  copied: (_, pairs) => `new URLSearchParams(Object.entries(${toRecord(pairs)}))`,
  each({ style, before }, pairs, query) {
    before.push(
      declare(style, query, 'new URLSearchParams()'),
      `Object.entries(${toRecord(pairs)}).forEach(([entryName, entryValue]) => ${query}.append(entryName, String(entryValue)))${style.semicolon}`,
    );
    return query;
  },
  set({ style, before, choices }, pairs, query) {
    before.push(declare(style, query, 'new URLSearchParams()'));
    for (const { name, code } of pairs)
      before.push(`${query}.${choices.pick(['set', 'append'])}(${name}, ${code})${style.semicolon}`);
    if (choices.oneIn(3)) before.push(ask(style, query, pairs, choices));
    return choices.oneIn(2) ? query : `${query}.toString()`;
  },
  chosen({ style, before }, pairs, query) {
    before.push(declare(style, query, 'new URLSearchParams()'));
    for (const { name, code } of pairs)
      before.push(`if (!process.env.NOBODY_SETS_THIS) ${query}.set(${name}, ${code})${style.semicolon}`);
    return query;
  },
};

/** The program ends if a parameter is not there under its name. */
function ask({ semicolon }: Style, query: string, [first]: readonly WrittenEntry[], choices: Choices): string {
  const name = first?.name ?? "''";
  const test = choices.pick([
    `!${query}.has(${name})`,
    `${query}.get(${name}) === null`,
    `![...${query}.keys()].includes(${name})`,
  ]);
  return `if (${test}) throw new Error('missing')${semicolon}`;
}

/** Of a whole record. */
const ofRecords = [
  (record: string) => `new URLSearchParams(${record})`,
  (record: string) => `require('node:querystring').stringify(${record})`,
] as const;

/** An expression that prints as the query: of a record, of pairs, or set one by one. */
export function makeQuery(scope: Scope, parameters: readonly Parameter[]): string {
  const { style, choices } = scope;
  if (choices.oneIn(4)) return choices.pick(ofRecords)(writeRecord(scope, parameters, 'query'));
  const way = choices.pick(Object.values(ways) as [Way, ...Way[]]);
  const pairs = writeEntries(scope, parameters).map(({ name, code }) => ({ name: quoteText(style, name), code }));
  return way(scope, pairs, toFreeName(scope, 'search'));
}

function toRecord(pairs: readonly WrittenEntry[]): string {
  return `{ ${pairs.map(({ name, code }) => `[${name}]: ${code}`).join(', ')} }`;
}

function toList(pairs: readonly WrittenEntry[]): string {
  return `[${pairs.map(({ name, code }) => `[${name}, ${code}]`).join(', ')}]`;
}

function toTypedList({ language }: Style, pairs: readonly WrittenEntry[]): string {
  return language === 'TypeScript' ? `${toList(pairs)} as any[]` : toList(pairs);
}
