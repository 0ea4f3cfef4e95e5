import type { Client } from './client.js';

/** `mock` until 11, `route` from 12 on. The words that may begin an address: https://www.wheresrhys.co.uk/fetch-mock/docs/API/route/matcher/ */
export const fetchMock = {
  name: 'fetch-mock',
  documentation: 'https://www.wheresrhys.co.uk/fetch-mock/docs/API/route/',
  modules: ['fetch-mock', 'fetch-mock-jest', '@fetch-mock/jest', '@fetch-mock/vitest'],
  self: ['fetchMock'],
  globals: ['fetchMock'],
  calls: [
    { member: 'mock|route|once|mockOnce|sticky', roles: ['url|options', 'other', 'options'], anyMethod: true },
    { member: 'get|post|put|patch|delete|head', roles: ['url|options', 'other', 'options'] },
    { member: 'getOnce|postOnce|putOnce|patchOnce|deleteOnce|headOnce', roles: ['url|options', 'other', 'options'] },
  ],
  creates: [{ member: 'sandbox|createInstance|mockGlobal|unmockGlobal|hardReset', roles: ['other'] }],
  options: {
    url: ['url', 'matcher'],
    method: ['method'],
    query: ['query'],
    body: ['body'],
    headers: ['headers'],
  },
  answers: {
    query: 'sent',
    chains: true,
    matchers: {
      'begin:': 'nothing',
      'end:': 'sent',
      'path:': 'nothing',
      'glob:': 'sent',
      'express:': 'nothing',
      'include:': 'sent',
      'host:': 'nothing',
    },
  },
} satisfies Client;
