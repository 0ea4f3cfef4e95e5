import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changes } from '../../src/catalogue/index.js';
import { pageOf, pageOfRule } from '../../src/catalogue/page.js';

const { version, files } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
  files: string[];
};

test('a rule has its page in the published package', () => {
  expect(pageOfRule('no-global-id')).toBe(`https://unpkg.com/v4ward@${version}/docs/rules/no-global-id.md`);
  expect(files).toContain('docs');
});

test('a change has its section there', () => {
  expect(pageOf({ rule: 'no-v3-endpoint', id: 'user-block' })).toBe(`${pageOfRule('no-v3-endpoint')}#user-block`);
});

test("a row of a project's own has the page of its rule", () => {
  expect(pageOf({ rule: 'no-v3-endpoint', id: 'house-badges' })).toBe(pageOfRule('no-v3-endpoint'));
});

test('every address leads to a heading of a page that is there', () => {
  const prefix = `https://unpkg.com/v4ward@${version}/`;
  for (const change of changes) {
    const [file = '', anchor = ''] = pageOf(change).slice(prefix.length).split('#');
    expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toContain(`\n### ${anchor}\n`);
  }
});
