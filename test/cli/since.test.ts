import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';
import { program, runProgram } from './program.js';
import type { Ended } from './program.js';
import { commit, git, makeRepository, write } from './repository.js';

const base = "const base = 'https://gitlab.example.com/api/v3';\n";
const owned = "export const owned = () => fetch(base + '/projects/owned');\n";
const starred = "export const starred = () => fetch(base + '/projects/starred');\n";
const fine = "export const version = () => fetch(base + '/version');\n";
const lone = "fetch('https://gitlab.example.com/api/v4/session', { method: 'POST', body: form });\n";

function check(root: string, ...options: readonly string[]): Ended {
  return runProgram(root, ['check', '--format', 'json', ...options]);
}

function found({ stdout }: Ended): string[] {
  const { findings } = JSON.parse(stdout) as { findings: { file: string; line: number; change: string }[] };
  return findings.map(({ file, line, change }) => `${file}:${String(line)} ${change}`);
}

/** `main` holds old findings, and the branch `work` is checked out. */
function makeBranch(): string {
  const root = makeRepository({ 'src/a.js': base + owned + fine, 'src/old.js': lone });
  git(root, 'checkout', '--quiet', '-b', 'work');
  return root;
}

describe('check --since', () => {
  it('reports what the branch brings, committed, staged or neither, and says how much it leaves out', () => {
    const root = makeBranch();
    expect(check(root, '--since', 'main').status).toBe(0);
    appendFileSync(join(root, 'src/a.js'), starred);
    const ended = check(root, '--since', 'main');
    expect([ended.status, found(ended)]).toEqual([1, ['src/a.js:4 projects-filters']]);
    expect(JSON.parse(ended.stdout)).toMatchObject({ summary: { findings: 1, outside: 3, requests: 4 } });
    expect(ended.stderr).toMatch(
      /3 open findings or requests stand outside of what changed since main \([0-9a-f]{10}\)/,
    );
    git(root, 'add', '.');
    expect(found(check(root, '--since', 'main'))).toEqual(['src/a.js:4 projects-filters']);
    commit(root);
    expect(found(check(root, '--since', 'main'))).toEqual(['src/a.js:4 projects-filters']);
    expect(found(check(root, '--since', 'HEAD'))).toEqual([]);
    expect(found(check(join(root, 'src'), '--since', 'main'))).toEqual(['a.js:4 projects-filters']);
  });

  it('leaves out a base that was there, though it moves together with what is new', () => {
    const root = makeRepository({ 'src/a.js': base + fine });
    appendFileSync(join(root, 'src/a.js'), "export const all = () => fetch(base + '/projects/all');\n");
    expect(found(check(root, '--since', 'HEAD'))).toEqual(['src/a.js:3 projects-filters']);
  });

  it('compares with where the branch left, not with what came to main since', () => {
    const root = makeBranch();
    git(root, 'checkout', '--quiet', 'main');
    commit(root, { 'src/a.js': base + fine });
    git(root, 'checkout', '--quiet', 'work');
    expect(found(check(root, '--since', 'main'))).toEqual([]);
  });

  it('reports files that git does not know yet, whatever they are called, but none that it ignores', () => {
    const root = makeBranch();
    write(root, { 'src/a "b"\né.js': lone, 'made/c.js': lone, '.gitignore': 'made/\n' });
    expect(found(check(root, '--since', 'main'))).toEqual(['src/a "b"\né.js:1 session-removed']);
    expect(found(check(root, 'made/c.js', '--since', 'main'))).toEqual([]);
    commit(root);
    expect(found(check(root, '--since', 'main'))).toEqual(['src/a "b"\né.js:1 session-removed']);
  });

  it('knows a file that was moved', () => {
    const root = makeBranch();
    mkdirSync(join(root, 'lib'));
    renameSync(join(root, 'src/a.js'), join(root, 'lib/a b.js'));
    appendFileSync(join(root, 'lib/a b.js'), starred);
    commit(root);
    expect(found(check(root, '--since', 'main'))).toEqual(['lib/a b.js:4 projects-filters']);
  });

  it('takes other line ends for the same lines', () => {
    const root = makeBranch();
    write(root, { 'src/a.js': (base + owned + fine).replaceAll('\n', '\r\n') });
    expect(found(check(root, '--since', 'main'))).toEqual([]);
  });

  it.each([
    ['a line of the call was changed', "{\n  method: 'DELETE',\n}", "{\n  method: 'PUT',\n}", 1],
    ['another function was', '() => 1', '() => 2', 0],
    ['a callback of the call was', '.then(() => {\n  log();\n', '.then(() => {\n  tell();\n', 0],
    ['the comment that settled it was taken out', '// v4ward-ignore project-unstar -- seen\n', '', 1],
  ])('asks whether %s', (_, before, after, count) => {
    const text = `const other = () => 1;\n\n${base}\n// v4ward-ignore project-unstar -- seen
export const star = (id) => fetch(base + \`/projects/\${id}/star\`, {\n  method: 'DELETE',\n}).then(() => {\n  log();\n});\n`;
    const clean = before.startsWith('//') ? text : text.replace('// v4ward-ignore project-unstar -- seen\n', '');
    const root = makeRepository({ 'a.js': clean });
    write(root, { 'a.js': clean.replace(before, after) });
    const expected = after.includes('PUT') ? 0 : count;
    const changes = found(check(root, '--since', 'HEAD')).filter((each) => each.includes('project-unstar'));
    expect(changes).toHaveLength(expected);
  });

  it('keeps exit code 3 for what cannot be parsed, wherever it stands', () => {
    const root = makeRepository({ 'a.js': "fetch('/api/v3/x'" });
    expect(check(root, '--since', 'HEAD').status).toBe(3);
  });

  it('goes with a baseline: what it holds is in neither, and nothing of the rest is stale', () => {
    const root = makeBranch();
    const baseline = ['--baseline', 'b.jsonl'];
    check(root, ...baseline, '--update-baseline');
    appendFileSync(join(root, 'src/a.js'), starred);
    const ended = check(root, ...baseline, '--since', 'main');
    expect(found(ended)).toEqual(['src/a.js:4 projects-filters']);
    expect(JSON.parse(ended.stdout)).toMatchObject({ notices: [], baselined: [], summary: { outside: 0 } });
    check(root, ...baseline, '--since', 'main', '--update-baseline');
    expect(check(root, ...baseline).status).toBe(0);
  });

  it.each([
    ['there is no such commit', ['--since', 'nope'], 'Fetch `git fetch origin nope`, then `--since FETCH_HEAD`'],
    ['it looks like an option', ['--since=--output=x'], 'there is no such commit, branch or tag here'],
    ['it is no commit', ['--since', 'HEAD:a.js'], 'there is no such commit, branch or tag here'],
    ['it is empty', ['--since', ''], 'there is no such commit, branch or tag here'],
    ['it has no value', ['--since'], '--since needs a value'],
    ['there is --staged too', ['--since', 'HEAD', '--staged'], 'cannot go together'],
  ])('is refused if %s', (_, options, message) => {
    const root = makeRepository({ 'a.js': lone });
    const { status, stdout, stderr } = check(root, ...options);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(git(root, 'status', '--porcelain')).toBe('');
  });

  it('names the branch of the remote, if only that is here', () => {
    const root = makeRepository({ 'a.js': lone });
    git(root, 'update-ref', 'refs/remotes/origin/next', 'HEAD');
    expect(check(root, '--since', 'next').stderr).toContain('Did you mean "origin/next"?');
  });

  it('says how to get the history that a shallow clone lacks', () => {
    const root = makeBranch();
    commit(root, { 'b.js': lone });
    const clone = join(makeDirectory({}), 'clone');
    git(root, 'clone', '--quiet', '--depth=1', '--no-single-branch', `file://${root}`, clone);
    const { status, stderr } = check(clone, '--since', 'origin/main');
    expect(status).toBe(2);
    expect(stderr).toContain('`git fetch --unshallow`, or `GIT_DEPTH: 0` in GitLab CI');
    git(clone, 'fetch', '--quiet', '--unshallow');
    expect(found(check(clone, '--since', 'origin/main'))).toEqual(['b.js:1 session-removed']);
  });

  it('is refused for histories without a commit in common', () => {
    const root = makeRepository({ 'a.js': lone });
    git(root, 'checkout', '--quiet', '--orphan', 'other');
    commit(root, { 'b.js': '' });
    expect(check(root, '--since', 'main').stderr).toContain('it has no commit in common with this branch');
  });

  it('is refused outside of a repository', () => {
    const { status, stderr } = check(makeDirectory({ 'a.js': lone }), '--since', 'main');
    expect(status).toBe(2);
    expect(stderr).toContain('--since main compares with git, and there is no repository here');
  });

  it('compares a submodule with the commit that it was at', () => {
    const inner = makeRepository({ 'a.js': lone });
    const root = makeRepository({ 'b.js': lone });
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${inner}`, 'sub');
    commit(root);
    git(root, 'checkout', '--quiet', '-b', 'work');
    expect(found(check(root, '--since', 'main'))).toEqual([]);
    commit(join(root, 'sub'), { 'c.js': lone });
    expect(found(check(root, '--since', 'main'))).toEqual(['sub/c.js:1 session-removed']);
    commit(root);
    expect(found(check(root, '--since', 'main'))).toEqual(['sub/c.js:1 session-removed']);
    expect(found(check(root, '--since', 'main~1'))).toEqual([
      'sub/a.js:1 session-removed',
      'sub/c.js:1 session-removed',
    ]);
  });
});

describe('check --staged', () => {
  it('reads what is staged, whatever the working tree holds', () => {
    const root = makeRepository({ 'src/a.js': base + fine });
    write(root, { 'src/a.js': base + owned + fine });
    git(root, 'add', '.');
    write(root, { 'src/a.js': base + fine, 'src/new.js': lone });
    const ended = check(root, '--staged');
    expect([ended.status, found(ended)]).toEqual([1, ['src/a.js:2 projects-filters']]);
    git(root, 'reset', '--quiet', '--hard');
    write(root, { 'src/a.js': base + owned + fine });
    expect(found(check(root, '--staged'))).toEqual([]);
  });

  it('sees files of which only the index has a word of GitLab', () => {
    const root = makeRepository({ 'a.js': '' });
    write(root, { 'a.js': lone });
    git(root, 'add', '.');
    write(root, { 'a.js': '' });
    expect(found(check(root, '--staged'))).toEqual(['a.js:1 session-removed']);
  });

  it('is a hook of git, which hands over an index of its own', () => {
    const root = makeRepository({ 'src/a.js': base + fine });
    const hook = join(root, '.git/hooks/pre-commit');
    writeFileSync(hook, `#!/bin/sh\nexec "${process.execPath}" "${program}" check --staged --quiet\n`, { mode: 0o755 });
    write(root, { 'src/a.js': base + owned + fine });
    expect(() => git(root, 'commit', '--quiet', '--all', '--message', 'Work')).toThrow('projects-filters');
    write(root, { 'src/a.js': `${base}${fine}// words\n` });
    git(root, 'commit', '--quiet', '--all', '--message', 'Work');
    expect(git(root, 'status', '--porcelain')).toBe('');
  });

  it('works before the first commit', () => {
    const root = makeDirectory({ 'a.js': lone });
    git(root, 'init', '--quiet');
    git(root, 'add', '.');
    expect(found(check(root, '--staged'))).toEqual(['a.js:1 session-removed']);
  });

  it('refuses what is staged and not there', () => {
    const root = makeRepository({ 'a.js': '' });
    write(root, { 'b.js': lone });
    git(root, 'add', '.');
    rmSync(join(root, 'b.js'));
    const { status, stderr } = check(root, '--staged');
    expect(status).toBe(2);
    expect(stderr).toContain('--staged: "b.js" is in the index, but not in the working tree');
    git(root, 'rm', '--quiet', '--cached', 'b.js');
    expect(check(root, '--staged').status).toBe(0);
  });

  it('is refused outside of a repository', () => {
    expect(check(makeDirectory({ 'a.js': lone }), '--staged').stderr).toContain('--staged compares with git');
  });
});

describe('check --max-warnings', () => {
  it.each([
    [['--fail-on', 'never', '--max-warnings', '2'], 1],
    [['--fail-on', 'never', '--max-warnings', '3'], 0],
    [['--fail-on', 'safe', '--max-warnings', '9'], 1],
    [['--fail-on', 'never'], 0],
  ])('counts what --fail-on lets pass: %j', (options, status) => {
    const root = makeDirectory({ 'a.js': base + owned + starred });
    expect(check(root, ...options).status).toBe(status);
  });

  it('counts unresolved requests', () => {
    const root = makeDirectory({
      'a.js': "const base = 'https://gitlab.example.com/api/v4';\nexport const get = (path) => fetch(base + path);\n",
    });
    expect(check(root).status).toBe(0);
    expect(check(root, '--max-warnings', '0').status).toBe(1);
  });

  it.each(['-1', '1.5', 'many', ''])('is refused for "%s"', (value) => {
    const { status, stderr } = check(makeDirectory({ 'a.js': '' }), `--max-warnings=${value}`);
    expect(status).toBe(2);
    expect(stderr).toContain('expected a whole number, 0 or more');
  });
});
