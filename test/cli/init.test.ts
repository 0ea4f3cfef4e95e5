import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfiguration } from '../../src/files/load-configuration.js';
import { makeDirectory } from '../directory.js';
import { install } from '../support/installation.js';
import { runProgram } from './program.js';

const code = `const headers = { 'PRIVATE-TOKEN': process.env.TOKEN };
fetch('https://git.acme.io/api/v3/projects/owned', { headers });
fetch('https://forge.acme.io/api/v3/user');
`;
const withEslint = { devDependencies: { eslint: '^10.0.0' } };

/** Files that `init` must not touch unless it may. */
function snapshot(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

describe('init without a terminal', () => {
  it('shows what it would write, and writes nothing', () => {
    const root = makeDirectory({
      'app.js': code,
      'package.json': JSON.stringify(withEslint),
      '.gitlab-ci.yml': 'image: node:22\n',
    });
    const before = snapshot(root);
    const { status, stdout, stderr } = runProgram(root, ['init'], 'y\n');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /\+\+\+ b\/v4ward\.config\.mjs\n[^]*\+\+\+ b\/eslint\.config\.mjs\n[^]*\+\+\+ b\/\.gitlab-ci\.yml\n/,
    );
    expect(stdout).toContain("+  hosts: ['git.acme.io'],");
    expect(stdout).toContain("+  // It is not known whose 'forge.acme.io' is");
    expect(stderr).toContain('Nothing was written. `v4ward init --yes` writes what is shown.');
    expect(snapshot(root)).toEqual(before);
  });

  it('writes with --yes, and has nothing to write the second time', () => {
    const root = makeDirectory({
      'app.js': code,
      'package.json': JSON.stringify(withEslint),
      '.github/workflows/a.yml': 'on: push\n',
    });
    const { status, stderr } = runProgram(root, ['init', '--yes']);
    expect(status).toBe(0);
    expect(stderr).toContain('Written: v4ward.config.mjs, eslint.config.mjs, .github/workflows/v4ward.yml.');
    expect(stderr).toContain('Next: `npm install --save-dev v4ward`, then `npx v4ward check`.');
    expect(loadConfiguration(root).configuration.hosts).toEqual(['git.acme.io']);
    const written = snapshot(root);
    const again = runProgram(root, ['init', '--yes']);
    expect(again).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringContaining('Nothing to write.') as string,
    });
    expect(snapshot(root)).toEqual(written);
  });

  it('leaves a configuration that holds, wherever it stands', () => {
    const root = makeDirectory({ 'package.json': '{ "v4ward": {} }', 'below/app.js': code });
    const { stdout, stderr } = runProgram(join(root, 'below'), ['init', '--yes']);
    expect(stdout).toBe('');
    expect(stderr).toContain(`The configuration is ${join('..', 'package.json')}.`);
  });

  it('takes the host that the repository is cloned from for GitLab, if it has a pipeline there', () => {
    const root = makeDirectory({
      'app.js': "fetch('https://forge.acme.io:8443/api/v3/user');\n",
      '.gitlab-ci.yml': 'image: node:22\n',
    });
    spawnSync('git', ['init', '--quiet'], { cwd: root });
    spawnSync('git', ['remote', 'add', 'origin', 'git@forge.acme.io:harbor/site.git'], { cwd: root });
    expect(runProgram(root, ['init']).stdout).toContain("+  hosts: ['forge.acme.io:8443'],");
  });

  it.skipIf(process.getuid?.() === 0)('tells what it could not write', () => {
    const root = makeDirectory({ 'app.js': code });
    chmodSync(root, 0o555);
    const { status, stderr } = runProgram(root, ['init', '--yes']);
    chmodSync(root, 0o755);
    expect({ status, stderr }).toMatchObject({ status: 3, stderr: expect.stringContaining('no permission') as string });
  });
});

const program = fileURLToPath(new URL('../../dist/bundle/v4ward.js', import.meta.url));
/** Util-linux has a terminal for programs; where it is not, nobody can be asked. */
const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout.includes('util-linux');

/** Starts the program on a terminal of its own, and types. */
function type(root: string, input: string): string {
  const command = `'${process.execPath}' '${program}' init`;
  const { stdout } = spawnSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: root,
    input,
    encoding: 'utf8',
    timeout: 20_000,
  });
  return stdout;
}

describe.skipIf(!hasTerminal)('init on a terminal', () => {
  it('asks, and writes what is said yes to', () => {
    const root = makeDirectory({ 'app.js': code });
    expect(type(root, 'y\n')).toContain('Write v4ward.config.mjs? [y/N]');
    expect(loadConfiguration(root).configuration.hosts).toEqual(['git.acme.io']);
  });

  it.each(['n\n', '\n', '\u0004'])('writes nothing for %j', (answer) => {
    const root = makeDirectory({ 'app.js': code });
    expect(type(root, answer)).toContain('Nothing was written.');
    expect(existsSync(join(root, 'v4ward.config.mjs'))).toBe(false);
  });
});

describe('what init writes', () => {
  const project = install(['eslint', 'typescript', 'typescript-eslint', '@eslint/js', 'jiti']);
  afterAll(() => {
    rmSync(project.directory, { recursive: true, force: true });
  });

  it.each([
    ['ESM', { type: 'module' }, {}, 'app.js', 'eslint.config.mjs'],
    ['CommonJS', {}, {}, 'app.js', 'eslint.config.mjs'],
    [
      'CommonJS with a configuration',
      {},
      {
        'eslint.config.js': "const js = require('@eslint/js');\n\nmodule.exports = [\n  js.configs.recommended,\n];\n",
      },
      'app.js',
      'eslint.config.js',
    ],
    [
      'ESM with a configuration',
      { type: 'module' },
      {
        'eslint.config.js':
          "import js from '@eslint/js';\nimport { defineConfig } from 'eslint/config';\nexport default defineConfig([js.configs.recommended]);\n",
      },
      'app.js',
      'eslint.config.js',
    ],
    [
      'TypeScript',
      { devDependencies: { eslint: '10', 'typescript-eslint': '8' } },
      { 'tsconfig.json': '{}' },
      'app.ts',
      'eslint.config.mjs',
    ],
    [
      'TypeScript with a configuration',
      { type: 'module' },
      {
        'tsconfig.json': '{}',
        'eslint.config.mjs':
          "import tseslint from 'typescript-eslint';\n\nexport default tseslint.config(tseslint.configs.recommended);\n",
      },
      'app.ts',
      'eslint.config.mjs',
    ],
  ])('works in a project of %s', (_, manifest, files, source, config) => {
    for (const name of readdirSync(project.directory))
      if (name !== 'node_modules') rmSync(join(project.directory, name), { recursive: true });
    project.write({ 'package.json': JSON.stringify({ ...withEslint, ...manifest }), [source]: code, ...files });
    const { status, stderr } = project.run('v4ward/dist/bundle/v4ward.js', ['init', '--yes']);
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining(config) as string });
    const linted = project.run('eslint/bin/eslint.js', ['--format', 'json', source]);
    const [file] = JSON.parse(linted.stdout) as { messages: { ruleId: string; line: number }[] }[];
    const own = file?.messages.filter(({ ruleId }) => ruleId.startsWith('v4ward/'));
    expect(own?.map(({ ruleId, line }) => [ruleId, line])).toEqual([
      ['v4ward/no-v3-prefix', 2],
      ['v4ward/no-v3-endpoint', 2],
    ]);
  });

  it('makes a job whose commands run', () => {
    project.write({
      'package.json': '{}',
      'app.js': code,
      '.gitlab-ci.yml': 'stages: [build]\nbuild: { script: make }\n',
    });
    project.run('v4ward/dist/bundle/v4ward.js', ['init', '--yes']);
    const { v4ward } = parse(project.read('.gitlab-ci.yml')) as { v4ward: { script: string[] } };
    const [check = ''] = v4ward.script.slice(-1);
    const { status } = project.run('v4ward/dist/bundle/v4ward.js', check.split(' ').slice(2));
    expect(status).toBe(1);
    expect(JSON.parse(project.read('gl-code-quality-report.json'))).not.toEqual([]);
  });
});
