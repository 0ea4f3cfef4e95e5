import type { Client } from './client.js';

/** `json: true` beside `body` is a switch, which is why `json` comes last. */
export const request = {
  name: 'request',
  documentation: 'https://github.com/request/request#readme',
  modules: ['request', 'co-request', 'requestretry', 'postman-request'],
  types: ['RequestAPI'],
  calls: [
    { member: '', roles: ['url|options', 'options', 'other'] },
    { member: 'get|post|put|patch|del|delete|head|options', roles: ['url|options', 'options', 'other'] },
  ],
  creates: [{ member: 'defaults', roles: ['options', 'hook'] }],
  options: {
    url: ['uri', 'url'],
    base: ['baseUrl'],
    method: ['method'],
    query: ['qs'],
    body: ['body', 'form', 'formData', 'json'],
    headers: ['headers'],
  },
  ofPrograms: true,
  follows: [
    { member: 'form|json', roles: ['body'] },
    { member: 'append', roles: ['body-pair', 'body-pair'] },
    { member: 'qs', roles: ['query'] },
    { member: 'header|setHeader', roles: ['header-name', 'header-value'] },
  ],
  writesQueryAnew: true,
  answer: {
    body: ['body'],
    status: ['statusCode'],
    chains: ['auth', 'aws', 'hawk', 'httpSignature', 'jar', 'oauth', 'on', 'once'],
    callback: { answer: 1, body: 2 },
    handlers: { response: { answer: 0 }, data: { body: 0 }, complete: { answer: 0, body: 1 } },
  },
} satisfies Client;
