import { readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { migrate } from '../codemods/index.js';
import plugin from '../rules/index.js';
import type { Configuration } from '../src/configuration/configuration.js';
import { makeDirectory } from './directory.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The examples under a heading, in order. */
function examplesOf(heading: string): string[] {
  const start = readme.indexOf(`### ${heading}\n`);
  const section = readme.slice(start, readme.indexOf('\n## ', start));
  return [...section.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code ?? '');
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
      plugin.configs.recommended as Linter.Config,
      { settings: { v4ward: settings } },
    ]);
    expect(messages.map(({ line, ruleId }) => [line, ruleId])).toEqual([
      [3, 'v4ward/no-v3-endpoint'],
      [4, 'v4ward/no-v3-endpoint'],
    ]);
  });
});
