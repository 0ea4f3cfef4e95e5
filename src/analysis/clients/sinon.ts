import type { Client } from './client.js';

/** The fake server of sinon, which nise has too. */
export const sinon = {
  name: 'sinon',
  documentation: 'https://sinonjs.org/releases/latest/fake-xhr-and-server/',
  modules: ['sinon', 'nise'],
  self: ['default', 'sinon'],
  globals: ['sinon'],
  calls: [{ member: 'respondWith', roles: ['method', 'url', 'other'], short: ['url', 'other'], anyMethod: true }],
  creates: [
    { member: 'fakeServer.create|fakeServerWithClock.create|createFakeServer|useFakeServer', roles: ['other'] },
    { member: 'createSandbox|sandbox.create', roles: ['other'] },
  ],
  options: {},
  answers: { query: 'sent' },
} satisfies Client;
