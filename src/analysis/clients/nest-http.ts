import type { Client } from './client.js';

/** Nest's service around axios, whose answers are observables; of `@nestjs/common` until its version 8. */
export const nestHttp = {
  name: 'HttpService',
  documentation: 'https://docs.nestjs.com/techniques/http-module',
  modules: [],
  self: ['axiosRef'],
  types: ['@nestjs/axios#HttpService', '@nestjs/common#HttpService'],
  calls: [
    { member: 'request', roles: ['options'] },
    { member: 'get|delete|head', roles: ['url', 'options'] },
    { member: 'post|put|patch', roles: ['url', 'body', 'options'] },
  ],
  options: {
    url: ['url'],
    base: ['baseURL'],
    method: ['method'],
    query: ['params'],
    body: ['data'],
    headers: ['headers'],
  },
  ofPrograms: true,
  intercepts: 'interceptors.response.use',
  interceptsRequests: 'interceptors.request.use',
  hooks: { paramsSerializer: 'query', 'paramsSerializer.serialize': 'query', transformRequest: 'body' },
  answerHooks: { validateStatus: 'status' },
  answer: {
    body: ['data'],
    status: ['status'],
    handlers: { subscribe: { answer: 0 }, map: { answer: 0 } },
  },
} satisfies Client;
