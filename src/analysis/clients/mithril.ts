import type { Client } from './client.js';

/** `data` is what 0.2 and 1 have; 2 has `params` and `body`. */
export const mithril = {
  name: 'mithril',
  documentation: 'https://mithril.js.org/request.html',
  modules: ['mithril', 'mithril/request'],
  globals: ['m', 'window.m'],
  calls: [{ member: 'request|jsonp', roles: ['url|options', 'options'] }],
  options: {
    url: ['url'],
    method: ['method'],
    query: ['params'],
    body: ['body'],
    data: ['data'],
    headers: ['headers'],
  },
  placeholders: true,
  answer: { body: [], handlers: { unwrapSuccess: { body: 0 } } },
} satisfies Client;
