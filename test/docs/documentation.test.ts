import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../scripts/documentation/examples.js';
import { replacePart } from '../../scripts/documentation/markers.js';
import { regenerate, toPages } from '../../scripts/documentation/pages.js';
import { changes } from '../../src/catalogue/index.js';
import { makeDirectory } from '../directory.js';
import { listAnchors, listLinks } from './markdown.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const fixtures = join(root, 'fixtures');

function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

describe('the generated parts', () => {
  const pages = toPages(changes, (row) => readExamples(fixtures, row));

  it.each(pages.map((page) => [page.file, page] as const))('%s is up to date', (file, page) => {
    expect(regenerate(readText(file), page)).toBe(readText(file));
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

describe('the examples of a row', () => {
  it('are the fixtures of its name', () => {
    const [sent, read, ...others] = readExamples(fixtures, { id: 'todos-mark-as-done' });
    expect(sent).toMatchObject({ shows: 'request', by: 'fix', language: 'js' });
    expect(sent?.before).toContain("method: 'DELETE'");
    expect(sent?.after).toBe(readText('fixtures/rows/todos-mark-as-done/output/todos.js'));
    expect(read).toMatchObject({ shows: 'answer', by: 'fix' });
    expect(others).toEqual([]);
  });

  it('end as a person may settle them where no tool may', () => {
    expect(readExamples(fixtures, { id: 'session-removed' })).toMatchObject([{ shows: 'request', by: 'person' }]);
  });

  it('must be there, and be one file each', () => {
    expect(() => readExamples(fixtures, { id: 'nobody-knows' })).toThrow(
      'No example for nobody-knows: add a fixture rows/nobody-knows or responses/nobody-knows.',
    );
    const two = makeDirectory({ 'rows/user-block/input/a.js': '', 'rows/user-block/input/b.js': '' });
    expect(() => readExamples(two, { id: 'user-block' })).toThrow(/user-block is no example: it must have one file\./);
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
  const own = listLinks(readText(document)).filter((link) => !/^\w+:/.test(link));
  expect(own.filter((link) => !isThere(document, link))).toEqual([]);
});

it('the links are seen', () => {
  expect(documents.flatMap((document) => listLinks(readText(document))).length).toBeGreaterThan(changes.length * 2);
});

function isThere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(root, file))) return false;
  return anchor === undefined || listAnchors(readText(file)).includes(anchor);
}
