import { ruleNames } from '../catalogue/change.js';
import type { Answer, Change, Move, Revalue } from '../catalogue/change.js';
import { parseRoute, RoutePatternError } from '../http/route.js';
import {
  boolean,
  describe,
  expected,
  isRecord,
  listOf,
  nullOr,
  number,
  objectOf,
  oneOf,
  recordOf,
  text,
} from './checks.js';
import type { Check } from './checks.js';

const releases = ['8.17', '9.0', '9.1', '9.5', '10.2'] satisfies Change['release'][];

const moveChecks = { from: route, to: nullOr(route) } satisfies Record<keyof Move, Check>;

const revalueChecks = {
  name: text,
  values: recordOf(text),
  negated: boolean,
  plus: number,
  yieldsTo: text,
} satisfies Record<keyof Revalue, Check>;

const answerChecks = {
  on: listOf(route),
  entity: text,
  fields: recordOf(nullOr(text)),
  values: recordOf(recordOf(text)),
  reshaped: listOf(text),
  statuses: recordOf(number),
  headers: listOf(text),
  body: oneOf(['gone']),
  because: text,
  paginated: boolean,
} satisfies Record<keyof Answer, Check>;

const identifiedChecks = { segment: text, entity: text, from: text, to: text } satisfies Record<
  keyof NonNullable<Change['identified']>,
  Check
>;

const checks = {
  id,
  release: oneOf(releases),
  rule: oneOf(ruleNames),
  certainty: oneOf(['safe', 'suggestion', 'manual']),
  says: text,
  because: text,
  source: text,
  message: text,
  example,
  moved,
  on: listOf(route),
  renamed: recordOf(text),
  revalued: recordOf(objectOf(revalueChecks, ['name'])),
  removed: listOf(text),
  required: listOf(text),
  added: recordOf(text),
  unless: listOf(text),
  needed: listOf(text),
  identified: objectOf(identifiedChecks, Object.keys(identifiedChecks)),
  prefix,
  answers: listOf(objectOf(answerChecks, ['on'])),
  behaves: listOf(route),
} satisfies Record<keyof Change, Check>;

const required = [
  'id',
  'release',
  'rule',
  'certainty',
  'says',
  'because',
  'source',
  'message',
  'example',
] satisfies (keyof Change)[];

/** What must stand on routes that `on` names. */
const ofParameters = ['renamed', 'revalued', 'removed', 'added', 'needed', 'identified'] satisfies (keyof Change)[];

/** A row of a catalogue: its texts, its routes, and that it speaks of a request at all. */
export function row(value: unknown, key: string): string[] {
  if (!isRecord(value)) return [expected(key, value, 'a row of a catalogue')];
  const problems = objectOf(checks, required)(value, key);
  return problems.length > 0 ? problems : findSilence(value, key);
}

function findSilence(value: Record<string, unknown>, key: string): string[] {
  const part = ofParameters.find((name) => value[name] !== undefined);
  if (part !== undefined && value['on'] === undefined)
    return [`"${key}.on" is not there; expected the routes that "${part}" speaks of.`];
  const speaks = ['moved', 'answers', 'behaves', ...ofParameters].some((name) => value[name] !== undefined);
  return speaks
    ? []
    : [`"${key}" speaks of no request; expected one of moved, answers, behaves, ${ofParameters.join(', ')}.`];
}

/** Rows are named in comments and on the command line. */
function id(value: unknown, key: string): string[] {
  return typeof value === 'string' && /^[a-z\d]+(?:-[a-z\d]+)*$/.test(value)
    ? []
    : [expected(key, value, 'a name such as "house-route", in lower case with hyphens')];
}

function route(value: unknown, key: string): string[] {
  if (typeof value !== 'string') return [expected(key, value, 'a route such as "GET /projects/:id"')];
  try {
    parseRoute(value);
    return [];
  } catch (error) {
    if (!(error instanceof RoutePatternError)) throw error;
    return [
      expected(key, value, 'a route: a method, a space and a path, such as "GET /projects/:id" or "POST|PUT /hooks"'),
    ];
  }
}

function moved(value: unknown, key: string): string[] {
  const move = objectOf(moveChecks, ['from', 'to']);
  return Array.isArray(value) ? listOf(move)(value, key) : move(value, key);
}

/** A second row for the base would move it twice. */
function prefix(value: unknown, key: string): string[] {
  return [`"${key}" is ${describe(value)}; expected nothing, since only api-prefix moves the base.`];
}

function example(value: unknown, key: string): string[] {
  const isExample =
    isRecord(value) &&
    typeof value['before'] === 'string' &&
    (typeof value['after'] === 'string' || value['after'] === null);
  return isExample ? [] : [expected(key, value, 'an object with before, a request, and after, a request or null')];
}
