import { Choices } from './choices.js';
import { importDefault, importNamed, quoteText } from './style.js';
import type { Style } from './style.js';

/** What is to be sent, each part an expression. */
export interface Sending {
  readonly method: string;
  readonly url: string;
  /** A record. */
  readonly query: string | null;
  /** A record. */
  readonly body: string | null;
  /** A record. */
  readonly headers: string;
}

/** A library that sends requests, as programs use it. */
export interface Client {
  readonly name: string;
  /** How it is brought into scope. */
  readonly setup: (style: Style) => string[];
  /** An expression that sends a request whose method is written down; a promise. */
  readonly send: (style: Style, sending: Sending, choices: Choices) => string;
  /** An expression that sends a request of which all parts, the method too, are variables that may be empty. */
  readonly sendAny: (style: Style, sending: Sending & { query: string; body: string }) => string;
  /** An expression that waits for a request that `send` sends, and gives the body of its answer. */
  readonly read: (sent: string) => string;
  /** The body of an answer under a name, or a promise of it. */
  readonly body: (answer: string) => string;
  /** Whether `read` is for what `sendAny` sends too. */
  readonly readsAny: boolean;
  /** An expression that makes a client with a base, and what it is called by; addresses begin with what follows the slash, or with it. */
  readonly instance?: { readonly make: (base: string) => string; readonly slash: boolean; readonly callee: string };
}

function record(entries: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(entries).filter((entry): entry is [string, string] => entry[1] !== null);
  return `{ ${given.map(([name, code]) => (name === code ? name : `${name}: ${code}`)).join(', ')} }`;
}

function call(callee: string, ...values: readonly (string | null)[]): string {
  return `${callee}(${values.filter((value) => value !== null).join(', ')})`;
}

const withQuery = ({ url, query }: Sending): string =>
  query === null ? url : `\`\${${url}}?\${new URLSearchParams(${query})}\``;

const fetch: Client = {
  name: 'fetch',
  setup: () => [],
  send: (style, sending, choices) => {
    const { method, body, headers } = sending;
    const options = record({
      method: method === 'GET' ? null : quoteText(style, method),
      headers: body === null ? headers : `{ ...${headers}, 'Content-Type': 'application/json' }`,
      body: body === null ? null : `JSON.stringify(${body})`,
    });
    return choices.oneIn(5)
      ? `fetch(${call('new Request', withQuery(sending), options)})`
      : call('fetch', withQuery(sending), options);
  },
  read: (sent) => `(await (await ${sent}).json())`,
  body: (answer) => `${answer}.json()`,
  readsAny: true,
  sendAny: (_style, { method, url, query, body, headers }) =>
    `fetch(${query} ? \`\${${url}}?\${new URLSearchParams(${query})}\` : ${url}, { method: ${method}, headers: { ...${headers}, 'Content-Type': 'application/json' }, body: ${body} ? JSON.stringify(${body}) : undefined })`,
};

const nodeFetch: Client = {
  ...fetch,
  name: 'node-fetch',
  setup: (style) => [importDefault(style, 'fetch', 'node-fetch')],
  send: (style, sending) => fetch.send(style, sending, new Choices([])),
};

const axios: Client = {
  name: 'axios',
  instance: { make: (base) => `axios.create({ baseURL: ${base}, timeout: 500 })`, slash: true, callee: 'axios' },
  setup: (style) => [importDefault(style, 'axios', 'axios')],
  send: (style, { method, url, query, body, headers }, choices) => {
    const verb = method.toLowerCase();
    const config = { params: query !== null && choices.oneIn(4) ? `new URLSearchParams(${query})` : query, headers };
    if (choices.oneIn(3)) return call('axios', record({ method: quoteText(style, verb), url, data: body, ...config }));
    if (method === 'POST' || method === 'PUT') return call(`axios.${verb}`, url, body ?? '{}', record(config));
    return call(`axios.${verb}`, url, record({ ...config, data: body }));
  },
  read: (sent) => `(await ${sent}).data`,
  body: (answer) => `${answer}.data`,
  readsAny: true,
  sendAny: (_style, { method, url, query, body, headers }) =>
    call('axios', record({ method, url, params: query, data: body, headers })),
};

const request: Client = {
  name: 'request',
  instance: { make: (base) => `request.defaults({ baseUrl: ${base} })`, slash: true, callee: 'request' },
  setup: (style) => [importDefault(style, 'request', 'request')],
  send: (style, { method, url, query, body, headers }, choices) => {
    const verb = method === 'DELETE' ? 'del' : method.toLowerCase();
    const bodyKey = choices.pick(['json', 'form'] as const);
    const options = { url, qs: query, [bodyKey]: body, headers };
    const answer = '(error, response) => (error ? reject(error) : resolve(response))';
    const sent = choices.oneIn(3)
      ? call('request', record({ method: quoteText(style, method), ...options }), answer)
      : call(`request.${verb}`, record(options), answer);
    return `new Promise((resolve, reject) => ${sent})`;
  },
  read: (sent) => `JSON.parse((await ${sent}).body)`,
  body: (answer) => `JSON.parse(${answer}.body)`,
  readsAny: false,
  sendAny: (_style, { method, url, query, body, headers }) =>
    `new Promise((resolve, reject) => request({ method: ${method}, url: ${url}, qs: ${query}, json: ${body} || true, headers: ${headers} }, (error, response) => (error ? reject(error) : resolve(response))))`,
};

const requestPromise: Client = {
  name: 'request-promise',
  setup: (style) => [importDefault(style, 'rp', 'request-promise')],
  send: (style, { method, url, query, body, headers }, choices) => {
    const options = { qs: query, headers, ...(body === null ? { json: 'true' } : { body, json: 'true' }) };
    return choices.oneIn(2)
      ? call('rp', record({ method: quoteText(style, method), uri: url, ...options }))
      : call(`rp.${method.toLowerCase()}`, url, record(options));
  },
  read: (sent) => `(await ${sent})`,
  body: (answer) => answer,
  readsAny: true,
  sendAny: (_style, { method, url, query, body, headers }) =>
    call('rp', record({ method, url, qs: query, body, json: 'true', headers })),
};

const got: Client = {
  name: 'got',
  instance: { make: (base) => `got.extend({ prefixUrl: ${base} })`, slash: false, callee: 'got' },
  setup: (style) => [importDefault(style, 'got', 'got')],
  send: (style, { method, url, query, body, headers }, choices) => {
    const options = { searchParams: query, json: body, headers };
    return choices.oneIn(3)
      ? call('got', url, record({ method: quoteText(style, method), ...options }))
      : call(`got.${method.toLowerCase()}`, url, record(options));
  },
  read: (sent) => `JSON.parse((await ${sent}).body)`,
  body: (answer) => `JSON.parse(${answer}.body)`,
  readsAny: true,
  sendAny: (_style, { method, url, query, body, headers }) =>
    call('got', url, record({ method, searchParams: query, json: body, headers })),
};

const superagent: Client = {
  name: 'superagent',
  setup: (style) => [importDefault(style, 'superagent', 'superagent')],
  send: (_style, { method, url, query, body, headers }) => {
    const verb = method === 'DELETE' ? 'del' : method.toLowerCase();
    const links = [query === null ? '' : `.query(${query})`, body === null ? '' : `.send(${body})`];
    return `superagent.${verb}(${url})${links.join('')}.set(${headers})`;
  },
  read: (sent) => `(await ${sent}).body`,
  body: (answer) => `${answer}.body`,
  readsAny: true,
  sendAny: (_style, { method, url, query, body, headers }) =>
    `superagent(${method}, ${url}).query(${query} || {}).send(${body}).set(${headers})`,
};

const needle: Client = {
  name: 'needle',
  setup: (style) => [importDefault(style, 'needle', 'needle')],
  send: (style, sending) => {
    const { method, body, headers } = sending;
    const options = record({ json: 'true', headers });
    return call('needle', quoteText(style, method.toLowerCase()), withQuery(sending), body ?? 'null', options);
  },
  read: (sent) => `(await ${sent}).body`,
  body: (answer) => `${answer}.body`,
  readsAny: true,
  sendAny: (_style, { method, url, query, body, headers }) =>
    `needle(${method}.toLowerCase(), ${query} ? \`\${${url}}?\${new URLSearchParams(${query})}\` : ${url}, ${body} || null, { json: true, headers: ${headers} })`,
};

const jsonHeaders = (headers: string): string => `{ ...${headers}, 'Content-Type': 'application/json' }`;

/** A promise of the text of the answer. */
const sendByHttps = (target: string, end: string): string =>
  `new Promise((resolve, reject) => https.request(${target}, (response) => { let text = ''; response.on('data', (part) => { text += part; }); response.on('end', () => resolve(text)); }).on('error', reject)${end})`;

function endWith(body: string | null): string {
  return body === null ? '.end()' : `.end(JSON.stringify(${body}))`;
}

function httpsOptions(style: Style, { method, body, headers }: Sending): string {
  return record({ method: quoteText(style, method), headers: body === null ? headers : jsonHeaders(headers) });
}

const anyWithQuery = (url: string, query: string): string =>
  `${query} ? \`\${${url}}?\${new URLSearchParams(${query})}\` : ${url}`;

const https: Client = {
  name: 'https',
  setup: (style) => [importDefault(style, 'https', 'https')],
  send: (style, sending) =>
    sendByHttps(`${withQuery(sending)}, ${httpsOptions(style, sending)}`, endWith(sending.body)),
  read: (sent) => `JSON.parse(await ${sent})`,
  body: (answer) => `JSON.parse(${answer})`,
  readsAny: false,
  sendAny: (_style, { method, url, query, body, headers }) =>
    `new Promise((resolve, reject) => https.request(${anyWithQuery(url, query)}, { method: ${method}, headers: ${jsonHeaders(headers)} }, (response) => { response.resume(); response.on('end', resolve); }).on('error', reject).end(${body} ? JSON.stringify(${body}) : ''))`,
};

const pathsOfUrl = [
  'parsedUrl.path',
  "parsedUrl.pathname + (parsedUrl.search || '')",
  "`${parsedUrl.pathname}${parsedUrl.search ?? ''}`",
] as const;

/** The same with what `url.parse` gives, as it was written before addresses could be given. */
const httpsWithParse: Client = {
  ...https,
  name: 'https with url.parse',
  setup: (style) => [...https.setup(style), importNamed(style, 'parse', 'url')],
  send: (style, sending, choices) => {
    const options = httpsOptions(style, sending);
    const parsed = `parse(${withQuery(sending)})`;
    if (choices.oneIn(3)) {
      const path = choices.pick(pathsOfUrl);
      const target = `{ hostname: parsedUrl.hostname, port: parsedUrl.port, path: ${path}, ...${options} }`;
      return `((parsedUrl) => ${sendByHttps(target, endWith(sending.body))})(${parsed})`;
    }
    const target = choices.oneIn(2) ? `Object.assign(${parsed}, ${options})` : `{ ...${parsed}, ...${options} }`;
    return sendByHttps(target, endWith(sending.body));
  },
  sendAny: (_style, { method, url, query, body, headers }) =>
    `new Promise((resolve, reject) => { const options = parse(${anyWithQuery(url, query)}); options.method = ${method}; options.headers = ${jsonHeaders(headers)}; https.request(options, (response) => { response.resume(); response.on('end', resolve); }).on('error', reject).end(${body} ? JSON.stringify(${body}) : ''); })`,
};

const undici: Client = {
  name: 'undici',
  setup: (style) => [importNamed(style, 'request', 'undici')],
  send: (style, { method, url, query, body, headers }) => {
    const options = record({
      method: quoteText(style, method),
      query,
      headers: body === null ? headers : `{ ...${headers}, 'Content-Type': 'application/json' }`,
      body: body === null ? null : `JSON.stringify(${body})`,
    });
    return `${call('request', url, options)}.then((answer) => answer.body.text())`;
  },
  read: (sent) => `JSON.parse(await ${sent})`,
  body: (answer) => `JSON.parse(${answer})`,
  readsAny: true,
  sendAny: (_style, { method, url, query, body, headers }) =>
    `request(${url}, { method: ${method}, query: ${query}, headers: { ...${headers}, 'Content-Type': 'application/json' }, body: ${body} ? JSON.stringify(${body}) : undefined }).then((answer) => answer.body.text())`,
};

const ofetch: Client = {
  name: 'ofetch',
  instance: { make: (base) => `ofetch.create({ baseURL: ${base} })`, slash: true, callee: 'ofetch' },
  setup: (style) => [importNamed(style, 'ofetch', 'ofetch')],
  send: (style, { method, url, query, body, headers }) =>
    call('ofetch', url, record({ method: method === 'GET' ? null : quoteText(style, method), query, body, headers })),
  read: (sent) => `(await ${sent})`,
  body: (answer) => answer,
  readsAny: true,
  sendAny: (_style, { method, url, query, body, headers }) =>
    call('ofetch', url, record({ method, query, body, headers })),
};

const ky: Client = {
  name: 'ky',
  instance: { make: (base) => `ky.extend({ prefixUrl: ${base} })`, slash: false, callee: 'ky' },
  setup: (style) => [
    style.language === 'CommonJS'
      ? `const { default: ky } = require('ky')${style.semicolon}`
      : importDefault(style, 'ky', 'ky'),
  ],
  send: (style, { method, url, query, body, headers }, choices) => {
    const options = { searchParams: query, json: body, headers };
    return choices.oneIn(3)
      ? call('ky', url, record({ method: quoteText(style, method), ...options }))
      : call(`ky.${method.toLowerCase()}`, url, record(options));
  },
  read: (sent) => `(await ${sent}.json())`,
  body: (answer) => `${answer}.json()`,
  readsAny: true,
  sendAny: (_style, { method, url, query, body, headers }) =>
    call('ky', url, record({ method, searchParams: query, json: body, headers })),
};

export const clients: readonly [Client, ...Client[]] = [
  fetch,
  axios,
  request,
  got,
  requestPromise,
  nodeFetch,
  superagent,
  needle,
  https,
  httpsWithParse,
  undici,
  ofetch,
  ky,
];
