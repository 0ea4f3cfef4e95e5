import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { listCompletions } from '../../src/cli/complete.js';
import { makeDirectory } from '../directory.js';
import { runProgram } from './program.js';

const complete = (...words: string[]) => listCompletions(words, commands, () => ['issue-iid', 'no-global-id']);

describe('what is offered', () => {
  it('is the commands, first', () => {
    expect(complete('')).toEqual(commands.map(({ name }) => name));
    expect(complete('ex')).toEqual(['explain']);
    expect(complete('--v')).toEqual(['--version']);
  });

  it('is the options of the command, each once unless it is repeatable', () => {
    expect(complete('migrate', '--wr')).toEqual(['--write']);
    expect(complete('migrate', '--write', '--w')).toEqual([]);
    expect(complete('check', '--only', 'issue-iid', '--on')).toContain('--only');
    expect(complete('check', '--writ')).toEqual([]);
  });

  it('is the values of an option', () => {
    expect(complete('check', '--fail-on', 's')).toEqual(['safe', 'suggestion']);
    expect(complete('check', '--fail-on=s')).toEqual(['--fail-on=safe', '--fail-on=suggestion']);
    expect(complete('check', '--fail-on', '=')).toContain('never');
    expect(complete('check', '--fail-on', '=', 'n')).toEqual(['never']);
    expect(complete('check', '--skip', 'no-')).toEqual(['no-global-id']);
  });

  it('is what the command is called on', () => {
    expect(complete('explain', 'is')).toEqual(['issue-iid']);
    expect(complete('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  it('is nothing where files are meant, or what another program takes', () => {
    expect(complete('check', '')).toEqual([]);
    expect(complete('check', '--config', '')).toEqual([]);
    expect(complete('verify', '--', 'npm', '--')).toEqual([]);
    expect(complete('nothing', '-')).toEqual([]);
  });
});

describe('the program', () => {
  it('knows the rows of the project', () => {
    const root = makeDirectory({ 'v4ward.config.json': '{}' });
    expect(runProgram(root, ['--complete', '--', 'explain', 'issue-i']).stdout).toBe('issue-iid\n');
    const row = {
      id: 'house-badges',
      release: '9.0',
      rule: 'no-v3-endpoint',
      certainty: 'safe',
      says: 'A.',
      because: 'B.',
      source: 'C',
      message: 'D.',
    };
    const example = { before: 'GET /projects/4/shields', after: 'GET /projects/4/badges' };
    const moved = { from: 'GET /projects/:id/shields', to: 'GET /projects/:id/badges' };
    const own = makeDirectory({ 'v4ward.config.json': JSON.stringify({ catalogues: [{ ...row, example, moved }] }) });
    expect(runProgram(own, ['--complete', '--', 'explain', 'house']).stdout).toBe('house-badges\n');
  });

  it('says nothing of a configuration that is wrong', () => {
    const root = makeDirectory({ 'v4ward.config.json': '{ "hosts": 1 }' });
    expect(runProgram(root, ['--complete', '--', 'explain', 'pagi'])).toEqual({
      status: 0,
      stdout: 'pagination\n',
      stderr: '',
    });
    expect(runProgram(root, ['--complete'])).toMatchObject({ status: 0, stderr: '' });
  });
});

const program = fileURLToPath(new URL('../../dist/bundle/v4ward.js', import.meta.url));

/** A directory with the command in it, as a global installation puts it on the path, and what the shell reads. */
function installFor(shell: string): { root: string; env: NodeJS.ProcessEnv } {
  const script = runProgram(makeDirectory({}), ['completion', shell]).stdout;
  const root = makeDirectory({ 'bin/v4ward': `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, script });
  chmodSync(join(root, 'bin/v4ward'), 0o755);
  return { root, env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env['PATH'] ?? ''}` } };
}

function hasShell(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0;
}

describe.skipIf(!hasShell('bash'))('bash', () => {
  it.each([
    ['v4ward mig', ['migrate']],
    ['v4ward explain no-gl', ['no-global-id']],
    ['v4ward check --fail-on = un', ['unresolved']],
    ['v4ward check src', []],
  ])('completes %s', (line, expected) => {
    const { root, env } = installFor('bash');
    const words = line.split(' ').map((word) => `'${word}'`);
    const body = `source ./script; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${String(words.length - 1)}; _v4ward v4ward; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', body], { cwd: root, env, encoding: 'utf8' });
    expect({ stdout: stdout.split('\n').filter((name) => name !== ''), stderr }).toEqual({
      stdout: expected,
      stderr: '',
    });
  });
});

describe.skipIf(!hasShell('fish'))('fish', () => {
  it('completes', () => {
    const { root, env } = installFor('fish');
    const { stdout, stderr } = spawnSync(
      'fish',
      ['--no-config', '-c', "source script; complete -C 'v4ward explain no-gl'"],
      { cwd: root, env, encoding: 'utf8' },
    );
    expect({ stdout, stderr }).toEqual({ stdout: 'no-global-id\n', stderr: '' });
  });
});

describe.skipIf(!hasShell('zsh'))('zsh', () => {
  it('takes the script', () => {
    const { root, env } = installFor('zsh');
    const body = 'autoload -U compinit; compinit -u -d ./dump; source ./script; print ${_comps[v4ward]}';
    const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', body], { cwd: root, env, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '_v4ward\n', stderr: '' });
  });
});
