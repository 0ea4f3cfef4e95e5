import eslintPlugin from 'eslint-plugin-eslint-plugin';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  { ignores: ['dist/', 'coverage/', '.cache/', 'fixtures/*/*/'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            '.eslint-doc-generatorrc.js',
            'eslint.config.js',
            'vitest.config.ts',
            'fixtures/demo/run.js',
            'bench/eslint.js',
          ],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'prefer-template': 'error',
      'max-depth': ['error', 3],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/dot-notation': 'off',
      // Node types are told by their names, so that a parser's enum is not loaded for them.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
    },
  },
  { files: ['rules/**', 'test/rules/**'], extends: [eslintPlugin.configs['all-type-checked']] },
  {
    // The rules' meta is generated, which the linter cannot see into: test/rules/meta.test.ts lints what comes out.
    files: ['rules/**', 'test/rules/**'],
    extends: [eslintPlugin.configs['all-type-checked']],
    rules: {
      'eslint-plugin/test-case-property-ordering': [
        'error',
        ['name', 'code', 'options', 'languageOptions', 'output', 'errors'],
      ],
    },
  },
  { files: ['test/**'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['**/*.cts'], rules: { '@typescript-eslint/no-require-imports': ['error', { allowAsImport: true }] } },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
);
