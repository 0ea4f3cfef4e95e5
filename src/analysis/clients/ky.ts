import type { Client } from './client.js';

export const ky = {
  name: 'ky',
  documentation: 'https://github.com/sindresorhus/ky#api',
  modules: ['ky', 'ky-universal', 'ky/umd'],
  types: ['KyInstance'],
  calls: [
    { member: '', roles: ['url', 'options'] },
    { member: 'get|post|put|patch|delete|head', roles: ['url', 'options'] },
  ],
  creates: [{ member: 'create|extend', roles: ['options'] }],
  options: {
    base: ['prefixUrl', 'prefix', 'baseUrl'],
    method: ['method'],
    query: ['searchParams'],
    body: ['json', 'body'],
    headers: ['headers'],
  },
  hooks: { 'hooks.beforeRequest': 'request', 'hooks.init': 'request', stringifyJson: 'body' },
  answerHooks: { 'hooks.afterResponse': 'answer' },
  preferredQuery: 'record',
  answer: {
    body: [],
    reads: ['json', 'text', 'blob', 'arrayBuffer', 'formData'],
    status: ['status'],
    transforms: ['parseJson'],
  },
} satisfies Client;
