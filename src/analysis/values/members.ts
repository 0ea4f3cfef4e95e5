import { isKnown, known, lengthOf, passThrough, search, slice, toKnown } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { findCall } from '../clients/client.js';
import type { TSESTree } from '@typescript-eslint/types';
import { callFunction } from './calls.js';
import { findMember } from './classes.js';
import { readStatic } from './statics.js';
import { preferDeclaredMember } from './declared.js';
import { readEnvironment } from '../environment.js';
import type { Evaluation } from '../evaluate.js';
import { readPluginMember } from './injection.js';
import { elementOf } from './lists.js';
import { readExport, readModuleMember } from '../modules.js';
import type { Node, Tree } from '../syntax/tree.js';
import { orOther } from './filled-fields.js';
import { absent, choose, makeHole, toOrigin, unknownAt } from '../value.js';
import { addressIn, isUrlPart } from './url-objects.js';
import type { ClientValue, Entry, ExternalValue, Frame, ListValue, RecordValue, TextValue, Value } from '../value.js';
import { withWrites } from './writes.js';

/** The expression that reads a member. */
export interface At {
  readonly tree: Tree;
  readonly node: Node;
  readonly frame: Frame | null;
}

/** A global that no scope declares: an HTTP client, or a name to know it by. */
export function readGlobal(evaluation: Evaluation, tree: Tree, node: TSESTree.Identifier): Value {
  if (node.name === 'undefined') return absent;
  const client = evaluation.clients.find(({ globals }) => globals?.includes(node.name) === true);
  if (client !== undefined) return { kind: 'client', client, path: [], inherited: [], made: null };
  const made = evaluation.clients.find(({ requests }) => findCall(requests, node.name) !== null);
  if (made !== undefined) return { kind: 'client', client: made, path: [node.name], inherited: [], made: null };
  return { kind: 'external', module: null, path: [node.name], hole: makeHole(tree, node, null) };
}

/** `object.name`. */
export function readMember(evaluation: Evaluation, object: Value, name: string, at: At): Value {
  return preferDeclaredMember(evaluation, object, name, readWritten(evaluation, object, name, at));
}

function readWritten(evaluation: Evaluation, object: Value, name: string, at: At): Value {
  switch (object.kind) {
    case 'choice':
      return choose(
        object.options.map((option) => readMember(evaluation, option, name, at)),
        () => unknownAt(at.tree, at.node, at.frame),
      );
    case 'record':
      return readEntry(evaluation, object, name, at);
    case 'list':
      return readItem(object, name, () => unknownAt(at.tree, at.node, at.frame));
    case 'function':
      return readStatic(
        evaluation,
        { kind: 'class', tree: object.tree, node: object.node, frame: object.frame },
        name,
        at,
      );
    case 'class':
      return readStatic(evaluation, object, name, at);
    case 'instance':
      if (name === 'constructor') return object.of;
      return findMember(evaluation, object, object.of, object.args, name, at) ?? injectedMember(evaluation, name, at);
    case 'client':
      return name === 'default' ? object : { ...object, path: [...object.path, name] };
    case 'text':
      if (/^(?:href|toString)$/.test(name)) return object;
      return readPart(object, name) ?? unknownAt(at.tree, at.node, at.frame);
    case 'module':
      return readExport(evaluation, object.tree, name) ?? unknownAt(at.tree, at.node, at.frame);
    case 'external':
      return readExternalMember(evaluation, object, name, at);
    case 'response':
      return object.client.client.answers === undefined ? unknownAt(at.tree, at.node, at.frame) : object;
    case 'unknown':
      return unknownFrom(evaluation, object, name, at);
    default:
      return unknownAt(at.tree, at.node, at.frame);
  }
}

function readEntry(evaluation: Evaluation, record: RecordValue, name: string, at: At): Value {
  const entry = entryOf(evaluation, record, name);
  if (entry !== undefined) {
    const mayDiffer = entry.overridable === true || isScope(at.node);
    const value = mayDiffer ? orOther(entry.value, unknownAt(at.tree, at.node, at.frame)) : entry.value;
    if (value.kind !== 'function') return value;
    const own = value.self === null ? { ...value, self: record } : value;
    return entry.getter === true ? callFunction(evaluation, own, [], null) : own;
  }
  const address = isUrlPart(name) ? addressIn(record) : null;
  if (address !== null) return readMember(evaluation, address, name, at);
  return (
    readPluginMember(evaluation, name) ??
    injectedClient(evaluation, `this.${name}`) ??
    (record.open || record.query ? unknownAt(at.tree, at.node, at.frame) : absent)
  );
}

/** `kinds[0]`. */
function readItem(list: ListValue, name: string, otherwise: () => Value): Value {
  if (list.among === true) return (/^\d+$/.test(name) ? elementOf(list, otherwise) : null) ?? otherwise();
  const item = list.items[Number(name)];
  if (item !== undefined) return item;
  if (name === 'raw') return list;
  if (list.open) return otherwise();
  if (name === 'length') return { kind: 'text', primitive: 'number', text: known(String(list.items.length)) };
  return /^-?\d+$/.test(name) ? absent : otherwise();
}

/** `path[0]`, as far as the text is known up to there. */
function characterAt({ text }: TextValue, name: string): Value | null {
  const index = /^\d{1,6}$/.test(name) ? Number(name) : -1;
  const before = slice(text, 0, index + 1);
  if (index < 0 || !isKnown(before)) return null;
  return lengthOf(before) <= index
    ? absent
    : { kind: 'text', primitive: 'string', text: slice(text, index, index + 1) };
}

function readPart(text: TextValue, name: string): Value | null {
  if (/^(?:path(?:name)?|search)$/.test(name)) return readPath(text, name);
  return /^(?:host(?:name)?|origin)$/.test(name) ? readHost(text, name) : characterAt(text, name);
}

/** The `host`, the `hostname` without its port, or the `origin` of a URL; null where not all of the host is in sight. */
function readHost({ text, primitive }: TextValue, name: string): TextValue | null {
  const scheme = search(text, /^https?:\/\//);
  if (scheme?.start !== 0) return null;
  const end = search(text, /[/?#]/, scheme.end)?.start ?? lengthOf(text);
  const host = toKnown(slice(text, scheme.end, end)) ?? '';
  if (host === '' || host.includes('@')) return null;
  const port = name === 'hostname' ? (/:\d*$/.exec(host)?.[0] ?? '') : '';
  return { kind: 'text', primitive, text: slice(text, name === 'origin' ? 0 : scheme.end, end - port.length) };
}

/** What stands before a URL's path; all of one that an expression is alone. Null where nobody can tell where it ends. */
export function originOf(url: TextValue): TextValue | null {
  const start = pathStart(url.text);
  if (start !== null && start > 0) return { ...url, text: slice(url.text, 0, start) };
  const isAlone = url.text.length === 1 && url.text[0]?.kind === 'hole';
  return readHost(url, 'origin') ?? (isAlone ? url : null);
}

/** What stands behind a URL's host, with its query; null if where it begins is out of sight. */
export function pathOf(url: TextValue): TextValue | null {
  return readPath(url, 'path');
}

/** The `pathname`, the `search`, or both as the `path`, of a URL; null if where it begins is out of sight. */
function readPath({ text, primitive }: TextValue, name: string): TextValue | null {
  const start = pathStart(text);
  if (start === null || search(text, /#/) !== null) return null;
  const query = search(text, /\?/)?.start ?? (text.some(isOpen) ? null : lengthOf(text));
  if (name === 'path') return { kind: 'text', primitive, text: slice(text, start) };
  if (name === 'pathname')
    return { kind: 'text', primitive, text: passThrough(slice(text, start, query ?? lengthOf(text)), 'pathname') };
  return query === null ? null : { kind: 'text', primitive, text: searchFrom(text, query) };
}

/** The query with its `?`; where there is none, no character, but the place of one. */
function searchFrom(text: Text, query: number): Text {
  const last = text.at(-1);
  if (query < lengthOf(text) || last?.kind !== 'known' || last.source === null) return slice(text, query);
  return [{ ...last, text: '', source: { ...last.source, start: last.source.end } }];
}

/**
 * Behind the host, which an expression before the API's prefix is. One before any other path is taken along: it holds the
 * beginning of the path too.
 */
function pathStart(text: Text): number | null {
  const [first, second] = text;
  const scheme = search(text, /^https?:\/\//);
  if (scheme?.start === 0) {
    const slash = search(text, /\//, scheme.end);
    return slash !== null && isHost(slice(text, scheme.end, slash.start)) ? slash.start : null;
  }
  if (first?.kind !== 'hole' || second?.kind !== 'known' || !second.text.startsWith('/')) return null;
  return search(text, /\/api\/v\d/)?.start === 1 ? 1 : 0;
}

/** An expression behind a name that is whole, `gitlab.com${path}`, is no part of the host. */
function isHost(text: Text): boolean {
  const hole = text.findIndex(({ kind }) => kind === 'hole');
  if (hole < 0) return lengthOf(text) > 0;
  const before = toKnown(text.slice(0, hole)) ?? '';
  return isKnown(text.slice(hole + 1)) && (before === '' || /[.:@-]$/.test(before));
}

/** A query may be in it. */
function isOpen(piece: Text[number]): boolean {
  return piece.kind === 'hole' && piece.span === 'open';
}

/** `$scope.level` of AngularJS, which a template may write to. */
function isScope(node: Node): boolean {
  return node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === '$scope';
}

/** A record's entry with what other files write to it. */
function entryOf(evaluation: Evaluation, { entries, home }: RecordValue, name: string): Entry | undefined {
  const entry = entries.get(name);
  const value = home === null ? null : withWrites(evaluation, home.node, name, entry?.value ?? null);
  return value === null || value === entry?.value ? entry : { value, written: null };
}

/** A member of what only a caller knows is known by the same caller. */
function unknownFrom(evaluation: Evaluation, object: Extract<Value, { kind: 'unknown' }>, name: string, at: At): Value {
  const injected =
    readPluginMember(evaluation, name) ??
    injectedClient(evaluation, `this.${name}`) ??
    injectedClient(evaluation, name) ??
    injectedClient(evaluation, `${object.hole.label.replace(/^this\./, '')}.${name}`);
  return injected ?? unknownAt(at.tree, at.node, at.frame, toOrigin(object.hole)?.parameters);
}

function injectedMember(evaluation: Evaluation, name: string, at: At): Value {
  return (
    readPluginMember(evaluation, name) ??
    injectedClient(evaluation, `this.${name}`) ??
    injectedClient(evaluation, name) ??
    unknownAt(at.tree, at.node, at.frame)
  );
}

function injectedClient(evaluation: Evaluation, name: string): ClientValue | null {
  const client = evaluation.clients.find(({ injected }) => injected?.includes(name) === true);
  return client === undefined ? null : { kind: 'client', client, path: [], inherited: [], made: null };
}

function readExternalMember(evaluation: Evaluation, object: ExternalValue, name: string, at: At): Value {
  const path = name === 'default' ? object.path : [...object.path, name];
  const environment = object.module === null ? readEnvironment(evaluation, at.tree.file, path) : null;
  if (environment !== null) return environment;
  const local = object.module === null ? readModuleMember(evaluation, at.tree, [...object.path, name]) : null;
  if (local !== null) return local;
  const client = toClient(evaluation, object.module, path);
  return client ?? { ...object, path, hole: makeHole(at.tree, at.node, at.frame) };
}

const globalObjects = new Set(['window', 'globalThis', 'self', 'global', 'unsafeWindow']);

/** The client that a global's member (`Vue.http`, `window.fetch`) or a package's export is. */
export function toClient(evaluation: Evaluation, module: string | null, path: readonly string[]): ClientValue | null {
  if (module === null) {
    const [first = '', ...rest] = path;
    const names = globalObjects.has(first) ? rest : path;
    const client = evaluation.clients.find(({ globals }) => globals?.includes(names.join('.')) === true);
    return client === undefined ? null : { kind: 'client', client, path: [], inherited: [], made: null };
  }
  const client = evaluation.clients.find(({ modules }) => modules.includes(module));
  if (client === undefined) return memberOfModule(evaluation, module, path);
  const [name, ...rest] = path.filter((part) => part !== 'default');
  const inner = name === undefined ? [] : client.self?.includes(name) === true ? rest : [name, ...rest];
  return { kind: 'client', client, path: inner, inherited: [], made: null };
}

/** A client that a plugin puts on another package's export: `Vue.http`. */
function memberOfModule(evaluation: Evaluation, module: string, path: readonly string[]): ClientValue | null {
  const name = [module, ...path].join('.');
  const client =
    path.length === 0
      ? undefined
      : evaluation.clients.find(({ globals }) => globals?.some((known) => known.toLowerCase() === name) === true);
  return client === undefined ? null : { kind: 'client', client, path: [], inherited: [], made: null };
}
