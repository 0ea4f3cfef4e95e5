import type { Client } from './client.js';

/** Without `query` a request must have none beside the path's own; without a body any will do. */
export const nock = {
  name: 'nock',
  documentation: 'https://github.com/nock/nock/tree/v13.5.6#usage',
  modules: ['nock'],
  calls: [
    { member: 'get|post|put|patch|delete|head|options', roles: ['url', 'body', 'other'] },
    { member: 'intercept', roles: ['url', 'method', 'body', 'other'] },
  ],
  creates: [
    { member: '', roles: ['url', 'options'] },
    { member: 'persist|defaultReplyHeaders|replyContentLength|replyDate|filteringPath', roles: ['other', 'other'] },
    { member: 'filteringRequestBody|log|clone', roles: ['other', 'other'] },
  ],
  options: { headers: ['reqheaders'] },
  follows: [
    { member: 'query', roles: ['query'] },
    { member: 'matchHeader', roles: ['header-name', 'header-value'] },
  ],
  resumes: ['reply', 'replyWithError', 'replyWithFile'],
  answers: { query: 'sent' },
} satisfies Client;
