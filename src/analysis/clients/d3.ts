import type { Client } from './client.js';

/** A callback in the place of the options is that of d3-request, before version 5. */
export const d3 = {
  name: 'd3',
  documentation: 'https://d3js.org/d3-fetch',
  modules: ['d3', 'd3-fetch', 'd3-request'],
  globals: ['d3'],
  calls: [{ member: 'json|text|csv|tsv|blob|buffer|xml|html', roles: ['url', 'options', 'other'] }],
  options: { method: ['method'], body: ['body'], headers: ['headers'] },
  answer: { body: [], callback: { body: 1 } },
} satisfies Client;
