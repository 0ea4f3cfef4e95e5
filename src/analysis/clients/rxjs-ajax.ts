import type { Client } from './client.js';

/** `ajax` of RxJS, which its release 5 had in a file of its own. */
export const rxjsAjax = {
  name: 'rxjs/ajax',
  documentation: 'https://rxjs.dev/api/ajax/ajax',
  modules: ['rxjs/ajax', 'rxjs/observable/dom/ajax'],
  self: ['ajax'],
  calls: [
    { member: '', roles: ['url|options'] },
    { member: 'get|delete', roles: ['url', 'headers'] },
    { member: 'post|put|patch', roles: ['url', 'body', 'headers'] },
    { member: 'getJSON', roles: ['url', 'headers'], method: 'GET', bodyAlone: true },
  ],
  options: { url: ['url'], method: ['method'], query: ['queryParams'], body: ['body'], headers: ['headers'] },
  answer: {
    body: ['response'],
    status: ['status'],
    handlers: { subscribe: { answer: 0 }, map: { answer: 0 } },
  },
} satisfies Client;
