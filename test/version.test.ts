import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { version } from '../src/version.js';

it('the version is that of package.json', () => {
  const { version: published } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(version).toBe(published);
});
