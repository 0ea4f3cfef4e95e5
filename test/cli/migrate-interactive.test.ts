import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from './program.js';
import { noTerminal, openTerminal } from './pseudo-terminal.js';
import type { Session } from './pseudo-terminal.js';
import { git, makeRepository } from './repository.js';

const files = {
  'other.js': "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\n",
  'src/base.js': "module.exports = 'https://gitlab.example.org/api/v3';\n",
  'src/calls.js':
    "const base = require('./base');\nfetch(base + '/projects/8/star', { method: 'DELETE' });\nfetch(base + '/projects/owned');\n",
};
const moved = {
  'other.js': "fetch('https://gitlab.example.com/api/v4/projects/1/unstar', { method: 'POST' });\n",
  'src/base.js': "module.exports = 'https://gitlab.example.org/api/v4';\n",
  'src/calls.js':
    "const base = require('./base');\nfetch(base + '/projects/8/unstar', { method: 'POST' });\nfetch(base + '/projects?owned=true');\n",
};
const escape = '\u001B[';

function readAll(root: string): Record<string, string> {
  return Object.fromEntries(Object.keys(files).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** Types each line when it is asked. */
async function type(session: Session, ...lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    await session.see('?] ');
    session.type(line);
  }
}

async function answer(session: Session, ...lines: readonly string[]): Promise<number | null> {
  await type(session, ...lines);
  return session.ended;
}

describe('migrate --interactive without a terminal', () => {
  it('says that there is none, and does nothing', () => {
    const root = makeRepository(files);
    const { status, stdout, stderr } = runProgram(root, ['migrate', '--interactive']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('--interactive asks a person, and there is no terminal to ask in');
    expect(readAll(root)).toEqual(files);
  });
});

describe.skipIf(noTerminal !== null)(`migrate --interactive${noTerminal ?? ''}`, () => {
  it('shows each fix with its place, code and diff, base by base, and writes what was accepted', async () => {
    const root = makeRepository(files);
    // `CI` keeps the progress away, which a slow machine would show with codes of the terminal's.
    const session = openTerminal(root, ['migrate', '--interactive'], { NO_COLOR: '1', CI: '1' });
    await session.see('other.js:1:53  safe  Take the star back');
    await session.see('  1 | fetch(');
    await session.see('^^^');
    await session.see("+fetch('https://gitlab.example.com/api/v3/projects/1/unstar', { method: 'POST' });");
    await session.see('One of 2 fixes of the base at other.js:1: without it, none of them is made.');
    await session.see('(1/5) Make this fix? ');
    expect(readAll(root)).toEqual(files);
    expect(await answer(session, 'y\n', 'y\n', 'y\n', 'yes\n', 'y\n')).toBe(0);
    expect(readAll(root)).toEqual(moved);
    expect(session.screen()).toContain('Fixed 5 findings in 3 files.');
    expect(session.screen()).not.toContain(escape);
    expect(runProgram(root, ['migrate', '--undo']).status).toBe(0);
    expect(readAll(root)).toEqual(files);
  });

  it('has colours', async () => {
    const session = openTerminal(makeRepository(files), ['migrate', '--interactive']);
    await answer(session, 'q\n');
    expect(session.screen()).toContain(`${escape}32m+fetch`);
  });

  it('leaves the base of what was refused, says so, and asks no more about it', async () => {
    const root = makeRepository(files);
    const session = openTerminal(root, ['migrate', '--interactive']);
    await type(session, 'y\n', 'y\n', 'y\n', 'n\n');
    await session.see(
      'Left. That keeps the base at src/base.js:1 where it is, so its 2 other fixes are left too, though you had accepted 1.',
    );
    expect(await session.ended).toBe(1);
    expect(readAll(root)).toEqual({ ...files, 'other.js': moved['other.js'] });
    expect(session.screen()).toContain('held by src/calls.js:3 projects-filters (refused)');
  });

  it('explains, and helps with what it does not understand, and asks again', async () => {
    const session = openTerminal(makeRepository(files), ['migrate', '--interactive']);
    await session.see('(1/5)');
    session.type('e\n');
    await session.see('project-unstar (GitLab 9.0)');
    await session.see('v4 keeps DELETE for removing resources');
    await session.see('(1/5)');
    session.type('what\n');
    await session.see('a  make it, and all others of the same change');
    await session.see('(1/5)');
    session.type('q\n');
    expect(await session.ended).toBe(1);
  });

  it('takes an answer for all of a change', async () => {
    const root = makeRepository(files);
    const session = openTerminal(root, ['migrate', '--interactive']);
    expect(await answer(session, 'a\n', 'a\n', 'y\n')).toBe(0);
    expect(readAll(root)).toEqual(moved);
  });

  it.each([
    ['q', 'q\n'],
    ['the end of input', '\u0004'],
  ])('writes after %s what was accepted by then', async (_, keys) => {
    const root = makeRepository(files);
    const session = openTerminal(root, ['migrate', '--interactive']);
    expect(await answer(session, 'y\n', 'y\n', 'y\n', keys)).toBe(1);
    expect(readAll(root)).toEqual({ ...files, 'other.js': moved['other.js'] });
  });

  it('writes nothing after Ctrl-C', async () => {
    const root = makeRepository(files);
    const session = openTerminal(root, ['migrate', '--interactive']);
    expect(await answer(session, 'y\n', 'y\n', '\u0003')).toBe(130);
    expect(session.screen()).toContain('Stopped: nothing was written.');
    expect(readAll(root)).toEqual(files);
    expect(git(root, 'status', '--porcelain', '--ignored')).toBe('');
  });

  it('refuses files with uncommitted changes before it asks anything', async () => {
    const root = makeRepository({ 'other.js': files['other.js'] });
    writeFileSync(join(root, 'other.js'), `${files['other.js']}// mine\n`);
    const session = openTerminal(root, ['migrate', '--interactive']);
    expect(await session.ended).toBe(2);
    expect(session.screen()).not.toContain('Make this fix?');
    expect(session.screen()).toContain('--allow-dirty');
  });

  it('leaves a file that changes while it asks, and what goes with it', async () => {
    const root = makeRepository(files);
    const session = openTerminal(root, ['migrate', '--interactive']);
    await type(session, 'y\n', 'y\n', 'y\n', 'y\n');
    await session.see('(5/5)');
    const theirs = `${files['src/calls.js']}// theirs\n`;
    writeFileSync(join(root, 'src/calls.js'), theirs);
    session.type('y\n');
    expect(await session.ended).toBe(3);
    expect(session.screen()).toContain('src/calls.js has changed since it was read, so it is left as it is: run again');
    expect(readAll(root)).toEqual({ ...files, 'other.js': moved['other.js'], 'src/calls.js': theirs });
  });

  it('makes suggestions too, since a person can judge them', async () => {
    const root = makeRepository({
      'a.js': 'const url = `https://gitlab.example.com/api/v3/projects/8/issues/${issue.id}`;\nfetch(url);\n',
    });
    const session = openTerminal(root, ['migrate', '--interactive']);
    await session.see('suggestion');
    expect(await answer(session, 'y\n', 'y\n')).toBe(0);
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toContain('/api/v4/projects/8/issues/${issue.iid}');
  });

  it('puts the report where it is asked to, and the questions on the terminal', async () => {
    const root = makeRepository(files);
    const session = openTerminal(root, ['migrate', '--interactive', '--report', 'json=out.json']);
    await answer(session, 'a\n', 'a\n', 'y\n');
    expect(JSON.parse(readFileSync(join(root, 'out.json'), 'utf8'))).toMatchObject({ summary: { fixed: 5 } });
  });
});
