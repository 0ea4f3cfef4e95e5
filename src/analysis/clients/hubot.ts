import type { Client } from './client.js';

/** `robot.http(url).header(name, value).get()` gives a function, which takes the callback. */
export const hubot = {
  name: 'hubot',
  documentation: 'https://hubotio.github.io/hubot/scripting.html#making-http-calls',
  modules: ['scoped-http-client', 'node-scoped-http-client'],
  injected: ['robot.http', 'msg.http', 'res.http', 'response.http', 'context.http'],
  calls: [
    { member: 'get|head', roles: ['other'] },
    { member: 'post|put|patch|del|delete', roles: ['body', 'other'] },
  ],
  creates: [{ member: '|create', roles: ['url', 'other'] }],
  options: {},
  ofPrograms: true,
  follows: [
    { member: 'query', roles: ['query-pair', 'query-pair'] },
    { member: 'header|headers', roles: ['header-name', 'header-value'] },
    { member: 'path|scope', roles: ['pathname', 'other'] },
    { member: 'auth|timeout|port|protocol|encoding', roles: ['other', 'other'] },
  ],
  answer: { body: [], status: ['statusCode'], callback: { answer: 1, body: 2 } },
} satisfies Client;
