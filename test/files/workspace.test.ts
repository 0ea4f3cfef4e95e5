import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createResolver } from '../../src/files/resolve.js';
import { findPackages } from '../../src/files/workspace.js';
import { makeDirectory } from '../directory.js';

const files = {
  'package.json': '{ "private": true, "workspaces": ["packages/*"] }',
  'packages/wire/package.json': '{ "name": "@isle/wire", "main": "./dist/index.js" }',
  'packages/wire/src/index.ts': '',
  'packages/wire/src/deep/paths.ts': '',
  'packages/kit/package.json':
    '{ "name": "@isle/kit", "exports": { ".": { "types": "./build/index.d.ts", "import": "./build/index.mjs" }, "./*": "./build/parts/*.js" } }',
  'packages/kit/index.mts': '',
  'packages/kit/source/parts/one.tsx': '',
  'packages/plain/package.json': '{ "name": "plain", "main": "lib/plain.js" }',
  'packages/plain/lib/plain.js': '',
  'packages/broken/package.json': '{',
  'packages/bot/node_modules/installed/package.json': '{ "name": "installed" }',
};

describe('packages of the repository', () => {
  it('are those that have a name, installed ones aside', () => {
    const root = makeDirectory(files);
    expect(findPackages(root).map(({ name }) => name)).toEqual(['@isle/kit', 'plain', '@isle/wire']);
    expect(findPackages(join(root, 'nowhere'))).toEqual([]);
  });

  it.each([
    ['the sources of what is built', '@isle/wire', 'packages/wire/src/index.ts'],
    ['a file inside', '@isle/wire/src/deep/paths', 'packages/wire/src/deep/paths.ts'],
    ['a built file inside', '@isle/wire/dist/deep/paths.js', 'packages/wire/src/deep/paths.ts'],
    ['sources beside the manifest', '@isle/kit', 'packages/kit/index.mts'],
    ['a pattern of exports', '@isle/kit/one', 'packages/kit/source/parts/one.tsx'],
    ['a file that is no built one', 'plain', 'packages/plain/lib/plain.js'],
    ['nothing of what the package does not hold', '@isle/kit/two', null],
    ['nothing of a package that only begins so', 'plainer', null],
    ['nothing of an unknown package', 'elsewhere', null],
  ])('resolve to %s', (_, specifier, file) => {
    expect(createResolver(makeDirectory(files))('packages/bot/src/run.ts', specifier)).toBe(file);
  });

  it('are the nearest of a name, where a repository holds a program twice', () => {
    const manifest = '{ "name": "@isle/wire", "main": "./index.js" }';
    const copies = ['new', 'old'].flatMap((copy) => [
      [`${copy}/wire/package.json`, manifest],
      [`${copy}/wire/index.js`, ''],
    ]);
    const resolver = createResolver(makeDirectory(Object.fromEntries(copies) as Record<string, string>));
    expect(resolver('old/bot/src/run.js', '@isle/wire')).toBe('old/wire/index.js');
    expect(resolver('new/bot/src/run.js', '@isle/wire')).toBe('new/wire/index.js');
    expect(resolver('run.js', '@isle/wire')).toBe('new/wire/index.js');
  });
});
