import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFiles } from '../../src/files/find.js';
import type * as Built from '../../src/files/look-ahead.js';
import { LookAhead } from '../../src/files/look-ahead.js';
import { openProject } from '../../src/files/project.js';
import { makeDirectory } from '../directory.js';

const built = fileURLToPath(new URL('../../dist', import.meta.url));

const limits = { files: 4, batch: 2 };

describe('the second thread', () => {
  it('tells what programs import that hold no word, and leaves the others to the first', async () => {
    const root = makeDirectory({
      'a/plain.js': "import q from 'quux';\nconst w = require('./wörk');",
      'b/empty.ts': '',
      'c/speaks.js': "import q from 'quux'; fetch('/api/v3/projects');",
      'd/declared.js': "import { atelier } from 'quux';",
      'e/.env.js': "import q from 'quux';",
      'f/binary.js': Buffer.from([0xff, 0xfe, 0x61, 0x00]),
      'g/last.mts': "export * from './other'",
      'h/later.js': '',
    });
    const names = ['a/plain.js', 'b/empty.ts', 'c/speaks.js', 'd/declared.js', 'e/.env.js', 'f/binary.js'];
    const all = [...names, 'g/last.mts', 'gone.js'];
    const ahead = await openBuilt(root, ['atelier']);
    for (const name of all) ahead.add(join(root, name));
    expect(all.map((name) => ahead.importsOf(name))).toEqual([
      ['quux', './wörk'],
      [],
      null,
      null,
      null,
      null,
      ['./other'],
      null,
    ]);
    expect(all.map((name) => ahead.claim(name))).toEqual(all.map(() => false));
  });

  it('does not look at what the first has begun to look at, or what was not added', async () => {
    const root = makeDirectory({ 'a.js': '', 'b.js': '', 'c.js': '', 'd.js': '' });
    const ahead = await openBuilt(root);
    for (const name of ['a.js', 'b.js', 'c.js']) ahead.add(join(root, name));
    expect(['a.js', 'd.js', '../e.js'].map((name) => ahead.claim(name))).toEqual([true, true, true]);
    expect(['a.js', 'd.js', '../e.js'].map((name) => ahead.importsOf(name))).toEqual([null, null, null]);
  });
});

/** As it is shipped: the sources have no file that a thread could run. */
async function openBuilt(root: string, words: readonly string[] = []): Promise<LookAhead> {
  const { LookAhead: Shipped } = (await import(
    pathToFileURL(join(built, 'src/files/look-ahead.js')).href
  )) as typeof Built;
  const ahead = new Shipped(root, words, limits);
  onTestFinished(() => {
    ahead.close();
  });
  return ahead;
}

it('leaves all to the first thread where the second one fails', async () => {
  const root = makeDirectory({});
  const names = Array.from({ length: 9 }, (_, index) => `${String(index)}.js`);
  const ahead = new LookAhead(root, [], limits);
  for (const name of names) ahead.add(join(root, name));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(names.map((name) => ahead.claim(name))).toEqual(names.map(() => true));
  ahead.close();
});

it('chooses what reads a base from beside it, whatever the second thread says', () => {
  const root = makeDirectory({
    'a/base.json': '{ "url": "https://gitlab.com/api/v3" }',
    'a/reads.js': "import base from './base.json';\nfetch(base.url + '/version');",
    'b/.env': 'HOME_BASE=https://gitlab.com/api/v3\n',
    'b/deep/reads.js': "fetch(process.env.HOME_BASE + '/version');",
    'c/other.js': "import base from './settings.json';",
    'c/settings.json': '{ "url": "https://example.com" }',
    'named.js': '',
  });
  const imports = new Map([
    ['a/reads.js', ['./base.json']],
    ['b/deep/reads.js', []],
    ['c/other.js', ['./settings.json']],
    ['named.js', []],
  ]);
  const ahead = { claim: () => false, importsOf: (file: string) => imports.get(file) ?? null };
  const { files } = openProject(root, findFiles(root, ['.', 'named.js']), undefined, { ahead });
  expect(files).toEqual(['a/reads.js', 'b/deep/reads.js', 'named.js']);
});

it('finds in a large repository what is found without it', () => {
  const plain = Object.fromEntries(
    Array.from({ length: 2400 }, (_, index) => [
      `src/${String(index % 40)}/m${String(index)}.js`,
      `export const n = ${String(index)};`,
    ]),
  );
  const root = makeDirectory({
    ...plain,
    'src/7/client.js': "export const list = () => fetch('https://gitlab.com/api/v3/projects/owned');",
    'src/8/user.js': "import { list } from '../7/client.js';\nlist().then((r) => r.json()).then(([p]) => p.public);",
    'src/9/base.json': '{ "url": "https://gitlab.com/api/v3" }',
    'src/9/reads.js': "import base from './base.json';\nfetch(base.url + '/' + 'proj' + 'ects' + '/owned');",
    'src/10/.env': 'HOME_BASE=https://gitlab.com/api/v3\n',
    'src/10/deep/reads.js': "fetch(process.env.HOME_BASE + '/' + 'proj' + 'ects/owned');",
    'src/11/odd.js': Buffer.from([0xff, 0xfe, 0x61, 0x00]),
  });
  const alone = check(root, '--cache');
  const together = check(root);
  expect(alone.threads).toBe('');
  expect(together).toEqual({ ...alone, threads: 'true\n' });
  expect(together).toMatchObject({ document: { errors: [{ file: 'src/11/odd.js' }] }, status: 3 });
});

/** Tells on the third stream of each thread that is started, whether there is such a file. */
const observer = `
  const threads = require('node:worker_threads');
  const { existsSync, writeSync } = require('node:fs');
  threads.Worker = class extends threads.Worker {
    constructor(file, options) {
      writeSync(3, existsSync(file) + '\\n');
      super(file, options);
    }
  };
  require('node:module').syncBuiltinESMExports();
`;

interface Checked {
  readonly document: unknown;
  readonly threads: string;
  readonly status: number | null;
}

function check(root: string, ...options: string[]): Checked {
  const hook = join(makeDirectory({ 'hook.cjs': observer }), 'hook.cjs');
  const program = join(built, 'bundle/v4ward.js');
  const { output, status } = spawnSync(
    process.execPath,
    ['--require', hook, program, 'check', '--format', 'json', ...options],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  );
  return { document: JSON.parse(output[1] ?? ''), threads: output[3] ?? '', status };
}
