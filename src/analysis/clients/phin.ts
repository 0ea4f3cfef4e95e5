import type { Client } from './client.js';

export const phin = {
  name: 'phin',
  documentation: 'https://github.com/ethanent/phin#readme',
  modules: ['phin'],
  self: ['promisified', 'unpromisified'],
  calls: [{ member: '', roles: ['url|options', 'other'] }],
  creates: [{ member: 'defaults', roles: ['options'] }],
  options: { url: ['url'], method: ['method'], body: ['form', 'data'], headers: ['headers'] },
  ofPrograms: true,
  answer: { body: ['body'], status: ['statusCode'], callback: { answer: 1 } },
} satisfies Client;
