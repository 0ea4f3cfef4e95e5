import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readExample } from '../../scripts/documentation/examples.js';
import { replacePart } from '../../scripts/documentation/markers.js';
import { regenerate, toPages } from '../../scripts/documentation/pages.js';
import type { Change } from '../../src/catalogue/change.js';
import { changes, getChange } from '../../src/catalogue/index.js';
import { makeDirectory } from '../directory.js';
import { listAnchors, listLinks } from './markdown.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const fixtures = join(root, 'fixtures');

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

describe('the generated parts', () => {
  const pages = toPages(changes, (row) => readExample(fixtures, row));

  it.each(pages.map((page) => [page.file, page] as const))('%s is up to date', (file, page) => {
    expect(regenerate(read(file), page)).toBe(read(file));
  });

  it('keep what is written around them', () => {
    const page = 'Above.\n<!-- begin generated rows -->\nold\n<!-- end generated rows -->\nBelow.\n';
    const once = replacePart(page, 'rows', 'new');
    expect(once).toBe('Above.\n<!-- begin generated rows -->\n\nnew\n\n<!-- end generated rows -->\nBelow.\n');
    expect(replacePart(once, 'rows', 'new')).toBe(once);
    expect(() => replacePart('Above.\n', 'rows', 'new')).toThrow(
      /No place for the rows: <!-- begin generated rows -->/,
    );
  });
});

describe('an example', () => {
  const row = getChange('user-block') as Change;

  it('is the fixture of the row', () => {
    const { language, before, after } = readExample(fixtures, row);
    expect(language).toBe('js');
    expect(before).toContain('PUT');
    expect(after).toBe(read('fixtures/rows/user-block/output/users.js'));
  });

  it('must be there, and be one file', () => {
    expect(() => readExample(fixtures, { ...row, id: 'nobody-knows' })).toThrow(
      'No example for nobody-knows: add a fixture rows/nobody-knows.',
    );
    const two = makeDirectory({ 'rows/user-block/input/a.js': '', 'rows/user-block/input/b.js': '' });
    expect(() => readExample(two, row)).toThrow(/user-block is no example: it must have one file\./);
    const open = makeDirectory({ 'rows/user-block/input/a.js': '', 'rows/user-block/output/a.js': '' });
    expect(() => readExample(open, { ...row, certainty: 'manual' })).toThrow(/add .*settled/);
  });
});

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'fixtures/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

it.each(documents)('every link of %s leads somewhere', (document) => {
  const own = listLinks(read(document)).filter((link) => !/^\w+:/.test(link));
  expect(own.filter((link) => !isThere(document, link))).toEqual([]);
});

it('the links are seen', () => {
  expect(documents.flatMap((document) => listLinks(read(document))).length).toBeGreaterThan(changes.length * 2);
});

function isThere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(root, file))) return false;
  return anchor === undefined || listAnchors(read(file)).includes(anchor);
}
