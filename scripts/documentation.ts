/**
 * Writes what the documentation says of the catalogue: `npm run docs`. With `--check` it writes nothing, and fails if it
 * would change a page. eslint-doc-generator does the same for what the rules say of themselves.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { changes } from '../src/catalogue/index.js';
import { readExamples } from './documentation/examples.js';
import { regenerate, toPages } from './documentation/pages.js';
import type { Page } from './documentation/pages.js';

const isCheck = process.argv.includes('--check');
const stale = toPages(changes, (row) => readExamples('fixtures', row)).filter(isStale);
if (!isCheck) stale.forEach(write);
for (const { file } of stale) process.stderr.write(`${file} ${isCheck ? 'is stale: run `npm run docs`' : 'written'}\n`);
if (isCheck && stale.length > 0) process.exitCode = 1;

function isStale(page: Page): boolean {
  const text = readFileSync(page.file, 'utf8');
  return text !== regenerate(text, page);
}

function write(page: Page): void {
  writeFileSync(page.file, regenerate(readFileSync(page.file, 'utf8'), page));
}
