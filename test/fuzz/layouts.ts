import { writeAddress, writeCall, writeFunction } from './calls.js';
import {
  wrapInBuilder,
  wrapInCallback,
  wrapInHelper,
  wrapInInterceptor,
  wrapInPages,
  writeResources,
  writeRoutes,
} from './indirect.js';
import type { Request } from './requests.js';
import { declare, exportNamed, importNamed, quoteText, typed } from './style.js';
import { writeText } from './texts.js';
import { headers } from './work.js';
import type { Layout, Work } from './work.js';
import {
  wrapInClass,
  wrapInCurried,
  wrapInFactory,
  wrapInFunction,
  wrapInHeir,
  wrapInOptions,
  wrapInService,
  wrapInVerbs,
  wrapTwice,
  writeWrapped,
} from './wrappers.js';

export const layouts: readonly [Layout, ...Layout[]] = [
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
  ...[
    wrapInOptions,
    wrapInCurried,
    wrapInHeir,
    wrapInService,
    wrapTwice,
    wrapInBuilder,
    wrapInPages,
    wrapInInterceptor,
    wrapInHelper,
    wrapInCallback,
  ].flatMap((wrap): Layout[] =>
    [false, true].map((isApart) => ({
      kind: `${wrap.name}${isApart ? ' apart' : ''}`,
      isApart,
      write: (work, requests) => writeWrapped(work, requests, wrap, isApart),
    })),
  ),
  { kind: 'switch', isApart: false, write: writeSwitch },
  { kind: 'chain', isApart: false, write: writeChain },
  { kind: 'resources', isApart: false, write: writeResources },
  { kind: 'routes', isApart: false, write: writeRoutes },
  { kind: 'search parameters', isApart: false, write: writeSearchParameters },
];

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

/** One function that does what its name for it says. */
function writeSwitch(work: Work, requests: readonly Request[]): ReturnType<Layout['write']> {
  const { files, calls } = writeFunctions(work, requests);
  const { style } = work;
  const cases = calls.statements.flatMap((statement, at) => [
    `    case ${quoteText(style, `step ${String(at)}`)}:`,
    `      return ${statement}`,
  ]);
  const declaration = [
    `async function act(${typed(style, 'step', 'string')}) {`,
    '  switch (step) {',
    ...cases,
    '    default:',
    `      return null${style.semicolon}`,
    '  }',
    '}',
  ];
  const statements = requests.map((_, at) => `await act(${quoteText(style, `step ${String(at)}`)})${style.semicolon}`);
  return { files, calls: { declarations: [...calls.declarations, ...declaration], statements } };
}

/** One request after the other, as promises. */
function writeChain(work: Work, requests: readonly Request[]): ReturnType<Layout['write']> {
  const { files, calls } = writeFunctions(work, requests);
  const { semicolon } = work.style;
  const [first = '', ...rest] = calls.statements.map((statement) => statement.replace(/^await |;$/g, ''));
  const links = rest.map((call) => `  .then(() => ${call})`);
  const chain = [`await ${first}`, ...links];
  return {
    files,
    calls: { ...calls, statements: chain.map((line, at) => (at === chain.length - 1 ? line + semicolon : line)) },
  };
}

/** An address whose query is set one by one. */
function writeSearchParameters(work: Work, requests: readonly Request[]): ReturnType<Layout['write']> {
  const { style, client, choices, base } = work;
  const { semicolon } = style;
  const statements = requests.flatMap((request) => {
    const { parameters } = request;
    const inBody = choices.oneIn(2) && request.method !== 'GET' && request.method !== 'DELETE';
    const written = writeCall(work, { ...request, parameters: inBody ? parameters : [] }, false);
    const method = choices.pick(['append', 'set'] as const);
    const set = inBody
      ? []
      : parameters.map(
          ({ name, isList, value }) =>
            `address.searchParams.${isList ? 'append' : method}(${quoteText(style, isList ? `${name}[]` : name)}, ${quoteText(style, value.text)})${semicolon}`,
        );
    const url = choices.pick(['address.href', 'address.toString()', 'String(address)', '`${address}`']);
    const sent = client.send(style, { ...written, url, headers }, choices);
    return [
      '{',
      ...written.before,
      declare(style, 'address', `new URL(${writeText(style, [...base.pieces, ...written.path], choices)})`),
      ...set,
      `await ${sent}${semicolon}`,
      '}',
    ];
  });
  return { files: { main: client.setup(style), others: [] }, calls: { declarations: [], statements } };
}
