import type { Client } from './client.js';

/** Two arguments are a method and an address where the first is a method, an address and a body where not. */
export const cypressRequest = {
  name: 'cy.request',
  documentation: 'https://docs.cypress.io/api/commands/request',
  modules: [],
  globals: ['cy.request'],
  calls: [{ member: '', roles: ['method', 'url', 'body'], short: ['url|options', 'body'] }],
  options: { url: ['url'], method: ['method'], query: ['qs'], body: ['body'], headers: ['headers'] },
  answer: { body: ['body'], reads: ['its'], status: ['status'] },
} satisfies Client;
