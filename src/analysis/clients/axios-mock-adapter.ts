import type { Client } from './client.js';

/** It compares the address that the program gave to axios, with or without the instance's base; parameters apart, and only where the mock names some. */
export const axiosMockAdapter = {
  name: 'axios-mock-adapter',
  documentation: 'https://github.com/ctimmerm/axios-mock-adapter#example',
  modules: ['axios-mock-adapter'],
  self: ['AxiosMockAdapter', 'MockAdapter'],
  constructs: [{ member: '', roles: ['options', 'other'] }],
  calls: [
    { member: 'onGet|onDelete|onHead|onOptions', roles: ['url', 'options', 'headers'] },
    { member: 'onPost|onPut|onPatch', roles: ['url', 'body', 'options'] },
    { member: 'onAny', roles: ['url', 'body', 'options'], anyMethod: true },
  ],
  options: { base: ['baseURL'], query: ['params'], headers: ['headers'] },
  resumes: [
    'reply',
    'replyOnce',
    'networkError',
    'networkErrorOnce',
    'timeout',
    'timeoutOnce',
    'abortRequest',
    'passThrough',
    'withDelayInMs',
  ],
  answers: { query: 'written' },
} satisfies Client;
