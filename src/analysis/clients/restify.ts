import type { Client } from './client.js';

export const restify = {
  name: 'restify',
  documentation: 'https://github.com/restify/node-restify#readme',
  modules: ['restify'],
  calls: [{ member: 'get|post|put|patch|del|head', roles: ['url', 'other', 'other', 'other'] }],
  creates: [{ member: 'createServer', roles: ['other'] }],
  options: {},
  answers: { query: 'nothing', server: true },
} satisfies Client;
