import type { DeclaredClient } from '../../configuration/configuration.js';
import { parsePosition, parseName } from '../../configuration/declared-client.js';
import { findCall, toMethod } from '../clients/client.js';
import type { Call, Client, OptionKeys, Role } from '../clients/client.js';
import type { Evaluation } from '../evaluate.js';
import { memberName } from './calls.js';
import { readMember } from './members.js';
import { readExport } from '../modules.js';
import { openTree } from '../evaluate.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { ClientValue, Value } from '../value.js';

/**
 * Clients that the configuration declares. Each module's become one client, as if it were a library's: a package and a
 * global are found by name, as libraries are. What a file of the project exports is known by the node that defines it,
 * so that it is found wherever it is handed on to, and what else the file exports is read as ever.
 */
export interface Declared {
  /** By name, before the libraries. */
  readonly clients: readonly Client[];
  /** By module. */
  readonly modules: ReadonlyMap<string, Client>;
  /** Those of the project's files, by path without extension. */
  readonly files: Map<string, Client>;
  /** Functions, classes, records that are a declared name, or lead to one. */
  readonly known: WeakMap<Node, ClientValue>;
  /** What instances of a class are. */
  readonly instances: WeakMap<Node, ClientValue>;
}

// From the configuration to a client

/** Makes clients of the configuration's declarations, those of one module together. */
export function toDeclared(declarations: readonly DeclaredClient[]): Declared {
  const groups = new Map<string, DeclaredClient[]>();
  for (const each of declarations) {
    const key = keyOf(each);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const clients = [...groups.values()].map(toClient);
  const modules = new Map(
    clients.flatMap((client): [string, Client][] => (isGlobal(client) ? [] : [[client.name, client]])),
  );
  const files = [...modules].flatMap(([module, client]): [string, Client][] =>
    isRelative(module) ? [[toStem(module), client]] : [],
  );
  return { clients, modules, files: new Map(files), known: new WeakMap(), instances: new WeakMap() };
}

function keyOf({ module, name }: DeclaredClient): string {
  if (module === undefined) return `global ${parseName(name).slice(0, -1).join('.')}`;
  return isRelative(module) ? `./${toStem(module)}` : module;
}

function isGlobal({ globals, injected }: Client): boolean {
  return globals !== undefined || injected !== undefined;
}

function toClient(group: readonly DeclaredClient[]): Client {
  const [first] = group;
  const names = group.map(({ name }) => parseName(name));
  const module = first?.module === undefined ? null : keyOf(first);
  const root = module === null ? (names[0] ?? []).slice(0, -1) : [];
  const own = module === null && root.length === 0 ? (names[0] ?? []) : root;
  return {
    name: module ?? own.join('.'),
    documentation: 'the configuration',
    declared: true,
    modules: module === null || isRelative(module) ? [] : [module],
    ...(module === null ? (own[0] === 'this' ? { injected: [own.join('.')] } : { globals: [own.join('.')] }) : {}),
    constructs: toConstructs(names),
    calls: group.map((each, index) => toCall(each, (names[index] ?? []).slice(own.length))),
    options: {},
  };
}

/** `new ApiClient(…)` for `ApiClient#get`. */
function toConstructs(names: readonly (readonly string[])[]): Call[] {
  return names.flatMap((name) => {
    const at = name.indexOf('prototype');
    const member = name.slice(0, at).join('.');
    return at === -1 ? [] : [{ member, roles: [], makes: [...name.slice(0, at), 'prototype'] }];
  });
}

const parts = [
  ['path', 'url', 'url'],
  ['method', 'method', 'method'],
  ['query', 'query', 'query'],
  ['body', 'body', 'body'],
] as const satisfies readonly (readonly [keyof DeclaredClient, Role, keyof OptionKeys])[];

function toCall(declared: DeclaredClient, name: readonly string[]): Call {
  const roles: Role[] = [];
  const options: Record<string, string[]> = {};
  for (const [part, role, key] of parts) {
    const position = parsePosition(declared[part]);
    if (position === null) continue;
    roles[position.argument] = position.key === null ? role : 'options';
    if (position.key !== null) options[key] = [position.key];
  }
  const rest: Role = declared.body === undefined ? 'unseen' : 'other';
  const all = Array.from({ length: Math.max(roles.length, mostArguments) }, (_, index) => roles[index] ?? rest);
  const method = toFixedMethod(declared);
  return {
    member: name.join('.'),
    roles: all,
    options,
    ...(method === null ? {} : { method }),
    ...(declared.base === undefined ? {} : { version: declared.base }),
  };
}

/** How many arguments are looked at for what the declaration does not speak of. */
const mostArguments = 6;

/** The method of every call: as declared, by the name (`api.post`), or GET. Null if an argument gives it. */
function toFixedMethod({ method, name }: DeclaredClient): string | null {
  if (method === undefined) return toMethod(parseName(name).at(-1) ?? '') ?? 'GET';
  return parsePosition(method) === null ? String(method) : null;
}

// From a value to a client

/** The client that an import of a file is by its name alone, where the file itself is out of sight. */
export function findDeclaredFile(
  evaluation: Evaluation,
  from: string,
  specifier: string,
  path: readonly string[],
): ClientValue | null {
  if (!isRelative(specifier)) return null;
  const folder = from.split('/').slice(0, -1);
  const client = evaluation.declared.files.get(toStem([...folder, specifier].join('/')));
  return client === undefined ? null : toValue(client, path);
}

/** What a file of the project exports under a name (none: the module itself), if the configuration declares it. */
export function preferDeclared(
  evaluation: Evaluation,
  { file }: Tree,
  path: readonly string[],
  value: Value | null,
): Value | null {
  const client = evaluation.declared.files.get(toStem(file));
  return client === undefined ? value : prefer(evaluation, toValue(client, path), value);
}

/** A member of a value, if the configuration declares it. */
export function preferDeclaredMember(evaluation: Evaluation, object: Value, name: string, value: Value): Value {
  const owner = findKnown(evaluation, object);
  return owner === null ? value : (prefer(evaluation, { ...owner, path: [...owner.path, name] }, value) ?? value);
}

/** The client that a function of the project is declared to be. */
export function findDeclaredFunction(evaluation: Evaluation, node: Node): ClientValue | null {
  const known = evaluation.declared.known.get(node);
  return known !== undefined && isCall(known) ? known : null;
}

function findKnown({ declared }: Evaluation, value: Value): ClientValue | null {
  switch (value.kind) {
    case 'instance':
      return declared.instances.get(value.of.node) ?? null;
    case 'function':
    case 'class':
      return declared.known.get(value.node) ?? null;
    case 'record':
      return value.home === null ? null : (declared.known.get(value.home.node) ?? null);
    default:
      return null;
  }
}

/** A function is told by its node, so that what it returns can still be read; what holds one is read on. What nobody can read is the client. */
function prefer(evaluation: Evaluation, client: ClientValue, value: Value | null): Value | null {
  if (value?.kind === 'client' || !leadsTo(client)) return value;
  const { known, instances } = evaluation.declared;
  switch (value?.kind) {
    case 'function':
      known.set(value.node, client);
      return value;
    case 'module':
      return isCall(client) ? client : value;
    case 'class':
      known.set(value.node, client);
      instances.set(value.node, { ...client, path: [...client.path, 'prototype'] });
      return value;
    case 'instance':
      if (isCall(client)) return client;
      instances.set(value.of.node, client);
      return value;
    case 'record':
      if (isCall(client) || value.home === null) return client;
      known.set(value.home.node, client);
      return value;
    default:
      return client;
  }
}

function toValue(client: Client, path: readonly string[]): ClientValue {
  return {
    kind: 'client',
    client,
    path: path.filter((name) => name !== 'default'),
    inherited: [],
    made: null,
  };
}

function isCall(value: ClientValue): boolean {
  return findCall(value.client.calls, memberName(value)) !== null;
}

function leadsTo(value: ClientValue): boolean {
  const name = memberName(value);
  return value.client.calls.some(({ member }) => name === '' || member === name || member.startsWith(`${name}.`));
}

/** An instance of the class that a client's member is declared to be; the client itself if it is none. */
export function toInstance(value: ClientValue): ClientValue {
  const call = findCall(value.client.constructs, memberName(value));
  return call?.makes === undefined ? value : { ...value, path: call.makes };
}

// Before anything is read

/** Reads what is declared of the project's own files, so that it is known in these files too, and without a caller. */
export function readDeclaredFiles(evaluation: Evaluation): void {
  const { declared } = evaluation;
  for (const [module, client] of declared.modules) {
    const file = findFile(evaluation, module);
    const tree = file === null ? null : openTree(evaluation, file);
    if (tree === null || file === null) continue;
    declared.files.set(toStem(file), client);
    for (const { member } of client.calls) readPath(evaluation, tree, member.split('.'));
  }
}

function findFile({ project }: Evaluation, module: string): string | null {
  if (isRelative(module)) {
    const stem = toStem(module);
    return project.resolve('v4ward.config.js', module) ?? project.files.find((file) => toStem(file) === stem) ?? null;
  }
  for (const from of project.files) {
    const file = project.resolve(from, module);
    if (file !== null) return file;
  }
  return null;
}

function readPath(evaluation: Evaluation, tree: Tree, [first = '', ...rest]: readonly string[]): void {
  const at = { tree, node: tree.program, frame: null };
  let value = readExport(evaluation, tree, first === '' ? 'default' : first);
  for (const name of rest) value = value === null ? null : readMember(evaluation, value, name, at);
}

// Names of modules

/** Whether a module is a file of the project rather than a package. */
function isRelative(module: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(module);
}

/** Whether what a file exports is declared: what it does with that is said there. */
export function isDeclaredFile({ declared }: Evaluation, file: string): boolean {
  return declared.files.has(toStem(file));
}

/** A file's path as imports may have it: without `.`, extension and `index`. */
function toStem(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments
    .join('/')
    .replace(/\.(?:d\.)?[cm]?[jt]sx?$|\.(?:vue|svelte)$/, '')
    .replace(/(?:^|\/)index$/, '');
}
