import type { TSESTree } from '@typescript-eslint/types';
import type { ParameterLocation } from '../../http/request.js';
import { show, toKnown } from '../../http/text.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import type { At } from '../values/members.js';
import { toMethod } from '../clients/client.js';
import { readCarrier } from './parameters.js';
import type { Carrier } from './parameters.js';
import { isMock } from '../service.js';
import { isCallback } from './parts.js';
import { ancestorsOf, calleeName, contains, isFunction, nameOfKey, wholeChain } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { unknownAt } from '../value.js';
import type { Frame, RecordValue, Value } from '../value.js';
import { methodIn, recordAround } from './loose-calls.js';
import { callFunction } from '../values/calls.js';

// Parameters beside an address that nobody is seen to send

/**
 * What else is handed to an unknown function that is named like a method, or gets one: the parameters. Without a method
 * those that are in sight, `send(address, { … })`; in a record that goes out of sight, and in options, those that
 * stand below their names: `{ url, params: { … } }`.
 */
export function readLooseParameters(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
  method: string | null,
  frame: Frame | null,
): Value[] {
  const given = recordOfMethod(tree, node) ?? node;
  const parent = tree.parents.get(given);
  const isMade = parent?.type === 'NewExpression' && parent.callee !== node;
  const isArgument = parent?.type === 'CallExpression' && parent.callee !== node;
  const others =
    isArgument || isMade
      ? parent.arguments.slice(parent.arguments.findIndex((argument) => argument === given) + 1)
      : recordsAround(tree, node);
  const inMock = isMock(tree, node);
  const values = others.flatMap((argument) => {
    const value = evaluate(evaluation, tree, argument, frame);
    const isNone = isFunction(argument) || value.kind === 'function' || value.kind === 'text' || isCallback(value);
    return isNone || (inMock && isReply(value)) ? [] : [value];
  });
  if (!isArgument) return values.filter(isOptions).map((value) => withGiven(evaluation, value, { tree, node, frame }));
  const hidden = values.some(holdsHidden) ? [unknownAt(tree, node, frame)] : [];
  return [...(method === null ? values.flatMap(onlyInSight) : values), ...hidden];
}

/** What a mock answers: `cy.intercept('GET', address, { fixture })`, `moxios.stubRequest(address, { status: 200 })`. */
function isReply(value: Value): boolean {
  if (value.kind !== 'record') return false;
  return [...value.entries].some(
    ([name, { value: own }]) =>
      /^(?:fixture|statusCode|response(?:Text)?|forceNetworkError)$/.test(name) ||
      (name === 'status' && own.kind === 'text' && own.primitive === 'number'),
  );
}

/** `{ path }` of `client.post({ path }, body)`. */
function recordOfMethod(tree: Tree, node: Node): Node | null {
  const record = recordAround(tree, node);
  const call = record === null ? undefined : tree.parents.get(record);
  const isOfMethod = call?.type === 'CallExpression' && call.arguments[0] === record && call.arguments.length > 1;
  return isOfMethod && toMethod(calleeName(call)) !== null ? record : null;
}

/** Options under whose name parameters are, as far as anybody knows. */
const settings =
  /^(?:method|verb|type|url|uri|path|route|headers?|auth\w*|credentials|token|user\w*|pass\w*|timeout|agent\w*|proxy|retry|retries|cache\w*|mode|redirect|signal|host\w*|port|protocol|ca|cert|key|tls|ssl|https?\w*|on[A-Z]\w*|success|error|callback|transform\w*|validate\w*|meta|context|hooks|logger|log|schema|variables|types?|response\w*|encoding|pagination)$/;

/**
 * Whether a record holds parameters under a name that says nothing of them, `{ method, fields: { … } }`: hardly a parameter is
 * a record itself.
 */
function holdsHidden(value: Value): boolean {
  if (value.kind !== 'record') return false;
  const isOfOptions = isOptions(value) || isSettings(value);
  return [...value.entries].some(([name, { value: own }]) => {
    if (settings.test(name) || nestedQuery.test(name) || nestedBody.test(name)) return false;
    return own.kind === 'record' ? own.open || own.entries.size > 0 : isOfOptions && own.kind === 'unknown';
  });
}

/** Without its method nobody knows whether a call sends any, so only those that are there count. */
function onlyInSight(value: Value): Value[] {
  if (value.kind !== 'record') return [];
  return isOptions(value) || !value.open ? [value] : [{ ...value, open: false }];
}

/** The record that an address stands in, where that is no argument of a call. */
function recordsAround(tree: Tree, node: Node): Node[] {
  const record = recordAround(tree, node);
  return record === null || tree.parents.get(record)?.type === 'CallExpression' ? [] : [record];
}

/** `{ endpoint, body: (state) => JSON.stringify({ … }) }`: what its functions give. */
function withGiven(evaluation: Evaluation, value: Value, at: At): Value {
  if (value.kind !== 'record') return value;
  const unseen = unknownAt(at.tree, at.node, at.frame);
  const entries = [...value.entries].map(([name, entry]) => {
    if (entry.value.kind !== 'function' || !(nestedQuery.test(name) || nestedBody.test(name)))
      return [name, entry] as const;
    const args = entry.value.node.params.map(() => unseen);
    return [name, { ...entry, value: callFunction(evaluation, entry.value, args, at) }] as const;
  });
  return { ...value, entries: new Map(entries) };
}

function isOptions(value: Value): boolean {
  return value.kind === 'record' && nestedParts(value).length > 0;
}

/** @param filled parameters that placeholders of the address take */
export function toCarrier(values: readonly Value[], method: string | null, filled: readonly string[], at: At): Carrier {
  const location = method === 'GET' || method === 'HEAD' ? 'query' : 'body';
  const carriers = values
    .flatMap((value) => partsOf(value, location))
    .map((part) => readCarrier(part.value, part.location, at));
  return {
    parameters: carriers.flatMap(({ parameters }) => parameters.filter(({ name }) => !filled.includes(show(name)))),
    records: carriers.flatMap(({ records }) => records),
    unseen: [...new Set(carriers.flatMap(({ unseen }) => unseen))],
  };
}

interface Part {
  readonly value: Value;
  readonly location: ParameterLocation;
}

const nestedQuery = /^(?:query|qs|params|search|searchParams|queryParams(?:eters)?|parameters)$/;
const nestedBody = /^(?:body|data|payload|json|jsonData|entity|form|formData|content)$/;

/** `{ query: { … }, json: { … } }`: options that hold the parameters; another record is the parameters. */
function partsOf(value: Value, location: ParameterLocation): Part[] {
  if (value.kind !== 'record') return [{ value, location }];
  const nested = nestedParts(value);
  if (nested.length === 0 && !isSettings(value)) return [{ value, location }];
  const options: Value = { ...value, entries: new Map() };
  return value.open ? [...nested, { value: options, location }] : nested;
}

/** `{ method, headers }`: options without a parameter. */
function isSettings({ entries, open }: RecordValue): boolean {
  return !open && (entries.has('method') || entries.has('headers'));
}

function nestedParts({ entries }: RecordValue): Part[] {
  return [...entries].flatMap(([name, { value }]): Part[] => {
    if (name === 'params' && value.kind === 'record' && isByPlace(value)) {
      const query = value.entries.get('query');
      return query === undefined ? [] : [{ value: query.value, location: 'query' }];
    }
    const isNested = !isWord(value) && (nestedQuery.test(name) || nestedBody.test(name));
    return isNested ? [{ value, location: nestedQuery.test(name) ? 'query' : 'body' }] : [];
  });
}

/** A text that holds no pairs, as `branch_name=x&ref=y` does. */
function isWord(value: Value): boolean {
  return value.kind === 'text' && !/^[\w.[\]]+=/.test(toKnown(value.text) ?? '');
}

/** `{ path: { id }, query: { … } }`: parameters by their places, as OpenAPI has them. */
function isByPlace({ entries }: RecordValue): boolean {
  return ['path', 'query'].some((place) => entries.get(place)?.value.kind === 'record');
}

/** Where parameters are that stand beside an address among the options of an unknown function. */
export function hiddenBeside(tree: Tree, node: Node): ParameterLocation[] {
  const record = recordAround(tree, node);
  if (record === null || tree.parents.get(record)?.type !== 'CallExpression') return [];
  return record.properties.flatMap((other) => {
    const name = other.type === 'Property' ? nameOfKey(other.key, other.computed) : null;
    const isSwitch =
      other.type === 'Property' && other.value.type === 'Literal' && typeof other.value.value !== 'string';
    return name === null || isSwitch ? [] : locationOf(name);
  });
}

/** Where parameters are that calls before and behind an unknown function's take: `.query({ … })`, `.send(data)`. */
export function hiddenInChain(tree: Tree, node: Node): ParameterLocation[] {
  const call = [...ancestorsOf(tree, node)].find(
    (ancestor) => ancestor.type === 'CallExpression' || ancestor.type === 'NewExpression',
  );
  return call === undefined ? [] : [...hiddenBefore(call), ...hiddenBehind(tree, call)];
}

function hiddenBefore({ callee }: TSESTree.CallExpression | TSESTree.NewExpression): ParameterLocation[] {
  const before = callee.type === 'MemberExpression' ? callee.object : null;
  if (before?.type !== 'CallExpression') return [];
  const isGiven = before.arguments.some((argument) => !isFunction(argument));
  return [...(isGiven ? locationOfCall(before) : []), ...hiddenBefore(before)];
}

function hiddenBehind(tree: Tree, call: Node): ParameterLocation[] {
  const chain = wholeChain(tree, call);
  const later = [...ancestorsOf(tree, call)].filter((ancestor) => contains(chain, ancestor));
  return later.flatMap((ancestor): ParameterLocation[] => {
    if (ancestor.type !== 'CallExpression' || ancestor.arguments.every((argument) => isFunction(argument))) return [];
    return /^(?:send|post|put|patch|write|end)$/.test(calleeName(ancestor)) ? ['body'] : locationOfCall(ancestor);
  });
}

/** What is handed to a method that nobody knows may be parameters: `.param('branch_name', name)`, `.with({ … })`. */
function locationOfCall(call: TSESTree.CallExpression): ParameterLocation[] {
  const name = calleeName(call);
  const known = locationOf(name);
  if (known.length > 0 || aside.test(name)) return known;
  const [first, second] = call.arguments;
  const isPair = first?.type === 'Literal' && /^[a-z]\w*$/.test(String(first.value)) && second !== undefined;
  const isRecord = call.arguments.length === 1 && first?.type === 'ObjectExpression' && first.properties.length > 0;
  return (isPair && !isFunction(second)) || isRecord ? ['query', 'body'] : [];
}

/** Methods that say how something is sent, or what becomes of it. */
const aside =
  /^(?:on|once|then|catch|finally|use|auth\w*|headers?|timeout|retry|pipe|subscribe|map|filter|find\w*|reduce|for\w*|log|debug|expect|reply|should|its|as|wait|options|config\w*|get|delete|del|all|one|join|concat|replace|(?:return|resolve|reject|yield|call|mock|respond)\w*)$/i;

function locationOf(name: string): ParameterLocation[] {
  if (nestedQuery.test(name)) return ['query'];
  return nestedBody.test(name) ? ['body'] : [];
}

/** Whether a method stands before the expression in the same call: `send('GET', path)`. */
export function isMethodBefore(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  const [first] = parent?.type === 'CallExpression' ? parent.arguments : [];
  return first !== undefined && first !== node && methodIn([first]) !== null;
}
