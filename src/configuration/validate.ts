import type { Change } from '../catalogue/change.js';
import { describe, expected, findUnknownKeys, findWrongKeys, isRecord, listOf, oneOf, text } from './checks.js';
import type { Check } from './checks.js';
import { defaultConfiguration } from './configuration.js';
import type { Configuration, DeclaredClient } from './configuration.js';
import { isName, parsePosition } from './declared-client.js';
import { suggestName } from './spelling.js';
import { row } from './validate-row.js';

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
  const problems = [...findWrongKeys(value, checks, ''), ...findClashes(value, rows), ...findUnknownRows(value, rows)];
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

const checks = {
  hosts: listOf(host),
  notHosts: listOf(host),
  assume: oneOf(['v3', 'v4', null]),
  ignore: listOf(text),
  exclude: listOf(glob),
  clients: listOf(client),
  catalogues: listOf(row),
} satisfies Record<keyof Configuration, Check>;

/** An id tells a row from all others. */
function findClashes({ catalogues }: Record<string, unknown>, rows: readonly Row[]): string[] {
  const taken = new Set(rows.map(({ id }) => id));
  return idsOf(catalogues).flatMap((id, index) => {
    if (id === null) return [];
    if (taken.has(id))
      return [`"catalogues[${String(index)}].id" is "${id}", which is another row's; expected a name of its own.`];
    taken.add(id);
    return [];
  });
}

function idsOf(catalogues: unknown): (string | null)[] {
  if (!Array.isArray(catalogues)) return [];
  return catalogues.map((each: unknown) => (isRecord(each) && typeof each['id'] === 'string' ? each['id'] : null));
}

function findUnknownRows({ ignore, catalogues }: Record<string, unknown>, rows: readonly Row[]): string[] {
  const known = [...rows.map(({ id }) => id), ...idsOf(catalogues).filter((id) => id !== null)];
  const names = Array.isArray(ignore) ? ignore.filter((name): name is string => typeof name === 'string') : [];
  return names
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `"ignore" names "${name}", which is no change.${suggestName(name, known)} \`v4ward catalogue\` lists them.`,
    );
}

/** A whole address here would match nothing, and nobody would notice. */
function host(value: unknown, key: string): string[] {
  const isHost = typeof value === 'string' && /^[^\s/:]+(?::\d+)?$/.test(value);
  return isHost
    ? []
    : [expected(key, value, 'a host without scheme and path, such as "git.example.com" or "git.example.com:8443"')];
}

/** From the root of the disk nothing would match, and what a `!` takes out is all else. `!(a|b)` is one of picomatch's patterns. */
function glob(value: unknown, key: string): string[] {
  const isGlob = typeof value === 'string' && /^(?!\/|!(?!\())./.test(value);
  return isGlob
    ? []
    : [
        expected(
          key,
          value,
          'a glob of what is left out, from the configuration on, such as "legacy/**" or "**/*.spec.ts"',
        ),
      ];
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
