import { readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import type { Change } from '../../src/catalogue/change.js';
import { changes, getChange } from '../../src/catalogue/index.js';

const star = "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\n";

function lint(code: string, config: Linter.Config = {}): Linter.LintMessage[] {
  return new Linter({ cwd: '/nowhere' }).verify(code, [plugin.configs.recommended, config], 'a.js');
}

describe('the plugin', () => {
  it('names itself as its package does', () => {
    const { name, version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      name: string;
      version: string;
    };
    expect(plugin.meta).toEqual({ name, version, namespace: name });
  });

  it('has a rule for every row', () => {
    expect(Object.keys(plugin.rules).sort()).toEqual([...new Set(changes.map(({ rule }) => rule))].sort());
  });

  it('lets the reads of an answer be ignored by the row that speaks of them', () => {
    const schema = JSON.stringify(plugin.rules['no-v3-response'].meta.schema);
    expect(schema).toContain('"job-events"');
    expect(schema).not.toContain('"pipelines-basic"');
  });

  it('has three configurations', () => {
    const { recommended, strict, report } = plugin.configs;
    expect(recommended.rules).toMatchObject({ 'v4ward/no-v3-endpoint': 'error', 'v4ward/review-v4-behavior': 'warn' });
    expect(new Set(Object.values(strict.rules ?? {}))).toEqual(new Set(['error']));
    expect(new Set(Object.values(report.rules ?? {}))).toEqual(new Set(['warn']));
  });

  it('reports where the command line does, in its words', () => {
    const [prefix, endpoint] = lint(star);
    expect(prefix).toMatchObject({ ruleId: 'v4ward/no-v3-prefix', severity: 2, line: 1 });
    expect(endpoint).toMatchObject({ ruleId: 'v4ward/no-v3-endpoint', severity: 2, line: 1 });
    expect(endpoint?.message).toContain('project-unstar');
  });

  it('fixes the prefix last', () => {
    const messages = lint(star);
    expect(messages.filter(({ fix }) => fix !== undefined).map(({ ruleId }) => ruleId)).toEqual([
      'v4ward/no-v3-endpoint',
    ]);
    const { output } = new Linter({ cwd: '/nowhere' }).verifyAndFix(star, [plugin.configs.recommended], {
      filename: 'a.js',
    });
    expect(output).toBe("fetch('https://gitlab.example.com/api/v4/projects/1/unstar', { method: 'POST' });\n");
  });

  it('ignores rows by option and by setting', () => {
    const byOption = lint(star, { rules: { 'v4ward/no-v3-endpoint': ['error', { ignore: ['project-unstar'] }] } });
    expect(byOption.map(({ ruleId }) => ruleId)).toEqual(['v4ward/no-v3-prefix']);
    const bySetting = lint(star, { settings: { v4ward: { ignore: ['project-unstar', 'api-prefix'] } } });
    expect(bySetting).toEqual([]);
  });

  it('refuses an unknown row in its option', () => {
    expect(() => lint(star, { rules: { 'v4ward/no-v3-endpoint': ['error', { ignore: ['project-star'] }] } })).toThrow(
      /The option "ignore\[0\]" of v4ward\/no-v3-endpoint is "project-star", which is no change\. Did you mean "project-unstar"\?/,
    );
  });

  it('refuses a row of another rule in its option', () => {
    expect(() => lint(star, { rules: { 'v4ward/no-v3-prefix': ['error', { ignore: ['issue-iid'] }] } })).toThrow(
      'is "issue-iid", which is a change that v4ward/no-global-id reports. Expected one of api-prefix.',
    );
  });

  it('takes rows of its own catalogues in its option, and reports them by an id of their own', () => {
    const badges = {
      ...(getChange('project-unstar') as Change),
      id: 'house-badges',
      moved: { from: 'GET /projects/:id/shields', to: 'GET /projects/:id/badges' },
    };
    const code = "fetch('https://gitlab.example.com/api/v3/projects/1/shields');\n";
    const settings = { v4ward: { catalogues: [badges] } };
    expect(lint(code, { settings }).map(({ messageId }) => messageId)).toEqual(['api-prefix', 'own-change']);
    const rules: Linter.RulesRecord = { 'v4ward/no-v3-endpoint': ['error', { ignore: ['house-badges'] }] };
    expect(lint(code, { settings, rules }).map(({ messageId }) => messageId)).toEqual(['api-prefix']);
    expect(() => lint(code, { rules })).toThrow('"house-badges", which is no change.');
  });

  it('has no fix for a row of its own catalogues that a person must look at', () => {
    const shields: Change = {
      ...(getChange('project-unstar') as Change),
      id: 'house-shields',
      rule: 'review-v4-behavior',
      moved: { from: 'GET /projects/:id/shields', to: 'GET /projects/:id/badges' },
    };
    const code = "fetch('https://gitlab.example.com/api/v3/projects/1/shields');\n";
    const messages = lint(code, { settings: { v4ward: { catalogues: [shields] } } });
    const own = messages.filter(({ messageId }) => messageId === 'own-change');
    expect(own.map(({ ruleId, fix }) => [ruleId, fix])).toEqual([['v4ward/review-v4-behavior', undefined]]);
  });

  it('refuses wrong settings', () => {
    expect(() => lint(star, { settings: { v4ward: { host: [] } } })).toThrow(
      /settings\.v4ward is not a valid configuration:\n {2}"host" is no key of the configuration\. Did you mean "hosts"\?/,
    );
  });

  it('is silent on files that say nothing of GitLab', () => {
    expect(lint("fetch('https://example.com/api/things')")).toEqual([]);
  });

  it('keeps a byte order mark', () => {
    const { output } = new Linter({ cwd: '/nowhere' }).verifyAndFix(`\uFEFF${star}`, [plugin.configs.recommended], {
      filename: 'a.js',
    });
    expect(output).toBe("\uFEFFfetch('https://gitlab.example.com/api/v4/projects/1/unstar', { method: 'POST' });\n");
  });
});
