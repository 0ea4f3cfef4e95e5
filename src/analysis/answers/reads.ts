import type { TSESTree } from '@typescript-eslint/types';
import { renewBudget } from '../budget.js';
import { toKnown } from '../../http/text.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import {
  failureOf,
  holderOf,
  keptHolderOf,
  keptOriginOf,
  keptPatternHoldersOf,
  originOf,
  patternFailureOf,
  patternHoldersOf,
  patternOriginOf,
} from '../responses.js';
import { isBodyItself, isBodyName } from './answer.js';
import { isJsonParse } from './calls.js';
import { findAccess } from './accessors.js';
import { findReplaced } from './replacements.js';
import { findNamedFields } from './curried-reads.js';
import type { NamedField } from './curried-reads.js';
import { isChecking } from './schemas.js';
import { toElement } from './made.js';
import type { Answer } from './answer.js';
import type { FoundRequest } from '../requests/found-request.js';
import { nameOfKey, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Value } from '../value.js';

/** What a client reads of a request's answer. */
export interface Read {
  readonly tree: Tree;
  /** The property's name where it is read: `public` of `project.public` and of `{ public: isPublic }`. */
  readonly node: Node;
  readonly kind: 'field' | 'status' | 'event' | 'body' | 'header';
  /** Of a field its path, `statistics.build_artifacts_size`; of a header its name in lower case; of an event the status that it is named after. */
  readonly name: string;
  /** The requests that it may be the answer to. */
  readonly requests: readonly FoundRequest[];
  /** The project's type that alone says so; null where the value was followed from the request. */
  readonly type: string | null;
  /** A client gave it that nobody knows, and how it wraps the body. */
  readonly wrapped?: true;
  /** The function that reads it is given it in another file. */
  readonly handed?: true;
  /** The call that it is read of may have sent a request for something else. */
  readonly disputed?: true;
  /** The field's name is no name that is written there, but a value: `project[column]`. */
  readonly byValue?: true;
  /** It is no read, but a schema that says that the field is there. */
  readonly described?: true;
  /** What it is read of, where that is told by no member and no pattern: `project` of `'public' in project`. */
  readonly of?: Node;
  /** It is read of a copy: the names that the copy has of its own beside it. */
  readonly beside?: readonly string[];
}

/** What a file reads of the answers to requests, where it can be told that it is an answer. */
export function findReads(evaluation: Evaluation, tree: Tree): Read[] {
  return tree.readings.flatMap((node) => {
    renewBudget(evaluation, tree);
    if (node.type === 'MemberExpression') return readMember(evaluation, tree, node);
    if (node.type === 'ObjectPattern') return readPattern(evaluation, tree, node);
    const byName = readByName(evaluation, tree, node);
    return node.type === 'CallExpression' ? [...readCall(evaluation, tree, node), ...byName] : byName;
  });
}

/**
 * What a file reads under some names of what may be an answer that was kept: in a store, by a service, through a message.
 * Nothing but names ties it to the answer.
 *
 * @param names the last names of the fields that are asked for
 */
export function findKeptReads(evaluation: Evaluation, tree: Tree, names: ReadonlySet<string>): Read[] {
  // A schema of another file may name them.
  const isNamed = toPattern(names).test(tree.text);
  const quoted = [...names].filter((name) => isQuoted(tree, name));
  return tree.readings.flatMap((node) => {
    if (node.type === 'BinaryExpression') return [];
    if (!isNamed && !(node.type === 'CallExpression' && isChecking(node))) return [];
    if (node.type === 'CallExpression')
      return findNamedFields(evaluation, tree, node, names).flatMap((field) => toNamedRead(field.tree ?? tree, field));
    if (node.type === 'ObjectPattern') return readKeptPattern(evaluation, tree, node, names);
    if (isWritten(tree, node)) return [];
    const name = nameOfKey(node.property, node.computed);
    if (name === null)
      return [...readByValue(evaluation, tree, node, quoted), ...readByReplacement(evaluation, tree, node, names)];
    if (!names.has(name)) return [];
    renewBudget(evaluation, tree);
    if (holderOf(evaluation, tree, node.object, name) !== null) return [];
    return toFieldRead(tree, keptHolderOf(evaluation, tree, node.object, name), node.property, name);
  });
}

function toNamedRead(tree: Tree, { answer, node, name, described }: NamedField): Read[] {
  return toFieldRead(tree, answer, node, name).map((read) => (described === true ? { ...read, described } : read));
}

const patterns = new WeakMap<ReadonlySet<string>, RegExp>();

/** Finds any of the names in a text. */
function toPattern(names: ReadonlySet<string>): RegExp {
  const pattern = patterns.get(names) ?? new RegExp([...names].join('|'));
  patterns.set(names, pattern);
  return pattern;
}

const quotations = new Map<string, RegExp>();

/** Whether a name stands in a file as a text, or as a key of a record, whose keys may be gone through. */
function isQuoted({ text }: Tree, name: string): boolean {
  const quotation = quotations.get(name) ?? new RegExp(`(['"\`])${name}\\1|\\b${name}\\s*:`);
  quotations.set(name, quotation);
  return text.includes(name) && quotation.test(text);
}

/**
 * `project[column]`, by what `column` may be.
 *
 * @param names those that the file has as texts
 */
function readByValue(
  evaluation: Evaluation,
  tree: Tree,
  { object, property }: TSESTree.MemberExpression,
  names: readonly string[],
): Read[] {
  if (names.length === 0 || property.type === 'PrivateIdentifier') return [];
  renewBudget(evaluation, tree);
  const texts = new Set(optionsOf(evaluate(evaluation, tree, property, null)).map(textOf));
  const asked = names.filter((name) => texts.has(name));
  if (asked.length === 0) return [];
  const answer = originOf(evaluation, tree, object) ?? keptOriginOf(evaluation, tree, object);
  return asked.flatMap((name) =>
    toFieldRead(tree, answer, property, name).map((read): Read => ({ ...read, byValue: true })),
  );
}

/** `text.replace(/{{(\w+)}}/g, (all, name) => project[name])`, by what the text or one of the file names so. */
function readByReplacement(
  evaluation: Evaluation,
  tree: Tree,
  { object, property }: TSESTree.MemberExpression,
  names: ReadonlySet<string>,
): Read[] {
  const asked = findReplaced(tree, property).filter((name) => names.has(name));
  if (asked.length === 0) return [];
  renewBudget(evaluation, tree);
  const answer = originOf(evaluation, tree, object) ?? keptOriginOf(evaluation, tree, object);
  return asked.flatMap((name) =>
    toFieldRead(tree, answer, property, name).map((read): Read => ({ ...read, byValue: true })),
  );
}

/** Null of what is no text, or one that is not all in sight. */
function textOf(value: Value): string | null {
  return value.kind === 'text' ? toKnown(value.text) : null;
}

function readKeptPattern(
  evaluation: Evaluation,
  tree: Tree,
  pattern: TSESTree.ObjectPattern,
  names: ReadonlySet<string>,
): Read[] {
  const asked = pattern.properties.flatMap((property) => {
    const name = property.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
    return property.type === 'Property' && name !== null && names.has(name) ? [{ node: property.key, name }] : [];
  });
  if (asked.length === 0) return [];
  renewBudget(evaluation, tree);
  if (patternOriginOf(evaluation, tree, pattern) !== null) return [];
  const knownHolderOf = patternHoldersOf(evaluation, tree, pattern);
  const holderOfName = keptPatternHoldersOf(evaluation, tree, pattern);
  return asked.flatMap(({ node, name }) =>
    knownHolderOf(name) === null ? toFieldRead(tree, holderOfName(name), node, name) : [],
  );
}

/** A field of a body, or of an element of it: nothing else is told by names. Where the body stands in what a client gives that nobody knows, any part of the path may be the field's. */
function toFieldRead(tree: Tree, answer: Answer | null, node: Node, name: string): Read[] {
  if (answer?.wrapped === true)
    return endsOf([...answer.path, name]).map((field) => ({
      tree,
      node,
      kind: 'field',
      name: field,
      requests: answer.requests,
      type: null,
      wrapped: true,
    }));
  return answer?.layer === 'body' ? toRead(tree, { ...answer, settled: true }, node, name) : [];
}

/** `['a.b', 'b']` for `a` and `b`. */
function endsOf(path: readonly string[]): string[] {
  return path.map((_, index) => path.slice(index).join('.'));
}

function readMember(evaluation: Evaluation, tree: Tree, node: TSESTree.MemberExpression): Read[] {
  const name = nameOfKey(node.property, node.computed);
  if (name === null || isWritten(tree, node)) return [];
  const answer = holderOf(evaluation, tree, node.object, name);
  if (answer !== null) return toRead(tree, answer, node.property, name);
  return statuses.has(name) ? toFailedRead(tree, failureOf(evaluation, tree, node.object), node.property, name) : [];
}

function isWritten(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  return (
    (parent?.type === 'AssignmentExpression' && parent.left === node) ||
    parent?.type === 'UpdateExpression' ||
    (parent?.type === 'UnaryExpression' && parent.operator === 'delete')
  );
}

function readPattern(evaluation: Evaluation, tree: Tree, pattern: TSESTree.ObjectPattern): Read[] {
  const answer = patternOriginOf(evaluation, tree, pattern);
  const failed = answer === null ? patternFailureOf(evaluation, tree, pattern) : null;
  const holderOfName = answer === null ? patternHoldersOf(evaluation, tree, pattern) : () => answer;
  return pattern.properties.flatMap((property) => {
    const name = property.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
    if (property.type !== 'Property' || name === null) return [];
    const holder = holderOfName(name);
    return holder === null ? toFailedRead(tree, failed, property.key, name) : toRead(tree, holder, property.key, name);
  });
}

const statuses = new Set(['status', 'statusCode']);
/** What stands behind the status in its line, `OK`: as the Fetch standard and Node call it. */
const reasons = new Set(['statusText', 'statusMessage']);

/** Of a request that failed, only the status is told. */
function toFailedRead(tree: Tree, failed: Answer | null, node: Node, name: string): Read[] {
  if (failed === null || !statuses.has(name)) return [];
  return [{ tree, node, kind: 'status', name, requests: failed.requests, type: null }];
}

function toRead(tree: Tree, answer: Answer, node: Node, name: string): Read[] {
  const { client, requests, path, type, beside, handed, disputed } = answer;
  const read = {
    tree,
    node,
    requests,
    type,
    ...(beside === undefined ? {} : { beside }),
    ...(handed === undefined ? {} : { handed }),
    ...(disputed === undefined ? {} : { disputed }),
  };
  if (client === null) return [];
  if (answer.layer === 'headers') return [{ ...read, kind: 'header', name: name.toLowerCase() }];
  if (answer.layer === 'body') {
    if (answer.list === true || (isBodyItself(client) && !answer.settled)) return [];
    return [{ ...read, kind: 'field', name: [...path, name].join('.') }];
  }
  if (client.answer?.status?.includes(name) === true || reasons.has(name)) return [{ ...read, kind: 'status', name }];
  const isBody = isBodyName(answer, name) || client.answer?.reads?.includes(name) === true;
  return isBody ? [{ ...read, kind: 'body', name }] : [];
}

/** `'public' in project`, `get(project, 'public')`, `_.groupBy(projects, 'visibility_level')`. */
function readByName(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.CallExpression | TSESTree.BinaryExpression,
): Read[] {
  const access = findAccess(evaluation, tree, node);
  if (access === null) return [];
  const origin = originOf(evaluation, tree, access.of);
  const answer = access.ofElements ? toElement(origin) : origin;
  if (answer === null) return [];
  return access.names.flatMap((each) =>
    toRead(tree, answer, each.node, each.name).map((read) => ({ ...read, of: access.of })),
  );
}

const headerReaders = new Set(['get', 'header', 'headers', 'getHeader', 'getResponseHeader']);

/** `JSON.parse(body)`, `headers.get('link')`, `answer.headers('link')`. */
function readCall(
  evaluation: Evaluation,
  tree: Tree,
  { callee, arguments: [argument] }: TSESTree.CallExpression,
): Read[] {
  if (callee.type !== 'MemberExpression' || argument === undefined) return [];
  const method = nameOfKey(callee.property, callee.computed);
  if (method === 'parse' && callee.object.type === 'Identifier' && callee.object.name === 'JSON')
    return readText(evaluation, tree, argument);
  if (method === 'then' && isJsonParse(tree, argument)) return readParsed(evaluation, tree, callee.object, argument);
  const name = nameOfKey(argument, true);
  if (method === null || name === null) return [];
  if (method === 'on' || method === 'once')
    return readEvent(evaluation, tree, { of: callee.object, event: argument, name });
  if (!headerReaders.has(method)) return [];
  const answer = originOf(evaluation, tree, callee.object);
  if (answer === null || answer.layer === 'body') return [];
  return [
    { tree, node: argument, kind: 'header', name: name.toLowerCase(), requests: answer.requests, type: answer.type },
  ];
}

/** `.on('201', …)`: what is done where a library tells the status as an event. */
function readEvent(
  evaluation: Evaluation,
  tree: Tree,
  { of, event, name }: { readonly of: Node; readonly event: Node; readonly name: string },
): Read[] {
  const answer = /^\d{3}$/.test(name) ? originOf(evaluation, tree, of) : null;
  if (answer?.client?.answer?.statusEvents === undefined || answer.layer !== 'answer') return [];
  return [{ tree, node: event, kind: 'event', name, requests: answer.requests, type: null }];
}

/** `rp(url).then(JSON.parse)`. */
function readParsed(evaluation: Evaluation, tree: Tree, promise: Node, parser: Node): Read[] {
  const answer = originOf(evaluation, tree, promise);
  if (answer?.layer !== 'body' || answer.path.length > 0) return [];
  return [{ tree, node: parser, kind: 'body', name: '', requests: answer.requests, type: answer.type }];
}

/** A body that came to a callback, parsed; one that is taken from the answer here is a read of its own. */
function readText(evaluation: Evaluation, tree: Tree, argument: Node): Read[] {
  const inner = unwrap(argument);
  const answer = inner.type === 'Identifier' ? originOf(evaluation, tree, inner) : null;
  if (answer?.layer !== 'body' || answer.path.length > 0 || !answer.settled) return [];
  return [{ tree, node: inner, kind: 'body', name: '', requests: answer.requests, type: answer.type }];
}
