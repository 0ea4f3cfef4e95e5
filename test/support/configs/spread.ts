import type { ESLint, Linter } from 'eslint';
import v4ward from 'v4ward';

const scripts: Linter.Config = { ...v4ward.configs.strict, files: ['scripts/**/*.js'] };

export default [
  v4ward.configs.recommended,
  scripts,
  {
    plugins: { v4ward },
    rules: { ...v4ward.configs.report.rules, 'v4ward/no-global-id': ['error', { ignore: ['issue-iid'] }] },
  },
] satisfies Linter.Config[];

export const plugin: ESLint.Plugin = v4ward;

export const name: string = v4ward.meta.namespace;

export const urls: (string | undefined)[] = Object.values(v4ward.rules).map(({ meta }) => meta.docs?.url);
