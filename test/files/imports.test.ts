import { describe, expect, it } from 'vitest';
import { findImports, namesTaken } from '../../src/files/imports.js';
import { findPlainImports } from '../../src/files/plain.js';

describe('findImports', () => {
  it.each([
    ["import a from './a.js'; const b = require(\"b\"); import('./c.js');", ['./a.js', 'b', './c.js']],
    ["from'a'import`b`require\n('c')", ['a', 'b', 'c']],
    ["IMPORT('x'); From 'y'; mport('z'); quire('z'); fine(['z']); equire('z')", []],
    ["define('q', ['./d', \"./e\"], f); define\n([`./g`])", ['./d', './e', './g']],
    ["require(['./h', './i'])", ['./h', './i']],
    ["require(base + './j'); x = 'k l' + 'm'", ['./j', '?m']],
    ["import(/* webpackChunkName: 'n' */ './o')", ['?n', './o']],
  ])('%s', (text, imports) => {
    expect(findImports(text)).toEqual(imports);
  });
});

describe('findPlainImports', () => {
  it.each([
    ["import a from './a.js'; require('./b.js')", ['./a.js', './b.js']],
    ["import a from '/users/a.js';", null],
    ["import 'gitlab';", null],
    ["require('../Projects/a.js')", null],
    ["import a from './a.js'; // PRIVATE-TOKEN", null],
    ["import a from './a.js'; // a-token of J and q", ['./a.js']],
    ["import a from './a.js'; // atelier", null],
    ['', []],
  ])('%s', (text, imports) => {
    expect(findPlainImports({ text, encoding: 'latin1' }, ['atelier'])).toEqual(imports);
  });
});

describe('namesTaken', () => {
  it.each([
    ["import { a, b as c } from './x';", ['a', 'b']],
    ["import d, { type T,\n  a, } from './x';", ['default', 'T', 'a']],
    ["import type { T } from './x';\nimport { a } from './x';", ['T', 'a']],
    ["import { a } from './y';", []],
    ["import * as all from './x';", null],
    ["import './x';", null],
    ["import { a } from './x'; export * from './x';", null],
    ["import { a /* of b */ } from './x';", null],
    ["const { a } = require('./x');", null],
  ])('%s', (text, names) => {
    expect(namesTaken(text, './x')).toEqual(names);
  });
});
