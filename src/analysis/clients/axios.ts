import type { Client } from './client.js';

export const axios = {
  name: 'axios',
  documentation: 'https://axios-http.com/docs/api_intro',
  modules: ['axios'],
  globals: ['axios', 'window.axios'],
  injected: ['$axios'],
  types: ['AxiosInstance', 'AxiosStatic', 'Axios'],
  constructs: [{ member: 'Axios', roles: ['options'] }],
  calls: [
    { member: '|request', roles: ['url|options', 'options'] },
    { member: 'get|delete|head|options', roles: ['url', 'options'] },
    { member: 'post|put|patch', roles: ['url', 'body', 'options'] },
  ],
  creates: [{ member: 'create', roles: ['options'] }],
  options: {
    url: ['url'],
    base: ['baseURL'],
    method: ['method'],
    query: ['params'],
    body: ['data'],
    headers: ['headers'],
  },
  defaults: 'defaults',
  intercepts: 'interceptors.response.use',
  interceptsRequests: 'interceptors.request.use',
  hooks: { paramsSerializer: 'query', 'paramsSerializer.serialize': 'query', transformRequest: 'body' },
  answerHooks: { validateStatus: 'status' },
  answer: { body: ['data'], status: ['status'], transforms: ['transformResponse'] },
} satisfies Client;
