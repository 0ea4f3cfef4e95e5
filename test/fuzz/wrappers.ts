import { writeAddress, writeCall, writeFunction } from './calls.js';
import type { Request } from './requests.js';
import {
  declare,
  exportDefault,
  exportNamed,
  importAll,
  importDefault,
  importNamed,
  passOn,
  quoteText,
  typed,
} from './style.js';
import type { Style } from './style.js';
import { writeText } from './texts.js';
import { headers } from './work.js';
import type { Calls, Layout, Work, WrittenCall } from './work.js';

/** Code that sends whatever it is given, and how it is called. */
export interface Wrapper {
  readonly lines: readonly string[];
  /** What another file needs of it. */
  readonly name: string;
  /** What stands between its import and the calls. */
  readonly open: readonly string[];
  readonly call: (call: WrittenCall, path: string) => string;
}

export function writeWrapped(
  work: Work,
  requests: readonly Request[],
  wrap: (work: Work) => Wrapper,
  isApart: boolean,
): ReturnType<Layout['write']> {
  const { style, client } = work;
  const wrapper = wrap(work);
  const own = [...client.setup(style), ...wrapper.lines];
  const others = [...work.base.lines, ...own];
  const { imports, files } = importWrapper(work, wrapper.name, others);
  return {
    files: isApart
      ? { main: [...imports, ...wrapper.open], others: files }
      : { main: [...own, ...wrapper.open], others: [] },
    calls: writeWrappedCalls(work, requests, wrapper),
  };
}

type NamedFiles = ReturnType<Layout['write']>['files']['others'];

/** How another file gets at what `lines` declare. */
function importWrapper(
  { style, choices }: Work,
  name: string,
  lines: readonly string[],
): { readonly imports: readonly string[]; readonly files: NamedFiles } {
  const named: NamedFiles = [['api', [...lines, exportNamed(style, [name])]]];
  const how = choices.pick(['named', 'all', 'passed on', 'default'] as const);
  if (how === 'named') return { imports: [importNamed(style, name, './api')], files: named };
  if (how === 'all')
    return { imports: [importAll(style, 'own', './api'), `const { ${name} } = own${style.semicolon}`], files: named };
  if (how === 'passed on')
    return {
      imports: [importNamed(style, name, './lib')],
      files: [...named, ['lib', [passOn(style, name, './api')]]],
    };
  return {
    imports: [importDefault(style, name, './api')],
    files: [['api', [...lines, exportDefault(style, name)]]],
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
export function sendGiven({ style, client, choices, base }: Work, method = 'method', pieces = base.pieces): string {
  const url = writeText(style, [...pieces, { code: 'path' }], choices);
  return client.sendAny(style, { method, url, query: 'query', body: 'body', headers });
}

export function anyParameters(style: Style, names: readonly string[]): string {
  return names.map((name) => typed(style, name, 'any')).join(', ');
}

export function argumentsOf({ query, body }: WrittenCall): string[] {
  const given = [query ?? 'undefined', body ?? 'undefined'];
  while (given.at(-1) === 'undefined') given.pop();
  return given;
}

export function wrapInFunction(work: Work): Wrapper {
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
export const optional = ({ language }: Style): string =>
  language === 'TypeScript' ? 'query?: any, body?: any' : 'query, body';

export function wrapInVerbs(work: Work): Wrapper {
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

export function wrapInClass(work: Work): Wrapper {
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
    call: (call, path) => `client.${call.method.toLowerCase()}(${[path, ...argumentsOf(call)].join(', ')})`,
  };
}

export function wrapInFactory(work: Work): Wrapper {
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

/** One record for all that a request is made of. */
export function wrapInOptions(work: Work): Wrapper {
  const { style } = work;
  const { semicolon } = style;
  return {
    lines: [
      `const send = async (${typed(style, '{ path, method = "GET", query, body }', 'any')}) => {`,
      `  const answer = await ${sendGiven(work)}${semicolon}`,
      `  return answer${semicolon}`,
      `}${semicolon}`,
    ],
    name: 'send',
    open: [],
    call: ({ method, query, body }, path) =>
      `send({ ${[
        `path: ${path}`,
        ...(method === 'GET' ? [] : [`method: ${quoteText(style, method)}`]),
        ...(query === null ? [] : [`query: ${query}`]),
        ...(body === null ? [] : [`body: ${body}`]),
      ].join(', ')} })`,
  };
}

/** A function that makes functions. */
export function wrapInCurried(work: Work): Wrapper {
  const { style } = work;
  const made = verbs.map((verb) => `${verb.toLowerCase()}: via(${quoteText(style, verb)})`);
  return {
    lines: [
      `const via = (${typed(style, 'method', 'string')}) => (${anyParameters(style, ['path'])}, ${optional(style)}) =>`,
      `  ${sendGiven(work)}${style.semicolon}`,
      declare(style, 'verbs', `{ ${made.join(', ')} }`),
    ],
    name: 'verbs',
    open: [],
    call: (call, path) => `verbs.${call.method.toLowerCase()}(${[path, ...argumentsOf(call)].join(', ')})`,
  };
}

/** A class whose methods are in its parent. */
export function wrapInHeir(work: Work): Wrapper {
  const { lines, call } = wrapInClass(work);
  const { style } = work;
  const { semicolon } = style;
  return {
    lines: [
      ...lines,
      'class Forge extends GitLabClient {',
      `  constructor() { super()${semicolon} }`,
      `  ${style.language === 'TypeScript' ? 'override ' : ''}get(${anyParameters(style, ['path'])}, ${optional(style)}) { return super.get(path, query, body)${semicolon} }`,
      '}',
    ],
    name: 'Forge',
    open: [declare(style, 'client', 'new Forge()')],
    call,
  };
}

/** A class that is given what sends. */
export function wrapInService(work: Work): Wrapper {
  const inner = wrapInFunction(work);
  const { style } = work;
  const { semicolon } = style;
  return {
    lines: [
      ...inner.lines,
      'class Service {',
      ...(style.language === 'TypeScript' ? ['  private readonly send: any;'] : []),
      `  constructor(${typed(style, 'send', 'any')}) { this.send = send${semicolon} }`,
      ...verbs.map(
        (verb) =>
          `  ${verb.toLowerCase()}(${anyParameters(style, ['path'])}, ${optional(style)}) { return this.send(${quoteText(style, verb)}, path, query, body)${semicolon} }`,
      ),
      '}',
      declare(style, 'service', 'new Service(callApi)'),
    ],
    name: 'service',
    open: [],
    call: (call, path) => `service.${call.method.toLowerCase()}(${[path, ...argumentsOf(call)].join(', ')})`,
  };
}

/** A function that calls one that sends. */
export function wrapTwice(work: Work): Wrapper {
  const inner = wrapInFunction(work);
  const { style } = work;
  const spread = `...${typed(style, 'rest', 'any[]')}`;
  return {
    lines: [
      ...inner.lines,
      `async function ask(${anyParameters(style, ['method', 'path'])}, ${spread}) {`,
      `  try {`,
      `    return await callApi(method, path, ...${style.language === 'TypeScript' ? '(rest as [any, any])' : 'rest'})${style.semicolon}`,
      `  } catch (error) {`,
      `    throw new Error('no answer from ' + path + ': ' + error)${style.semicolon}`,
      `  }`,
      '}',
    ],
    name: 'ask',
    open: [],
    call: (call, path) => `ask(${[quoteText(style, call.method), path, ...argumentsOf(call)].join(', ')})`,
  };
}
