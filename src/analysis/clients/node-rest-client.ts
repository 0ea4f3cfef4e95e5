import type { Client } from './client.js';

/** `${name}` in an address is filled from `path`. */
export const nodeRestClient = {
  name: 'node-rest-client',
  documentation: 'https://github.com/aacerox/node-rest-client#readme',
  modules: ['node-rest-client'],
  constructs: [{ member: 'Client', roles: ['other'] }],
  calls: [
    { member: 'get|post|put|patch|delete', roles: ['url', 'options', 'other'] },
    { member: 'registerMethod', roles: ['other', 'url', 'method'], registers: true },
  ],
  options: { query: ['parameters'], body: ['data'], headers: ['headers'], placeholders: ['path'] },
  ofPrograms: true,
  answer: { body: [], status: ['statusCode'], callback: { body: 0, answer: 1 } },
} satisfies Client;
