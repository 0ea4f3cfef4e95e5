import type { Client } from './client.js';

export const vueResource = {
  name: 'vue-resource',
  documentation: 'https://github.com/pagekit/vue-resource/blob/develop/docs/http.md',
  modules: [],
  globals: ['Vue.http'],
  injected: ['this.$http'],
  calls: [
    { member: '', roles: ['url|options', 'options'] },
    { member: 'get|delete|head|jsonp', roles: ['url', 'options'] },
    { member: 'post|put|patch', roles: ['url', 'body', 'options'] },
  ],
  options: {
    url: ['url'],
    base: ['root'],
    method: ['method'],
    query: ['params'],
    body: ['body'],
    headers: ['headers'],
  },
  defaults: 'options',
  interceptsAll: ['http.interceptors.push'],
  answer: { body: ['body'], also: [['data'], ['bodyText']], reads: ['json', 'text', 'blob'], status: ['status'] },
} satisfies Client;
