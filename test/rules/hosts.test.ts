import { rmSync } from 'node:fs';
import { join } from 'node:path';
import markdown from '@eslint/markdown';
import { ESLint, Linter } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { makeDirectory } from '../directory.js';
import { install } from '../support/installation.js';
import type { Installation } from '../support/installation.js';
import { versions } from '../support/parsers.js';
import type { Version } from '../support/parsers.js';

const recommended = plugin.configs.recommended;

const before = `const root = 'https://gitlab.harbor.example/api/v3';
export const unstar = (id) => fetch(\`\${root}/projects/\${id}/star\`, { method: 'DELETE' });
export const list = () => fetch(root + '/projects/owned');
`;
const after = `const root = 'https://gitlab.harbor.example/api/v4';
export const unstar = (id) => fetch(\`\${root}/projects/\${id}/unstar\`, { method: 'POST' });
export const list = () => fetch(root + '/projects?owned=true');
`;

/** Where and what, in the order of the file. */
function toPlaces(messages: readonly Linter.LintMessage[]): string[] {
  return messages.map(({ ruleId, line, column }) => `${String(line)}:${String(column)} ${String(ruleId)}`);
}

const found = ['1:49 v4ward/no-v3-prefix', '2:61 v4ward/no-v3-endpoint', '3:50 v4ward/no-v3-endpoint'];

describe('a project that installs the package', () => {
  let project: Installation;
  beforeAll(() => {
    project = install(['eslint', 'eslint-9', 'eslint-9.15']);
    project.write({ 'src/star.mjs': before, 'src/other.mjs': before.replaceAll('harbor', 'anchor') });
  }, 60_000);
  afterAll(() => {
    rmSync(project.directory, { recursive: true, force: true });
  });

  const commonJs = `const v4ward = require('v4ward');\nmodule.exports = [v4ward.configs.recommended];\n`;
  const module = `import v4ward from 'v4ward';\nexport default [v4ward.configs.recommended];\n`;
  const extended = `import { defineConfig } from 'eslint/config';
import v4ward from 'v4ward';
export default defineConfig([{ files: ['**/*.mjs'], plugins: { v4ward }, extends: ['v4ward/recommended'] }]);\n`;

  function eslint(args: readonly string[], packageName = 'eslint', input?: string): ESLint.LintResult[] {
    const { stdout, stderr } = project.run(`${packageName}/bin/eslint.js`, ['-f', 'json', ...args], input);
    expect(stdout, stderr).not.toBe('');
    return JSON.parse(stdout) as ESLint.LintResult[];
  }

  const configurations = [
    ['eslint.config.cjs', commonJs, 'eslint'],
    ['eslint.config.cjs', commonJs, 'eslint-9'],
    ['eslint.config.cjs', commonJs, 'eslint-9.15'],
    ['eslint.config.mjs', module, 'eslint'],
    ['eslint.config.mjs', module, 'eslint-9.15'],
    ['extended.config.mjs', extended, 'eslint'],
  ] as const;

  it.each(configurations)('takes it in %s', (file, text, packageName) => {
    project.write({ [file]: text });
    const [result] = eslint(['-c', file, 'src/star.mjs'], packageName);
    expect(toPlaces(result?.messages ?? [])).toEqual(found);
  });

  it('finds the same in workers', () => {
    project.write({ 'eslint.config.mjs': module });
    const alone = eslint(['-c', 'eslint.config.mjs', 'src']);
    expect(alone.map(({ messages }) => toPlaces(messages))).toEqual([found, found]);
    expect(eslint(['-c', 'eslint.config.mjs', '--concurrency', '2', 'src'])).toEqual(alone);
  });

  it('finds the same a second time, when ESLint remembers', () => {
    project.write({ 'eslint.config.mjs': module });
    const args = ['-c', 'eslint.config.mjs', '--cache', '--cache-location', '.eslintcache', 'src'];
    const once = eslint(args);
    expect(project.read('.eslintcache')).toContain('star.mjs');
    expect(eslint(args)).toEqual(once);
  });

  it('reads standard input, with and without a name', () => {
    project.write({ 'eslint.config.mjs': module });
    const named = eslint(['-c', 'eslint.config.mjs', '--stdin', '--stdin-filename', 'src/new.mjs'], 'eslint', before);
    const nameless = eslint(['-c', 'eslint.config.mjs', '--stdin'], 'eslint', before);
    expect(toPlaces(named[0]?.messages ?? [])).toEqual(found);
    expect(toPlaces(nameless[0]?.messages ?? [])).toEqual(found);
  });

  it('shows fixes without making them', () => {
    project.write({ 'eslint.config.mjs': module });
    const [result] = eslint(['-c', 'eslint.config.mjs', '--fix-dry-run', 'src/star.mjs']);
    expect(result?.output).toBe(after);
    expect(project.read('src/star.mjs')).toBe(before);
  });

  it('has its configuration printed', () => {
    project.write({ 'eslint.config.mjs': module });
    const { stdout } = project.run('eslint/bin/eslint.js', [
      '-c',
      'eslint.config.mjs',
      '--print-config',
      'src/star.mjs',
    ]);
    const { plugins, rules } = JSON.parse(stdout) as { plugins: string[]; rules: Record<string, unknown> };
    expect(plugins).toContain(`v4ward:v4ward@${plugin.meta.version}`);
    expect(rules).toMatchObject({ 'v4ward/no-v3-endpoint': [2, { ignore: [] }] });
  });
});

describe.each(Object.keys(versions) as Version[])('ESLint %s', (version) => {
  function open(directory: string, overrides: Linter.Config = {}, fix = false): ESLint {
    const overrideConfig = [recommended, overrides] as Linter.Config[];
    return new versions[version]({ cwd: directory, overrideConfigFile: true, overrideConfig, fix });
  }

  it('lints a text that is in no file, as an editor does', async () => {
    const directory = makeDirectory({ 'src/saved.mjs': '' });
    const [nameless] = await open(directory).lintText(before);
    expect(toPlaces(nameless?.messages ?? [])).toEqual(found);
    const [unsaved] = await open(directory, {}, true).lintText(before, { filePath: 'src/saved.mjs' });
    expect(unsaved?.output).toBe(after);
  });

  it.each([
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['lines that end in two characters', (text: string) => text.replaceAll('\n', '\r\n')],
    ['both, and a hashbang', (text: string) => `\uFEFF#!/usr/bin/env node\r\n${text.replaceAll('\n', '\r\n')}`],
  ])('keeps %s', async (_, change) => {
    const directory = makeDirectory({ 'star.mjs': change(before) });
    const [result] = await open(directory, {}, true).lintFiles(['star.mjs']);
    expect(result?.messages).toEqual([]);
    expect(result?.output).toBe(change(after));
  });

  it('leaves out what its comments disable, and lets the prefix wait for it', async () => {
    const disabled = before.replace(
      'export const unstar',
      '// eslint-disable-next-line v4ward/no-v3-endpoint -- the proxy in front answers it\n$&',
    );
    const directory = makeDirectory({ 'star.mjs': disabled });
    const [checked] = await open(directory).lintFiles(['star.mjs']);
    expect(toPlaces(checked?.messages ?? [])).toEqual(['1:49 v4ward/no-v3-prefix', '4:50 v4ward/no-v3-endpoint']);
    expect(checked?.suppressedMessages.map(({ suppressions }) => suppressions[0]?.justification)).toEqual([
      'the proxy in front answers it',
    ]);
    const [fixed] = await open(directory, {}, true).lintFiles(['star.mjs']);
    expect(fixed?.output).toBe(disabled.replace('/projects/owned', '/projects?owned=true'));
    expect(toPlaces(fixed?.messages ?? [])).toEqual(['1:49 v4ward/no-v3-prefix']);
  });

  it('lets a comment of v4ward settle a finding, after which the prefix goes', async () => {
    const remark = '// v4ward-ignore project-unstar -- the proxy in front answers it\n$&';
    const directory = makeDirectory({ 'star.mjs': before.replace('export const unstar', remark) });
    const [fixed] = await open(directory, {}, true).lintFiles(['star.mjs']);
    expect(fixed?.messages).toEqual([]);
    expect(fixed?.output).toContain("'https://gitlab.harbor.example/api/v4'");
    expect(fixed?.output).toContain('/star`, { method: ' + "'DELETE' }");
  });

  it('is silent in a block that disables it, and reports comments that disable nothing', async () => {
    const directory = makeDirectory({
      'star.mjs': `/* eslint-disable v4ward/no-v3-prefix, v4ward/no-v3-endpoint */\n${before}/* eslint-enable */\n`,
      'fine.mjs': '// eslint-disable-next-line v4ward/no-v3-prefix\nexport const gitlab = 4;\n',
    });
    const overrides: Linter.Config = { linterOptions: { reportUnusedDisableDirectives: 'error' } };
    const results = await open(directory, overrides).lintFiles(['star.mjs', 'fine.mjs']);
    expect(results.find(({ filePath }) => filePath.endsWith('star.mjs'))?.messages).toEqual([]);
    const unused = results.find(({ filePath }) => filePath.endsWith('fine.mjs'))?.messages ?? [];
    expect(unused.map(({ message }) => message)).toEqual([
      "Unused eslint-disable directive (no problems were reported from 'v4ward/no-v3-prefix').",
    ]);
  });

  it('fixes the blocks of a Markdown file in their places', async () => {
    const guide = (root: string, star: string, method: string, owned: string): string =>
      [
        '# Stars é',
        '',
        '```js',
        `const root = 'https://gitlab.harbor.example/api/${root}';`,
        `fetch(\`\${root}/projects/\${id}/${star}\`, { method: '${method}' });`,
        '```',
        '',
        '- And your own:',
        '',
        '  ```js',
        `  fetch('https://gitlab.harbor.example/api/${root}/${owned}');`,
        '  ```',
        '',
        '```sh',
        'curl https://gitlab.harbor.example/api/v3/projects/owned',
        '```',
        '',
      ].join('\n');
    const directory = makeDirectory({ 'docs/README.md': guide('v3', 'star', 'DELETE', 'projects/owned') });
    const overrideConfig = [
      ...(markdown.configs.processor as Linter.Config[]),
      { ...recommended, files: ['**/*.js'] },
    ] as Linter.Config[];
    const options: ESLint.Options = { cwd: directory, overrideConfigFile: true, overrideConfig };
    const [checked] = await new versions[version](options).lintFiles(['docs']);
    expect(toPlaces(checked?.messages ?? [])).toEqual([
      '4:49 v4ward/no-v3-prefix',
      '5:31 v4ward/no-v3-endpoint',
      '11:44 v4ward/no-v3-prefix',
      '11:55 v4ward/no-v3-endpoint',
    ]);
    const [fixed] = await new versions[version]({ ...options, fix: true }).lintFiles(['docs']);
    expect(fixed?.output).toBe(guide('v4', 'unstar', 'POST', 'projects?owned=true'));
  });
});

describe('files in unusual places', () => {
  it('are linted where nothing is on disk', () => {
    const linter = new Linter({ cwd: '/nowhere' });
    const config = { ...recommended, files: ['**/*.mjs'] };
    expect(toPlaces(linter.verify(before, [config], '/nowhere/at/all/star.mjs'))).toEqual(found);
  });

  it('are linted outside the working directory', async () => {
    const directory = makeDirectory({
      'eslint.config.mjs': 'export default [{ rules: {} }];',
      'packages/one/package.json': '{}',
      'packages/two/star.mjs': before,
    });
    const eslint = new ESLint({ cwd: join(directory, 'packages/one'), overrideConfig: [recommended], fix: true });
    const [result] = await eslint.lintFiles(['../two/star.mjs']);
    expect(result?.output).toBe(after);
  });
});
