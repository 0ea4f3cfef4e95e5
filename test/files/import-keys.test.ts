import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../src/files/find.js';
import { openImportKeys } from '../../src/files/import-keys.js';
import { readManifests } from '../../src/files/manifests.js';
import { makeDirectory } from '../directory.js';

const files = {
  'package.json': '{ "name": "shop", "workspaces": ["packages/*"], "devDependencies": { "jest": "29" } }',
  'node_modules/installed/index.js': '',
  'packages/api/package.json':
    '{ "name": "@shop/api", "main": "dist/main.js", "dependencies": { "got": "11", "@types/tree": "1", "@types/isle__tree": "1" } }',
  'packages/api/src/main.ts': '',
  'packages/api/src/users.ts': '',
  'packages/api/users/index.js': '',
  'packages/api/typings/index.d.ts': '',
  'packages/api/typings/index.test.ts': '',
  'packages/app/package.json': '{ "name": "app", "dependencies": { "@shop/api": "^1.0.0", "near": "file:../x" } }',
  'packages/app/main.js': '',
  'packages/other/main.js': '',
};

/** The files that an import may lead to, by their keys. */
function led(from: string, specifier: string): string[] {
  const root = makeDirectory(files);
  const { ofImport, ofFile } = openImportKeys(root, readManifests(root, findFiles(root, ['.']).directories));
  const keys = ofImport(from, specifier);
  return Object.keys(files).filter((file) => ofFile(file).some((key) => keys.includes(key)));
}

/** Names that end in odd ways, beside those of every day. */
const odd = [
  ...['a', 'index', 'src', '.env', 'a.service', 'index.test', '.js', 'a.', 'index.d'].flatMap((name) =>
    ['.ts', '.js', '.json', '.mjs', '', '/index.ts', '/src/index.js', '/.js'].map((rest) => name + rest),
  ),
  'index.vue',
  'packages/api/src/index.ts',
  'packages/api/src/main.ts',
  'packages/api/package.json',
];
const leading = ['./', '../', '../../', '', '?', '?/', '@/', '~', '@shop/', 'a/', './/', './a/../'];
const specifiers = [
  ...leading.flatMap((start) => odd.map((name) => start + name)),
  ...odd.map((name) => `./${name}?v=2`),
  ...leading,
  ...['.', '..', './.', '../..', './a/..', './a/.', './a/', '@shop/api', '@shop/api/', '@shop/api/index', 'fs', 'got'],
];

it('gives no import and file a key in common that have no stem in common', () => {
  const root = makeDirectory(files);
  const keys = openImportKeys(root, readManifests(root, findFiles(root, ['.']).directories));
  const all = [...odd, ...odd.map((name) => `a/${name}`), ...odd.map((name) => `packages/api/${name}`)];
  const told = all.map((file) => ({ keys: new Set(keys.ofFile(file)), stems: keys.stemsOfFile(file) }));
  let led = 0;
  for (const from of ['a.js', 'a/index.js', 'packages/api/src/a.js'])
    for (const specifier of specifiers) {
      const stem = keys.stemOfImport(from, specifier);
      const own = keys.ofImport(from, specifier);
      const found = told.filter(({ keys: each }) => own.some((key) => each.has(key)));
      led += found.length;
      expect(found.filter(({ stems }) => !stems.includes(stem))).toEqual([]);
    }
  expect(led).toBeGreaterThan(1000);
});

describe('openImportKeys', () => {
  it.each<[from: string, specifier: string, files: readonly string[]]>([
    ['packages/app/main.js', '../api/src/users.js', ['packages/api/src/users.ts']],
    ['packages/app/main.js', '../api/users', ['packages/api/users/index.js']],
    // A package of the repository is told by its manifest, whatever its version says, and built files by their sources.
    ['packages/app/main.js', '@shop/api', ['packages/api/src/main.ts']],
    ['packages/app/main.js', '@shop/api/users', ['packages/api/users/index.js']],
    ['packages/api/src/users.ts', 'got', []],
    // Types alone tell whose the name is.
    ['packages/api/src/main.ts', 'tree/users', []],
    ['packages/api/src/main.ts', '@isle/tree', []],
    ['packages/app/main.js', 'node:fs', []],
    ['packages/app/main.js', 'installed/users', []],
    // Another package may depend on what is called like it, and a workspace on what stands in it.
    ['packages/other/main.js', 'got/users', ['packages/api/src/users.ts', 'packages/api/users/index.js']],
    ['packages/api/src/main.ts', 'jest/users', ['packages/api/src/users.ts', 'packages/api/users/index.js']],
    ['packages/app/main.js', 'near/users', ['packages/api/src/users.ts', 'packages/api/users/index.js']],
    // The beginning of an alias may stand for any folder.
    ['packages/app/main.js', '@users', ['packages/api/src/users.ts', 'packages/api/users/index.js']],
    ['packages/app/main.js', '@/src/users', ['packages/api/src/users.ts']],
    ['packages/app/main.js', '@/users/index', ['packages/api/users/index.js']],
    ['packages/app/main.js', '~/users/index.js', ['packages/api/users/index.js']],
    ['packages/app/main.js', '@users/index', ['packages/api/users/index.js']],
    ['packages/app/main.js', '@/users/index.test', []],
    ['packages/app/main.js', '@/index', []],
    ['packages/app/main.js', '@/typings', ['packages/api/typings/index.d.ts']],
    ['packages/api/src/main.ts', '?users', ['packages/api/src/users.ts', 'packages/api/users/index.js']],
    ['packages/app/main.js', '?users', []],
    ['packages/app/main.js', '../api/src/users.js?v=2', ['packages/api/src/users.ts']],
    ['packages/app/main.js', '@/src/users?v=a.b', ['packages/api/src/users.ts']],
    ['packages/app/main.js', '~/package', []],
    ['packages/app/main.js', './package.json', ['packages/app/package.json']],
  ])('%s: %s', (from, specifier, expected) => {
    expect(led(from, specifier)).toEqual(expected);
  });

  it('knows no more than the root where nothing was walked', () => {
    const root = makeDirectory({ 'package.json': '{ "dependencies": { "got": "11" } }' });
    const { ofImport } = openImportKeys(root);
    expect(ofImport('lib/a.js', 'got')).toEqual([]);
    expect(ofImport('lib/a.js', 'lib/b')).toEqual(['end b']);
    expect(openImportKeys(`${dirname(root)}/gone`).ofImport('a.js', 'got')).toEqual(['end got']);
  });
});
