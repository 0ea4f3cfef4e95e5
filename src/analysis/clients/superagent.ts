import type { Client } from './client.js';

export const superagent = {
  name: 'superagent',
  documentation: 'https://ladjs.github.io/superagent/',
  modules: ['superagent'],
  globals: ['superagent', 'window.superagent'],
  types: ['SuperAgentStatic'],
  calls: [
    { member: '', roles: ['method', 'url'], short: ['url'] },
    { member: 'get|head', roles: ['url', 'query', 'other'] },
    { member: 'post|put|patch|del|delete|options', roles: ['url', 'body', 'other'] },
  ],
  creates: [{ member: 'agent', roles: ['other'] }],
  options: {},
  follows: [
    { member: 'query', roles: ['query'] },
    { member: 'send', roles: ['body'] },
    { member: 'field', roles: ['body-pair', 'body-pair'] },
    { member: 'attach', roles: ['body-pair', 'body-pair', 'other'] },
    { member: 'set', roles: ['header-name', 'header-value'] },
    { member: 'use', roles: ['hook'] },
  ],
  answer: {
    body: ['body'],
    also: [['text']],
    status: ['status', 'statusCode'],
    // https://ladjs.github.io/superagent/: all but what sends returns the request
    chains: [
      ...['accept', 'agent', 'auth', 'buffer', 'ca', 'cert', 'connect', 'disableTLSCerts', 'http2', 'key', 'lookup'],
      ...['maxResponseSize', 'ok', 'on', 'once', 'parse', 'pfx', 'redirects', 'responseType', 'retry', 'serialize'],
      ...['sortQuery', 'timeout', 'trustLocalhost', 'type', 'unset', 'use', 'withCredentials'],
    ],
    callback: { answer: 1 },
    handlers: { end: { answer: 1 }, ok: { answer: 0 } },
  },
} satisfies Client;
