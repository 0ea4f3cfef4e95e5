import type { Client } from './client.js';

/** Node's own http and https. The body comes piecewise, by the `data` events of the answer. */
export const http = {
  name: 'http',
  documentation: 'https://nodejs.org/api/http.html#httprequesturl-options-callback',
  modules: [
    'http',
    'https',
    'node:http',
    'node:https',
    'follow-redirects',
    'follow-redirects/http',
    'follow-redirects/https',
  ],
  self: ['http', 'https'],
  calls: [{ member: 'request|get', roles: ['url|options', 'options', 'other'] }],
  options: { method: ['method'], headers: ['headers'], host: ['hostname', 'host'], path: ['path'] },
  ofPrograms: true,
  follows: [
    { member: 'write|end', roles: ['body', 'other', 'other'] },
    { member: 'setHeader', roles: ['header-name', 'header-value'] },
  ],
  answer: {
    body: [],
    status: ['statusCode'],
    callback: { answer: 0 },
    handlers: { response: { answer: 0 }, data: { body: 0 } },
  },
} satisfies Client;
