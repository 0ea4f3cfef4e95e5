import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../cli/program.js';
import type { Ended } from '../cli/program.js';
import { makeDirectory } from '../directory.js';
import { bareEnvironment, git, makeRepository } from '../repository.js';

const call = "fetch('https://gitlab.com/api/v3/projects/owned');\n";
const moved = "fetch('https://gitlab.com/api/v4/projects?owned=true');\n";

/** Programs that a repository may name; each leaves a mark. */
const settings = [
  'core.fsmonitor',
  'diff.external',
  'diff.own.textconv',
  'diff.own.command',
  'core.pager',
  'pager.diff',
];

function makeTrap(): { readonly root: string; readonly sprung: () => boolean } {
  const root = makeRepository({ 'a.js': call, '.gitattributes': '*.js diff=own\n' });
  const mark = join(makeDirectory({}), 'sprung');
  for (const setting of settings) git(root, 'config', setting, `touch '${mark}'; false`);
  const hook = join(root, '.git/hooks/post-index-change');
  writeFileSync(hook, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
  // What git has to look at again, since it was touched.
  utimesSync(join(root, 'a.js'), new Date(), new Date());
  return { root, sprung: () => existsSync(mark) };
}

function run(root: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Ended {
  return runProgram(root, args, '', { ...bareEnvironment, ...environment });
}

describe('git is asked', () => {
  it.each([
    ['check', '--since', 'HEAD'],
    ['check', '--staged'],
    ['migrate', '--write'],
  ])('without running what the repository names: %s %s', (...args) => {
    const { root, sprung } = makeTrap();
    expect(run(root, args)).toMatchObject({ status: 0 });
    expect(sprung()).toBe(false);
  });

  it('about the directory, whatever repository the environment names', () => {
    const other = makeRepository({ 'b.js': call });
    const root = makeRepository({ 'a.js': call });
    const elsewhere = { GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other, GIT_INDEX_FILE: join(other, '.git/index') };
    expect(run(root, ['migrate', '--write'], elsewhere)).toMatchObject({ status: 0 });
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe(moved);
    expect(run(root, ['check', '--since', 'HEAD'], elsewhere)).toMatchObject({ status: 0 });
  });

  it('about the index that a hook is told of', () => {
    const root = makeRepository({ 'a.js': '' });
    writeFileSync(join(root, 'a.js'), call);
    writeFileSync(join(root, '.git/hooks/pre-commit'), '#!/bin/sh\nexec "$NODE" "$V4WARD" check --staged\n', {
      mode: 0o755,
    });
    const program = join(import.meta.dirname, '../../dist/bundle/v4ward.js');
    const commit = (): string =>
      execFileSync('git', ['commit', '--quiet', '--all', '--message=Send'], {
        cwd: root,
        env: { ...bareEnvironment, NODE: process.execPath, V4WARD: program },
        stdio: 'pipe',
        encoding: 'utf8',
      });
    expect(commit).toThrow();
    expect(git(root, 'log', '--format=%s')).toBe('Start');
  });

  it('about names that look like options and patterns', () => {
    const names = ['-rf.js', '--output=x.js', ':(top)x.js', '*.js', 'a\nb.js', '"q".js', '\u001b[31m.js'];
    const root = makeRepository(Object.fromEntries(names.map((name) => [name, call])));
    const { status, stdout, stderr } = run(root, ['migrate', '--write']);
    expect(status).toBe(0);

    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(names.map((name) => readFileSync(join(root, name), 'utf8'))).toEqual(names.map(() => moved));
    expect(git(root, 'diff', '--name-only', '-z').split('\0').filter(Boolean).sort()).toEqual([...names].sort());
    expect(run(root, ['migrate', '--write']).stderr).not.toMatch(/uncommitted/);
  });
});
