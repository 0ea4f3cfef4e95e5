import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commitBranch } from '../../src/campaign/branch.js';
import type { Branch } from '../../src/campaign/branch.js';
import { BranchError, openCheckout } from '../../src/campaign/checkout.js';
import { makeDirectory } from '../directory.js';
import { bareEnvironment, commitAll, git, makeRepository, takeState } from '../repository.js';

beforeEach(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', bareEnvironment.GIT_CONFIG_GLOBAL);
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', bareEnvironment.GIT_CONFIG_NOSYSTEM);
  return () => {
    vi.unstubAllEnvs();
  };
});

interface Wish {
  readonly name?: string;
  readonly message?: string;
  readonly verify?: boolean;
  /** By file: what stands there, and what is to. */
  readonly rewrites: Readonly<Record<string, readonly [before: string, after: string]>>;
}

async function makeBranch(directory: string, wish: Wish, signal?: AbortSignal): Promise<Branch> {
  const { name = 'gitlab-v4', message = 'Move\n\n- a: 1\n', verify = true, rewrites } = wish;
  const texts = Object.entries(rewrites).map(([file, [before, after]]) => [file, { before, after }] as const);
  return commitBranch(await openCheckout(directory), { name, message, verify, rewrites: new Map(texts) }, signal);
}

const one = { rewrites: { 'a.js': ['1\n', '2\n'] } } as const;

function addHook(repository: string, name: string, script: string): void {
  const path = join(repository, '.git/hooks', name);
  mkdirSync(join(repository, '.git/hooks'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

describe('a branch', () => {
  it('holds one commit with the rewritten files, and nothing else changes', async () => {
    const root = makeRepository({ 'a.js': '1\n', 'b.js': 'b\n', 'lib/c d.js': '1\r\n' });
    const before = takeState(root);
    const head = git(root, 'rev-parse', 'HEAD');
    const branch = await makeBranch(root, { rewrites: { 'a.js': ['1\n', '2\n'], 'lib/c d.js': ['1\r\n', '2\r\n'] } });
    expect(branch).toEqual({ name: 'gitlab-v4', commit: git(root, 'rev-parse', 'gitlab-v4'), created: true });
    expect(git(root, 'log', '--format=%P|%an|%ae|%cn|%B', '-1', 'gitlab-v4')).toBe(
      `${head}|Mara|mara@example.com|Mara|Move\n\n- a: 1\n`,
    );
    expect(git(root, 'diff', '--name-only', 'main', 'gitlab-v4')).toBe('a.js\nlib/c d.js');
    expect(git(root, 'cat-file', '-p', 'gitlab-v4:lib/c d.js')).toBe('2\r');
    const after = takeState(root);
    expect({ ...after, refs: git(root, 'for-each-ref', 'refs/heads/main') }).toEqual(before);
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe('1\n');
  });

  it('that is stopped while its working tree is made leaves nothing, though git works on for a moment', async () => {
    const root = makeRepository({ 'a.js': '1\n' });
    const own = '[ "$1" = prepared ] && case "$PWD$GIT_DIR" in *worktrees*) touch "$MARKER"; sleep 1;; esac; exit 0';
    addHook(root, 'reference-transaction', own);
    const marker = join(makeDirectory({}), 'started');
    vi.stubEnv('MARKER', marker);
    const stop = new AbortController();
    const refused = expect(makeBranch(root, one, stop.signal)).rejects.toThrow(BranchError);
    await vi.waitFor(() => readFileSync(marker), { timeout: 5000 });
    stop.abort();
    await refused;
    expect(existsSync(join(root, '.git/worktrees'))).toBe(false);
  });

  it('keeps modes, and lets git filter line endings', async () => {
    const root = makeRepository({ 'run.js': '1\n', 'crlf.js': '1\n', '.gitattributes': 'crlf.js text eol=crlf\n' });
    chmodSync(join(root, 'run.js'), 0o755);
    git(root, 'commit', '--quiet', '--all', '--message=Mode');
    git(root, 'rm', '--quiet', '--cached', 'crlf.js');
    git(root, 'reset', '--quiet', '--hard');
    expect(readFileSync(join(root, 'crlf.js'), 'utf8')).toBe('1\r\n');
    await makeBranch(root, { rewrites: { 'run.js': ['1\n', '2\n'], 'crlf.js': ['1\r\n', '2\r\n'] } });
    expect(git(root, 'ls-tree', 'gitlab-v4', 'run.js')).toMatch(/^100755/);
    expect(git(root, 'cat-file', '-p', 'gitlab-v4:crlf.js')).toBe('2');
  });

  it('is there already the second time, also if somebody went on from it', async () => {
    const root = makeRepository({ 'a.js': '1\n' });
    const { commit } = await makeBranch(root, one);
    expect(await makeBranch(root, one)).toEqual({ name: 'gitlab-v4', commit, created: false });
    git(root, 'switch', '--quiet', 'gitlab-v4');
    git(root, 'commit', '--quiet', '--allow-empty', '--message=More');
    git(root, 'switch', '--quiet', 'main');
    expect(await makeBranch(root, one)).toEqual({ name: 'gitlab-v4', commit, created: false });
  });

  it('is not taken for its own if it holds something else, or stands elsewhere', async () => {
    const root = makeRepository({ 'a.js': '1\n' });
    git(root, 'branch', 'mine');
    await expect(makeBranch(root, { ...one, name: 'mine' })).rejects.toThrow('The branch mine exists already');
    await makeBranch(root, { ...one });
    await expect(makeBranch(root, { message: 'Other', rewrites: { 'a.js': ['1\n', '3\n'] } })).rejects.toThrow(
      'git branch -D gitlab-v4',
    );
    await expect(makeBranch(root, { ...one, name: 'main' })).rejects.toThrow('The branch main is checked out');
    git(root, 'commit', '--quiet', '--allow-empty', '--message=Base');
    await expect(makeBranch(root, one)).rejects.toThrow('exists already');
    await makeBranch(root, { ...one, name: 'v4' });
    await expect(makeBranch(root, { ...one, name: 'v4/sub' })).rejects.toThrow('The branch was not made');
  });

  it('can be made of a detached HEAD, and in a second working tree', async () => {
    const root = makeRepository({ 'a.js': '1\n' });
    git(root, 'checkout', '--quiet', '--detach');
    expect((await makeBranch(root, one)).created).toBe(true);
    const second = join(realpathSync(makeDirectory({})), 'second');
    git(root, 'worktree', 'add', '--quiet', second);
    expect((await makeBranch(second, { ...one, name: 'other' })).created).toBe(true);
    expect(git(root, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('HEAD');
  });

  it('may have a name that a shell or git might take for something else', async () => {
    const root = makeRepository({ '-a $(x).js': '1\n', ':(glob)*.js': '1\n' });
    const name = "a'b$(touch${IFS}pwned);c";
    await makeBranch(root, { name, rewrites: { '-a $(x).js': ['1\n', '2\n'], ':(glob)*.js': ['1\n', '2\n'] } });
    expect(git(root, 'diff', '--name-only', '-z', 'main', `refs/heads/${name}`)).toBe('-a $(x).js\0:(glob)*.js\0');
  });

  it('is made whatever repository the environment is about', async () => {
    const [root, other] = [makeRepository({ 'a.js': '1\n' }), makeRepository({ 'a.js': '1\n' })];
    vi.stubEnv('GIT_DIR', join(other, '.git'));
    vi.stubEnv('GIT_INDEX_FILE', join(other, '.git/index'));
    await makeBranch(root, one);
    vi.unstubAllEnvs();
    expect(git(root, 'branch', '--list', 'gitlab-v4')).toBe('  gitlab-v4');
    expect(git(other, 'branch', '--list', 'gitlab-v4')).toBe('');
  });
});

describe('hooks', () => {
  it('run where all files are, fixed, with the packages that are installed', async () => {
    const root = makeRepository({ 'a.js': '1\n', 'b.js': 'b\n', '.gitignore': 'node_modules/\n' });
    mkdirSync(join(root, 'node_modules/tool'), { recursive: true });
    writeFileSync(join(root, 'node_modules/tool/say'), 'said\n');
    const log = join(makeDirectory({}), 'log');
    addHook(root, 'pre-commit', `cat a.js b.js node_modules/tool/say > '${log}'`);
    addHook(root, 'commit-msg', 'echo "Change-Id: I1" >> "$1"');
    await makeBranch(root, one);
    expect(readFileSync(log, 'utf8')).toBe('2\nb\nsaid\n');
    expect(readFileSync(join(root, 'node_modules/tool/say'), 'utf8')).toBe('said\n');
    expect(git(root, 'log', '-1', '--format=%B', 'gitlab-v4')).toContain('Change-Id: I1');
    expect((await makeBranch(root, one)).created).toBe(false);
  });

  it('are found where the repository keeps them', async () => {
    const root = makeRepository({ 'a.js': '1\n', 'checks/pre-commit': '#!/bin/sh\necho never >&2\nexit 1\n' });
    chmodSync(join(root, 'checks/pre-commit'), 0o755);
    git(root, 'commit', '--quiet', '--all', '--message=Mode');
    git(root, 'config', 'core.hooksPath', 'checks');
    await expect(makeBranch(root, one)).rejects.toThrow('never');
  });

  it('that refuse leave nothing behind, and can be left out', async () => {
    const root = makeRepository({ 'a.js': '1\n' });
    addHook(root, 'pre-commit', 'echo "a.js: 2 is a magic number" >&2; exit 1');
    const before = takeState(root);
    await expect(makeBranch(root, one)).rejects.toThrow('The branch was not made: a.js: 2 is a magic number');
    expect(takeState(root)).toEqual(before);
    expect((await makeBranch(root, { ...one, verify: false })).created).toBe(true);
  });

  it('may change what is committed, but no other file', async () => {
    const root = makeRepository({ 'a.js': '1\n', 'b.js': 'b\n' });
    addHook(root, 'pre-commit', 'echo formatted > a.js; git add a.js');
    addHook(root, 'commit-msg', 'echo "Change-Id: I1" >> "$1"');
    await makeBranch(root, one);
    expect(git(root, 'cat-file', '-p', 'gitlab-v4:a.js')).toBe('formatted');
    expect((await makeBranch(root, one)).created).toBe(false);
    addHook(root, 'pre-commit', 'echo more > c.js; git add c.js');
    await expect(makeBranch(root, { ...one, name: 'other' })).rejects.toThrow('changed other files too: c.js');
    expect(git(root, 'branch', '--list', 'other')).toBe('');
  });
});

it('a branch that finds no room is not made', async () => {
  const root = makeRepository({ 'a.js': '1\n' });
  vi.stubEnv('TMPDIR', join(root, 'nowhere'));
  await expect(makeBranch(root, one)).rejects.toThrow(/^The branch was not made: .*nowhere/);
});

describe('a repository that is not fit for a branch', () => {
  async function refuse(directory: string): Promise<string> {
    const before = takeState(directory);
    const message = await makeBranch(directory, one).then(String, String);
    expect(takeState(directory)).toEqual(before);
    return message;
  }

  it('has changes: of the files, of the index, or files that were never committed', async () => {
    const root = makeRepository({ 'a.js': '1\n', 'b.js': 'b\n' });
    writeFileSync(join(root, 'new.js'), '');
    expect(await refuse(root)).toContain('changes that are not committed, so nothing was done: new.js.');
    git(root, 'add', 'new.js');
    expect(await refuse(root)).toContain('nothing was done: new.js.');
    git(root, 'commit', '--quiet', '--message=New');
    writeFileSync(join(root, 'b.js'), 'mine\n');
    expect(await refuse(root)).toContain('nothing was done: b.js.');
  });

  it('hides changes from git', async () => {
    const root = makeRepository({ 'a.js': '1\n' });
    git(root, 'update-index', '--assume-unchanged', 'a.js');
    writeFileSync(join(root, 'a.js'), 'secret 1\n');
    const rewrites = { 'a.js': ['secret 1\n', 'secret 2\n'] } as const;
    await expect(makeBranch(root, { rewrites })).rejects.toThrow('told to overlook changes of these files');
    expect(git(root, 'branch', '--list', 'gitlab-v4')).toBe('');
  });

  it('does not hold what is to be fixed', async () => {
    const root = makeRepository({ 'a.js': '1\n' });
    writeFileSync(join(root, '.git/info/exclude'), 'own.js\n');
    writeFileSync(join(root, 'own.js'), '1\n');
    await expect(makeBranch(root, { rewrites: { 'own.js': ['1\n', '2\n'] } })).rejects.toThrow('do not hold');
    symlinkSync('a.js', join(root, 'link.js'));
    git(root, 'add', 'link.js');
    git(root, 'commit', '--quiet', '--message=Link');
    await expect(makeBranch(root, { rewrites: { 'link.js': ['1\n', '2\n'] } })).rejects.toThrow('link.js');
    await expect(makeBranch(root, { rewrites: { '../x.js': ['1\n', '2\n'] } })).rejects.toThrow('do not hold');
  });

  it('has submodules with changes, or with something to fix', async () => {
    const library = makeRepository({ 'lib.js': '1\n' });
    const root = makeRepository({ 'a.js': '1\n' });
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib');
    git(root, 'commit', '--quiet', '--message=Library');
    const rewrites = { 'lib/lib.js': ['1\n', '2\n'] } as const;
    await expect(makeBranch(root, { rewrites })).rejects.toThrow('those of a submodule: lib/lib.js');
    expect((await makeBranch(root, one)).created).toBe(true);
    writeFileSync(join(root, 'lib/lib.js'), 'mine\n');
    expect(await refuse(root)).toContain('not committed, so nothing was done: lib.');
  });

  it('is in the middle of a merge, a rebase or the like', async () => {
    const root = makeRepository({ 'a.js': '1\n' });
    git(root, 'switch', '--quiet', '--create', 'other');
    git(root, 'commit', '--quiet', '--allow-empty', '--message=Other');
    git(root, 'switch', '--quiet', 'main');
    git(root, 'merge', '--quiet', '--no-ff', '--no-commit', 'other');
    expect(await refuse(root)).toContain('in the middle of a merge');
    git(root, 'merge', '--abort');
    git(root, 'bisect', 'start');
    expect(await refuse(root)).toContain('in the middle of a bisection');
  });

  it('is empty, is none, is a part of one, or is bare', async () => {
    const empty = makeDirectory({});
    git(empty, 'init', '--quiet');
    await expect(makeBranch(empty, one)).rejects.toThrow('has no commit yet');
    await expect(makeBranch(makeDirectory({}), one)).rejects.toThrow('It is not a git repository.');
    const whole = makeRepository({ 'packages/web/a.js': '1\n' });
    await expect(makeBranch(join(whole, 'packages/web'), one)).rejects.toThrow(`a part of the repository ${whole}`);
    const bare = makeDirectory({});
    git(bare, 'init', '--quiet', '--bare');
    await expect(makeBranch(bare, one)).rejects.toThrow('must be run in a work tree');
  });

  it('does not say whose commit it would be', async () => {
    const root = makeDirectory({ 'a.js': '1\n' });
    commitAll(root);
    git(root, 'config', '--unset', 'user.email');
    for (const name of ['EMAIL', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_EMAIL']) vi.stubEnv(name, undefined);
    expect(await refuse(root)).toContain('set user.name and user.email');
  });

  it('is locked', async () => {
    const root = makeRepository({ 'a.js': '1\n' });
    mkdirSync(join(root, '.git/refs/heads/gitlab-v4.lock'));
    expect(await refuse(root)).toMatch(/The branch was not made: .*gitlab-v4/);
  });

  it('names a program that tells git what changed: it does not run', async () => {
    const root = makeRepository({ 'a.js': '1\n' });
    git(root, 'config', 'core.fsmonitor', 'touch pwned; false');
    await makeBranch(root, one);
    expect(git(root, '-c', 'core.fsmonitor=false', 'status', '--porcelain')).toBe('');
  });
});

it('a branch that is given up halfway leaves nothing', async () => {
  const root = makeRepository({ 'a.js': '1\n' });
  const given = new AbortController();
  const marker = join(makeDirectory({}), 'started');
  addHook(root, 'pre-commit', `touch '${marker}'; exec sleep 20`);
  const before = takeState(root);
  const checkout = await openCheckout(root);
  const plan = {
    name: 'v4',
    message: 'Move',
    verify: true,
    rewrites: new Map([['a.js', { before: '1\n', after: '2\n' }]]),
  };
  const done = commitBranch(checkout, plan, given.signal);
  await vi.waitFor(() => readFileSync(marker), { timeout: 10_000 });
  given.abort();
  await expect(done).rejects.toThrow('The branch was not made');
  expect(takeState(root)).toEqual(before);
});
