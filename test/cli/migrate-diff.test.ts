import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';
import { program, runProgram } from './program.js';
import { noTerminal, openTerminal } from './pseudo-terminal.js';

const before = "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\n";
const after = "fetch('https://gitlab.example.com/api/v4/projects/1/unstar', { method: 'POST' });\n";
const escape = '\u001B[';

/** Each with a trap for whatever reads a patch. */
const traps: Readonly<Record<string, (text: string) => string>> = {
  'src/plain.js': (text) => text,
  'src/no-end.js': (text) => text.trimEnd(),
  'src/no-end-but-more.js': (text) => `${text}done();`,
  'src/windows.js': (text) => text.replaceAll('\n', '\r\n'),
  'src/windows-no-end.js': (text) => text.trimEnd().replace(/^/, '// first\r\n'),
  'src/marked.js': (text) => `\uFEFF${text}`,
  'src/like-a-header.js': (text) => `let x = 2;\n-- x;\n++ x;\n${text}-- x;\n++ x;\n`,
  'src dir/two words.js': (text) => text,
  ' leading.js': (text) => text,
  'src/tab\there.js': (text) => text,
  'src/line\nbreak.js': (text) => text,
  'src/quote"and\\slash.js': (text) => text,
  'src/größe 😀.js': (text) => text,
  "src/it's.js": (text) => text,
  'src/bell\u0007.js': (text) => text,
};

function makeTraps(): string {
  return makeDirectory(Object.fromEntries(Object.entries(traps).map(([file, bend]) => [file, bend(before)])));
}

function expectMoved(root: string): void {
  for (const [file, bend] of Object.entries(traps))
    expect([file, readFileSync(join(root, file), 'utf8')]).toEqual([file, bend(after)]);
}

function runIn(root: string, environment: NodeJS.ProcessEnv): string {
  const { stdout } = spawnSync(process.execPath, [program, 'migrate'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  });
  return stdout;
}

describe('the diff of migrate', () => {
  it('says that no program takes it as a patch where it reaches above the working directory', () => {
    const root = makeDirectory({
      'package.json': '{}',
      'base.js': "exports.base = 'https://gitlab.example.com/api/v3';\n",
      'src/star.js': "fetch(require('../base').base + '/projects/1/star', { method: 'DELETE' });\n",
    });
    const { stdout, stderr } = runProgram(join(root, 'src'), ['migrate']);
    expect(stdout).toContain('--- a/../base.js\n');
    expect(stderr).toContain('../base.js lies above the working directory, where neither `git apply` nor `patch` goes');
    expect(runProgram(join(root, 'src'), ['migrate', '--quiet']).stderr).toBe('');
    expect(runProgram(root, ['migrate']).stderr).not.toContain('above');
  });

  it.each([
    ['git apply', 'git', ['apply', '-']],
    ['patch -p1', 'patch', ['--binary', '-p1', '--no-backup-if-mismatch']],
  ])('is a patch for %s, whatever files hold and are called', (_, command, args) => {
    const root = makeTraps();
    const { stdout } = runProgram(root, ['migrate']);
    execFileSync(command, args, { cwd: root, input: stdout, stdio: 'pipe' });
    expectMoved(root);
  });

  it('leaves a mode as it is when it is applied', () => {
    const root = makeDirectory({ 'run.js': before });
    chmodSync(join(root, 'run.js'), 0o755);
    execFileSync('git', ['apply', '-'], { cwd: root, input: runProgram(root, ['migrate']).stdout });
    expect(statSync(join(root, 'run.js')).mode & 0o777).toBe(0o755);
  });

  it('has colours in a pipe only where they are forced', () => {
    const root = makeDirectory({ 'a.js': before });
    expect(runIn(root, {})).not.toContain(escape);
    expect(runIn(root, { FORCE_COLOR: '1' })).toContain(`${escape}32m+fetch`);
    expect(runIn(root, { FORCE_COLOR: '1', NO_COLOR: '1' })).toContain(escape);
    expect(runIn(root, { FORCE_COLOR: '0' })).not.toContain(escape);
  });

  it('has none in a file, though they are forced: a patch is kept there', () => {
    const root = makeDirectory({ 'a.js': before });
    const file = join(root, 'v4.patch');
    const output = openSync(file, 'w');
    spawnSync(process.execPath, [program, 'migrate'], {
      cwd: root,
      stdio: ['ignore', output, 'pipe'],
      env: { PATH: process.env['PATH'], FORCE_COLOR: '1' },
    });
    closeSync(output);
    execFileSync('git', ['apply', file], { cwd: root });
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe(after);
  });
});

describe.skipIf(noTerminal !== null)(`the diff of migrate on a terminal${noTerminal ?? ''}`, () => {
  it('has colours', async () => {
    const session = openTerminal(makeDirectory({ 'a.js': before }), ['migrate']);
    expect(await session.ended).toBe(1);
    expect(session.screen()).toContain(`${escape}31m-fetch`);
    expect(session.screen()).toContain(`${escape}32m+fetch`);
    expect(session.screen()).toContain(`${escape}1m--- a/a.js`);
  });

  // `CI` keeps the progress away, which a slow machine would show: its line is taken away by a code of the terminal's.
  it.each([
    ['NO_COLOR is set', { NO_COLOR: '1', CI: '1' }],
    ['the terminal is dumb', { TERM: 'dumb' }],
  ])('has none if %s', async (_, environment) => {
    const session = openTerminal(makeDirectory({ 'a.js': before }), ['migrate'], environment);
    expect(await session.ended).toBe(1);
    expect(session.screen()).toContain('+fetch');
    expect(session.screen()).not.toContain(escape);
  });

  it('takes NO_COLOR that is empty for not set, as its convention says', async () => {
    const session = openTerminal(makeDirectory({ 'a.js': before }), ['migrate'], { NO_COLOR: '' });
    await session.ended;
    expect(session.screen()).toContain(escape);
  });

  it('lets nothing of a file reach the terminal as a command', async () => {
    const evil = `// \u001B]0;owned\u0007 \u009B2J\n${before}`;
    const session = openTerminal(makeDirectory({ 'a.js': evil }), ['migrate'], { NO_COLOR: '1', CI: '1' });
    await session.ended;
    expect(session.screen()).toContain('// \\u001b]0;owned\\u0007 \\u009b2J');
    expect(session.screen()).not.toMatch(/[\u001B\u0007\u009B]/);
  });

  it('takes a line that looks like a header for what it is', async () => {
    const source = `-- all[${before.replace(';\n', '')}];\n`;
    const session = openTerminal(makeDirectory({ 'a.js': source }), ['migrate']);
    await session.ended;
    expect(session.screen()).toContain(`${escape}31m--- all[fetch`);
  });
});
