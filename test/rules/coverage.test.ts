import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';

/** What another test shows: rows that a project adds. */
const elsewhere = ['own-change'];

describe.each(Object.entries(plugin.rules))('the cases of %s', (name, { meta }) => {
  const text = readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8');

  it('assert each of its messages, those of suggestions too', () => {
    const asserted = new Set([...text.matchAll(/messageId: '([\w-]+)'/g)].map(([, id]) => id));
    expect([...asserted, ...elsewhere].sort()).toEqual(Object.keys(meta.messages ?? {}).sort());
  });
});
