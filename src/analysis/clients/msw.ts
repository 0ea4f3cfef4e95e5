import type { Client } from './client.js';

/** `rest` until 1, `http` from 2 on. A query in the path is warned of and not looked at. */
export const msw = {
  name: 'msw',
  documentation: 'https://mswjs.io/docs/api/http',
  modules: ['msw'],
  self: ['rest', 'http'],
  calls: [
    { member: 'get|post|put|patch|delete|head|options', roles: ['url', 'other', 'other'] },
    { member: 'all', roles: ['url', 'other', 'other'], anyMethod: true },
  ],
  options: {},
  answers: { query: 'nothing' },
} satisfies Client;
