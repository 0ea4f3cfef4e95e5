import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';
import { addRemote, bareEnvironment, commitAll, git } from '../repository.js';

const program = fileURLToPath(new URL('../../dist/bundle/v4ward.js', import.meta.url));
const page = readFileSync(new URL('../../docs/over-many-repositories.md', import.meta.url), 'utf8');

const star = "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\n";

/** What each line of the page ends with, in order: findings are open until they are on a branch. */
const expected = [
  ['ls -d', 0],
  ['v4ward check --repos', 1],
  ['v4ward migrate --repos', 0],
  ['git -C web show', 0],
  ['v4ward migrate --repos', 0],
  ['v4ward merge reports', 1],
  ['v4ward check web --shard 1/2', 1],
  ['v4ward check web --shard 2/2', 1],
  ['v4ward merge part-1.json', 1],
] as const;

it('the walk through many repositories can be walked', { timeout: 300_000 }, () => {
  const lines = [...page.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, code = '']) => code.trim().split('\n'));
  const root = join(
    realpathSync(makeDirectory({ 'work/web/a.js': star, 'work/web/b.js': star, 'work/bot/c.js': star })),
    'work',
  );
  for (const name of ['web', 'bot']) {
    commitAll(join(root, name));
    addRemote(join(root, name), join(root, `../${name}.git`));
  }
  const tools = makeDirectory({ v4ward: `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n` });
  chmodSync(join(tools, 'v4ward'), 0o755);
  const env = { ...bareEnvironment, PATH: `${tools}:${process.env.PATH ?? ''}` };
  const ended = lines.map((line) => {
    const { status, stderr } = spawnSync('bash', ['-c', line], { cwd: root, env, encoding: 'utf8' });
    expect(stderr).not.toContain('v4ward:');
    return [line, status] as const;
  });
  expect(ended.map(([, status]) => status)).toEqual(expected.map(([, status]) => status));
  expect(ended.map(([line], at) => line.startsWith(expected[at]?.[0] ?? 'nothing'))).not.toContain(false);
  for (const name of ['web', 'bot']) {
    expect(git(join(root, `../${name}.git`), 'rev-parse', 'gitlab-v4')).toBe(
      git(join(root, name), 'rev-parse', 'gitlab-v4'),
    );
    expect(git(join(root, name), 'status', '--porcelain')).toBe('');
  }
  expect(readFileSync(join(root, 'v4ward.html'), 'utf8')).toContain('<html');
  expect(readFileSync(join(root, 'v4ward.md'), 'utf8')).toContain('project-unstar');
});
