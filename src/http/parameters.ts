import type { Certainty, Revalue } from '../catalogue/change.js';
import { decodeQuery } from './encode.js';
import type { Parameter, Request, Written } from './request.js';
import type { HolePiece, Text } from './text.js';
import { isKnown, known, nothing, toKnown } from './text.js';

/** What became of one parameter: another, or none, and how sure that is. */
export interface ParameterOutcome {
  readonly parameter: Parameter | null;
  readonly certainty: Certainty;
  readonly reason: string | null;
}

const booleans: Readonly<Record<string, string>> = {
  true: 'false', t: 'false', yes: 'false', y: 'false', on: 'false', '1': 'false',
  false: 'true', f: 'true', no: 'true', n: 'true', off: 'true', '0': 'true',
}; // prettier-ignore

/** The name as the service reads it, brackets included; null if it is not in sight. */
export function getName({ name }: Parameter): string | null {
  const text = toKnown(name);
  return text === null ? null : decodeQuery(text);
}

export function findParameter(request: Pick<Request, 'parameters'>, names: readonly string[]): Parameter | null {
  return request.parameters.find((parameter) => names.includes(getName(parameter) ?? '')) ?? null;
}

/** The value as the service reads it; null if it is not in sight. */
export function getValue({ value, written }: Parameter): string | null {
  const text = value === null ? null : toKnown(value);
  if (text === null) return null;
  return isRaw(written) ? text : decodeQuery(text);
}

/** Whether a value stands where it is written as it is, and not encoded. */
export function isRaw(written: Written): boolean {
  return written.in === 'record' || (written.in === 'word' && written.raw);
}

/** Parameters may stand where nobody can see them. */
export function hasUnseenParameters(request: Request): boolean {
  return request.unseen.length > 0 || request.parameters.some((each) => !isKnown(each.name) || mayGoOn(each));
}

/** More parameters may stand in what follows a value without a sign between them: `?ref=${ref}${query}`. */
function mayGoOn({ value, written }: Parameter): boolean {
  const pieces = written.in === 'url' ? (value ?? nothing) : nothing;
  return pieces.some((piece, index) => {
    const before = pieces[index - 1];
    if (before === undefined || piece.kind === 'known' || piece.encoded) return false;
    return piece.span === 'open' || before.kind === 'hole';
  });
}

/**
 * The entry of a table for a parameter, and its name in v4. An element of a list (`iid[0]`) is found under the list's
 * name (`iid[]`).
 */
export function findEntry<Entry>(
  table: Readonly<Record<string, Entry>>,
  name: string,
): { readonly key: string; readonly entry: Entry } | null {
  const element = name.replace(/\[\d*\]$/, '[]');
  for (const key of [name, element]) {
    const entry = Object.hasOwn(table, key) ? table[key] : undefined;
    if (entry !== undefined) return { key, entry };
  }
  return null;
}

/** Gives a parameter another name. Its value and its place stay. */
export function renameParameter(parameter: Parameter, key: string, to: string, takesList = false): ParameterOutcome {
  const name = toNewName(parameter, key, to);
  if (
    parameter.location === 'body' &&
    parameter.written.in === 'record' &&
    parameter.value !== null &&
    to.endsWith('[]') &&
    !key.endsWith('[]')
  ) {
    return {
      parameter,
      certainty: 'manual',
      reason: `\`${to.slice(0, -2)}\` takes a list, and \`${key}\` holds one value`,
    };
  }
  if (name.endsWith('[]') && !key.endsWith('[]') && takesList && holdsList(parameter)) {
    return {
      parameter,
      certainty: 'manual',
      reason: `the value of \`${key}\` is named like a list, which v4 takes as \`${to.slice(0, -2)}\`, and one value as \`${to}\``,
    };
  }
  if (isListInRecord(parameter) && to.endsWith('[]') && !key.endsWith('[]')) {
    return {
      parameter: { ...parameter, name: toName(parameter.name, name) },
      certainty: 'suggestion',
      reason: `the client sends a list as \`${to}\`, and does not repeat the name without brackets`,
    };
  }
  const isUncertain =
    parameter.written.in === 'record' &&
    name.endsWith('[]') &&
    !key.endsWith('[]') &&
    takesList &&
    getValue(parameter) === null;
  return {
    parameter: { ...parameter, name: toName(parameter.name, name) },
    certainty: isUncertain ? 'suggestion' : 'safe',
    reason: isUncertain ? `\`${key}\` holds one value and is sent as a form or a query` : null,
  };
}

/** A value in a record that is called by a plural, or made by a method of lists. */
function holdsList({ value, written }: Parameter): boolean {
  const [piece] = value ?? [];
  if (written.in !== 'record' || piece?.kind !== 'hole') return false;
  return (
    /(?:s|list|array|numbers)$/i.test(piece.label) ||
    /\.(?:map|filter|concat|slice|split|keys|from)\(/.test(piece.label)
  );
}

function toNewName({ name, value, written }: Parameter, key: string, to: string): string {
  const index = /\[\d+\]$/.exec(decodeQuery(toKnown(name) ?? ''));
  if (index !== null && to.endsWith('[]')) return `${to.slice(0, -2)}${index[0]}`;
  return isListInRecord({ value, written }) && !key.endsWith('[]') && to.endsWith('[]') ? to.slice(0, -2) : to;
}

/** What is sent as more than one value has none that can be told. */
function isListInRecord({ value, written }: Pick<Parameter, 'value' | 'written'>): boolean {
  return value === null && written.in === 'record';
}

/** Another name, its brackets encoded if they were. */
function toName(text: Text, to: string): Text {
  const from = toKnown(text) ?? '';
  return known(/%5b/i.test(from) ? encodeBrackets(to, from) : to);
}

function encodeBrackets(name: string, like: string): string {
  const [open, close] = like.includes('%5b') ? ['%5b', '%5d'] : ['%5B', '%5D'];
  return name.replaceAll('[', open).replaceAll(']', close);
}

/** Gives a parameter the name and the value that v4 knows; null if it has both. */
export function revalueParameter(
  parameter: Parameter,
  key: string,
  revalue: Revalue,
  request: Request,
): ParameterOutcome | null {
  if (revalue.yieldsTo !== undefined && findParameter(request, [revalue.yieldsTo]) !== null) {
    return { parameter: null, certainty: 'safe', reason: null };
  }
  const outcome = revalueText(parameter, revalue);
  if (outcome.value === null) return { parameter, certainty: 'manual', reason: outcome.reason };
  const valued = outcome.value === parameter.value ? parameter : { ...parameter, value: outcome.value };
  const renamed = revalue.name === key ? null : renameParameter(valued, key, revalue.name);
  if (renamed === null && valued === parameter) return null;
  return { parameter: renamed?.parameter ?? valued, certainty: outcome.certainty, reason: outcome.reason };
}

interface ValueOutcome {
  /** Null if nobody can tell what v4 calls it; the same text if v4 calls it the same. */
  readonly value: Text | null;
  readonly certainty: Certainty;
  readonly reason: string | null;
}

function revalueText(parameter: Parameter, revalue: Revalue): ValueOutcome {
  const value = getValue(parameter);
  if (value !== null && parameter.value !== null) return revalueKnown(parameter.value, value, revalue);
  const hole = toOnlyHole(parameter.value);
  if (hole?.arms !== undefined) return revalueArms(parameter, hole, hole.arms, revalue);
  const wrap = toWrap(revalue);
  if (hole === null || wrap === null || hole.wrap !== undefined || (wrap === 'not' && hole.boolean === false)) {
    return { value: null, certainty: 'manual', reason: unknownValue(parameter, revalue) };
  }
  if (wrap === 'not' && hole.boolean === true) return { value: [{ ...hole, wrap }], certainty: 'safe', reason: null };
  const holds = wrap === 'not' ? 'a boolean' : 'a number';
  return { value: [{ ...hole, wrap }], certainty: 'suggestion', reason: `\`${hole.label}\` holds ${holds}` };
}

/** Each value that the expression may have. */
function revalueArms(parameter: Parameter, hole: HolePiece, arms: readonly Text[], revalue: Revalue): ValueOutcome {
  if (hole.falsy === true && isFalseOtherwise(revalue)) {
    const reason = `\`${hole.label}\` may give false, which v4 calls otherwise too`;
    return { value: null, certainty: 'manual', reason };
  }
  const outcomes = arms.map((arm) => revalueKnown(arm, toKnown(arm) ?? '', revalue));
  const values = outcomes.flatMap(({ value }) => (value === null ? [] : [value]));
  return values.length < arms.length
    ? { value: null, certainty: 'manual', reason: unknownValue(parameter, revalue) }
    : { value: [{ ...hole, arms: values }], certainty: 'safe', reason: null };
}

/** Whether v4 has another value for `false`. */
function isFalseOtherwise({ negated, values = {} }: Revalue): boolean {
  return negated === true || Object.hasOwn(values, 'false');
}

function toOnlyHole(value: Text | null) {
  const [piece] = value ?? [];
  return value?.length === 1 && piece?.kind === 'hole' ? piece : null;
}

function toWrap({ negated, plus }: Revalue): 'not' | 'increment' | null {
  if (negated === true) return 'not';
  return plus === 1 ? 'increment' : null;
}

function unknownValue(parameter: Parameter, revalue: Revalue): string {
  const name = getName(parameter) ?? '';
  return `v4 calls the values of \`${name}\` otherwise (${listValues(revalue)}), and which it is cannot be seen here`;
}

function listValues({ name, values = {}, negated, plus }: Revalue): string {
  if (plus !== undefined) return `each is ${String(plus)} more`;
  if (negated === true) return `\`${name}\` is the opposite`;
  const pairs = Object.entries(values).map(([from, to]) => `${from} is ${to}`);
  return pairs.length === 0 ? `\`${name}\` is made of other parts` : pairs.join(', ');
}

function revalueKnown(text: Text, value: string, { name, values, negated, plus }: Revalue): ValueOutcome {
  if (plus !== undefined) return shift(value, plus, name);
  const table = negated === true ? { ...booleans, ...values } : (values ?? {});
  const entry = findEntry(table, value.toLowerCase());
  if (entry !== null) return { value: known(entry.entry), certainty: 'safe', reason: null };
  if (Object.values(table).includes(value) && negated !== true) return { value: text, certainty: 'safe', reason: null };
  return { value: null, certainty: 'manual', reason: `v4 has no value of \`${name}\` for '${value}'` };
}

function shift(value: string, plus: number, name: string): ValueOutcome {
  if (/^\d{1,15}$/.test(value)) return { value: known(String(Number(value) + plus)), certainty: 'safe', reason: null };
  return {
    value: null,
    certainty: 'manual',
    reason: `\`${name}\` is '${value}' here, and only a number can be counted on`,
  };
}
