import { readFileSync } from 'node:fs';
import eslintPlugin from 'eslint-plugin-eslint-plugin';
import regexp from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const { knows, reserved } = JSON.parse(readFileSync(new URL('test/rooms.json', import.meta.url), 'utf8'));
const rooms = Object.keys(knows);

/** What a room may not import; `test/rooms.test.ts` holds the same, and what is imported late. */
function toRestrictions(room) {
  const others = rooms.filter((other) => other !== room && !knows[room].includes(other));
  const foreign = reserved.filter((each) => !each.rooms.includes(room)).map(({ packages }) => packages);
  return [
    ...others.map((other) => ({
      regex: `^(?:\\.\\./)+(?:src/)?${other.replace('src/', '')}/`,
      message: `${room} does not know ${other}.`,
    })),
    ...foreign.map((regex) => ({ regex, message: `It has its place elsewhere than in ${room}.` })),
  ].map((each) => ({ ...each, allowTypeImports: true }));
}

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
            'bench/core.js',
            'bench/eslint.js',
          ],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { regexp },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
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
  ...rooms.map((room) => ({
    files: [`${room}/**`],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: toRestrictions(room) }] },
  })),
  { files: ['test/**'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['**/*.cts'], rules: { '@typescript-eslint/no-require-imports': ['error', { allowAsImport: true }] } },
  {
    files: ['**/*.{js,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
);
