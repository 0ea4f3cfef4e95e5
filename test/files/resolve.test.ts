import { expect, it } from 'vitest';
import { createResolver } from '../../src/files/resolve.js';
import { makeDirectory } from '../directory.js';

const files = {
  'package.json': '{ "dependencies": { "declared": "1.0.0", "@isle/rope": "1.0.0" } }',
  'node_modules/installed/forge.js': '',
  'client/services/forge.js': '',
  'client/services/index.js': '',
  'client/services/list/index.ts': '',
  'client/installed/forge.js': '',
  'client/declared/forge.js': '',
  'client/isle/rope.js': '',
  'client/fs/promises.js': '',
  'client/twice/forge.js': '',
  'client/views/twice/forge.js': '',
  'client/request.js': '',
  'server/src/models/forge.js': '',
};

it.each([
  ['a path within the sources', 'client/views/mine.js', 'services/forge', 'client/services/forge.js'],
  ['a folder', 'client/views/mine.js', 'services/list', 'client/services/list/index.ts'],
  ['another name for a folder', 'client/views/mine.js', '@services/forge', 'client/services/forge.js'],
  ['another name with a sign of its own', 'client/views/mine.js', '#services/forge.js', 'client/services/forge.js'],
  ['a folder by a name that no package can have', 'client/views/mine.js', '@services', 'client/services/index.js'],
  ['the sources beside a file', 'server/test/forge.test.js', 'models/forge', 'server/src/models/forge.js'],
  ['a file with a query', 'client/services/index.js', './forge.js?v=2', 'client/services/forge.js'],
  [
    'a file with a query that ends as files do',
    'client/services/index.js',
    './forge?x=a.js',
    'client/services/forge.js',
  ],
  ['nothing where the text of a file is imported', 'client/services/index.js', './forge.js?raw', null],
  ['nothing where what runs it is', 'client/services/index.js', './forge.js?worker&inline', null],
  ['nothing for a part of a name', 'client/services/forge.js', '?forge.js', null],
  ['nothing of an installed package', 'client/views/mine.js', 'installed/forge', null],
  ['nothing of a package that is to be installed', 'client/views/mine.js', 'declared/forge', null],
  ['nothing of such a package with a scope', 'client/views/mine.js', '@isle/rope', null],
  [
    'nothing where a file asks for the package that it is called after',
    'client/services/forge.js',
    'services/forge',
    null,
  ],
  ['nothing of Node itself', 'client/views/mine.js', 'fs/promises', null],
  ['nothing where two files are called so', 'client/views/mine.js', 'twice/forge', null],
  ['nothing for a name alone, which may be a package', 'client/views/mine.js', 'request', null],
  ['nothing for the name of a module that a framework makes', 'client/views/mine.js', '#request', null],
  ['nothing for a path that leads elsewhere', 'client/views/mine.js', './services/forge', null],
  ['nothing of a folder that does not hold the file', 'server/src/mine.js', 'services/forge', null],
])('an import leads to %s', (_, from, specifier, file) => {
  expect(createResolver(makeDirectory(files))(from, specifier)).toBe(file);
});
