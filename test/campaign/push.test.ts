import { chmodSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commitBranch } from '../../src/campaign/branch.js';
import { openCheckout } from '../../src/campaign/checkout.js';
import { checkPushable, pushBranch } from '../../src/campaign/push.js';
import type { Pushed } from '../../src/campaign/push.js';
import { makeDirectory } from '../directory.js';
import { addRemote, bareEnvironment, git, makeRepository } from '../repository.js';

beforeEach(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', bareEnvironment.GIT_CONFIG_GLOBAL);
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', bareEnvironment.GIT_CONFIG_NOSYSTEM);
  return () => {
    vi.unstubAllEnvs();
  };
});

const rewrites = new Map([['a.js', { before: '1\n', after: '2\n' }]]);

async function push(root: string, remote = 'origin', title = 'Move'): Promise<Pushed> {
  const checkout = await openCheckout(root);
  await checkPushable(checkout, remote);
  const branch = await commitBranch(checkout, { name: 'v4', message: 'Move\n', verify: true, rewrites });
  return pushBranch(checkout, branch, { remote, title });
}

/** A repository with a remote that keeps the push options of each push. */
function makePushable(): { root: string; bare: string } {
  const root = makeRepository({ 'a.js': '1\n' });
  const bare = join(realpathSync(makeDirectory({})), 'bare.git');
  addRemote(root, bare);
  addHook(bare, 'post-receive', 'env | grep ^GIT_PUSH_OPTION_ | sort >> options');
  return { root, bare };
}

function addHook(bare: string, name: string, script: string): void {
  writeFileSync(join(bare, 'hooks', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bare, 'hooks', name), 0o755);
}

function readOptions(bare: string): string {
  return existsSync(join(bare, 'options')) ? readFileSync(join(bare, 'options'), 'utf8') : '';
}

describe('a push', () => {
  it('asks GitLab for a merge request into the branch that is checked out', async () => {
    const { root, bare } = makePushable();
    expect(await push(root, 'origin', "Move; `it`'s $HOME")).toBe('pushed');
    expect(git(bare, 'rev-parse', 'v4')).toBe(git(root, 'rev-parse', 'v4'));
    expect(readOptions(bare)).toBe(
      [
        'GIT_PUSH_OPTION_0=merge_request.create',
        "GIT_PUSH_OPTION_1=merge_request.title=Move; `it`'s $HOME",
        'GIT_PUSH_OPTION_2=merge_request.target=main',
        'GIT_PUSH_OPTION_COUNT=3',
        '',
      ].join('\n'),
    );
    expect(git(root, 'config', '--local', '--list')).not.toContain('branch.v4');
  });

  it('leaves the target to the server if none is checked out', async () => {
    const { root, bare } = makePushable();
    git(root, 'checkout', '--quiet', '--detach');
    await push(root);
    expect(readOptions(bare)).not.toContain('merge_request.target');
    expect(readOptions(bare)).toContain('merge_request.create');
  });

  it('is not made twice, whoever went on from it, nor after the branch was taken away', async () => {
    const { root, bare } = makePushable();
    await push(root);
    const options = readOptions(bare);
    expect(await push(root)).toBe('present');
    expect(readOptions(bare)).toBe(options);
    const other = join(realpathSync(makeDirectory({})), 'other');
    git(bare, 'clone', '--quiet', '--branch=v4', bare, other);
    git(
      other,
      '-c',
      'user.name=N',
      '-c',
      'user.email=n@example.com',
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      'More',
    );
    git(other, 'push', '--quiet');
    git(root, 'fetch', '--quiet');
    expect(await push(root)).toBe('present');
    git(bare, 'branch', '--quiet', '-D', 'v4');
    await expect(push(root)).rejects.toThrow('was pushed before, and origin has it no more');
  });

  it('is made the second time if it was not the first', async () => {
    const { root, bare } = makePushable();
    addHook(bare, 'pre-receive', 'echo "GitLab: You are not allowed to push code." >&2; exit 1');
    await expect(push(root)).rejects.toThrow(/The branch v4 was not pushed: [^]*not allowed to push code/);
    expect(git(root, 'branch', '--list', 'v4')).toBe('  v4');
    await expect(push(root)).rejects.toThrow('not allowed to push code');
    addHook(bare, 'pre-receive', 'exit 0');
    expect(await push(root)).toBe('pushed');
  });

  it('never overwrites', async () => {
    const { root, bare } = makePushable();
    git(bare, 'branch', 'v4', 'main');
    git(
      root,
      'push',
      '--quiet',
      '--force',
      bare,
      `${git(root, 'commit-tree', '-m', 'Theirs', 'main^{tree}')}:refs/heads/v4`,
    );
    const theirs = git(bare, 'rev-parse', 'v4');
    await expect(push(root)).rejects.toThrow('The branch v4 was not pushed');
    await expect(push(root)).rejects.toThrow('The branch v4 was not pushed');
    expect(git(bare, 'rev-parse', 'v4')).toBe(theirs);
  });

  it('goes without a merge request where the server takes no push options', async () => {
    const { root, bare } = makePushable();
    git(bare, 'config', 'receive.advertisePushOptions', 'false');
    expect(await push(root)).toBe('pushed-plain');
    expect(git(bare, 'rev-parse', 'v4')).toBe(git(root, 'rev-parse', 'v4'));
  });

  it('is refused before anything is made, if the remote is none or would get other commits too', async () => {
    const { root } = makePushable();
    await expect(push(root, 'upstream')).rejects.toThrow('no remote "upstream": it has origin.');
    await expect(push(root, '--receive-pack=touch x')).rejects.toThrow('has no remote');
    git(root, 'commit', '--quiet', '--allow-empty', '--message=Own');
    await expect(push(root)).rejects.toThrow('origin does not have the commit');
    expect(git(root, 'branch', '--list', 'v4')).toBe('');
  });
});
