import type { Client } from './client.js';
import { vueResource } from './vue-resource.js';

/**
 * A resource of vue-resource. The address is given when the resource is made, so no call has one; `{name}` and `{/name}` are filled from the parameters, and what is
 * left of them is the query. One argument to a call that has a body is the body.
 */
export const vueResourceResource = {
  name: '$resource of vue-resource',
  documentation: 'https://github.com/pagekit/vue-resource/blob/develop/docs/resource.md',
  modules: [],
  globals: ['Vue.resource'],
  injected: ['this.$resource'],
  calls: [
    { member: 'get|query', roles: ['query'], method: 'GET' },
    { member: 'remove|delete', roles: ['query', 'body'], method: 'DELETE' },
    { member: 'save', roles: ['query', 'body'], short: ['body'], method: 'POST' },
    { member: 'update', roles: ['query', 'body'], short: ['body'], method: 'PUT' },
  ],
  creates: [{ member: '', roles: ['url', 'query', 'other', 'options'] }],
  actions: { argument: 2, roles: ['query', 'body'], short: ['data'] },
  options: vueResource.options,
  withBody: ['POST', 'PUT', 'PATCH'],
  defaults: vueResource.defaults,
  defaultsOf: vueResource,
  placeholders: 'optional',
  answer: vueResource.answer,
} satisfies Client;
