import type { Choices } from './choices.js';
import type { Parameter, Request, Value } from './requests.js';
import { makeQuery } from './queries.js';
import { writeRecord } from './records.js';
import { declare, typed } from './style.js';
import { writeText } from './texts.js';
import type { Piece } from './texts.js';
import { writeValue } from './values.js';
import type { Scope } from './values.js';
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

/** The address in the call itself, or under a name, or put together step by step, or on its way through something. */
export function writeAddress(
  { style, choices }: Work,
  pieces: readonly Piece[],
  at: number,
): { lines: readonly string[]; url: string } {
  const { semicolon } = style;
  const how = choices.pick(['there', 'name', 'steps', 'condition', 'member', 'passed'] as const);
  const name = `url${String(at)}`;
  const whole = (): string => writeText(style, pieces, choices);
  if (how === 'there') return { lines: [], url: whole() };
  if (how === 'member') return { lines: [declare(style, `${name}s`, `{ one: ${whole()} }`)], url: `${name}s.one` };
  if (how === 'passed') {
    const made = declare(style, name, `() => ${whole()}`);
    return { lines: [made], url: choices.pick([`${name}()`, `${name}().trim()`, `String(${name}())`]) };
  }
  if (how === 'name' || pieces.length < 2) return { lines: [declare(style, name, whole())], url: name };
  const middle = Math.ceil(pieces.length / 2);
  const first = writeText(style, pieces.slice(0, middle), choices);
  const rest = writeText(style, pieces.slice(middle), choices);
  const test = how === 'condition' ? 'if (!process.env.NOBODY_SETS_THIS) ' : '';
  return { lines: [`let ${name} = ${first}${semicolon}`, `${test}${name} += ${rest}${semicolon}`], url: name };
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
