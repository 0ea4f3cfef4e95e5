import type { Client } from './client.js';

/** Only these calls take an address; the others answer whatever is asked next. */
export const jestFetchMock = {
  name: 'jest-fetch-mock',
  documentation: 'https://github.com/jefflau/jest-fetch-mock#api',
  modules: ['jest-fetch-mock', 'vitest-fetch-mock'],
  self: ['fetchMock'],
  calls: [{ member: 'mockIf|mockOnceIf|doMockIf|doMockOnceIf', roles: ['url', 'other', 'other'], anyMethod: true }],
  options: {},
  answers: { query: 'sent', chains: true },
} satisfies Client;
