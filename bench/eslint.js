/**
 * What the plugin's rules cost, next to a run of ESLint without rules. Run by `npm run bench:eslint`, which builds first;
 * docs/performance.md says how to read the table.
 *
 *     node bench/eslint.js [--files 2000] [--rounds 7] [--worst 10]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ESLint } from 'eslint';
import v4ward from 'v4ward';
import { hasTrigger } from '../dist/src/analysis/triggers.js';
import { medianOf, toTable } from './numbers.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = /\.(?:js|mjs|cjs)$/;
/** Beyond this size sources are bundles, which nobody lints. */
const longestSource = 200_000;

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '7' },
    worst: { type: 'string', default: '0' },
  },
});

/**
 * @typedef {object} Source a file of a corpus
 * @property {string} file absolute
 * @property {string} text
 *
 * @typedef {object} Cost medians of a file's rounds, in milliseconds
 * @property {string} file
 * @property {number} bare the run without rules
 * @property {number} full the run with the plugin's rules
 * @property {number} parse espree's share of it
 * @property {number} rules the rules' share of it
 * @property {number} empty the share of as many rules that do nothing
 * @property {number} trigger the search for trigger words alone
 */

function listFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && script.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Sources that the rules pass over, spread evenly over what is installed. */
function readForeignSources() {
  const all = listFiles('node_modules')
    .map(readSource)
    .filter(({ text }) => text.length < longestSource && !hasTrigger(text));
  const step = Math.max(1, all.length / Number(options.files));
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** Client code, which the rules examine. */
function readFixtures() {
  return listFiles('fixtures')
    .filter((file) => file.includes('/input/') && !file.includes('/node_modules/'))
    .map(readSource)
    .filter(({ text }) => hasTrigger(text));
}

/** @returns {Source} */
function readSource(file) {
  return { file, text: readFileSync(file, 'utf8') };
}

/** The settings that the fixtures' cases ask for, each for its own files. */
function toSettings() {
  return readdirSync(join(root, 'fixtures'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/case.json') && !file.includes('/input/'))
    .map((file) => ({ folder: dirname(file), ...JSON.parse(readFileSync(join(root, 'fixtures', file), 'utf8')) }))
    .filter(({ config, pending }) => config !== undefined && pending === undefined)
    .map(({ folder, config }) => ({ files: [`fixtures/${folder}/**`], settings: { v4ward: config } }));
}

function createESLint(configs) {
  const base = {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: 'off', noInlineConfig: true },
  };
  return new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [{ ignores: ['!**/node_modules/'] }, base, ...configs],
    stats: true,
  });
}

/** One run over one file; null if it does not parse. */
async function lint(eslint, { file, text }) {
  const start = performance.now();
  const [result] = await eslint.lintText(text, { filePath: file });
  const total = performance.now() - start;
  if (result === undefined || result.fatalErrorCount > 0) return null;
  const [pass] = result.stats.times.passes;
  const rules = Object.values(pass.rules ?? {}).reduce((sum, rule) => sum + rule.total, 0);
  return { total, parse: pass.parse.total, rules };
}

function timeTrigger(text) {
  const start = performance.now();
  hasTrigger(text);
  return performance.now() - start;
}

/**
 * All runs over each file in alternation, several rounds after one to warm up.
 *
 * @param edit what becomes of a text in a round
 */
async function measure(sources, { bare, empty, full }, edit = (text) => text) {
  const rounds = sources.map(() => []);
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    for (const [index, { file, text }] of sources.entries()) {
      const source = { file, text: edit(text, round) };
      const without = await lint(bare, source);
      const withEmpty = await lint(empty, source);
      const withRules = await lint(full, source);
      if (round > 0 && without !== null && withEmpty !== null && withRules !== null)
        rounds[index].push({ without, withEmpty, withRules, trigger: timeTrigger(source.text) });
    }
  }
  return sources.flatMap(({ file }, index) => (rounds[index].length === 0 ? [] : [toCost(file, rounds[index])]));
}

/** @returns {Cost} */
function toCost(file, rounds) {
  const middle = (pick) => medianOf(rounds.map(pick));
  return {
    file: relative(root, file),
    bare: middle(({ without }) => without.total),
    full: middle(({ withRules }) => withRules.total),
    parse: middle(({ withRules }) => withRules.parse),
    rules: middle(({ withRules }) => withRules.rules),
    empty: middle(({ withEmpty }) => withEmpty.rules),
    trigger: middle(({ trigger }) => trigger),
  };
}

function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Medians over the files, and ratios of the sums, so that large files count as they do in a run. */
function toRow(corpus, costs) {
  const middle = (pick) => medianOf(costs.map(pick)).toFixed(3);
  const total = (pick) => sumOf(costs.map(pick));
  return {
    corpus,
    files: costs.length,
    'ESLint alone': middle(({ bare }) => bare),
    'with v4ward': middle(({ full }) => full),
    ratio: (total(({ full }) => full) / total(({ bare }) => bare)).toFixed(2),
    parse: middle(({ parse }) => parse),
    'trigger test': middle(({ trigger }) => trigger),
    'empty rules': middle(({ empty }) => empty),
    rules: middle(({ rules }) => rules),
    'rules, 95 %': percentileOf(costs.map(({ rules }) => rules)).toFixed(3),
    'rules / parse': (total(({ rules }) => rules) / total(({ parse }) => parse)).toFixed(2),
  };
}

function percentileOf(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

/** The files whose rules cost most against their parse. */
function toWorst(costs) {
  return costs
    .toSorted((one, other) => other.rules / other.parse - one.rules / one.parse)
    .slice(0, Number(options.worst))
    .map(({ file, parse, rules }) => `${(rules / parse).toFixed(1)} × ${parse.toFixed(2)} ms  ${file}\n`)
    .join('');
}

/** Rules that do nothing, to tell what any rule costs by ESLint's clock. */
function toEmpty({ rules }) {
  const plugin = { rules: Object.fromEntries(Object.keys(rules).map((name) => [name, { create: () => ({}) }])) };
  return {
    plugins: { empty: plugin },
    rules: Object.fromEntries(Object.keys(rules).map((name) => [`empty/${name}`, 'error'])),
  };
}

const runs = {
  bare: createESLint([]),
  empty: createESLint([toEmpty(v4ward)]),
  full: createESLint([v4ward.configs.recommended, ...toSettings()]),
};
/** A text as it is while somebody writes in it: nothing that was found in it before is of use. */
const write = (text, round) => `${text}\n// ${round}\n`;

const fixtures = readFixtures();
const corpora = [
  { corpus: 'sources without triggers', sources: readForeignSources() },
  { corpus: 'fixtures', sources: fixtures },
  { corpus: 'fixtures, while being written', sources: fixtures, edit: write },
];
const rows = [];
const worst = [];
for (const { corpus, sources, edit } of corpora) {
  const costs = await measure(sources, runs, edit);
  rows.push(toRow(corpus, costs));
  worst.push(toWorst(costs));
}
process.stdout.write(`Milliseconds a file; Node ${process.version}, ESLint ${ESLint.version}\n\n${toTable(rows)}`);
if (Number(options.worst) > 0) process.stdout.write(`\nrules / parse, the most expensive\n\n${worst.join('\n')}`);
