/**
 * Ways to send a request. `head` declares what the calls need; `prefix` is the expression that stands before a path, if
 * any does; `call` is the text of an expression that a `method`, a `url` and perhaps a `query` and a `body` make, each
 * text of an expression. `typedHead` is the head in TypeScript, where that is another.
 */
export const clients = [
  {
    name: 'axios-instance',
    packages: { axios: '^1.7.0' },
    imports: [['axios', 'axios']],
    head: `const client = axios.create({
  baseURL: 'https://gitlab.example.com/api/v3',
  headers: { 'PRIVATE-TOKEN': process.env.GITLAB_TOKEN },
});
`,
    prefix: null,
    call: ({ method, url, query, body }) =>
      `client.${method.toLowerCase()}(${join(url, body, query && `{ params: ${query} }`)})`,
  },
  {
    name: 'axios-address',
    packages: { axios: '^1.7.0' },
    imports: [['axios', 'axios']],
    head: `const base = 'https://gitlab.example.com/api/v3';
const headers = { 'PRIVATE-TOKEN': process.env.GITLAB_TOKEN };
`,
    prefix: 'base',
    call: ({ method, url, query, body }) =>
      `axios(${record({ method: quote(method), url, params: query, data: body, headers: 'headers' })})`,
  },
  {
    name: 'fetch',
    packages: {},
    imports: [],
    head: `const endpoint = 'https://gitlab.example.com/api/v3';
const options = { headers: { 'Private-Token': process.env.GITLAB_TOKEN } };
`,
    prefix: 'endpoint',
    call: ({ method, url, query, body }) =>
      `fetch(${withQuery(url, query)}, ${record({ '...options': null, method: quote(method), body: body && `JSON.stringify(${body})` })})`,
  },
  {
    name: 'request',
    packages: { 'request-promise': '^4.2.0' },
    imports: [['request', 'request-promise']],
    head: `const url = 'https://gitlab.example.com/api/v3';
const headers = { 'PRIVATE-TOKEN': process.env.GITLAB_TOKEN };
`,
    prefix: 'url',
    call: ({ method, url, query, body }) =>
      `request(${record({ method: quote(method), uri: url, qs: query, body, headers: 'headers', json: 'true' })})`,
  },
  {
    name: 'got-instance',
    packages: { got: '^11.8.0' },
    imports: [['got', 'got']],
    head: `const gitlab = got.extend({
  prefixUrl: 'https://gitlab.example.com/api/v3',
  headers: { 'PRIVATE-TOKEN': process.env.GITLAB_TOKEN },
});
`,
    prefix: null,
    relative: true,
    call: ({ method, url, query, body }) =>
      `gitlab.${method.toLowerCase()}(${join(url, (query ?? body) && record({ searchParams: query, json: body }))}).json()`,
  },
  {
    name: 'superagent',
    packages: { superagent: '^10.0.0' },
    imports: [['superagent', 'superagent']],
    head: `const root = 'https://gitlab.example.com/api/v3';
`,
    prefix: 'root',
    call: ({ method, url, query, body }) =>
      [
        `superagent.${method.toLowerCase().replace('delete', 'del')}(${url})`,
        ...["set('PRIVATE-TOKEN', process.env.GITLAB_TOKEN)", query && `query(${query})`, body && `send(${body})`],
      ]
        .filter(Boolean)
        .join('.'),
  },
  {
    name: 'function',
    packages: { 'node-fetch': '^2.7.0' },
    imports: [['fetch', 'node-fetch']],
    head: `const host = 'https://gitlab.example.com';

async function send(method, path, body) {
  const response = await fetch(host + '/api/v3' + path, {
    method,
    headers: { 'PRIVATE-TOKEN': process.env.GITLAB_TOKEN, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return response.json();
}
`,
    typedHead: `const host = 'https://gitlab.example.com';

async function send(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(host + '/api/v3' + path, {
    method,
    headers: { 'PRIVATE-TOKEN': process.env.GITLAB_TOKEN ?? '', 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return response.json();
}
`,
    prefix: null,
    call: ({ method, url, query, body }) => `send(${join(quote(method), withQuery(url, query), body)})`,
  },
  {
    name: 'class',
    packages: { axios: '^1.7.0' },
    imports: [['axios', 'axios']],
    head: `class GitLab {
  constructor(host, token) {
    this.base = host + '/api/v3';
    this.headers = { 'PRIVATE-TOKEN': token };
  }

  send(method, path, { query, body } = {}) {
    return axios.request({ method, url: this.base + path, params: query, data: body, headers: this.headers });
  }
}

const service = new GitLab('https://gitlab.example.com', process.env.GITLAB_TOKEN);
`,
    typedHead: `class GitLab {
  private readonly base: string;
  private readonly headers: Record<string, string>;

  constructor(host: string, token: string) {
    this.base = host + '/api/v3';
    this.headers = { 'PRIVATE-TOKEN': token };
  }

  send(method: string, path: string, { query, body }: { query?: object; body?: object } = {}): Promise<unknown> {
    return axios.request({ method, url: this.base + path, params: query, data: body, headers: this.headers });
  }
}

const service = new GitLab('https://gitlab.example.com', process.env.GITLAB_TOKEN ?? '');
`,
    prefix: null,
    call: ({ method, url, query, body }) =>
      `service.send(${join(quote(method), url, (query ?? body) && record({ query, body }))})`,
  },
];

/** @typedef {(typeof clients)[number]} Client */

function quote(text) {
  return `'${text}'`;
}

function join(...texts) {
  return texts.filter(Boolean).join(', ');
}

/** The text of an object, without what it lacks; a key of value null stands alone. */
function record(entries) {
  const known = Object.entries(entries).filter(([, value]) => value !== undefined);
  return `{ ${known.map(([key, value]) => (value === null ? key : `${key}: ${value}`)).join(', ')} }`;
}

function withQuery(url, query) {
  return query === undefined ? url : `${url} + '?' + new URLSearchParams(${query})`;
}
