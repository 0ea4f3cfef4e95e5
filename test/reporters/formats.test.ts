import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatNames, formats } from '../../src/reporters/formats.js';

function read(page: string): string {
  return readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
}

describe('the formats', () => {
  it('stand in the README as in the table', () => {
    const rows = formatNames.map((name) => `| \`${name}\` | ${formats[name].for} |\n`).join('');
    expect(read('README.md')).toContain(`| format | for |\n| --- | --- |\n${rows}\n`);
  });

  it('stand on their page, all of them', () => {
    const rows = [...read('docs/reports.md').matchAll(/^\| `(\w+)` \| /gm)].map(([, name]) => name);
    expect(rows).toEqual(formatNames);
  });
});
