import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What v4ward is measured next to. A program is a function from a corpus's directory to a command's words.
 *
 * @typedef {object} Program
 * @property {string} name
 * @property {readonly string[]} corpora those that it runs on
 * @property {(directory: string) => readonly string[]} command
 * @property {() => boolean} [isPresent] left out if it is always
 */

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const node = process.execPath;
const v4ward = join(root, require('../../package.json').bin.v4ward);

const all = ['sparse', 'medium', 'dense', 'deep'];
const small = ['dense', 'deep'];
const eslint = join(root, 'node_modules/eslint/bin/eslint.js');
const lint = (config) => () => [node, eslint, '--no-config-lookup', '--config', here(config), '.'];
const globs = ['*.js', '*.jsx', '*.mjs', '*.cjs', '*.ts', '*.tsx'];

/** @type {readonly Program[]} */
export const programs = [
  { name: 'v4ward check', corpora: all, command: () => [node, v4ward, 'check', '--quiet'] },
  { name: 'v4ward migrate, to a diff', corpora: small, command: () => [node, v4ward, 'migrate', '--quiet'] },
  { name: 'v4ward --help', corpora: ['dense'], command: () => [node, v4ward, '--help'] },
  { name: 'node -e 0', corpora: all, command: () => [node, '-e', '0'] },
  {
    name: 'rg -l',
    corpora: all,
    command: () => ['rg', '-l', 'api/v3', ...globs.flatMap((glob) => ['-g', glob]), '.'],
    isPresent: () => runs('rg'),
  },
  { name: 'git grep -l', corpora: all, command: () => ['git', 'grep', '-l', '--untracked', 'api/v3', '--', ...globs] },
  {
    name: 'ast-grep scan',
    corpora: all,
    command: () => [findAstGrep(), 'scan', '--rule', here('ast-grep.yml'), '.'],
    isPresent: () => findAstGrep() !== null,
  },
  { name: 'ts.createSourceFile', corpora: small, command: (directory) => [node, here('parse.js'), directory] },
  { name: 'ts-morph', corpora: small, command: (directory) => [node, here('ts-morph.js'), directory] },
  {
    name: 'jscodeshift',
    corpora: small,
    command: () => [
      ...[
        node,
        require.resolve('jscodeshift/bin/jscodeshift.js'),
        '--transform',
        here('jscodeshift.cjs'),
        '--dry',
        '--silent',
      ],
      ...['--parser', 'tsx', '--extensions', 'js,jsx,mjs,cjs,ts,tsx', '.'],
    ],
  },
  { name: 'ESLint, no rules', corpora: small, command: lint('eslint-bare.config.js') },
  { name: 'ESLint with v4ward', corpora: small, command: lint('eslint-v4ward.config.js') },
];

function runs(name) {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The program is in the package of the platform, so that nothing has to be run to install it; null if there is none. */
function findAstGrep() {
  const name = `@ast-grep/cli-${process.platform}-${process.arch}`;
  for (const suffix of ['-gnu', '-msvc', '']) {
    try {
      const folder = dirname(require.resolve(`${name}${suffix}/package.json`));
      return join(folder, process.platform === 'win32' ? 'ast-grep.exe' : 'ast-grep');
    } catch {
      continue;
    }
  }
  return null;
}
