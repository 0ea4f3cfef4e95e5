import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { migrate } from '../codemods/index.js';
import plugin from '../rules/index.js';
import type { Configuration } from '../src/configuration/configuration.js';
import { runProgram } from './cli/program.js';
import { makeDirectory } from './directory.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const editor = readFileSync(new URL('../docs/in-the-editor.md', import.meta.url), 'utf8');

/** What stands under a heading, up to the next. */
function sectionOf(heading: string, page = readme): string {
  const start = page.indexOf(`# ${heading}\n`);
  return page
    .slice(start)
    .split(/\n##+ /, 2)
    .join('');
}

/** The examples under a heading, in order. */
function examplesOf(heading: string, language = 'js', page = readme): string[] {
  const examples = sectionOf(heading, page).matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'));
  return [...examples].map(([, code]) => code ?? '');
}

describe('README: wrappers that nobody sees into', () => {
  const [configuration = '', code = ''] = examplesOf('Wrappers that nobody sees into');

  it('says what the command line does', async () => {
    const root = makeDirectory({ 'v4ward.config.mjs': configuration, 'app.js': code });
    const { texts, after } = await migrate(root);
    expect(after.result.unresolved).toEqual([]);
    expect(texts.get('app.js')?.after).toBe(
      code
        .replace("'/projects/owned', { per_page: 50 }", "'/projects', { per_page: 50, owned: true }")
        .replace("'DELETE', '/projects/8/star'", "'POST', '/projects/8/unstar'"),
    );
  });

  it('says what the plugin does', async () => {
    const { default: settings } = (await import(`data:text/javascript,${encodeURIComponent(configuration)}`)) as {
      default: Configuration;
    };
    const messages = new Linter({ cwd: '/nowhere' }).verify(code, [
      plugin.configs.recommended,
      { settings: { v4ward: settings } },
    ]);
    expect(messages.map(({ line, ruleId }) => [line, ruleId])).toEqual([
      [3, 'v4ward/no-v3-endpoint'],
      [4, 'v4ward/no-v3-endpoint'],
    ]);
  });
});

describe('README: changes of your own', () => {
  const [configuration = ''] = examplesOf('Changes of your own');
  const [rows = ''] = examplesOf('Changes of your own', 'json');

  it('says what the command line does', async () => {
    const code = "fetch('https://gitlab.example.com/api/v3/projects/4/shields');\n";
    const root = makeDirectory({ 'v4ward.config.mjs': configuration, 'house-rows.json': rows, 'app.js': code });
    const { before, texts } = await migrate(root);
    expect(before.result.findings.map(({ change }) => change)).toEqual(['api-prefix', 'house-badges']);
    expect(texts.get('app.js')?.after).toBe("fetch('https://gitlab.example.com/api/v4/projects/4/badges');\n");
    const explained = runProgram(root, ['explain', 'house-badges']);
    expect(explained).toMatchObject({ status: 0, stdout: expect.stringContaining('The proxy') as string });
    const translated = runProgram(root, ['translate', 'GET /projects/4/shields']);
    expect(translated).toMatchObject({ status: 0, stdout: 'GET /projects/4/badges\n' });
    const listed = runProgram(root, ['catalogue']);
    expect(listed.stdout).toContain('\nhouse-badges ');
  });

  it('says what the plugin does', () => {
    const root = makeDirectory({ 'house-rows.json': rows });
    const code = "fetch('https://gitlab.example.com/api/v4/projects/4/shields');\n";
    const messages = new Linter({ cwd: root }).verify(code, [
      plugin.configs.recommended,
      { settings: { v4ward: { catalogues: ['./house-rows.json'] } } },
    ]);
    expect(messages.map(({ ruleId }) => ruleId)).toEqual(['v4ward/no-v3-endpoint']);
  });
});

/** Prints the expressions that a comment of the example tells the value of. */
function printValues(code: string): string {
  return code.replaceAll(/^((?:translate|changes).+?);/gm, 'console.log($1);');
}

describe('README: in a program', () => {
  const [code = ''] = examplesOf('In a program');

  it('gives what the comments say, and writes', () => {
    const root = makeDirectory({
      'program.mjs': `${printValues(code)}console.log(JSON.stringify([result.findings.length, fixed, [...texts.keys()]]));`,
      'web/src/api.js': "fetch('https://gitlab.example.com/api/v3/projects/owned');\n",
    });
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(fileURLToPath(new URL('..', import.meta.url)), join(root, 'node_modules', 'v4ward'));
    const { stdout } = spawnSync(process.execPath, ['program.mjs'], { cwd: root, encoding: 'utf8' });
    const [star, issues, count, ...rest] = stdout.trimEnd().split('\n');
    expect([star, issues, count]).toEqual([
      'POST /projects/1/unstar',
      'GET /projects/4/issues?iids[]=3&iids[]=4',
      '56',
    ]);
    expect(rest.map((line) => JSON.parse(line) as unknown)).toEqual([[2, 2, ['src/api.js']]]);
    expect(readFileSync(join(root, 'web/src/api.js'), 'utf8')).toContain('/api/v4/projects?owned=true');
  });
});

describe('in the editor', () => {
  const rows = [...sectionOf('In the editor', editor).matchAll(/^\| `(.+?)` \| .*?\*\*(\w+)\*\*/gm)].map(
    ([, code = '', offer = '']) => [offer, code] as const,
  );

  it('shows all that a finding may offer', () => {
    expect(rows.map(([offer]) => offer)).toEqual(['fix', 'suggestion', 'message']);
  });

  it.each(rows)('offers a %s', (offer, code) => {
    const messages = new Linter({ cwd: '/nowhere' }).verify(code, [plugin.configs.recommended]);
    const [prefix] = messages.filter(({ ruleId }) => ruleId === 'v4ward/no-v3-prefix');
    const [finding] = messages.filter(({ ruleId }) => ruleId !== 'v4ward/no-v3-prefix');
    expect(prefix?.fix).toBeUndefined();
    expect({ fix: finding?.fix !== undefined, suggestion: finding?.suggestions !== undefined }).toEqual({
      fix: offer === 'fix',
      suggestion: offer === 'suggestion',
    });
  });

  it('has settings that are JSON', () => {
    const [settings = ''] = examplesOf('In the editor', 'json', editor);
    expect(JSON.parse(settings)).toHaveProperty(['editor.codeActionsOnSave', 'source.fixAll.eslint']);
  });
});

it('oxlint is told the rules of the recommended configuration', () => {
  const [configuration = ''] = examplesOf('oxlint', 'json', editor);
  expect(JSON.parse(configuration)).toEqual({ jsPlugins: ['v4ward'], rules: plugin.configs.recommended.rules });
});
