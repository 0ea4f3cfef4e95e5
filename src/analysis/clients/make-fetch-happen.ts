import type { Client } from './client.js';

export const makeFetchHappen = {
  name: 'make-fetch-happen',
  documentation: 'https://github.com/npm/make-fetch-happen#readme',
  modules: ['make-fetch-happen'],
  calls: [{ member: '', roles: ['url', 'options'] }],
  creates: [{ member: 'defaults', roles: ['url|options', 'options'] }],
  options: { method: ['method'], body: ['body'], headers: ['headers'] },
  ofPrograms: true,
  answer: { body: [], reads: ['json', 'text', 'buffer', 'arrayBuffer'], status: ['status'] },
} satisfies Client;
