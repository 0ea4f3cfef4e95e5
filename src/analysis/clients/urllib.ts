import type { Client } from './client.js';

export const urllib = {
  name: 'urllib',
  documentation: 'https://github.com/node-modules/urllib#readme',
  modules: ['urllib'],
  constructs: [{ member: 'HttpClient|HttpClient2', roles: ['other'] }],
  calls: [{ member: 'request|requestThunk|requestWithCallback|curl', roles: ['url', 'options', 'other'] }],
  creates: [{ member: 'create', roles: ['other'] }],
  options: { method: ['type', 'method'], body: ['content'], data: ['data'], headers: ['headers'] },
  ofPrograms: true,
  answer: { body: ['data'], status: ['status', 'statusCode'], callback: { body: 1, answer: 2 } },
} satisfies Client;
