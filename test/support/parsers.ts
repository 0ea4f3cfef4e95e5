import * as babel from '@babel/eslint-parser';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import { ESLint as ESLint9 } from 'eslint-9';
import { ESLint as OldestESLint } from 'eslint-9.15';
import * as svelte from 'svelte-eslint-parser';
import tseslint from 'typescript-eslint';
import * as vue from 'vue-eslint-parser';

/** The ESLint that a project may have: the oldest that the package takes, and the newest of each major version. */
export const versions = {
  '9.15': OldestESLint as unknown as typeof ESLint,
  '9': ESLint9 as unknown as typeof ESLint,
  '10': ESLint,
};

export type Version = keyof typeof versions;

/** How a project has its files parsed. */
export interface Setup {
  readonly name: string;
  /** The files that it can read. */
  readonly files: RegExp;
  readonly versions: readonly Version[];
  readonly languageOptions: Linter.LanguageOptions;
}

const all: readonly Version[] = ['9.15', '9', '10'];
const jsx = { ecmaFeatures: { jsx: true } };
const typescript = tseslint.parser;
const withBabel = {
  requireConfigFile: false,
  babelOptions: { babelrc: false, configFile: false, parserOpts: { plugins: ['jsx', 'flow'] } },
};

export const setups: readonly Setup[] = [
  { name: 'espree', files: /\.[cm]?jsx?$/, versions: all, languageOptions: { parserOptions: jsx } },
  {
    name: "typescript-eslint's parser",
    files: /\.[cm]?[jt]sx?$/,
    versions: all,
    languageOptions: { parser: typescript, parserOptions: jsx },
  },
  {
    name: "typescript-eslint's parser with types",
    files: /\.[cm]?tsx?$/,
    versions: all,
    languageOptions: { parser: typescript, parserOptions: { projectService: { allowDefaultProject: ['*.ts'] } } },
  },
  // Babel's parser for Node 20 does not know ESLint 10.
  {
    name: "Babel's parser",
    files: /\.[cm]?jsx?$/,
    versions: ['9.15', '9'],
    languageOptions: { parser: babel as Linter.Parser, parserOptions: withBabel },
  },
  {
    name: 'vue-eslint-parser',
    files: /\.vue$/,
    versions: all,
    languageOptions: {
      parser: vue,
      parserOptions: { ...jsx, parser: { js: 'espree', ts: typescript, tsx: typescript } },
    },
  },
  {
    name: "vue-eslint-parser, all scripts by typescript-eslint's",
    files: /\.vue$/,
    versions: all,
    languageOptions: { parser: vue, parserOptions: { ...jsx, parser: typescript } },
  },
  {
    name: 'svelte-eslint-parser',
    files: /\.svelte$/,
    versions: all,
    languageOptions: { parser: svelte, parserOptions: { parser: { ts: typescript } } },
  },
  {
    name: "svelte-eslint-parser, all scripts by typescript-eslint's",
    files: /\.svelte$/,
    versions: all,
    languageOptions: { parser: svelte, parserOptions: { parser: typescript } },
  },
];
