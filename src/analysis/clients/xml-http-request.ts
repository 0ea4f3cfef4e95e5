import type { Client } from './client.js';

/** The answer stands on the object that sent the request. */
export const xmlHttpRequest = {
  name: 'XMLHttpRequest',
  documentation: 'https://xhr.spec.whatwg.org/#interface-xmlhttprequest',
  modules: ['xmlhttprequest', 'xhr2'],
  self: ['XMLHttpRequest'],
  globals: ['XMLHttpRequest', 'window.XMLHttpRequest', 'self.XMLHttpRequest', 'globalThis.XMLHttpRequest'],
  types: ['XMLHttpRequest'],
  constructs: [{ member: '', roles: ['other'] }],
  calls: [{ member: 'open', roles: ['method', 'url', 'other', 'other', 'other'] }],
  options: {},
  ofPage: true,
  follows: [
    { member: 'setRequestHeader', roles: ['header-name', 'header-value'] },
    { member: 'send', roles: ['body'] },
  ],
  answer: { body: ['response'], also: [['responseText']], status: ['status'], onSender: true },
} satisfies Client;
