import type { Client } from './client.js';

/** The standard's `fetch`, and the packages that bring it to places without one. */
export const fetch = {
  name: 'fetch',
  documentation: 'https://fetch.spec.whatwg.org/#fetch-method',
  modules: ['node-fetch', 'cross-fetch', 'isomorphic-fetch', 'whatwg-fetch', 'isomorphic-unfetch', 'unfetch'],
  self: ['fetch'],
  globals: ['fetch', 'window.fetch', 'self.fetch', 'globalThis.fetch', 'global.fetch'],
  requests: [{ member: 'Request', roles: ['url', 'options'] }],
  calls: [{ member: '', roles: ['url', 'options'] }],
  options: { method: ['method'], body: ['body'], headers: ['headers'] },
  ofPage: true,
  answer: { body: [], reads: ['json', 'text', 'blob', 'arrayBuffer', 'buffer', 'formData'], status: ['status'] },
} satisfies Client;
