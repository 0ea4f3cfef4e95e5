import type { Client } from './client.js';

/** On the server a call without a callback gives the answer, in the browser the callback gets it. */
export const meteorHttp = {
  name: 'Meteor HTTP',
  documentation: 'https://docs.meteor.com/packages/http',
  modules: ['meteor/http'],
  self: ['HTTP'],
  globals: ['HTTP'],
  calls: [
    { member: 'call', roles: ['method', 'url', 'options', 'other'] },
    { member: 'get|post|put|patch|del', roles: ['url', 'options', 'other'] },
  ],
  options: { query: ['query'], body: ['data', 'content'], data: ['params'], headers: ['headers'] },
  answer: { body: ['data'], also: [['content']], status: ['statusCode'], callback: { answer: 1 } },
} satisfies Client;
