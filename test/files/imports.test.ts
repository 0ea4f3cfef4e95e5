import { describe, expect, it } from 'vitest';
import { findImportsUnlessTriggered, namesTaken } from '../../src/files/imports.js';

describe('findImportsUnlessTriggered', () => {
  it.each([
    ["import a from './a.js'; const b = require(\"b\"); import('./c.js');", ['./a.js', 'b', './c.js']],
    ["IMPORT('x'); From 'y'", []],
    ["import a from '/users/a.js';", null],
    ["import 'gitlab';", null],
    ["require('../Projects/a.js')", null],
    ["import a from './a.js'; // PRIVATE-TOKEN", null],
  ])('%s', (text, imports) => {
    expect(findImportsUnlessTriggered(text)).toEqual(imports);
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
