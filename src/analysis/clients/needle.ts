import type { Client } from './client.js';

export const needle = {
  name: 'needle',
  documentation: 'https://github.com/tomas/needle#api',
  modules: ['needle'],
  calls: [
    { member: '', roles: ['method', 'url', 'data', 'options', 'other'], bodiless: ['method', 'url', 'options'] },
    { member: 'request', roles: ['method', 'url', 'data', 'options', 'other'] },
    { member: 'get|head', roles: ['url', 'options', 'other'] },
    { member: 'post|put|patch|delete', roles: ['url', 'body', 'options', 'other'] },
  ],
  options: { query: ['query'], headers: ['headers'] },
  ofPrograms: true,
  preferredQuery: 'record',
  answer: { body: ['body'], status: ['statusCode'], callback: { answer: 1, body: 2 } },
} satisfies Client;
