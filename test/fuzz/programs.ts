import { Choices } from './choices.js';
import { clients } from './clients.js';
import type { Client } from './clients.js';
import { chooseRequest } from './requests.js';
import type { Parameter, Request, Value } from './requests.js';
import { chooseStyle, declare, exportNamed, importNamed, quoteText, typed } from './style.js';
import type { Style } from './style.js';
import { writeText } from './texts.js';
import type { Piece } from './texts.js';

/** A program that sends what whoever made it knows. */
export interface Program {
  /** By name. The one that is run exports `main`. */
  readonly files: ReadonlyMap<string, string>;
  readonly entry: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What it sends, in order. */
  readonly requests: readonly Request[];
  /** How it is made, for statistics. */
  readonly features: readonly string[];
}

/** The program that a list of choices makes; an empty list makes the plainest one. */
export function makeProgram(numbers: readonly number[]): Program {
  const choices = new Choices(numbers);
  const style = chooseStyle(choices);
  const count = 1 + choices.below(4);
  const requests = Array.from({ length: count }, () => chooseRequest(choices));
  const base = chooseBase(style, choices);
  const client = choices.pick(clients);
  const layout = choices.pick(layouts);
  const work: Work = { style, choices, base, client };
  const { files, calls } = layout.write(work, requests);
  const extension = style.language === 'TypeScript' ? 'ts' : 'js';
  const entry = `main.${extension}`;
  const main = [
    ...(layout.isApart ? [] : base.lines),
    ...files.main,
    ...calls.declarations,
    `async function main() {`,
    ...chooseNoise(work),
    ...calls.statements.map((line) => `  ${line}`),
    `}`,
    exportNamed(style, ['main']),
  ];
  const written = new Map([
    [entry, main],
    ...[...base.files, ...files.others].map(([name, lines]): [string, readonly string[]] => [
      name.includes('.') ? name : `${name}.${extension}`,
      lines,
    ]),
  ]);
  return {
    files: new Map([...written].map(([name, lines]) => [name, toFile(style, name, lines)])),
    entry,
    environment: base.environment,
    requests,
    features: [style.language, base.kind, client.name, layout.kind],
  };
}

function toFile({ mark, newline }: Style, name: string, lines: readonly string[]): string {
  return (name.endsWith('.json') ? '' : mark) + lines.join(newline) + newline;
}

interface Work {
  readonly style: Style;
  readonly choices: Choices;
  readonly base: Base;
  readonly client: Client;
}

/** Where the requests' addresses begin. */
interface Base {
  readonly kind: string;
  /** What the file that uses it needs. */
  readonly lines: readonly string[];
  readonly files: readonly (readonly [string, readonly string[]])[];
  readonly environment: Readonly<Record<string, string>>;
  readonly pieces: readonly Piece[];
}

const host = 'https://gitlab.acme.test';

function chooseBase(style: Style, choices: Choices): Base {
  const plain = { lines: [], files: [], environment: {} };
  const text = quoteText(style, `${host}/api/v3`);
  const { semicolon } = style;
  const bases: readonly [() => Base, ...(() => Base)[]] = [
    () => ({ ...plain, kind: 'literal', pieces: [{ text: `${host}/api/v3` }] }),
    () => ({ ...plain, kind: 'constant', lines: [declare(style, 'BASE', text)], pieces: [{ code: 'BASE' }] }),
    () => ({
      ...plain,
      kind: 'host and prefix',
      lines: [declare(style, 'HOST', quoteText(style, host)), declare(style, 'PREFIX', quoteText(style, '/api/v3'))],
      pieces: [{ code: 'HOST' }, { code: 'PREFIX' }],
    }),
    () => ({
      ...plain,
      kind: 'environment',
      environment: { GITLAB_URL: host },
      pieces: [{ code: 'process.env.GITLAB_URL' }, { text: '/api/v3' }],
    }),
    () => ({
      ...plain,
      kind: 'environment or default',
      lines: [declare(style, 'gitlabUrl', `process.env.GITLAB_HOST || ${quoteText(style, host)}`)],
      pieces: [{ code: 'gitlabUrl' }, { text: '/api/v3' }],
    }),
    () => ({
      ...plain,
      kind: 'record',
      lines: [declare(style, 'settings', `{ gitlab: { api: ${text}, ${style.comment}timeout: 500 } }`)],
      pieces: [{ code: choices.pick(['settings.gitlab.api', "settings['gitlab'].api"]) }],
    }),
    () => ({
      ...plain,
      kind: 'function',
      lines: [`function apiUrl(${typed(style, 'path', 'string')}) { return ${text} + path${semicolon} }`],
      pieces: [{ code: "apiUrl('')" }],
    }),
    () => ({
      ...plain,
      kind: 'module',
      lines: [importNamed(style, 'BASE_URL', './config')],
      files: [['config', [declare(style, 'BASE_URL', text), exportNamed(style, ['BASE_URL'])]]],
      pieces: [{ code: 'BASE_URL' }],
    }),
    () => ({
      ...plain,
      kind: 'JSON',
      lines: [importNamed(style, 'gitlabApi', './settings.json')],
      files: [['settings.json', ['{', '  "timeout": 30,', `  "gitlabApi": "${host}/api/v3"`, '}']]],
      pieces: [{ code: 'gitlabApi' }],
    }),
    () => ({
      ...plain,
      kind: 'version apart',
      lines: [declare(style, 'version', quoteText(style, 'v3')), declare(style, 'gitlab', quoteText(style, host))],
      pieces: [{ code: 'gitlab' }, { text: '/api/' }, { code: 'version' }],
    }),
  ];
  return choices.pick(bases)();
}

/** What a program does besides. */
function chooseNoise({ style, choices }: Work): string[] {
  const { semicolon } = style;
  return choices.pick([
    [],
    [],
    [`  console.info(${quoteText(style, 'asks https://gitlab.acme.test/api/v3/projects/owned')})${semicolon}`],
    [`  // formerly GET /api/v3/projects/all`],
    [`  ${declare(style, 'issue', '{ id: 5, iid: 1, builds_enabled: true, public: false }')}`],
  ]);
}

/** The program's calls, as statements of `main` and what they need above it. */
interface Calls {
  readonly declarations: readonly string[];
  readonly statements: readonly string[];
}

interface Layout {
  readonly kind: string;
  /** Whether the base is used by another file than the one that is run. */
  readonly isApart: boolean;
  readonly write: (
    work: Work,
    requests: readonly Request[],
  ) => {
    readonly files: {
      readonly main: readonly string[];
      readonly others: readonly (readonly [string, readonly string[]])[];
    };
    readonly calls: Calls;
  };
}

const headers = "{ 'PRIVATE-TOKEN': 'glpat-x' }";

const layouts: readonly [Layout, ...Layout[]] = [
  { kind: 'inline', isApart: false, write: writeInline },
  { kind: 'functions', isApart: false, write: writeFunctions },
  { kind: 'instance', isApart: false, write: (work, requests) => writeInstance(work, requests, false) },
  { kind: 'instance apart', isApart: true, write: (work, requests) => writeInstance(work, requests, true) },
  { kind: 'loop', isApart: false, write: writeLoop },
  { kind: 'wrapper', isApart: false, write: (work, requests) => writeWrapped(work, requests, wrapInFunction, false) },
  {
    kind: 'wrapper apart',
    isApart: true,
    write: (work, requests) => writeWrapped(work, requests, wrapInFunction, true),
  },
  { kind: 'verbs', isApart: false, write: (work, requests) => writeWrapped(work, requests, wrapInVerbs, false) },
  { kind: 'verbs apart', isApart: true, write: (work, requests) => writeWrapped(work, requests, wrapInVerbs, true) },
  { kind: 'class', isApart: false, write: (work, requests) => writeWrapped(work, requests, wrapInClass, false) },
  { kind: 'class apart', isApart: true, write: (work, requests) => writeWrapped(work, requests, wrapInClass, true) },
  { kind: 'factory', isApart: false, write: (work, requests) => writeWrapped(work, requests, wrapInFactory, false) },
  {
    kind: 'factory apart',
    isApart: true,
    write: (work, requests) => writeWrapped(work, requests, wrapInFactory, true),
  },
];

/** A call's parts, as expressions; what they need stands before them. */
interface WrittenCall {
  readonly method: string;
  readonly before: readonly string[];
  readonly path: readonly Piece[];
  readonly query: string | null;
  readonly body: string | null;
  /** What a function around it is given. */
  readonly given: readonly { readonly name: string; readonly code: string; readonly type: string }[];
}

function writeInline(work: Work, requests: readonly Request[]): ReturnType<Layout['write']> {
  const { style, client } = work;
  const statements = requests.flatMap((request, at) => {
    const written = writeCall(work, request, false);
    const { lines, url } = writeAddress(work, [...work.base.pieces, ...written.path], at);
    const sent = client.send(style, { ...written, url, headers }, work.choices);
    return ['{', ...written.before, ...lines, `await ${sent}${style.semicolon}`, '}'];
  });
  return { files: { main: client.setup(style), others: [] }, calls: { declarations: [], statements } };
}

/** A client that knows its base, where the library has such. */
function writeInstance(work: Work, requests: readonly Request[], isApart: boolean): ReturnType<Layout['write']> {
  const { style, client, choices, base } = work;
  const { instance } = client;
  if (instance === undefined) return writeWrapped(work, requests, wrapInFunction, isApart);
  const made = declare(style, 'forge', instance.make(writeText(style, base.pieces, choices)));
  const own = [...client.setup(style), made];
  const statements = requests.flatMap((request, at) => {
    const written = writeCall(work, request, false);
    const [first, ...rest] = written.path;
    const start = first !== undefined && 'text' in first && !instance.slash ? { text: first.text.slice(1) } : first;
    const { lines, url } = writeAddress(work, [...(start === undefined ? [] : [start]), ...rest], at);
    const sent = client
      .send(style, { ...written, url, headers }, choices)
      .replace(toCallee(instance.callee), '$1forge');
    return ['{', ...written.before, ...lines, `await ${sent}${style.semicolon}`, '}'];
  });
  const others = [['client', [...base.lines, ...own, exportNamed(style, ['forge'])]]] as const;
  return {
    files: isApart ? { main: [importNamed(style, 'forge', './client')], others } : { main: own, others: [] },
    calls: { declarations: [], statements },
  };
}

/** The library's name where it is called: `axios.get(`, `axios(`, `=> request.del(`. */
function toCallee(name: string): RegExp {
  return new RegExp(String.raw`(^|=> )${name}(?=[.(])`);
}

/** The addresses in a list, or in a record of names, and one call that sends each. */
function writeLoop(work: Work, requests: readonly Request[]): ReturnType<Layout['write']> {
  const { style, client, choices, base } = work;
  const written = requests.map((request) => writeCall(work, request, false));
  const isAlike = written.every(({ method, query, body }) => method === 'GET' && query === null && body === null);
  if (!isAlike) return writeFunctions(work, requests);
  const paths = written.map(({ path }) => writeText(style, path, choices));
  const sent = client.send(
    style,
    {
      method: 'GET',
      url: writeText(style, [...base.pieces, { code: 'path' }], choices),
      query: null,
      body: null,
      headers,
    },
    choices,
  );
  const isRecord = choices.oneIn(2);
  const list = isRecord
    ? `{ ${paths.map((path, at) => `path${String(at)}: ${path}`).join(', ')} }`
    : `[${paths.join(`, ${style.comment}`)}]`;
  const statements = [
    ...written.flatMap(({ before }) => before),
    declare(style, 'paths', list),
    `for (const path of ${isRecord ? 'Object.values(paths)' : 'paths'}) {`,
    `  await ${sent}${style.semicolon}`,
    '}',
  ];
  // Two calls may give the same name to different values.
  return written.filter(({ before }) => before.length > 0).length < 2
    ? { files: { main: client.setup(style), others: [] }, calls: { declarations: [], statements } }
    : writeFunctions(work, requests);
}

/** The address in the call itself, or under a name, or put together step by step. */
function writeAddress(
  { style, choices }: Work,
  pieces: readonly Piece[],
  at: number,
): { lines: readonly string[]; url: string } {
  const { semicolon } = style;
  const how = choices.pick(['there', 'name', 'steps'] as const);
  if (how === 'there') return { lines: [], url: writeText(style, pieces, choices) };
  const name = `url${String(at)}`;
  if (how === 'name' || pieces.length < 2)
    return { lines: [declare(style, name, writeText(style, pieces, choices))], url: name };
  const middle = Math.ceil(pieces.length / 2);
  const first = writeText(style, pieces.slice(0, middle), choices);
  const rest = writeText(style, pieces.slice(middle), choices);
  return { lines: [`let ${name} = ${first}${semicolon}`, `${name} += ${rest}${semicolon}`], url: name };
}

function writeFunctions(work: Work, requests: readonly Request[]): ReturnType<Layout['write']> {
  const { style, client, choices } = work;
  const written = requests.map((request, at) => {
    const call = writeCall(work, request, true);
    const { lines, url } = writeAddress(work, [...work.base.pieces, ...call.path], at);
    const sent = client.send(style, { ...call, url, headers }, choices);
    return {
      declaration: writeFunction(work, `send${String(at)}`, call.given, [
        ...call.before,
        ...lines,
        `return ${sent}${style.semicolon}`,
      ]),
      statement: `await send${String(at)}(${call.given.map(({ code }) => code).join(', ')})${style.semicolon}`,
    };
  });
  return {
    files: { main: client.setup(style), others: [] },
    calls: {
      declarations: written.flatMap(({ declaration }) => declaration),
      statements: written.map(({ statement }) => statement),
    },
  };
}

function writeFunction(
  { style, choices }: Work,
  name: string,
  given: WrittenCall['given'],
  lines: readonly string[],
): string[] {
  const parameters = given.map((each) => typed(style, each.name, each.type)).join(', ');
  const isArrow = choices.oneIn(2);
  const head = isArrow ? `const ${name} = async (${parameters}) => {` : `async function ${name}(${parameters}) {`;
  return [head, ...lines.map((line) => `  ${line}`), isArrow ? `}${style.semicolon}` : '}'];
}

/** Code that sends whatever it is given, and how it is called. */
interface Wrapper {
  readonly lines: readonly string[];
  /** What another file needs of it. */
  readonly name: string;
  /** What stands between its import and the calls. */
  readonly open: readonly string[];
  readonly call: (call: WrittenCall, path: string) => string;
}

function writeWrapped(
  work: Work,
  requests: readonly Request[],
  wrap: (work: Work) => Wrapper,
  isApart: boolean,
): ReturnType<Layout['write']> {
  const { style, client } = work;
  const wrapper = wrap(work);
  const own = [...client.setup(style), ...wrapper.lines];
  const others = [['api', [...work.base.lines, ...own, exportNamed(style, [wrapper.name])]]] as const;
  return {
    files: isApart
      ? { main: [importNamed(style, wrapper.name, './api'), ...wrapper.open], others }
      : { main: [...own, ...wrapper.open], others: [] },
    calls: writeWrappedCalls(work, requests, wrapper),
  };
}

function writeWrappedCalls(work: Work, requests: readonly Request[], wrapper: Wrapper): Calls {
  const { style, choices } = work;
  const written = requests.map((request, at) => {
    const isFunction = choices.oneIn(2);
    const call = writeCall(work, request, isFunction);
    const { lines, url } = writeAddress(work, call.path, at);
    const sent = wrapper.call(call, url);
    if (!isFunction)
      return { declaration: [], statement: ['{', ...call.before, ...lines, `await ${sent}${style.semicolon}`, '}'] };
    const name = `send${String(at)}`;
    return {
      declaration: writeFunction(work, name, call.given, [
        ...call.before,
        ...lines,
        `return ${sent}${style.semicolon}`,
      ]),
      statement: [`await ${name}(${call.given.map(({ code }) => code).join(', ')})${style.semicolon}`],
    };
  });
  return {
    declarations: written.flatMap(({ declaration }) => declaration),
    statements: written.flatMap(({ statement }) => statement),
  };
}

/** What a wrapper sends, of its parameters' names. */
function sendGiven({ style, client, choices, base }: Work, method = 'method', pieces = base.pieces): string {
  const url = writeText(style, [...pieces, { code: 'path' }], choices);
  return client.sendAny(style, { method, url, query: 'query', body: 'body', headers });
}

function anyParameters(style: Style, names: readonly string[]): string {
  return names.map((name) => typed(style, name === 'query' || name === 'body' ? name : name, 'any')).join(', ');
}

function argumentsOf({ query, body }: WrittenCall, isVerb = false): string[] {
  const given = isVerb ? [query ?? 'undefined', body ?? 'undefined'] : [query ?? 'undefined', body ?? 'undefined'];
  while (given.at(-1) === 'undefined') given.pop();
  return given;
}

function wrapInFunction(work: Work): Wrapper {
  const { style } = work;
  return {
    lines: [
      `function callApi(${anyParameters(style, ['method', 'path'])}${style.language === 'TypeScript' ? ', query?: any, body?: any' : ', query, body'}) {`,
      `  return ${sendGiven(work)}${style.semicolon}`,
      '}',
    ],
    name: 'callApi',
    open: [],
    call: (call, path) => `callApi(${[quoteText(style, call.method), path, ...argumentsOf(call)].join(', ')})`,
  };
}

const verbs = ['GET', 'POST', 'PUT', 'DELETE'];
const optional = ({ language }: Style): string =>
  language === 'TypeScript' ? 'query?: any, body?: any' : 'query, body';

function wrapInVerbs(work: Work): Wrapper {
  const { style } = work;
  const members = verbs.map(
    (verb) =>
      `  ${verb.toLowerCase()}: (${anyParameters(style, ['path'])}, ${optional(style)}) => ${sendGiven(work, quoteText(style, verb))},`,
  );
  return {
    lines: ['const api = {', ...members, `}${style.semicolon}`],
    name: 'api',
    open: [],
    call: (call, path) => `api.${call.method.toLowerCase()}(${[path, ...argumentsOf(call)].join(', ')})`,
  };
}

function wrapInClass(work: Work): Wrapper {
  const { style, base, choices } = work;
  const { semicolon } = style;
  const value = writeText(style, base.pieces, choices);
  const field = style.language === 'TypeScript' ? ['  private readonly base: string;'] : [];
  const isGiven = choices.oneIn(2);
  const methods = verbs.flatMap((verb) => [
    `  ${verb.toLowerCase()}(${anyParameters(style, ['path'])}, ${optional(style)}) {`,
    `    return this.request(${quoteText(style, verb)}, path, query, body)${semicolon}`,
    '  }',
  ]);
  return {
    lines: [
      'class GitLabClient {',
      ...field,
      `  constructor(${isGiven ? `${typed(style, 'base', 'string')} = ${value}` : ''}) {`,
      `    this.base = ${isGiven ? 'base' : value}${semicolon}`,
      '  }',
      `  request(${anyParameters(style, ['method', 'path'])}, ${optional(style)}) {`,
      `    return ${sendGiven(work, 'method', [{ code: 'this.base' }])}${semicolon}`,
      '  }',
      ...methods,
      '}',
    ],
    name: 'GitLabClient',
    open: [declare(style, 'client', 'new GitLabClient()')],
    call: (call, path) => `client.${call.method.toLowerCase()}(${[path, ...argumentsOf(call, true)].join(', ')})`,
  };
}

function wrapInFactory(work: Work): Wrapper {
  const { style, base, choices } = work;
  const { semicolon } = style;
  const value = writeText(style, base.pieces, choices);
  const members = verbs.map(
    (verb) =>
      `    ${verb.toLowerCase()}: (${anyParameters(style, ['path'])}, ${optional(style)}) => send(${quoteText(style, verb)}, path, query, body),`,
  );
  return {
    lines: [
      `function createClient() {`,
      `  const root = ${value}${semicolon}`,
      `  const send = (${anyParameters(style, ['method', 'path'])}, ${optional(style)}) => ${sendGiven(work, 'method', [{ code: 'root' }])}${semicolon}`,
      '  return {',
      ...members,
      `  }${semicolon}`,
      '}',
    ],
    name: 'createClient',
    open: [declare(style, 'client', 'createClient()')],
    call: (call, path) => `client.${call.method.toLowerCase()}(${[path, ...argumentsOf(call)].join(', ')})`,
  };
}

/** @param isFunction whether it stands in a function of its own, which can be given values */
function writeCall(work: Work, request: Request, isFunction: boolean): WrittenCall {
  const { choices } = work;
  const scope: Scope = { style: work.style, choices, isFunction, before: [], given: [], names: new Set() };
  const path = request.segments.flatMap((segment): Piece[] =>
    typeof segment === 'string' ? [{ text: `/${segment}` }] : [{ text: '/' }, writeSegment(scope, segment)],
  );
  const places = placesOf(request, choices);
  const query = request.parameters.filter((_, at) => places[at] === 'text');
  const pieces = query.flatMap((parameter, at) => [{ text: at === 0 ? '?' : '&' }, ...writeQuery(scope, parameter)]);
  const recordOf = (place: string): string | null => {
    const own = request.parameters.filter((_, at) => places[at] === place);
    return own.length === 0 ? null : writeRecord(scope, own, place);
  };
  return {
    method: request.method,
    path: [...path, ...pieces],
    query: recordOf('query'),
    body: recordOf('body'),
    before: scope.before,
    given: scope.given,
  };
}

/** Bodies are for methods that have one; lists stand in the address, where all libraries write them alike. */
function placesOf({ method, parameters }: Request, choices: Choices): readonly string[] {
  const place =
    method === 'GET' || method === 'DELETE' ? choices.pick(['text', 'query']) : choices.pick(['body', 'text', 'query']);
  return parameters.map(({ isList, name }) => (isList || name.includes('[') ? 'text' : place));
}

interface Scope {
  readonly style: Style;
  readonly choices: Choices;
  readonly isFunction: boolean;
  readonly before: string[];
  readonly given: { name: string; code: string; type: string }[];
  readonly names: Set<string>;
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

/** An expression for a value under a name; null if it is to be written where it is used. */
function writeValue(scope: Scope, value: Value): string | null {
  const { style, choices } = scope;
  const how = choices.pick(['there', 'constant', 'given', 'member'] as const);
  const literal = value.isNumber || /^(?:true|false)$/.test(value.text) ? value.text : quoteText(style, value.text);
  const type = value.isNumber ? 'number' : 'string';
  if (how === 'there') return null;
  const name = toFreeName(scope, value.name);
  if (how === 'given' && scope.isFunction) {
    scope.given.push({ name, code: literal, type: type === 'string' ? 'any' : type });
    return name;
  }
  if (how === 'member') {
    scope.before.push(declare(style, `${name}Options`, `{ ${name}: ${literal} }`));
    return `${name}Options.${name}`;
  }
  scope.before.push(declare(style, name, literal));
  return name;
}

function toFreeName({ names }: Scope, name: string): string {
  const free = names.has(name) ? `${name}${String(names.size)}` : name;
  names.add(free);
  return free;
}

/** A record of parameters: in place, under a name, or with members that are set later. */
function writeRecord(scope: Scope, parameters: readonly Parameter[], place: string): string {
  const { style, choices } = scope;
  const entries = parameters.map(({ name, value }) => {
    const literal = /^(?:\d+|true|false)$/.test(value.text) ? value.text : quoteText(style, value.text);
    return { name, code: writeValue(scope, value) ?? literal };
  });
  const print = (own: typeof entries): string =>
    `{ ${own.map(({ name, code }) => (name === code ? name : `${writeKey(style, name, choices)}: ${style.comment}${code}`)).join(', ')} }`;
  const how = choices.pick(['there', 'name', 'later', 'spread', 'assign'] as const);
  if (how === 'there') return print(entries);
  if (how === 'assign') return `Object.assign({}, ${print(entries.slice(0, 1))}, ${print(entries.slice(1))})`;
  const name = toFreeName(scope, place === 'query' ? 'params' : 'payload');
  const early = how === 'name' ? entries : entries.slice(1);
  if (how === 'spread') {
    scope.before.push(declare(style, typed(style, `common${name}`, 'any'), print(early)));
    return print(entries.slice(0, 1)).replace(/ \}$/, `, ...common${name} }`);
  }
  scope.before.push(declare(style, typed(style, name, 'any'), print(early)));
  if (how === 'later')
    for (const entry of entries.slice(0, 1))
      scope.before.push(`${name}.${entry.name} = ${entry.code}${style.semicolon}`);
  return name;
}

function writeKey(style: Style, name: string, choices: Choices): string {
  return choices.pick([name, name, style.quote === '`' ? `'${name}'` : quoteText(style, name)]);
}
