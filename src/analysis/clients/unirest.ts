import type { Client } from './client.js';

export const unirest = {
  name: 'unirest',
  documentation: 'https://github.com/Kong/unirest-nodejs#readme',
  modules: ['unirest'],
  calls: [
    { member: '', roles: ['method', 'url', 'headers', 'body', 'other'] },
    { member: 'get|post|put|patch|delete|head|options', roles: ['url', 'headers', 'body', 'other'] },
  ],
  options: {},
  ofPrograms: true,
  follows: [
    { member: 'query|qs', roles: ['query'] },
    { member: 'send|form|json', roles: ['body'] },
    { member: 'field', roles: ['body-pair', 'body-pair', 'other'] },
    { member: 'attach', roles: ['body-pair', 'body-pair', 'other'] },
    { member: 'header|headers|set', roles: ['header-name', 'header-value'] },
    { member: 'method', roles: ['method'] },
    { member: 'url|uri', roles: ['url'] },
  ],
  answer: {
    body: ['body'],
    also: [['raw_body']],
    status: ['status', 'statusCode', 'code'],
    chains: [
      ...['auth', 'encoding', 'followAllRedirects', 'followRedirect', 'jar', 'localAddress', 'maxRedirects', 'on'],
      ...['once', 'pool', 'proxy', 'strictSSL', 'timeout', 'type'],
    ],
    callback: { answer: 0 },
    handlers: { end: { answer: 0 } },
  },
} satisfies Client;
