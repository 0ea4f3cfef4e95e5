import type { Client } from './client.js';

/** `$http` of AngularJS (Angular 1). `this.$http` with no definition in sight is vue-resource's. */
export const angularjsHttp = {
  name: '$http',
  documentation: 'https://docs.angularjs.org/api/ng/service/$http',
  modules: [],
  injected: ['$http'],
  types: ['IHttpService', 'ng.IHttpService', 'angular.IHttpService'],
  calls: [
    { member: '', roles: ['options'] },
    { member: 'get|delete|head|jsonp', roles: ['url', 'options'] },
    { member: 'post|put|patch', roles: ['url', 'body', 'options'] },
  ],
  options: { url: ['url'], method: ['method'], query: ['params'], body: ['data'], headers: ['headers'] },
  defaults: 'defaults',
  interceptsAll: ['$httpProvider.interceptors.push'],
  hooks: { paramSerializer: 'query', transformRequest: 'body' },
  answer: {
    body: ['data'],
    status: ['status'],
    transforms: ['transformResponse'],
    chains: ['success', 'error'],
    handlers: { success: { body: 0 }, error: { body: 0 } },
  },
} satisfies Client;
