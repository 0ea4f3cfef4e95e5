import type { Client } from './client.js';

/**
 * `$resource` of AngularJS. The address is given when the resource is made, so no call has one; its `:name` are filled from the parameters, or go, and what is left of
 * them is the query. A text `@name` as the value of a default parameter is the property of that name of the body. One argument to a call that has a body is the body.
 */
export const angularjsResource = {
  name: '$resource',
  documentation: 'https://docs.angularjs.org/api/ngResource/service/$resource',
  modules: [],
  injected: ['$resource'],
  types: ['IResourceService', 'ng.resource.IResourceService', 'angular.resource.IResourceService'],
  constructs: [{ member: '', roles: ['body'] }],
  calls: [
    { member: 'get|query|$get|$query', roles: ['query', 'other', 'other'], method: 'GET' },
    { member: 'remove|delete|$remove|$delete', roles: ['query', 'other', 'other'], method: 'DELETE' },
    { member: 'save', roles: ['query', 'body', 'other', 'other'], short: ['body'], method: 'POST' },
    { member: '$save', roles: ['query', 'other', 'other'], method: 'POST' },
  ],
  creates: [{ member: '', roles: ['url', 'query', 'other', 'other'] }],
  actions: { argument: 2, roles: ['query', 'body', 'other', 'other'], short: ['data'] },
  options: { url: ['url'], method: ['method'], query: ['params'], headers: ['headers'] },
  withBody: ['POST', 'PUT', 'PATCH'],
  placeholders: 'optional',
  answer: { body: [], transforms: ['transformResponse'], callback: { body: 0 } },
} satisfies Client;
