import { writeAddress, writeCall } from './calls.js';
import type { Request } from './requests.js';
import { declare, importNamed, quoteText, typed } from './style.js';
import { writeText } from './texts.js';
import type { Layout, Work, WrittenCall } from './work.js';
import { anyParameters, argumentsOf, optional, sendGiven, wrapInFunction } from './wrappers.js';
import type { Wrapper } from './wrappers.js';

// Code that comes to its requests by a detour

/** A request that is put together by methods, each of which gives it back. */
export function wrapInBuilder(work: Work): Wrapper {
  const { style, choices } = work;
  const { semicolon: end } = style;
  const isStatic = choices.oneIn(2);
  const merged = choices.pick([
    'this.query = given',
    'this.query = { ...this.query, ...given }',
    'this.query = Object.assign({}, this.query, given)',
  ]);
  return {
    lines: [
      'class Ask {',
      ...(style.language === 'TypeScript' ? ['  method: any;', '  path: any;', '  query: any;', '  body: any;'] : []),
      `  constructor(${anyParameters(style, ['method', 'path'])}) {`,
      `    this.method = method${end}`,
      `    this.path = path${end}`,
      '  }',
      ...(isStatic
        ? [`  static to(${anyParameters(style, ['method', 'path'])}) { return new Ask(method, path)${end} }`]
        : []),
      `  where(${anyParameters(style, ['given'])}) { ${merged}${end || ';'} return this${end} }`,
      `  with(${anyParameters(style, ['given'])}) { this.body = given${end || ';'} return this${end} }`,
      '  run() {',
      `    const { method, path, query, body } = this${end}`,
      `    return ${sendGiven(work)}${end}`,
      '  }',
      '}',
    ],
    name: 'Ask',
    open: [],
    call: ({ method, query, body }, path) =>
      `${isStatic ? 'Ask.to' : 'new Ask'}(${quoteText(style, method)}, ${path})${query === null ? '' : `.where(${query})`}${body === null ? '' : `.with(${body})`}.run()`,
  };
}

/** One page after another; the service here has one of each. */
export function wrapInPages(work: Work): Wrapper {
  const inner = wrapInFunction(work);
  const { style, choices } = work;
  const { semicolon: end } = style;
  const isGenerator = choices.oneIn(2);
  const more = choices.pick([
    '{ ...query, page }',
    'Object.assign({ page }, query)',
    'Object.assign({}, query, { page })',
  ]);
  const asked = `await callApi('GET', path, ${more})`;
  return {
    lines: [
      ...inner.lines,
      `async function${isGenerator ? '*' : ''} pages(${anyParameters(style, ['path'])}${style.language === 'TypeScript' ? ', query?: any' : ', query'}) {`,
      `  ${declare({ ...style, keyword: 'const' }, typed(style, 'found', 'any[]'), '[]')}`,
      `  for (let page = 1; page < 2; page += 1) ${isGenerator ? `yield ${asked}` : `found.push(${asked})`}${end}`,
      `  return found${end}`,
      '}',
      declare(style, 'api', '{ pages, callApi }'),
    ],
    name: 'api',
    open: [],
    call: (call, path) => {
      // Some clients take no query beside one in the address.
      const hasQuery = call.path.some((piece) => 'text' in piece && piece.text.includes('?'));
      if (call.method !== 'GET' || hasQuery) return inner.call(call, path).replace('callApi', 'api.callApi');
      const paged = `api.pages(${[path, ...(call.query === null ? [] : [call.query])].join(', ')})`;
      return isGenerator ? `(async () => { for await (const answer of ${paged}) if (!answer) return${end} })()` : paged;
    },
  };
}

/** The base is put in front by what each request goes through. */
export function wrapInInterceptor(work: Work): Wrapper {
  const { style, client, choices, base } = work;
  const { semicolon: end } = style;
  if (client.name !== 'axios') return wrapInFunction(work);
  const text = writeText(style, base.pieces, choices);
  const hook = choices.pick([
    `sent.baseURL = ${text}`,
    `sent.url = ${writeText(style, [...base.pieces, { code: 'sent.url' }], choices)}`,
  ]);
  const isDefault = choices.oneIn(3);
  return {
    lines: isDefault
      ? [declare(style, 'forge', 'axios.create()'), `forge.defaults.baseURL = ${text}${end}`]
      : [
          declare(style, 'forge', 'axios.create({ timeout: 500 })'),
          `forge.interceptors.request.use((${typed(style, 'sent', 'any')}) => {`,
          `  ${hook}${end}`,
          `  return sent${end}`,
          `})${end}`,
        ],
    name: 'forge',
    open: [],
    call: ({ method, query, body }, path) => {
      const config = query === null ? '' : `, { params: ${query} }`;
      return method === 'GET' || method === 'DELETE'
        ? `forge.${method.toLowerCase()}(${path}${config})`
        : `forge.${method.toLowerCase()}(${path}, ${body ?? '{}'}${config})`;
    },
  };
}

/** A function that is not called by its name. */
export function wrapInHelper(work: Work): Wrapper {
  const inner = wrapInFunction(work);
  const { style, choices } = work;
  const { semicolon: end } = style;
  const any = (name: string): string => typed(style, name, 'any');
  const helper = choices.pick(['bind', 'apply', 'retry', 'once', 'queue', 'later'] as const);
  const own: Readonly<Record<typeof helper, readonly string[]>> = {
    bind: [],
    apply: [],
    retry: [
      `async function retry(${any('job')}, times = 3) {`,
      `  for (let at = 0; at < times; at += 1) {`,
      `    try { return await job()${end} } catch (error) { if (at === times - 1) throw error${end} }`,
      `  }`,
      '}',
    ],
    once: [`const logged = (${any('act')}) => (${typed(style, '...given', 'any[]')}) => act(...given)${end}`],
    queue: [
      declare(style, typed(style, 'jobs', 'any[]'), '[]'),
      `async function drain() { while (jobs.length > 0) await jobs.shift()()${end} }`,
    ],
    later: [`const later = (${any('job')}) => Promise.resolve().then(job)${end}`],
  };
  const through = (call: WrittenCall, path: string): string => {
    const given = [path, ...argumentsOf(call)].join(', ');
    const method = quoteText(style, call.method);
    const plain = `callApi(${method}, ${given})`;
    switch (helper) {
      case 'bind':
        return `callApi.bind(null, ${method})(${given})`;
      case 'apply':
        return `callApi.apply(null, [${method}, ${given}])`;
      case 'retry':
        return `retry(() => ${plain})`;
      case 'once':
        return `logged(callApi)(${method}, ${given})`;
      case 'queue':
        return `(jobs.push(async () => ${plain}), drain())`;
      default:
        return `later(() => ${plain})`;
    }
  };
  return { lines: inner.lines, name: 'callApi', open: own[helper], call: through };
}

/** A function that calls back, as programs had them before promises. */
export function wrapInCallback(work: Work): Wrapper {
  const { style, choices } = work;
  const { semicolon: end } = style;
  const isPromised = choices.oneIn(2);
  return {
    lines: [
      ...(isPromised ? [importNamed(style, 'promisify', 'util')] : []),
      `function callBack(${anyParameters(style, ['method', 'path', 'query', 'body', 'done'])}) {`,
      `  ${sendGiven(work)}.then((${typed(style, 'answer', 'any')}) => done(null, answer), done)${end}`,
      '}',
      declare(
        style,
        'ask',
        isPromised
          ? 'promisify(callBack)'
          : `(${anyParameters(style, ['method', 'path', 'query', 'body'])}) => new Promise((resolve, reject) => callBack(method, path, query, body, (${anyParameters(style, ['error', 'answer'])}) => (error ? reject(error) : resolve(answer))))`,
      ),
    ],
    name: 'ask',
    open: [],
    call: ({ method, query, body }, path) =>
      `ask(${[quoteText(style, method), path, query ?? 'undefined', body ?? 'undefined'].join(', ')})`,
  };
}

/** A class with a method for each request, and one that all of them go through. */
export function writeResources(work: Work, requests: readonly Request[]): ReturnType<Layout['write']> {
  const { style, client, choices } = work;
  const { semicolon: end } = style;
  const isNested = choices.oneIn(2);
  const via = isNested ? 'this.forge.request' : 'this.request';
  const written = requests.map((request, at) => {
    const call = writeCall(work, request, true);
    const { lines, url } = writeAddress(work, call.path, at);
    const parameters = call.given
      .map(({ name, type, fallback }) => typed(style, name, type) + (fallback === undefined ? '' : ` = ${fallback}`))
      .join(', ');
    const values = call.given.map(({ code }) => code).join(', ');
    return {
      method: [
        `  send${String(at)}(${parameters}) {`,
        ...[...call.before, ...lines].map((line) => `    ${line}`),
        `    return ${via}(${[quoteText(style, call.method), url, ...argumentsOf(call)].join(', ')})${end}`,
        '  }',
      ],
      statement: `await forge.${isNested ? 'calls.' : ''}send${String(at)}(${values})${end}`,
    };
  });
  const isAsync = written.some(({ method }) => method.some((line) => /\bawait\b/.test(line)));
  const methods = written.flatMap(({ method: [head = '', ...rest] }) => [
    isAsync ? head.replace('  ', '  async ') : head,
    ...rest,
  ]);
  const sending = [
    `  request(${anyParameters(style, ['method', 'path'])}, ${optional(style)}) {`,
    `    return ${sendGiven(work)}${end}`,
    '  }',
  ];
  const field = (name: string): string[] => (style.language === 'TypeScript' ? [`  readonly ${name}: any;`] : []);
  const declarations = isNested
    ? [
        'class Calls {',
        ...field('forge'),
        `  constructor(${typed(style, 'forge', 'any')}) { this.forge = forge${end} }`,
        ...methods,
        '}',
        'class Forge {',
        ...field('calls'),
        `  constructor() { this.calls = new Calls(this)${end} }`,
        ...sending,
        '}',
      ]
    : ['class Forge {', ...sending, ...methods, '}'];
  return {
    files: { main: client.setup(style), others: [] },
    calls: {
      declarations: [...declarations, declare(style, 'forge', 'new Forge()')],
      statements: written.map(({ statement }) => statement),
    },
  };
}

/** A table of routes whose places are filled when they are called. */
export function writeRoutes(work: Work, requests: readonly Request[]): ReturnType<Layout['write']> {
  const { style, client, choices } = work;
  const { semicolon: end } = style;
  const wrapper = wrapInFunction(work);
  const hasMethod = choices.oneIn(2);
  const written = requests.map((request, at) => {
    const call = writeCall(work, request, false);
    const places: string[] = [];
    const path = call.path.map((piece): string => {
      if ('text' in piece) return piece.text;
      places.push(piece.code.replace(/^encodeURIComponent\((.*)\)$/s, '$1'));
      return `:p${String(places.length)}`;
    });
    const filled = `{ ${places.map((code, index) => `p${String(index + 1)}: ${code}`).join(', ')} }`;
    const name = `step${String(at)}`;
    const route = quoteText(style, path.join(''));
    return {
      route: hasMethod
        ? `  ${name}: { method: ${quoteText(style, call.method)}, path: ${route} },`
        : `  ${name}: ${quoteText(style, `${call.method} ${path.join('')}`)},`,
      statement: [
        '{',
        ...call.before,
        `await go(${[quoteText(style, name), filled, ...argumentsOf(call)].join(', ')})${end}`,
        '}',
      ],
    };
  });
  const taken = hasMethod ? 'const { method, path } = routes[name]' : "const [method, path] = routes[name].split(' ')";
  return {
    files: { main: [...client.setup(style), ...wrapper.lines], others: [] },
    calls: {
      declarations: [
        `${style.keyword} ${typed(style, 'routes', 'any')} = {`,
        ...written.map(({ route }) => route),
        `}${end}`,
        `function go(${anyParameters(style, ['name', 'places'])}, ${optional(style)}) {`,
        `  ${taken}${end}`,
        `  return callApi(method, path.replace(/:(\\w+)/g, (${typed(style, '_', 'string')}, ${typed(style, 'place', 'string')}) => encodeURIComponent(places[place])), query, body)${end}`,
        '}',
      ],
      statements: written.flatMap(({ statement }) => statement),
    },
  };
}
