import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/files/load-configuration.js';
import { runProgram } from '../cli/program.js';
import { makeDirectory } from '../directory.js';

const call = "fetch('https://gitlab.com/api/v3/projects/owned');\n";

describe('a configuration', () => {
  it.each([
    ['that throws', 'v4ward.config.cjs.js', "throw new Error('Boom')", /cannot be loaded: Boom \(line 1\)/],
    ['that throws nothing', 'v4ward.config.js', 'throw null', /cannot be loaded: null/],
    [
      'that throws what throws',
      'v4ward.config.js',
      'throw { get message() { throw 1; }, toString() { throw 2; } }',
      /cannot be loaded: it throws what cannot be printed/,
    ],
    [
      'that never comes',
      'v4ward.config.mjs',
      'await new Promise(() => {}); export default {};',
      /it awaits what never/,
    ],
    ['that is a promise', 'v4ward.config.mjs', 'export default new Promise(() => {});', /it exports a promise/],
    ['whose keys throw', 'v4ward.config.js', "module.exports = { get hosts() { throw new Error('Boom'); } };", /Boom/],
    ['that ends the process', 'v4ward.config.js', 'process.exit(0);', /it ends the process/],
    ['that ends the process late', 'v4ward.config.mjs', 'await 0; process.exit(0);', /it ends the process/],
    ['that is nested too deeply', 'v4ward.config.json', '['.repeat(100_000) + ']'.repeat(100_000), /nested too deeply/],
    [
      'with keys of prototypes',
      'v4ward.config.json',
      '{ "__proto__": { "assume": "v4" }, "constructor": 1 }',
      /"__proto__" is no key[^]*"constructor" is no key/,
    ],
  ])('%s is told', (_, name, text, message) => {
    const root = makeDirectory({ [name.replace('.cjs', '')]: text });
    expect(() => loadConfiguration(root)).toThrow(message);
  });

  it('with a million mistakes is told in as many lines as somebody reads', () => {
    const root = makeDirectory({ 'v4ward.config.js': 'module.exports = { hosts: Array(100_000).fill(0) };' });
    expect(() => loadConfiguration(root)).toThrow(/^(?:.*\n){51} {2}and 99950 more$/);
  });

  it('that prints and goes elsewhere changes neither the report nor what is looked at', () => {
    const configuration = "console.log('hello'); process.chdir('/'); module.exports = {};";
    const { status, stdout, stderr } = runProgram(makeDirectory({ 'v4ward.config.js': configuration, 'a.js': call }), [
      'check',
      '--format',
      'json',
      '.',
    ]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ summary: { findings: 2 }, findings: [{ file: 'a.js' }, {}] });
    expect(stderr).toMatch(/^hello$/m);
  });

  it('that fails when nobody waits for it is no run that found something', () => {
    const configuration = "Promise.reject(new Error('late')); module.exports = {};";
    const { status, stderr } = runProgram(makeDirectory({ 'v4ward.config.js': configuration, 'a.js': call }), [
      'check',
    ]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/late/);
  });
});
