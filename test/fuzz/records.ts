import type { Choices } from './choices.js';
import type { Parameter } from './requests.js';
import { declare, quoteText, typed } from './style.js';
import type { Style } from './style.js';
import { toFreeName, writeValue } from './values.js';
import type { Scope } from './values.js';

/** A parameter, as expressions. */
export interface WrittenEntry {
  readonly name: string;
  readonly code: string;
}

type Way = (scope: Scope, entries: readonly WrittenEntry[], name: string) => string;

/** How a record is written; a name that nothing else has is given. */
const ways: Readonly<Record<string, Way>> = {
  there: printRecord,
  assign: (scope, entries) =>
    `Object.assign({}, ${printRecord(scope, entries.slice(0, 1))}, ${printRecord(scope, entries.slice(1))})`,
  entries: (scope, entries) => `Object.fromEntries(${printPairs(scope, entries)})`,
  perhaps(scope, [first, ...rest]) {
    const own = first === undefined ? '{}' : printRecord(scope, [first]);
    return printRecord(scope, rest).replace(/^\{ (?=\S)?/, `{ ...(process.env.NOBODY_SETS_THIS ? {} : ${own}), `);
  },
  made(scope, entries, name) {
    scope.before.push(declare(scope.style, name, `() => (${printRecord(scope, entries)})`));
    return `${name}()`;
  },
  name: keep,
  later(scope, [first, ...rest], name) {
    keep(scope, rest, name);
    if (first !== undefined) set(scope, name, first);
    return name;
  },
  condition(scope, [first, ...rest], name) {
    keep(scope, rest, name);
    const { style, before } = scope;
    if (first !== undefined)
      before.push(`if (!process.env.NOBODY_SETS_THIS) ${name}.${first.name} = ${first.code}${style.semicolon}`);
    return name;
  },
  spread(scope, [first, ...rest], name) {
    keep(scope, rest, name);
    return first === undefined ? name : printRecord(scope, [first]).replace(/ \}$/, `, ...${name} }`);
  },
  overwritten(scope, entries, name) {
    keep(scope, entries.slice(0, 1), name);
    return printRecord(scope, entries).replace(/^\{/, `{ ...${name}, `);
  },
  computed({ style, before, choices }, entries, name) {
    const keys = entries.map((entry, at) => ({ key: `${name}Key${String(at)}`, ...entry }));
    before.push(...keys.map((entry) => declare(style, entry.key, quoteText(style, entry.name))));
    if (choices.oneIn(2)) return `{ ${keys.map(({ key, code }) => `[${key}]: ${code}`).join(', ')} }`;
    before.push(declare(style, typed(style, name, 'any'), '{}'));
    before.push(...keys.map(({ key, code }) => `${name}[${key}] = ${code}${style.semicolon}`));
    return name;
  },
  looped(scope, entries, name) {
    const { style, before } = scope;
    before.push(declare(style, typed(style, name, 'any'), '{}'));
    before.push(
      `for (const [entryName, entryValue] of ${printPairs(scope, entries)}) ${name}[entryName] = entryValue${style.semicolon}`,
    );
    return name;
  },
  reduced: (scope, entries) =>
    `${printPairs(scope, entries)}.reduce((all, [entryName, entryValue]) => ({ ...all, [entryName]: entryValue }), {})`,
  sifted: (scope, entries) =>
    `Object.fromEntries(Object.entries(${printRecord(scope, entries)}).filter(([, value]) => value != null))`,
  copied: (scope, entries) =>
    scope.choices.pick([
      `JSON.parse(JSON.stringify(${printRecord(scope, entries)}))`,
      `structuredClone(${printRecord(scope, entries)})`,
      `Object.freeze(${printRecord(scope, entries)})`,
    ]),
  rest(scope, entries, name) {
    const { style, before } = scope;
    const all = printRecord(scope, [{ name: 'unused', code: '1' }, ...entries]);
    before.push(`const { unused: _${name}, ...${name} } = ${all}${style.semicolon}`);
    return name;
  },
  deleted(scope, entries, name) {
    keep(scope, [...entries, { name: 'unused', code: '1' }], name);
    scope.before.push(`delete ${name}.unused${scope.style.semicolon}`);
    return name;
  },
  /** Some libraries take no instance for a body. */
  class(scope, entries, name) {
    const { style, before } = scope;
    const fields = style.language === 'TypeScript' ? entries.map((entry) => `${entry.name}: any; `).join('') : '';
    const sets = entries.map((entry) => `this.${entry.name} = ${entry.code};`).join(' ');
    before.push(`class ${name}Class { ${fields}constructor() { ${sets} } }`);
    return scope.choices.pick([`{ ...new ${name}Class() }`, `Object.assign({}, new ${name}Class())`]);
  },
};

/** A record of parameters. */
export function writeRecord(scope: Scope, parameters: readonly Parameter[], place: string): string {
  const way = scope.choices.pick(Object.values(ways) as [Way, ...Way[]]);
  const entries = writeEntries(scope, parameters);
  const name = toFreeName(scope, place === 'query' ? 'params' : 'payload');
  const record = way(scope, entries, name);
  if (record === name && entries[0] !== undefined && scope.choices.oneIn(3)) ask(scope, name, entries[0].name);
  return record;
}

/** The program ends if a parameter is not there under its name. */
function ask({ style, before, choices }: Scope, record: string, key: string): void {
  const quoted = quoteText(style, key);
  const test = choices.pick([
    `${record}.${key} === undefined`,
    `!(${quoted} in ${record})`,
    `!Object.keys(${record}).includes(${quoted})`,
    `!Object.prototype.hasOwnProperty.call(${record}, ${quoted})`,
    `(({ ${key}: asked }) => asked === undefined)(${record})`,
    `Object.entries(${record}).every(([name]) => name !== ${quoted})`,
  ]);
  before.push(`if (${test}) throw new Error('missing')${style.semicolon}`);
}

export function writeEntries(scope: Scope, parameters: readonly Parameter[]): WrittenEntry[] {
  return parameters.map(({ name, value }) => {
    const literal = /^(?:\d+|true|false)$/.test(value.text) ? value.text : quoteText(scope.style, value.text);
    return { name, code: writeValue(scope, value) ?? literal };
  });
}

function keep(scope: Scope, entries: readonly WrittenEntry[], name: string): string {
  scope.before.push(declare(scope.style, typed(scope.style, name, 'any'), printRecord(scope, entries)));
  return name;
}

function set({ style, before, choices }: Scope, record: string, { name, code }: WrittenEntry): void {
  before.push(
    choices.pick([
      `${record}.${name} = ${code}${style.semicolon}`,
      `Object.assign(${record}, { ${name}: ${code} })${style.semicolon}`,
    ]),
  );
}

function printRecord({ style, choices }: Scope, entries: readonly WrittenEntry[]): string {
  const printed = entries.map(({ name, code }) =>
    name === code ? name : `${writeKey(style, name, choices)}: ${style.comment}${code}`,
  );
  return `{ ${printed.join(', ')} }`;
}

function printPairs({ style }: Scope, entries: readonly WrittenEntry[]): string {
  const pairs = `[${entries.map(({ name, code }) => `[${quoteText(style, name)}, ${code}]`).join(', ')}]`;
  return style.language === 'TypeScript' ? `(${pairs} as any[])` : pairs;
}

function writeKey(style: Style, name: string, choices: Choices): string {
  return choices.pick([name, name, style.quote === '`' ? `'${name}'` : quoteText(style, name)]);
}
