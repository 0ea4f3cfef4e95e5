import type { Client } from './client.js';

/** got for GitLab alone. Without `endpoint` the base is that of the package: v3 up to 7.0.0, v4 from 8.0.0. */
export const glGot = {
  name: 'gl-got',
  documentation: 'https://github.com/singapore/gl-got#readme',
  modules: ['gl-got'],
  self: ['stream'],
  calls: [
    { member: '', roles: ['url', 'options'] },
    { member: 'get|post|put|patch|delete|head', roles: ['url', 'options'] },
  ],
  options: {
    base: ['endpoint', 'baseUrl'],
    method: ['method'],
    query: ['query'],
    body: ['body', 'json', 'form'],
    headers: ['headers'],
  },
  methodWithBody: 'POST',
  ofPrograms: true,
  preferredQuery: 'record',
  answer: { body: ['body'], status: ['statusCode'] },
} satisfies Client;
