import { createRequire } from 'node:module';
import { Linter } from 'eslint';
import { expect, it, vi } from 'vitest';
import './no-global-id.test.js';
import './no-v3-endpoint.test.js';
import './no-v3-parameter.test.js';
import './no-v3-prefix.test.js';
import './no-v3-response.test.js';
import './review-v4-behavior.test.js';

/** The cases of the rules, once more. */
vi.mock('eslint', () => import('eslint-9'));

it('is ESLint 9 that runs them', () => {
  const { version } = createRequire(import.meta.url)('eslint-9/package.json') as { readonly version: string };
  expect(Linter.version).toBe(version);
  expect(version).toMatch(/^9\./);
});
