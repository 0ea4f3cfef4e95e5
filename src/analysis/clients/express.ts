import type { Client } from './client.js';

export const express = {
  name: 'express',
  documentation: 'https://expressjs.com/en/5x/api.html#app.METHOD',
  modules: ['express', 'polka'],
  calls: [
    { member: 'get|post|put|patch|delete|head|options', roles: ['url', 'other', 'other', 'other', 'other'] },
    { member: 'all|use', roles: ['url', 'other', 'other', 'other', 'other'], anyMethod: true },
  ],
  creates: [
    { member: '|Router', roles: ['other'] },
    { member: 'route', roles: ['url'] },
  ],
  options: {},
  answers: { query: 'nothing', server: true, chains: true },
  mounts: 'use',
} satisfies Client;
