import { parseDay } from './moments.js';
import { structured } from './parameters.js';
import type { Parameters } from './parameters.js';

/**
 * The parameters of a request against the JSON schema of its route: the same schema that the OpenAPI document shows.
 * Values are read as leniently as GitLab reads them, and refused in its words.
 */

/** The part of JSON Schema in which parameters are declared. */
export interface ParameterSchema {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly format?: 'date' | 'email';
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number;
  readonly description: string;
  /** A value that an `integer` may not have. */
  readonly not?: { readonly const: number };
  /** The endpoint refuses values that are not in `enum`, after it has found what they are for. */
  readonly 'x-checked-by-endpoint'?: true;
}

export interface ParametersSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ParameterSchema>>;
}

/** Null for a parameter that is given, but empty. Dates are the first moment of their day. */
export type Value = string | number | boolean | null;

export type Values = Readonly<Record<string, Value>>;

/** A value, or what is wrong with it, to be put behind the parameter's name. */
type Reading = { readonly value: Value } | { readonly problem: string };

const invalid: Reading = { problem: 'is invalid' };
const nothing: Reading = { value: null };

const truths: ReadonlySet<string> = new Set('1 on On ON t true True TRUE T y yes Yes YES Y'.split(' '));
const falsehoods: ReadonlySet<string> = new Set('0 off Off OFF f false False FALSE F n no No NO N'.split(' '));

const readers: Readonly<Record<string, (text: string, schema: ParameterSchema) => Reading>> = {
  boolean: (text) => {
    if (text === '') return nothing;
    if (truths.has(text)) return { value: true };
    return falsehoods.has(text) ? { value: false } : invalid;
  },
  integer: (text, { not }) => {
    if (text === '') return nothing;
    if (!/^\s*[+-]?\d+\s*$/.test(text)) return invalid;
    const value = Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)));
    return value === not?.const ? { problem: 'has a value not allowed' } : { value };
  },
  date: (text) => {
    if (text === '') return nothing;
    const value = parseDay(text);
    return value === null ? invalid : { value };
  },
  string: (text, schema) => {
    if (schema.enum === undefined || schema['x-checked-by-endpoint'] === true || schema.enum.includes(text))
      return { value: text };
    return { problem: 'does not have a valid value' };
  },
};

export interface Validated {
  /** Those that are declared, with defaults in place of what is left out. */
  readonly values: Values;
  /** In the order of the declaration. */
  readonly problems: readonly string[];
}

/** What is not declared is passed over. */
export function validateParameters({ properties }: ParametersSchema, parameters: Parameters): Validated {
  const values: Record<string, Value> = {};
  const problems: string[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const reading = readParameter(schema, parameters.get(name), parameters.has(name));
    if (reading === null) continue;
    if ('problem' in reading) problems.push(`${name} ${reading.problem}`);
    else values[name] = reading.value;
  }
  return { values, problems };
}

function readParameter(schema: ParameterSchema, given: unknown, isGiven: boolean): Reading | null {
  if (!isGiven) return schema.default === undefined ? null : { value: schema.default };
  if (given === structured) return invalid;
  if (given === null) return nothing;
  const reader = readers[schema.format === 'date' ? 'date' : schema.type];
  return reader?.(toText(given), schema) ?? invalid;
}

/** Numbers and booleans of a JSON body are read as the text that a query would hold. */
function toText(given: unknown): string {
  return typeof given === 'string' ? given : JSON.stringify(given);
}
