import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDefault } from '../../src/files/load-module.js';
import { makeDirectory } from '../directory.js';

/** Writes a file so that its modification time differs, however coarse the clock of the disk. */
function rewrite(path: string, text: string): void {
  writeFileSync(path, text);
  utimesSync(path, new Date(), new Date(Date.now() + 5000));
}

const module = '{ "type": "module" }';
const commonjs = '{ "type": "commonjs" }';

describe('loadDefault', () => {
  it.each([
    ['an ES module', { 'a.mjs': 'export default { hosts: ["wharf"] };' }],
    ['an ES module by its package', { 'a.js': 'export default { hosts: ["wharf"] };', 'package.json': module }],
    ['an ES module by its syntax', { 'a.js': 'export default { hosts: ["wharf"] };', 'package.json': '{}' }],
    ['a CommonJS module', { 'a.js': 'module.exports = { hosts: ["wharf"] };', 'package.json': '{}' }],
    ['a CommonJS module by its package', { 'a.js': 'exports.hosts = ["wharf"];', 'package.json': commonjs }],
    ['a CommonJS module by its name', { 'a.cjs': 'module.exports = { hosts: ["wharf"] };', 'package.json': module }],
    [
      'a compiled ES module',
      {
        'a.cjs':
          'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = { hosts: ["wharf"] };',
      },
    ],
    [
      'TypeScript',
      {
        'a.ts':
          'import type { Settings } from "./types";\ninterface Own extends Settings {}\nexport default { hosts: ["wharf"] } satisfies Own;',
      },
    ],
    [
      'TypeScript that imports',
      {
        'a.ts': 'import hosts from "./hosts.mjs";\nexport default { hosts };',
        'hosts.mjs': 'export default ["wharf"];',
      },
    ],
    ['a module that awaits', { 'a.mjs': 'const hosts = await Promise.resolve(["wharf"]);\nexport default { hosts };' }],
  ])('takes %s, and takes it anew when it has changed', (_, files: Record<string, string>) => {
    const directory = makeDirectory(files);
    const [[name, text] = ['', '']] = Object.entries(files);
    const path = join(directory, name);
    expect(loadDefault(path)).toEqual({ hosts: ['wharf'] });
    expect(loadDefault(path)).toBe(loadDefault(path));
    const inner = files['hosts.mjs'];
    if (inner === undefined) rewrite(path, text.replace('wharf', 'quay'));
    else rewrite(path, text.replace('{ hosts }', '{ hosts: [...hosts, "quay"] }'));
    expect(loadDefault(path)).toEqual({ hosts: inner === undefined ? ['quay'] : ['wharf', 'quay'] });
  });

  it('takes what a changed module imports anew', () => {
    const directory = makeDirectory({
      'a.mjs': 'import hosts from "./hosts.mjs";\nexport default hosts;',
      'hosts.mjs': 'export default ["wharf"];',
    });
    const path = join(directory, 'a.mjs');
    expect(loadDefault(path)).toEqual(['wharf']);
    rewrite(join(directory, 'hosts.mjs'), 'export default ["quay"];');
    expect(loadDefault(path)).toEqual(['wharf']);
    rewrite(path, 'import hosts from "./hosts.mjs";\nexport default [...hosts];');
    expect(loadDefault(path)).toEqual(['quay']);
  });

  const wrong: readonly (readonly [string, string, string, RegExp])[] = [
    [
      'no default export',
      'a.mjs',
      'export const hosts = [];',
      /^it has no default export; expected `export default …`$/,
    ],
    [
      'no default export',
      'a.ts',
      'export const hosts = [];',
      /^it has no default export; expected `export default …`$/,
    ],
    ['wrong syntax', 'a.mjs', 'export default {', /^Unexpected end of input$/],
    ['an error', 'a.mjs', '\nexport default { hosts: wharf };', /^wharf is not defined \(line 2\)$/],
    ['an error', 'a.cjs', '\nmodule.exports = { hosts: wharf };', /^wharf is not defined \(line 2\)$/],
    ['an import of nothing', 'a.mjs', 'import "./quay.mjs";\nexport default {};', /^Cannot find module '.*quay\.mjs'/],
    ['no end', 'a.mjs', 'await new Promise(() => {});\nexport default {};', /^it awaits what never comes$/],
  ];

  it.each(wrong)('refuses %s (%s), and takes the file once it is right', (_, name, text, message) => {
    const path = join(makeDirectory({ [name]: text }), name);
    expect(() => loadDefault(path)).toThrow(message);
    expect(() => loadDefault(path)).toThrow(message);
    rewrite(path, name.endsWith('.cjs') ? 'module.exports = { hosts: [] };' : 'export default { hosts: [] };');
    expect(loadDefault(path)).toEqual({ hosts: [] });
  });

  it.each(wrong.filter(([, name]) => name !== 'a.ts'))(
    'refuses %s (%s) when it comes later',
    (_, name, text, message) => {
      const path = join(makeDirectory({ [name]: name.endsWith('.cjs') ? '' : 'export default 1;' }), name);
      loadDefault(path);
      rewrite(path, text);
      expect(() => loadDefault(path)).toThrow(message);
    },
  );

  it('notices that a file is gone', () => {
    const path = join(makeDirectory({ 'a.mjs': 'export default 1;' }), 'a.mjs');
    loadDefault(path);
    rmSync(path);
    expect(() => loadDefault(path)).toThrow(/Cannot find module/);
  });
});
