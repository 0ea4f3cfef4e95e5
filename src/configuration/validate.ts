import type { Change } from '../catalogue/change.js';
import { defaultConfiguration } from './configuration.js';
import type { Configuration, DeclaredClient } from './configuration.js';
import { isName, parsePosition } from './declared-client.js';
import { suggestName } from './spelling.js';

/** A configuration, or all that is wrong with it: each problem names the key, what stands there and what is expected. */
export type Validated =
  | { readonly configuration: Configuration; readonly problems: null }
  | { readonly configuration: null; readonly problems: readonly string[] };

type Row = Pick<Change, 'id' | 'rule'>;

/**
 * Makes a configuration of what somebody wrote.
 *
 * @param rows the catalogue, whose ids `ignore` may name
 */
export function validateConfiguration(value: unknown, rows: readonly Row[]): Validated {
  if (!isRecord(value)) return refuse([`The configuration is ${describe(value)}; expected an object.`]);
  const problems = [
    ...findUnknownKeys(value, Object.keys(checks), ''),
    ...findWrongValues(value),
    ...findUnknownRows(value, rows),
  ];
  if (problems.length > 0) return refuse(problems);
  // Every key was checked above; what is not there has its default.
  return { configuration: { ...defaultConfiguration, ...withoutUndefined(value) }, problems: null };
}

function refuse(problems: readonly string[]): Validated {
  return { configuration: null, problems };
}

function withoutUndefined(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}

/** What is wrong with the value of a key; the key is named as `clients[0].path`. */
type Check = (value: unknown, key: string) => string[];

const checks = {
  hosts: listOf(host),
  notHosts: listOf(host),
  assume: oneOf(['v3', 'v4', null]),
  ignore: listOf(text),
  exclude: listOf(text),
  clients: listOf(client),
  catalogues: listOf(row),
} satisfies Record<keyof Configuration, Check>;

function findWrongValues(value: Record<string, unknown>): string[] {
  return Object.entries(checks).flatMap(([key, check]: [string, Check]) =>
    value[key] === undefined ? [] : check(value[key], key),
  );
}

function findUnknownKeys(value: Record<string, unknown>, known: readonly string[], within: string): string[] {
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return unknown.map(
    (key) =>
      `"${within}${key}" is no key of the configuration.${suggestName(key, known) || ` Expected one of ${known.join(', ')}.`}`,
  );
}

function findUnknownRows({ ignore, catalogues }: Record<string, unknown>, rows: readonly Row[]): string[] {
  const own = Array.isArray(catalogues) ? catalogues.map((each: unknown) => (isRecord(each) ? each['id'] : null)) : [];
  const known = [...rows.map(({ id }) => id), ...own.filter((id) => typeof id === 'string')];
  const names = Array.isArray(ignore) ? ignore.filter((name): name is string => typeof name === 'string') : [];
  return names
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `"ignore" names "${name}", which is no change.${suggestName(name, known)} \`v4ward catalogue\` lists them.`,
    );
}

function listOf(check: Check): Check {
  return (value, key) => {
    if (!Array.isArray(value)) return [expected(key, value, 'a list')];
    return value.flatMap((each: unknown, index) => check(each, `${key}[${String(index)}]`));
  };
}

function oneOf(values: readonly unknown[]): Check {
  return (value, key) =>
    values.includes(value) ? [] : [expected(key, value, values.map((each) => JSON.stringify(each)).join(', '))];
}

function text(value: unknown, key: string): string[] {
  return typeof value === 'string' && value !== '' ? [] : [expected(key, value, 'a text')];
}

/** A whole address here would match nothing, and nobody would notice. */
function host(value: unknown, key: string): string[] {
  const isHost = typeof value === 'string' && /^[^\s/:]+(?::\d+)?$/.test(value);
  return isHost
    ? []
    : [expected(key, value, 'a host without scheme and path, such as "git.example.com" or "git.example.com:8443"')];
}

const clientKeys = ['module', 'name', 'method', 'path', 'query', 'body', 'base'] satisfies (keyof DeclaredClient)[];

const position = 'the position of an argument: a number from 0, or a text such as "1.query"';

function client(value: unknown, key: string): string[] {
  if (!isRecord(value)) return [expected(key, value, 'an object with module, name, method and path')];
  const { module, name, method, path, query, body, base } = value;
  const problems = [
    ...findUnknownKeys(value, clientKeys, `${key}.`),
    ...(module === undefined ? [] : text(module, `${key}.module`)),
    ...clientName(name, `${key}.name`),
    ...(method === undefined || isMethod(method) || parsePosition(method) !== null
      ? []
      : [expected(`${key}.method`, method, `a method such as "GET", or ${position}`)]),
    ...(parsePosition(path) !== null ? [] : [expected(`${key}.path`, path, position)]),
    ...(query === undefined || parsePosition(query) !== null ? [] : [expected(`${key}.query`, query, position)]),
    ...(body === undefined || parsePosition(body) !== null ? [] : [expected(`${key}.body`, body, position)]),
    ...(base === undefined ? [] : oneOf(['v3', 'v4'])(base, `${key}.base`)),
  ];
  return problems.length > 0 ? problems : findSharedPositions(value, key);
}

function clientName(value: unknown, key: string): string[] {
  return typeof value === 'string' && isName(value)
    ? []
    : [
        expected(
          key,
          value,
          'a name such as "get", "default", "api.get", or "ApiClient#get" for a method of instances',
        ),
      ];
}

/** An argument is one part of the request, or a record of parts, never both. */
function findSharedPositions(value: Record<string, unknown>, key: string): string[] {
  const seen = new Map<number, { readonly part: string; readonly whole: boolean }>();
  return (['path', 'method', 'query', 'body'] as const).flatMap((part) => {
    const at = parsePosition(value[part]);
    if (at === null) return [];
    const before = seen.get(at.argument);
    seen.set(at.argument, { part, whole: at.key === null });
    const isShared = before !== undefined && (before.whole || at.key === null);
    return isShared
      ? [`"${key}.${part}" is ${describe(value[part])}; expected another argument than that of "${before.part}".`]
      : [];
  });
}

function isMethod(value: unknown): boolean {
  return typeof value === 'string' && /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(value);
}

const rules = [
  'no-v3-prefix',
  'no-v3-endpoint',
  'no-v3-parameter',
  'no-global-id',
  'no-v3-response',
  'review-v4-behavior',
] satisfies Change['rule'][];
const rowTexts = ['id', 'says', 'because', 'source', 'message'] satisfies (keyof Change)[];

/** The texts that people read, and the words that programs choose by; routes are checked where they are parsed. */
function row(value: unknown, key: string): string[] {
  if (!isRecord(value)) return [expected(key, value, 'a row of a catalogue')];
  return [
    ...rowTexts.flatMap((name) => text(value[name], `${key}.${name}`)),
    ...oneOf(['8.17', '9.0', '9.1', '9.5'])(value['release'], `${key}.release`),
    ...oneOf(['safe', 'suggestion', 'manual'])(value['certainty'], `${key}.certainty`),
    ...oneOf(rules)(value['rule'], `${key}.rule`),
    ...example(value['example'], `${key}.example`),
  ];
}

function example(value: unknown, key: string): string[] {
  const isExample =
    isRecord(value) &&
    typeof value['before'] === 'string' &&
    (typeof value['after'] === 'string' || value['after'] === null);
  return isExample ? [] : [expected(key, value, 'an object with before, a request, and after, a request or null')];
}

function expected(key: string, value: unknown, what: string): string {
  return `"${key}" is ${describe(value)}; expected ${what}.`;
}

function describe(value: unknown): string {
  if (value === undefined) return 'not there';
  if (typeof value === 'function') return 'a function';
  const shown = JSON.stringify(value) as string | undefined;
  if (shown === undefined) return `a ${typeof value}`;
  return shown.length > 60 ? `${shown.slice(0, 57)}…` : shown;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
