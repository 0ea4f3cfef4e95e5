import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { makeDirectory } from './directory.js';

/** Git as nobody has configured it, so that tests mean the same on every machine. */
export const bareEnvironment: NodeJS.ProcessEnv = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

/** What git prints, without the last line's end. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, env: bareEnvironment, encoding: 'utf8', stdio: 'pipe' }).replace(/\n$/, '');
}

/** Makes a repository of a directory, on `main`, with one commit of all that is in it, by Mara. */
export function commitAll(directory: string): void {
  git(directory, 'init', '--quiet', '--initial-branch=main');
  git(directory, 'config', 'user.name', 'Mara');
  git(directory, 'config', 'user.email', 'mara@example.com');
  git(directory, 'add', '--all');
  git(directory, 'commit', '--quiet', '--message=Start');
}

/** A repository that holds these files until the test is over. */
export function makeRepository(files: Readonly<Record<string, string>>): string {
  const directory = realpathSync(makeDirectory(files));
  commitAll(directory);
  return directory;
}

/** A bare remote beside a repository, `origin`, that has what is committed. */
export function addRemote(repository: string, bare: string): void {
  git(repository, 'clone', '--quiet', '--bare', '.', bare);
  git(bare, 'config', 'receive.advertisePushOptions', 'true');
  git(repository, 'remote', 'add', 'origin', bare);
  git(repository, 'fetch', '--quiet', 'origin');
  git(repository, 'branch', '--quiet', '--set-upstream-to=origin/main', 'main');
}

/** All that a run might touch in a repository: its branches, what is checked out, the index and the state of the files. */
export function takeState(repository: string): Readonly<Record<string, string>> {
  return {
    refs: git(repository, 'for-each-ref'),
    head: git(repository, 'rev-parse', '--symbolic-full-name', 'HEAD'),
    index: git(repository, 'ls-files', '--stage'),
    status: git(repository, 'status', '--porcelain', '--ignored'),
    worktrees: git(repository, 'worktree', 'list', '--porcelain'),
    configuration: git(repository, 'config', '--local', '--list'),
    stash: git(repository, 'stash', 'list'),
  };
}
