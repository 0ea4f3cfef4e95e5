import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';
import { runProgram } from './program.js';

const before = "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\r\n";
const after = "fetch('https://gitlab.example.com/api/v4/projects/1/unstar', { method: 'POST' });\r\n";

function git(cwd: string, ...args: string[]): void {
  execFileSync(
    'git',
    ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false', ...args],
    { cwd, stdio: 'pipe' },
  );
}

function makeRepository(files: Readonly<Record<string, string>>): string {
  const root = makeDirectory(files);
  git(root, 'init', '--quiet');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '-m', 'Start');
  return root;
}

function read(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

describe('migrate', () => {
  it('prints a diff, which applies, and writes nothing', () => {
    const root = makeDirectory({ 'src/a.js': before });
    const { status, stdout, stderr } = runProgram(root, ['migrate']);
    expect(status).toBe(1);
    expect(stderr).toContain('nothing was written');
    expect(read(root, 'src/a.js')).toBe(before);
    execFileSync('git', ['apply', '-'], { cwd: root, input: stdout });
    expect(read(root, 'src/a.js')).toBe(after);
  });

  it('has nothing against a comment that settles what the diff moves', () => {
    const ignored =
      '// v4ward-ignore issue-iid -- the router has iids\nfetch(`https://gitlab.example.com/api/v3/projects/8/issues/${id}`);\n';
    const { stdout, stderr } = runProgram(makeDirectory({ 'a.js': ignored }), ['migrate']);
    expect(stdout).toContain('+fetch(`https://gitlab.example.com/api/v4/');
    expect(stderr).not.toContain('issue-iid');
  });

  it('writes what the diff shows, and has nothing to do the second time', () => {
    const root = makeDirectory({ 'src/a.js': `\uFEFF${before}` });
    const { status, stdout } = runProgram(root, ['migrate', '--write']);
    expect(status).toBe(0);
    expect(stdout).toContain('Fixed 2 findings in 1 file.');
    expect(read(root, 'src/a.js')).toBe(`\uFEFF${after}`);
    const again = runProgram(root, ['migrate', '--write']);
    expect(again.status).toBe(0);
    expect(again.stdout).toContain('Fixed 0 findings in 0 files.');
    expect(read(root, 'src/a.js')).toBe(`\uFEFF${after}`);
  });

  it('prints JSON of what is open', () => {
    const root = makeDirectory({ 'a.js': before });
    const dry = JSON.parse(runProgram(root, ['migrate', '--format', 'json']).stdout) as { summary: object };
    expect(dry.summary).toMatchObject({ findings: 2, safe: 2 });
    expect(dry.summary).not.toHaveProperty('fixed');
    const wet = JSON.parse(runProgram(root, ['migrate', '--write', '--format', 'json']).stdout) as {
      summary: object;
      ledger: object;
    };
    expect(wet.summary).toMatchObject({ findings: 0, fixed: 2, filesChanged: 1 });
    expect(wet.ledger).toMatchObject({ 'api-prefix': { fixed: 1 }, 'project-unstar': { fixed: 1 } });
  });

  it('leaves the prefix until what comes before it is fixed', () => {
    const root = makeDirectory({ 'a.js': before });
    expect(runProgram(root, ['migrate', '--only', 'api-prefix']).stdout).toBe('');
    expect(runProgram(root, ['migrate', '--skip', 'api-prefix', '--write']).status).toBe(0);
    expect(read(root, 'a.js')).toBe(after.replace('v4', 'v3'));
  });

  it('leaves comments for what a person must settle, lists them, and takes them out', () => {
    const source = "fetch('https://gitlab.example.com/api/v3/projects/1/issues/' + number);\n";
    const todo = '// TODO(v4ward): issue-iid\n';
    const root = makeDirectory({ 'a.js': source });
    const dry = runProgram(root, ['migrate', '--todo']);
    expect(dry.stdout).toContain('+// TODO(v4ward): issue-iid');
    expect(dry.stderr).toContain('Comments in 1 file shown as a diff');
    expect(read(root, 'a.js')).toBe(source);
    runProgram(root, ['migrate', '--todo', '--write']);
    expect(read(root, 'a.js')).toBe(todo + source);
    runProgram(root, ['migrate', '--todo', '--write']);
    expect(read(root, 'a.js')).toBe(todo + source);
    expect(runProgram(root, ['check']).stdout).toContain('a.js:1:1  `issue-iid` is still to be settled');
    writeFileSync(join(root, 'a.js'), todo + source.replace('issues', 'hooks'));
    expect(runProgram(root, ['check']).stdout).toContain('a.js:1:1  `issue-iid` is not found here any more');
    runProgram(root, ['migrate', '--todo', '--write']);
    expect(read(root, 'a.js')).toBe(source.replace('issues', 'hooks').replace('v3', 'v4'));
  });

  it('refuses files with uncommitted changes', () => {
    const root = makeRepository({ 'a.js': before });
    writeFileSync(join(root, 'a.js'), `${before}// mine\r\n`);
    const { status, stdout, stderr } = runProgram(root, ['migrate', '--write']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('a.js');
    expect(stderr).toContain('--allow-dirty');
    expect(runProgram(root, ['migrate', '--write', '--allow-dirty']).status).toBe(0);
    expect(read(root, 'a.js')).toBe(`${after}// mine\r\n`);
  });

  it('leaves all of a base that has a fix in a file with uncommitted changes, and says so', () => {
    const root = makeRepository({
      'src/base.js': "module.exports = 'https://gitlab.example.com/api/v3';\n",
      'src/star.js': `const base = require('./base');\nfetch(base + '/projects/1/star', { method: 'DELETE' });\n`,
      'src/owned.js': `const base = require('./base');\nfetch(base + '/projects/owned');\n`,
      'other.js': before,
    });
    writeFileSync(join(root, 'src/star.js'), `${read(root, 'src/star.js')}// mine\n`);
    const { status, stdout } = runProgram(root, ['migrate', '--write', '--format', 'json']);
    const { findings, errors } = JSON.parse(stdout) as {
      findings: { file: string; change: string; heldBy: string[] }[];
      errors: { file: string; message: string }[];
    };
    expect(status).toBe(3);
    expect(errors.map(({ file }) => file)).toEqual(['src/star.js']);
    expect(findings.map(({ file, change, heldBy }) => [file, change, heldBy])).toEqual([
      ['src/base.js', 'api-prefix', ['src/star.js (uncommitted changes)']],
      ['src/owned.js', 'projects-filters', ['src/star.js (uncommitted changes)']],
      ['src/star.js', 'project-unstar', ['src/star.js (uncommitted changes)']],
    ]);
    expect(read(root, 'src/base.js')).toContain('api/v3');
    expect(read(root, 'src/owned.js')).toContain('/projects/owned');
    expect(read(root, 'other.js')).toBe(after);
  });

  it('keeps the prefix of the base whose changes are skipped, and no other', () => {
    const owned = "fetch('https://gitlab.example.org/api/v3/projects/owned');\n";
    const root = makeDirectory({ 'a.js': before, 'b.js': owned });
    const { stdout } = runProgram(root, ['migrate', '--write', '--skip', 'project-unstar']);
    expect(stdout).toContain('held by a.js:1 project-unstar (not asked for)');
    expect(read(root, 'a.js')).toBe(before);
    expect(read(root, 'b.js')).toBe("fetch('https://gitlab.example.org/api/v4/projects?owned=true');\n");
  });

  it('writes what it can if a file does not parse, and exits with 3', () => {
    const root = makeDirectory({ 'a.js': before, 'broken.js': 'gitlab(' });
    expect(runProgram(root, ['migrate', '--write']).status).toBe(3);
    expect(read(root, 'a.js')).toBe(after);
    expect(read(root, 'broken.js')).toBe('gitlab(');
  });
});
