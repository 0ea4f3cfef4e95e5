import { Linter } from 'eslint';
import eslintPlugin from 'eslint-plugin-eslint-plugin';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import { changes } from '../../src/catalogue/index.js';
import { pageOfRule } from '../../src/catalogue/page.js';
import type { RuleName } from '../../src/catalogue/change.js';
import { loadCases } from '../support/cases.js';

/** Those of eslint-plugin-eslint-plugin's rules that look at what a rule says of itself, not at what it does. */
const { rules = {} } = eslintPlugin.configs.all;
const names = Object.keys(rules).filter(
  (name) => /-meta-|\/meta-/.test(name) && !/require-meta-(?:fixable|has-suggestions)$/.test(name),
);

function lintMeta(meta: object): string[] {
  const code = `export default { meta: ${JSON.stringify(meta)}, create(context) { return {}; } };`;
  const config: Linter.Config = {
    plugins: { 'eslint-plugin': eslintPlugin },
    rules: {
      ...Object.fromEntries(names.map((name) => [name, 'error'])),
      // As ESLint's own rules have it.
      'eslint-plugin/require-meta-docs-description': ['error', { pattern: '^Disallow' }],
    },
  };
  return new Linter().verify(code, config).map(({ ruleId, message }) => `${String(ruleId)}: ${message}`);
}

describe.each(Object.entries(plugin.rules))('%s', (name, { meta }) => {
  it('says of itself what a rule should', () => {
    expect(names.length).toBeGreaterThan(10);
    expect(lintMeta({ ...meta, docs: {} })).not.toEqual([]);
    expect(lintMeta(meta)).toEqual([]);
  });

  it('is described, has a page and is recommended', () => {
    expect(meta.docs?.description).toMatch(/^Disallow [^.]+$/);
    expect(meta.docs?.url).toBe(pageOfRule(name as RuleName));
    expect(meta.docs?.recommended).toBe(true);
  });

  it('has a message for each of its rows, and offers them to ignore', () => {
    for (const { id } of changes.filter(({ rule }) => rule === name)) {
      expect(meta.messages?.[id]).toMatch(new RegExp(`\\(${id}\\) https://\\S+#${id}$`));
      expect(JSON.stringify(meta.schema)).toContain(JSON.stringify(id));
    }
  });

  it(name === 'review-v4-behavior' ? 'has no fixes' : 'has fixes and suggestions', () => {
    const { fixable, hasSuggestions } = meta;
    if (name === 'review-v4-behavior') expect([fixable, hasSuggestions]).toEqual([undefined, undefined]);
    else expect([fixable, hasSuggestions]).toEqual(['code', true]);
  });
});

describe('fixtures', () => {
  const findings = loadCases().flatMap((kase) => kase.findings ?? []);
  const isFixed = (name: string): boolean =>
    findings.some(
      ({ change, certainty }) =>
        certainty !== undefined &&
        certainty !== 'manual' &&
        changes.some(({ id, rule }) => id === change && rule === name),
    );

  it.each(Object.entries(plugin.rules))('fix something with %s, if it says that it has fixes', (name, { meta }) => {
    expect(isFixed(name)).toBe(meta.fixable === 'code');
  });
});

it('is silent where there is no JavaScript', async () => {
  const { default: markdown } = await import('@eslint/markdown');
  const config: Linter.Config[] = [
    plugin.configs.strict,
    { files: ['**/*.md'], plugins: { markdown }, language: 'markdown/commonmark' },
  ];
  const text = '# Notes\n\nhttps://gitlab.harbour.example/api/v3/projects\n';
  expect(new Linter().verify(text, config, 'notes.md')).toEqual([]);
});
