import type { Client } from './client.js';

/** Its `fetch` stands here, so that the package has one table; the answer's `also` is what `fetch` gives. */
export const undici = {
  name: 'undici',
  documentation: 'https://undici.nodejs.org/#/docs/api/Dispatcher',
  modules: ['undici'],
  types: ['Dispatcher'],
  constructs: [
    { member: 'Client|Pool|BalancedPool', roles: ['url', 'other'] },
    { member: 'Agent', roles: ['other'] },
  ],
  requests: [{ member: 'Request', roles: ['url', 'options'] }],
  calls: [
    { member: 'request|stream|pipeline', roles: ['url|options', 'options', 'other'] },
    { member: 'fetch', roles: ['url', 'options'] },
  ],
  options: {
    url: ['path'],
    base: ['origin'],
    method: ['method'],
    query: ['query'],
    body: ['body'],
    headers: ['headers'],
  },
  methodWithBody: 'PUT',
  ofPrograms: true,
  preferredQuery: 'record',
  answer: {
    body: ['body'],
    also: [[]],
    reads: ['json', 'text', 'blob', 'arrayBuffer', 'formData'],
    status: ['statusCode', 'status'],
    callback: { answer: 1 },
  },
} satisfies Client;
