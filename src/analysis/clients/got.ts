import type { Client } from './client.js';

/** Before 10, `json` and `form` are switches beside `body`, which is why `body` comes first. */
export const got = {
  name: 'got',
  documentation: 'https://github.com/sindresorhus/got#documentation',
  modules: ['got'],
  self: ['got', 'stream'],
  types: ['Got', 'GotInstance'],
  calls: [
    { member: '', roles: ['url|options', 'options'] },
    { member: 'get|post|put|patch|delete|head', roles: ['url|options', 'options'] },
    {
      member: 'paginate|paginate.all|paginate.each',
      roles: ['url|options', 'options'],
      method: 'GET',
      bodyAlone: true,
    },
  ],
  creates: [{ member: 'extend', roles: ['options'] }],
  options: {
    url: ['url'],
    base: ['prefixUrl', 'baseUrl'],
    method: ['method'],
    query: ['searchParams', 'query'],
    body: ['body', 'json', 'form'],
    headers: ['headers'],
    host: ['hostname', 'host'],
    path: ['path'],
  },
  methodWithBody: 'POST',
  ofPrograms: true,
  hooks: { 'hooks.beforeRequest': 'request', 'hooks.init': 'request', handlers: 'request', stringifyJson: 'body' },
  answerHooks: { 'hooks.afterResponse': 'answer' },
  preferredQuery: 'record',
  answer: {
    body: ['body'],
    reads: ['json', 'text', 'buffer'],
    status: ['statusCode'],
    whole: { option: 'resolveBodyOnly', value: 'true', body: [] },
  },
} satisfies Client;
