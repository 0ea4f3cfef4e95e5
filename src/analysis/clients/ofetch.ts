import type { Client } from './client.js';

export const ofetch = {
  name: 'ofetch',
  documentation: 'https://github.com/unjs/ofetch#readme',
  modules: ['ofetch', 'ohmyfetch'],
  self: ['ofetch', '$fetch'],
  globals: ['$fetch'],
  calls: [{ member: '|raw', roles: ['url', 'options'] }],
  creates: [{ member: 'create', roles: ['options'] }],
  options: { base: ['baseURL'], method: ['method'], query: ['query', 'params'], body: ['body'], headers: ['headers'] },
  hooks: { onRequest: 'request' },
  answerHooks: { onResponse: 'answer', onResponseError: 'answer' },
  answer: { body: [], also: [['_data']], status: ['status'], transforms: ['parseResponse'] },
} satisfies Client;
