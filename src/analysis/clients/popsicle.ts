import type { Client } from './client.js';

/** From 11 on it has `fetch` alone. */
export const popsicle = {
  name: 'popsicle',
  documentation: 'https://github.com/serviejs/popsicle#readme',
  modules: ['popsicle'],
  globals: ['popsicle', 'window.popsicle'],
  calls: [
    { member: '|request', roles: ['url|options'] },
    { member: 'get|post|put|patch|del|head', roles: ['url|options'] },
    { member: 'fetch', roles: ['url', 'options'] },
  ],
  creates: [{ member: 'defaults', roles: ['options'] }],
  options: { url: ['url'], method: ['method'], query: ['query'], body: ['body'], headers: ['headers'] },
  answer: {
    body: ['body'],
    also: [[]],
    reads: ['json', 'text'],
    status: ['status'],
    handlers: { exec: { answer: 1 } },
  },
} satisfies Client;
