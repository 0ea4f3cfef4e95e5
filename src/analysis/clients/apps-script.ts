import type { Client } from './client.js';

/** Google Apps Script. */
export const appsScript = {
  name: 'UrlFetchApp',
  documentation: 'https://developers.google.com/apps-script/reference/url-fetch/url-fetch-app',
  modules: [],
  globals: ['UrlFetchApp'],
  calls: [{ member: 'fetch', roles: ['url', 'options'] }],
  options: { method: ['method'], body: ['payload'], headers: ['headers'] },
  methodWithBody: 'POST',
  ofPrograms: true,
  answer: { body: [], reads: ['getContentText'], status: [] },
} satisfies Client;
