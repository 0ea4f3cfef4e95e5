import type { Client } from './client.js';

export const koaRouter = {
  name: 'koa-router',
  documentation: 'https://github.com/koajs/router#readme',
  modules: ['@koa/router', 'koa-router'],
  self: ['Router'],
  constructs: [{ member: '', roles: ['options'] }],
  calls: [
    { member: 'get|post|put|patch|delete|del|head|options', roles: ['url', 'other', 'other', 'other'] },
    { member: 'all', roles: ['url', 'other', 'other', 'other'], anyMethod: true },
  ],
  creates: [{ member: '', roles: ['options'] }],
  options: { base: ['prefix'] },
  answers: { query: 'nothing', server: true, chains: true },
  mounts: 'use',
} satisfies Client;
