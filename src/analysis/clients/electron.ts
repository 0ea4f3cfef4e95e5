import type { Client } from './client.js';

/** The body comes piecewise, by the `data` events of the answer, but for `fetch`. */
export const electron = {
  name: 'electron',
  documentation: 'https://www.electronjs.org/docs/latest/api/net',
  modules: ['electron', 'electron/main'],
  self: ['net', 'remote'],
  calls: [
    { member: 'request', roles: ['url|options'] },
    { member: 'fetch', roles: ['url', 'options'] },
  ],
  options: {
    url: ['url'],
    method: ['method'],
    body: ['body'],
    headers: ['headers'],
    host: ['hostname', 'host'],
    path: ['path'],
  },
  ofPrograms: true,
  follows: [
    { member: 'write|end', roles: ['body', 'other', 'other'] },
    { member: 'setHeader', roles: ['header-name', 'header-value'] },
  ],
  answer: {
    body: [],
    reads: ['json', 'text'],
    status: ['statusCode', 'status'],
    handlers: { response: { answer: 0 }, data: { body: 0 } },
  },
} satisfies Client;
