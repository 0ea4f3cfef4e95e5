import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';

const docs = new URL('../../docs/', import.meta.url);
const pages = [
  new URL('../../README.md', import.meta.url),
  ...readdirSync(docs)
    .filter((name) => name.endsWith('.md'))
    .map((name) => new URL(name, docs)),
].map((page) => readFileSync(page, 'utf8'));

const options = [...new Set(commands.flatMap((command) => Object.keys(command.options)))];

it.each(options)('--%s stands in README or on a page', (option) => {
  const written = new RegExp(`--${option}(?![\\w-])`);
  expect(pages.some((page) => written.test(page))).toBe(true);
});
