import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { check } from '../../codemods/index.js';
import { makeDirectory } from '../directory.js';

/** What is read beside the programs, under names that a repository may give to links. */
const names = ['.gitignore', '.env', 'package.json', 'v4ward.config.json', 'tsconfig.json', 'base.json'];

const program = `
  import { base } from './base.json';
  fetch(process.env.GITLAB_URL + '/projects/owned');
  fetch('https://gitlab.com/api/v3/projects/owned');
`;

function makeAll(make: (path: string, name: string) => void): string {
  const root = makeDirectory({ 'a.js': program });
  for (const name of names.filter((one) => !one.startsWith('v4ward'))) make(join(root, name), name);
  return root;
}

it.runIf(process.platform === 'linux').each<[string, (path: string, name: string) => void]>([
  ['pipes', (path) => execFileSync('mkfifo', [path])],
  [
    'links to a device without an end',
    (path) => {
      symlinkSync('/dev/zero', path);
    },
  ],
  [
    'links to themselves',
    (path, name) => {
      symlinkSync(name, path);
    },
  ],
  [
    'directories',
    (path) => {
      mkdirSync(path);
    },
  ],
])('settings that are %s are as good as none', async (_, make) => {
  const { result } = await check(makeAll(make));
  expect(result.findings.map(({ change }) => change)).toContain('api-prefix');
});

it.runIf(process.platform === 'linux')('a configuration that is a pipe is told', async () => {
  const root = makeDirectory({ 'a.js': program });
  execFileSync('mkfifo', [join(root, 'v4ward.config.json')]);
  await expect(check(root)).rejects.toThrow(/cannot be read: it is a pipe or a device/);
});

it.runIf(process.platform === 'linux')('what is no file is no program, whatever its name', async () => {
  const root = makeDirectory({ 'a.js': program });
  execFileSync('mkfifo', [join(root, 'b.js'), join(root, 'c.sh')]);
  symlinkSync('/dev/zero', join(root, 'd.js'));
  symlinkSync('/dev/zero', join(root, 'e.yml'));
  mkdirSync(join(root, 'f.js'));
  writeFileSync(join(root, 'f.js', 'g.js'), program);
  const { result } = await check(root);
  expect([result.files, result.errors]).toEqual([2, []]);
});
