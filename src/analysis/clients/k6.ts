import type { Client } from './client.js';

/** Load tests. */
export const k6 = {
  name: 'k6',
  documentation: 'https://grafana.com/docs/k6/latest/javascript-api/k6-http/',
  modules: ['k6/http'],
  calls: [
    { member: 'request|asyncRequest', roles: ['method', 'url', 'body', 'options'] },
    { member: 'get|head', roles: ['url', 'options'] },
    { member: 'post|put|patch|del|options', roles: ['url', 'body', 'options'] },
  ],
  options: { headers: ['headers'] },
  ofPrograms: true,
  answer: { body: ['body'], reads: ['json'], status: ['status'] },
} satisfies Client;
