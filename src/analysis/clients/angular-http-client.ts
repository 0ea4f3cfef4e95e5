import type { Client } from './client.js';

/** Angular 4.3 and later. */
export const angularHttpClient = {
  name: 'HttpClient',
  documentation: 'https://angular.dev/api/common/http/HttpClient',
  modules: ['@angular/common/http'],
  self: ['HttpClient'],
  types: ['HttpClient'],
  requests: [{ member: 'HttpRequest', roles: ['method', 'url', 'body', 'options'] }],
  calls: [
    { member: 'request', roles: ['method', 'url', 'options'], short: ['url'] },
    { member: 'get|delete|head|options', roles: ['url', 'options'] },
    { member: 'post|put|patch', roles: ['url', 'body', 'options'] },
    { member: 'jsonp', roles: ['url', 'other'] },
  ],
  options: { query: ['params'], body: ['body'], headers: ['headers'] },
  interceptorType: 'HttpInterceptor',
  requiresBody: true,
  answer: {
    body: [],
    also: [['body']],
    status: ['status'],
    whole: { option: 'observe', value: 'response', body: ['body'] },
    handlers: { subscribe: { body: 0 }, map: { body: 0 } },
  },
} satisfies Client;
