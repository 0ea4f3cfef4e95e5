import type { Client } from './client.js';

/** Callbacks until 12, promises of the answer and its body from 13 on. */
export const wreck = {
  name: 'wreck',
  documentation: 'https://hapi.dev/module/wreck/api',
  modules: ['@hapi/wreck', 'wreck'],
  calls: [
    { member: 'get|post|put|patch|delete', roles: ['url', 'options', 'other'] },
    { member: 'request', roles: ['method', 'url', 'options', 'other'] },
  ],
  creates: [{ member: 'defaults', roles: ['options'] }],
  options: { base: ['baseUrl'], body: ['payload'], headers: ['headers'] },
  ofPrograms: true,
  answer: { body: ['payload'], callback: { answer: 1, body: 2 } },
} satisfies Client;
