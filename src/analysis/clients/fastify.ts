import type { Client } from './client.js';

/** A plugin gets its instance as a parameter, which everybody calls by the name of the package. */
export const fastify = {
  name: 'fastify',
  documentation: 'https://fastify.dev/docs/latest/Reference/Routes/',
  modules: ['fastify'],
  self: ['fastify', 'Fastify'],
  injected: ['fastify'],
  calls: [
    { member: 'get|post|put|patch|delete|head|options', roles: ['url', 'other', 'other'] },
    { member: 'all', roles: ['url', 'other', 'other'], anyMethod: true },
    { member: 'route', roles: ['options'], anyMethod: true },
  ],
  creates: [{ member: '', roles: ['other'] }],
  options: { url: ['url', 'path'], method: ['method'] },
  answers: { query: 'nothing', server: true, chains: true },
} satisfies Client;
