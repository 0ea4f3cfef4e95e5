import type { Client } from './client.js';

/** The body is a stream, but for `concat`. */
export const simpleGet = {
  name: 'simple-get',
  documentation: 'https://github.com/feross/simple-get#readme',
  modules: ['simple-get'],
  calls: [
    { member: '|concat', roles: ['url|options', 'other'] },
    { member: 'get|post|put|patch|delete|head', roles: ['url|options', 'other'] },
  ],
  options: {
    url: ['url'],
    method: ['method'],
    body: ['body', 'form'],
    headers: ['headers'],
    host: ['hostname', 'host'],
    path: ['path'],
  },
  methodWithBody: 'POST',
  ofPrograms: true,
  answer: { body: [], status: ['statusCode'], callback: { answer: 1, body: 2 }, handlers: { data: { body: 0 } } },
} satisfies Client;
