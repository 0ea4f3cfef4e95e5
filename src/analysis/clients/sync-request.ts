import type { Client } from './client.js';

/** And then-request, the same call with a promise. */
export const syncRequest = {
  name: 'sync-request',
  documentation: 'https://github.com/ForbesLindesay/sync-request#readme',
  modules: ['sync-request', 'then-request'],
  calls: [{ member: '', roles: ['method', 'url', 'options'] }],
  options: { query: ['qs'], body: ['json', 'body', 'form'], headers: ['headers'] },
  answer: { body: ['body'], reads: ['getBody'], status: ['statusCode'], callback: { answer: 1 } },
} satisfies Client;
