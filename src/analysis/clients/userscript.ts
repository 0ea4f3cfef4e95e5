import type { Client } from './client.js';

/** Scripts of Greasemonkey, Tampermonkey and Violentmonkey. */
export const userscript = {
  name: 'GM_xmlhttpRequest',
  documentation: 'https://wiki.greasespot.net/GM.xmlHttpRequest',
  modules: [],
  globals: ['GM_xmlhttpRequest', 'GM.xmlHttpRequest'],
  calls: [{ member: '', roles: ['options'] }],
  options: { url: ['url'], method: ['method'], body: ['data'], headers: ['headers'] },
  ofPrograms: true,
  answer: {
    body: ['responseText'],
    also: [['response']],
    status: ['status'],
    handlers: { onload: { answer: 0 } },
  },
} satisfies Client;
