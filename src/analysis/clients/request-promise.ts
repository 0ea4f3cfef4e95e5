import type { Client } from './client.js';
import { request } from './request.js';

/** request, but the promise is of the body itself (of the whole answer only with `resolveWithFullResponse`). */
export const requestPromise = {
  name: 'request-promise',
  documentation: 'https://github.com/request/request-promise#readme',
  modules: ['request-promise', 'request-promise-native', 'request-promise-any'],
  types: ['RequestPromiseAPI'],
  calls: request.calls,
  creates: request.creates,
  options: request.options,
  ofPrograms: true,
  follows: request.follows,
  writesQueryAnew: true,
  answer: {
    body: [],
    status: ['statusCode'],
    whole: { option: 'resolveWithFullResponse', value: 'true', body: ['body'] },
    chains: request.answer.chains,
    callback: { answer: 1, body: 2 },
  },
} satisfies Client;
