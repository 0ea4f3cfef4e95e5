import { describe, expect, it } from 'vitest';
import { withCatalogues } from '../../src/files/catalogues.js';
import { loadConfiguration } from '../../src/files/load-configuration.js';
import { makeDirectory } from '../directory.js';

describe('withCatalogues', () => {
  it.each([
    ['JSON', './rows.json', { 'rows.json': '\uFEFF[1, 2]' }],
    ['an ES module', './house/rows.mjs', { 'house/rows.mjs': 'export default [1, 2];' }],
    ['a CommonJS module', '../up/rows.cjs', { '../up/rows.cjs': 'module.exports = [1, 2];' }],
    [
      'a package',
      '@acme/rows',
      {
        'node_modules/@acme/rows/package.json': '{ "main": "a.js" }',
        'node_modules/@acme/rows/a.js': 'exports.default = [1, 2];',
      },
    ],
  ])('takes the rows of %s', (_, module, files: Record<string, string>) => {
    const root = makeDirectory(Object.fromEntries(Object.entries(files).map(([name, text]) => [`in/${name}`, text])));
    expect(withCatalogues({ catalogues: [0, module, 3] }, `${root}/in`)).toEqual({ catalogues: [0, 1, 2, 3] });
  });

  it('leaves what it does not know', () => {
    for (const value of [null, 'x', {}, { catalogues: 'x' }]) expect(withCatalogues(value, '.')).toBe(value);
  });

  it.each([
    ['a file that is not there', './rows.json', {}, 'The catalogue ./rows.json is no longer there.'],
    ['no JSON', './rows.json', { 'rows.json': '[' }, /^The catalogue \.\/rows\.json is no JSON: /],
    [
      'no list',
      './rows.cjs',
      { 'rows.cjs': 'exports.rows = [];' },
      'The catalogue ./rows.cjs is no list of rows: expected `export default [ … ]`, or JSON.',
    ],
    [
      'a file that looks like a package',
      'rows.json',
      { 'rows.json': '[]' },
      /^The catalogue rows\.json cannot be loaded: .* \(a file begins with \.\/, anything else is a package\)$/,
    ],
  ])('refuses %s', (_, module, files, message) => {
    expect(() => withCatalogues({ catalogues: [module] }, makeDirectory(files))).toThrow(message);
  });

  it('is part of a configuration, and named with it', () => {
    const root = makeDirectory({ 'v4ward.config.json': '{ "catalogues": ["./rows.json"] }', 'rows.json': '[1]' });
    expect(() => loadConfiguration(root)).toThrow(
      /v4ward\.config\.json is not a valid configuration:\n {2}"catalogues\[0\]" is 1; expected a row of a catalogue\./,
    );
    const other = makeDirectory({ 'v4ward.config.json': '{ "catalogues": ["./rows.json"] }' });
    expect(() => loadConfiguration(other)).toThrow(
      /v4ward\.config\.json is not a valid configuration:\n {2}The catalogue \.\/rows\.json is no longer there\./,
    );
  });
});
