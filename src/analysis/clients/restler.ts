import type { Client } from './client.js';

/** It answers by events, never by a promise; a status is an event too: `on('201', …)`. */
export const restler = {
  name: 'restler',
  documentation: 'https://github.com/danwrong/restler#readme',
  modules: ['restler'],
  calls: [
    { member: 'request', roles: ['url', 'options'] },
    { member: 'get|post|put|patch|del|head', roles: ['url', 'options'] },
    { member: 'json', roles: ['url', 'body', 'options', 'method'] },
    { member: 'postJson', roles: ['url', 'body', 'options'], method: 'POST' },
    { member: 'putJson', roles: ['url', 'body', 'options'], method: 'PUT' },
    { member: 'patchJson', roles: ['url', 'body', 'options'], method: 'PATCH' },
  ],
  options: { method: ['method'], query: ['query'], body: ['data'], headers: ['headers'] },
  ofPrograms: true,
  preferredQuery: 'address',
  answer: {
    body: ['raw'],
    status: ['statusCode'],
    chains: ['on', 'once'],
    handlers: {
      complete: { body: 0, answer: 1 },
      success: { body: 0, answer: 1 },
      fail: { body: 0, answer: 1 },
    },
    statusEvents: { body: 0, answer: 1 },
  },
} satisfies Client;
