import type { Client } from './client.js';

/** Angular 2 to 4, removed with 8. `method` is often a member of its enumeration: `RequestMethod.Delete`. */
export const angularHttp = {
  name: 'Http',
  documentation: 'https://v4.angular.io/api/http/Http',
  modules: ['@angular/http'],
  self: ['Http'],
  types: ['Http'],
  requests: [{ member: 'Request', roles: ['options'] }],
  calls: [
    { member: 'request', roles: ['url', 'options'] },
    { member: 'get|delete|head|options', roles: ['url', 'options'] },
    { member: 'post|put|patch', roles: ['url', 'body', 'options'] },
  ],
  options: { url: ['url'], method: ['method'], query: ['params', 'search'], body: ['body'], headers: ['headers'] },
  requiresBody: true,
  answer: {
    body: [],
    reads: ['json', 'text', 'blob', 'arrayBuffer'],
    status: ['status'],
    handlers: { subscribe: { answer: 0 }, map: { answer: 0 } },
  },
} satisfies Client;
