import type { Client } from './client.js';

export const jquery = {
  name: 'jquery',
  documentation: 'https://api.jquery.com/jQuery.ajax/',
  modules: ['jquery'],
  globals: ['$', 'jQuery', 'window.$', 'window.jQuery'],
  types: ['JQueryStatic'],
  calls: [
    { member: 'ajax', roles: ['url|options', 'options'] },
    { member: 'get', roles: ['url|options', 'query', 'other', 'other'] },
    { member: 'post', roles: ['url|options', 'body', 'other', 'other'] },
    { member: 'getJSON', roles: ['url', 'query', 'other'] },
  ],
  options: { url: ['url'], method: ['method', 'type'], data: ['data'], headers: ['headers'] },
  ofPage: true,
  defaults: 'ajaxSettings',
  setsUp: 'ajaxSetup',
  interceptsAll: ['ajaxPrefilter', 'ajaxSetup'],
  hooks: { beforeSend: 'request' },
  answer: {
    body: [],
    also: [['responseJSON'], ['responseText']],
    status: ['status'],
    transforms: ['dataFilter'],
    callback: { body: 0, answer: 2 },
    chains: ['done', 'fail', 'always', 'progress'],
    handlers: {
      success: { body: 0, answer: 2 },
      done: { body: 0, answer: 2 },
      error: { answer: 0 },
      fail: { answer: 0 },
      complete: { answer: 0 },
    },
  },
} satisfies Client;
