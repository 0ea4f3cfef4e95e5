import { suggestName } from './spelling.js';

/** What is wrong with the value of a key: nothing, or a sentence each. The key is named as `clients[0].path`. */
export type Check = (value: unknown, key: string) => string[];

/** The value is not what it should be: the key, what stands there and what is expected. */
export function expected(key: string, value: unknown, what: string): string {
  return `"${key}" is ${describe(value)}; expected ${what}.`;
}

export function describe(value: unknown): string {
  if (value === undefined) return 'not there';
  if (typeof value === 'function') return 'a function';
  const shown = JSON.stringify(value) as string | undefined;
  if (shown === undefined) return `a ${typeof value}`;
  return shown.length > 60 ? `${shown.slice(0, 57)}…` : shown;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function findUnknownKeys(value: Record<string, unknown>, known: readonly string[], within: string): string[] {
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return unknown.map(
    (key) =>
      `"${within}${key}" is no key of the configuration.${suggestName(key, known) || ` Expected one of ${known.join(', ')}.`}`,
  );
}

/** The keys of an object that are there, each by its check; other keys are wrong. */
export function findWrongKeys(
  value: Record<string, unknown>,
  checks: Readonly<Record<string, Check>>,
  within: string,
): string[] {
  return [
    ...findUnknownKeys(value, Object.keys(checks), within),
    ...Object.entries(checks).flatMap(([key, check]) =>
      value[key] === undefined ? [] : check(value[key], `${within}${key}`),
    ),
  ];
}

// Checks, and what makes checks of others

export function text(value: unknown, key: string): string[] {
  return typeof value === 'string' && value !== '' ? [] : [expected(key, value, 'a text')];
}

export function number(value: unknown, key: string): string[] {
  return typeof value === 'number' ? [] : [expected(key, value, 'a number')];
}

export function boolean(value: unknown, key: string): string[] {
  return typeof value === 'boolean' ? [] : [expected(key, value, 'true or false')];
}

export function oneOf(values: readonly unknown[]): Check {
  return (value, key) =>
    values.includes(value) ? [] : [expected(key, value, values.map((each) => JSON.stringify(each)).join(', '))];
}

export function listOf(check: Check): Check {
  return (value, key) => {
    if (!Array.isArray(value)) return [expected(key, value, 'a list')];
    return value.flatMap((each: unknown, index) => check(each, `${key}[${String(index)}]`));
  };
}

/** An object whose values are all of a kind. */
export function recordOf(check: Check): Check {
  return (value, key) => {
    if (!isRecord(value)) return [expected(key, value, 'an object')];
    return Object.entries(value).flatMap(([name, each]) => check(each, `${key}.${name}`));
  };
}

/** An object with these keys, of which the required ones are there. */
export function objectOf(checks: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, key) => {
    if (!isRecord(value)) return [expected(key, value, 'an object')];
    const missing = required.flatMap((name) =>
      value[name] === undefined ? (checks[name]?.(undefined, `${key}.${name}`) ?? []) : [],
    );
    return [...missing, ...findWrongKeys(value, checks, `${key}.`)];
  };
}

export function nullOr(check: Check): Check {
  return (value, key) => (value === null ? [] : check(value, key));
}
