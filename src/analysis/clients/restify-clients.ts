import type { Client } from './client.js';

export const restifyClients = {
  name: 'restify-clients',
  documentation: 'https://github.com/restify/clients#readme',
  modules: ['restify-clients'],
  calls: [
    { member: 'get|head|del', roles: ['url|options', 'other'] },
    { member: 'post|put|patch', roles: ['url|options', 'body', 'other'] },
  ],
  creates: [{ member: 'createClient|createJsonClient|createJSONClient|createStringClient', roles: ['options'] }],
  options: { base: ['url'], path: ['path'], query: ['query'], headers: ['headers'] },
  ofPrograms: true,
  preferredQuery: 'address',
  answer: { body: [], status: ['statusCode'], callback: { body: 3, answer: 2 } },
} satisfies Client;
