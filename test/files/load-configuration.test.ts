import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/files/load-configuration.js';
import { makeDirectory } from '../directory.js';

describe('loadConfiguration', () => {
  it.each([
    ['v4ward.config.js', 'export default { hosts: ["a.example"] }'],
    ['v4ward.config.mjs', 'export default { hosts: ["a.example"] }'],
    ['v4ward.config.ts', 'interface C { hosts: string[] }\nexport default { hosts: ["a.example"] } satisfies C;'],
    ['v4ward.config.json', '\uFEFF{ "hosts": ["a.example"] }'],
    ['package.json', '{ "name": "x", "v4ward": { "hosts": ["a.example"] } }'],
  ])('reads %s', (name, text) => {
    const root = makeDirectory({ 'package.json': '{ "type": "module" }', [name]: text, 'src/deep/a.js': '' });
    const { configuration, directory } = loadConfiguration(join(root, 'src/deep'));
    expect(configuration.hosts).toEqual(['a.example']);
    expect(directory).toBe(root);
  });

  it('takes the nearest', () => {
    const root = makeDirectory({
      'v4ward.config.json': '{ "hosts": ["far.example"] }',
      'app/package.json': '{ "v4ward": { "hosts": ["near.example"] } }',
    });
    expect(loadConfiguration(join(root, 'app')).configuration.hosts).toEqual(['near.example']);
  });

  it('takes the file that is named, wherever it is', () => {
    const root = makeDirectory({ 'v4ward.config.json': '{ "assume": "v4" }', 'ci/gate.json': '{ "assume": "v3" }' });
    expect(loadConfiguration(root, 'ci/gate.json').configuration.assume).toBe('v3');
  });

  it.each([
    [
      'a wrong key',
      'v4ward.config.json',
      '{ "hosst": [] }',
      /v4ward\.config\.json is not a valid configuration:\n {2}"hosst" is no key of the configuration\. Did you mean "hosts"\?/,
    ],
    ['no JSON', 'v4ward.config.json', '{ hosts: [] }', /v4ward\.config\.json is no JSON: /],
    [
      'no default export',
      'v4ward.config.mjs',
      'export const hosts = [];',
      /has no default export; expected `export default …`/,
    ],
    ['a syntax error', 'v4ward.config.mjs', 'export default {', /v4ward\.config\.mjs cannot be loaded: /],
  ])('refuses %s', (_, name, text, message) => {
    expect(() => loadConfiguration(makeDirectory({ [name]: text }))).toThrow(message);
  });

  it('refuses a named file that is not there', () => {
    expect(() => loadConfiguration(makeDirectory({}), 'gate.mjs')).toThrow(/There is no configuration .*gate\.mjs/);
    expect(() => loadConfiguration(makeDirectory({}), 'gate.json')).toThrow(/There is no configuration .*gate\.json/);
  });
});
