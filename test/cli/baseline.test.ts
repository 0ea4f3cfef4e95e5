import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';
import { runProgram } from './program.js';
import type { Ended } from './program.js';
import { commit, git, makeRepository, write } from './repository.js';

const base = "const base = 'https://gitlab.example.com/api/v3';\n";
const star = "export const star = (id) => fetch(base + '/projects/' + id + '/star', { method: 'DELETE' });\n";
const owned = "export const owned = () => fetch(base + '/projects/owned');\n";
const login = "export const login = (body) => fetch(base + '/session', { method: 'POST', body });\n";
const all = base + star + owned + login;

const header = '{"baseline":"v4ward","version":1}\n';
const entries = {
  prefix: '{"file":"src/a.js","symbol":"base","change":"api-prefix"}\n',
  login: '{"file":"src/a.js","symbol":"login","change":"session-removed","request":"POST /session"}\n',
  owned: '{"file":"src/a.js","symbol":"owned","change":"projects-filters","request":"GET /projects/owned"}\n',
  star: '{"file":"src/a.js","symbol":"star","change":"project-unstar","request":"DELETE /projects/{}/star"}\n',
};
const whole = header + entries.prefix + entries.login + entries.owned + entries.star;

function check(root: string, ...options: readonly string[]): Ended {
  return runProgram(root, ['check', '--baseline', 'b.jsonl', ...options]);
}

function update(root: string, ...options: readonly string[]): Ended {
  return check(root, '--update-baseline', ...options);
}

function readBaseline(root: string): string {
  return readFileSync(join(root, 'b.jsonl'), 'utf8');
}

function changesOf({ stdout }: Ended): string[] {
  const { findings } = JSON.parse(stdout) as { findings: { change: string }[] };
  return findings.map(({ change }) => change);
}

function staleOf({ stdout }: Ended): string[] {
  const { notices } = JSON.parse(stdout) as { notices: { kind: string; line: number; change: string }[] };
  return notices.filter(({ kind }) => kind === 'stale-baseline').map(({ line, change }) => `${String(line)} ${change}`);
}

describe('check --baseline', () => {
  it('is written of what is open, and then lets it pass', () => {
    const root = makeDirectory({ 'src/a.js': all });
    const written = update(root);
    expect(written.status).toBe(0);
    expect(written.stderr).toContain('The baseline b.jsonl holds 4 entries: 4 added, 0 taken out.');
    expect(readBaseline(root)).toBe(whole);
    const { status, stdout } = check(root);
    expect(status).toBe(0);
    expect(stdout).toContain('Left alone: 4 in the baseline.');
    expect(stdout).not.toContain('src/a.js');
    expect(readdirSync(root).sort()).toEqual(['b.jsonl', 'src']);
  });

  it('fails for what comes after it, and shows it alone', () => {
    const root = makeDirectory({ 'src/a.js': all, 'b.jsonl': whole });
    write(root, { 'src/a.js': `// moved\n\n${all}export const again = () => fetch(base + '/projects/owned');\n` });
    const ended = check(root, '--format', 'json');
    expect(ended.status).toBe(1);
    expect(changesOf(ended)).toEqual(['projects-filters']);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      summary: { findings: 1, baselined: 4 },
      baselined: [{ change: 'api-prefix' }, { change: 'project-unstar' }, {}, {}],
      ledger: { 'projects-filters': { fixable: 1, baselined: 1 } },
    });
  });

  it('tells what is stale with its line, and takes it out when it is updated', () => {
    const root = makeDirectory({ 'src/a.js': base + owned + login, 'b.jsonl': whole });
    const ended = check(root, '--format', 'json');
    expect(ended.status).toBe(0);
    expect(staleOf(ended)).toEqual(['5 project-unstar']);
    expect(ended.stderr).toContain(
      'v4ward: b.jsonl:5 `project-unstar` of `DELETE /projects/{}/star` in src/a.js (star) is no longer found',
    );
    expect(check(root).stdout).toContain(
      'In the baseline, but no longer in the code:\n  b.jsonl:5:1  `project-unstar`',
    );
    expect(update(root).stderr).toContain('holds 3 entries: 0 added, 1 taken out.');
    expect(readBaseline(root)).toBe(whole.replace(entries.star, ''));
  });

  it('tells that a whole file is gone, but not of what was not looked at', () => {
    const other = '{"file":"lib/b.js","change":"unresolved"}\n';
    const root = makeDirectory({ 'src/a.js': all, 'lib/c.js': '', 'b.jsonl': whole.replace(header, header + other) });
    expect(staleOf(check(root, '--format', 'json'))).toEqual(['2 unresolved']);
    expect(staleOf(check(root, 'src', '--format', 'json'))).toEqual([]);
    expect(staleOf(check(root, 'lib', '--format', 'json'))).toEqual(['2 unresolved']);
    update(root, 'src');
    expect(readBaseline(root)).toContain(other);
    update(root, 'lib');
    expect(readBaseline(root)).toBe(whole);
  });

  it('leaves alone what --only and --skip leave out', () => {
    const root = makeDirectory({ 'src/a.js': base + owned, 'b.jsonl': whole });
    const only = ['--only', 'project-unstar', '--format', 'json'];
    expect(staleOf(check(root, ...only))).toEqual(['5 project-unstar']);
    update(root, ...only);
    expect(readBaseline(root)).toBe(whole.replace(entries.star, ''));
  });

  it('takes nothing out as long as a file cannot be parsed', () => {
    const root = makeDirectory({ 'src/a.js': base + owned, 'src/broken.js': "fetch('/api/v3/x'", 'b.jsonl': whole });
    const ended = check(root, '--format', 'json');
    expect(ended.status).toBe(3);
    expect(staleOf(ended)).toEqual([]);
    const { status, stderr } = update(root);
    expect(status).toBe(3);
    expect(stderr).toContain('Nothing is taken out as long as 1 file cannot be looked at.');
    expect(readBaseline(root)).toBe(whole);
  });

  it('holds unresolved requests, for --fail-on unresolved', () => {
    const root = makeDirectory({ 'src/a.js': `${base}export const get = (path) => fetch(base + path);\n` });
    update(root);
    expect(readBaseline(root)).toContain('{"file":"src/a.js","symbol":"get","change":"unresolved"}\n');
    const { status, stdout } = check(root, '--fail-on', 'unresolved', '--format', 'json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ unresolved: [], baselinedUnresolved: [{ symbol: 'get' }] });
  });

  it('is the same from any directory: files are relative to its own', () => {
    const root = makeDirectory({ 'src/a.js': all, 'src/deep/x.js': '' });
    const from = (folder: string, ...options: string[]): Ended =>
      runProgram(join(root, folder), ['check', '--baseline', '../b.jsonl', ...options]);
    expect(from('src', '--update-baseline').status).toBe(0);
    expect(readBaseline(root)).toBe(whole);
    expect(check(root).status).toBe(0);
    mkdirSync(join(root, 'ci'));
    const inCi = ['check', '..', '--baseline', 'b.jsonl'];
    expect(runProgram(join(root, 'ci'), [...inCi, '--update-baseline']).status).toBe(0);
    expect(readFileSync(join(root, 'ci/b.jsonl'), 'utf8')).toContain('"file":"../src/a.js"');
    expect(runProgram(join(root, 'ci'), inCi).status).toBe(0);
  });

  it('has room for any name of a file', () => {
    const root = makeDirectory({ 'a b/é "quoted"\n.js': all });
    update(root);
    expect(readBaseline(root)).toContain('{"file":"a b/é \\"quoted\\"\\n.js","symbol":"base","change":"api-prefix"}\n');
    const { status, stdout } = check(root, '--format', 'json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ findings: [], notices: [], summary: { baselined: 4 } });
  });

  it('is read with the line ends that git gives it, and not written if it says the same', () => {
    const windows = whole.replaceAll('\n', '\r\n');
    const root = makeDirectory({ 'src/a.js': all.replaceAll('\n', '\r\n'), 'b.jsonl': windows });
    expect(check(root).status).toBe(0);
    update(root);
    expect(readBaseline(root)).toBe(windows);
  });

  it('stays a link', () => {
    const root = makeDirectory({ 'src/a.js': all, 'ci/real.jsonl': header });
    symlinkSync('ci/real.jsonl', join(root, 'b.jsonl'));
    update(root);
    expect(readFileSync(join(root, 'ci/real.jsonl'), 'utf8')).toBe(whole);
    expect(readdirSync(join(root, 'ci'))).toEqual(['real.jsonl']);
  });

  it.each([
    ['is not there', null, [], 'There is no baseline "b.jsonl". `v4ward check --baseline b.jsonl --update-baseline`'],
    ['is damaged', `${header}{"file":`, [], 'The baseline "b.jsonl" is damaged in line 2'],
    ['is damaged, even to update it', `${header}{`, ['--update-baseline'], 'is damaged in line 2'],
    ['is in conflict', `${header}<<<<<<< ours\n`, ['--update-baseline'], 'has a conflict of git in line 2'],
    ['is of a later version', header.replace('1', '7'), [], 'is of version 7, and this v4ward reads version 1'],
  ])('that %s ends with 2', (_, text, options, message) => {
    const root = makeDirectory({ 'src/a.js': all, ...(text === null ? {} : { 'b.jsonl': text }) });
    const { status, stdout, stderr } = check(root, ...options);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    if (text !== null) expect(readBaseline(root)).toBe(text);
  });

  it('is refused if it is a directory, or its folder is not there', () => {
    const root = makeDirectory({ 'src/a.js': all, 'b.jsonl/x': '' });
    expect(check(root)).toMatchObject({ status: 2, stdout: '' });
    const { status, stderr } = runProgram(root, ['check', '--baseline', 'no/b.jsonl', '--update-baseline']);
    expect(status).toBe(2);
    expect(stderr).toContain('The baseline "no/b.jsonl" cannot be written');
  });

  it('means nothing to update without a file', () => {
    const { status, stderr } = runProgram(makeDirectory({ 'a.js': '' }), ['check', '--update-baseline']);
    expect(status).toBe(2);
    expect(stderr).toContain('--update-baseline means nothing without --baseline');
  });

  it('is left as it is if nothing was looked at', () => {
    const root = makeDirectory({ 'empty/notes.md': '', 'b.jsonl': whole });
    expect(update(root, 'empty').status).toBe(2);
    expect(readBaseline(root)).toBe(whole);
  });

  it('merges: two branches each fix one, and none comes back', () => {
    const root = makeRepository({ 'src/a.js': all });
    update(root);
    commit(root);
    const fix = (branch: string, text: string): void => {
      git(root, 'checkout', '--quiet', '-b', branch, 'main');
      write(root, { 'src/a.js': text });
      update(root);
      commit(root);
    };
    fix('one', base + star + owned);
    fix('two', base + owned + login);
    write(root, { '.gitattributes': 'b.jsonl merge=union\n' });
    commit(root);
    git(root, 'merge', '--quiet', '--message', 'Merge', 'one');
    expect(readFileSync(join(root, 'src/a.js'), 'utf8')).toBe(base + owned);
    expect(check(root).status).toBe(0);
    update(root);
    expect(readBaseline(root)).toBe(header + entries.prefix + entries.owned);
    expect(check(root).status).toBe(0);
  });

  it('is whole again after the sides of a conflict are kept and it is updated', () => {
    const root = makeDirectory({ 'src/a.js': base + owned });
    const conflict = `${header}<<<<<<< HEAD\n${entries.owned}=======\n${entries.star}>>>>>>> two\n${entries.prefix}`;
    writeFileSync(join(root, 'b.jsonl'), conflict.replace(/^[<=>]{7}.*\n/gm, ''));
    expect(check(root).status).toBe(0);
    update(root);
    expect(readBaseline(root)).toBe(header + entries.prefix + entries.owned);
  });
});
