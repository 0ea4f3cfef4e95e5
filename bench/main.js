/**
 * What v4ward costs on whole repositories, next to other programs in the same run. Run by `npm run bench`, which builds
 * first; docs/performance.md says how to read the tables.
 *
 *     node bench/main.js [--corpora sparse,medium,dense,deep] [--rounds 5] [--programs WORD,WORD] [--corpora-in DIRECTORY]
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { corpora, writeCorpus } from './corpora/corpus.js';
import { Random } from './corpora/random.js';
import { toGoals } from './goals.js';
import { findPeak, tellsMemory, time } from './measure.js';
import { medianOf, toTable } from './numbers.js';
import { programs } from './programs/programs.js';

const { values: options } = parseArgs({
  options: {
    corpora: { type: 'string', default: Object.keys(corpora).join() },
    programs: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    'corpora-in': { type: 'string' },
  },
});
const chosen = options.corpora.split(',');
const words = options.programs.split(',');
const unknown = chosen.find((name) => !Object.hasOwn(corpora, name));
if (unknown !== undefined)
  throw new RangeError(`There is no corpus ${unknown}: choose of ${Object.keys(corpora).join(', ')}`);

/**
 * @typedef {object} Task
 * @property {import('./programs/programs.js').Program} program
 * @property {string} corpus
 * @property {number} files
 * @property {boolean} whole
 * @property {string} directory
 */

const rest = { sparse: [], medium: [], dense: [], deep: [1000, 10_000] };

/** A corpus with all programs, a tenth of it with v4ward, and of the deep one what memory is measured on. */
function toTasks(corpus) {
  const { files } = corpora[corpus];
  const present = programs.filter((program) => isWanted(program) && program.corpora.includes(corpus));
  const own = present.filter(({ name }) => name.startsWith('v4ward') && !name.includes('--help'));
  const toTask = (count) => (program) => ({ program, corpus, files: count, whole: count === files });
  return [
    ...present.map(toTask(files)),
    ...own.map(toTask(files / 10)),
    ...rest[corpus].flatMap((count) => own.filter(({ name }) => name.includes('check')).map(toTask(count))),
  ];
}

function isWanted({ name, isPresent = () => true }) {
  return words.some((word) => name.includes(word)) && isPresent();
}

/** Corpora that were made before are of use as long as what makes them is the same. */
function digestMakers() {
  const folder = fileURLToPath(new URL('corpora', import.meta.url));
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 8);
}

/** The directory of a corpus, which is made if it is not there. */
function provide(parent, { corpus, files }) {
  const directory = join(parent, `${corpus}-${files}-${digestMakers()}`);
  if (existsSync(directory)) return directory;
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  writeCorpus(corpus, unfinished, files);
  renameSync(unfinished, directory);
  return directory;
}

/** All tasks in each round, in another order each time; a first run of each warms up, and tells the memory. */
async function measure(tasks, rounds) {
  const costs = new Map(tasks.map((task) => [task, []]));
  const peaks = new Map();
  for (const task of tasks) peaks.set(task, await findPeak(toCommand(task)));
  for (let round = 1; round <= rounds; round += 1) {
    for (const task of new Random(round).sample(tasks, tasks.length)) costs.get(task).push(await time(toCommand(task)));
    process.stderr.write(`round ${round} of ${rounds}\n`);
  }
  return tasks.map((task) => toMeasured(task, costs.get(task), peaks.get(task)));
}

function toCommand({ program, directory }) {
  const [file, ...args] = program.command(directory);
  return { file, args, directory };
}

/** @returns {import('./goals.js').Measured} */
function toMeasured({ program, corpus, files, whole }, costs, peak) {
  const middle = (pick) => medianOf(costs.map(pick));
  return {
    program: program.name,
    corpus,
    files,
    whole,
    peak,
    cpu: middle(({ cpu }) => cpu),
    wall: middle(({ wall }) => wall),
  };
}

function toRow(own, measured) {
  const check = measured.find((each) => each.corpus === own.corpus && each.whole && each.program === 'v4ward check');
  return {
    corpus: own.corpus,
    program: own.program,
    'CPU, ms': own.cpu.toFixed(0),
    'clock, ms': own.wall.toFixed(0),
    'CPU / check': check === undefined ? '–' : (own.cpu / check.cpu).toFixed(2),
    'memory, MB': toMegabytes(own.peak),
  };
}

function toMegabytes(bytes) {
  return bytes === null ? '–' : (bytes / 2 ** 20).toFixed(0);
}

/** What ten times as many files cost. */
function toGrowth(large, measured) {
  const small = measured.find(
    ({ program, corpus, files }) => program === large.program && corpus === large.corpus && files * 10 === large.files,
  );
  if (small === undefined) return [];
  return [
    {
      corpus: large.corpus,
      program: large.program,
      files: `${small.files} → ${large.files}`,
      'CPU, ms': `${small.cpu.toFixed(0)} → ${large.cpu.toFixed(0)}`,
      times: (large.cpu / small.cpu).toFixed(2),
      'memory, MB': `${toMegabytes(small.peak)} → ${toMegabytes(large.peak)}`,
    },
  ];
}

async function run(parent) {
  const tasks = chosen.flatMap(toTasks).map((task) => ({ ...task, directory: provide(parent, task) }));
  const measured = await measure(tasks, Number(options.rounds));
  const growth = measured.flatMap((own) => toGrowth(own, measured));
  const tables = [
    toTable(measured.filter(({ whole }) => whole).map((own) => toRow(own, measured))),
    ...(growth.length === 0 ? [] : [toTable(growth)]),
    toGoals(measured),
  ];
  const memory = tellsMemory ? '' : ' Memory is read under /proc, which is not here.';
  process.stdout.write(
    `Medians of ${options.rounds} rounds; Node ${process.version}, ${cpus().length} cores.${memory}\n\n${tables.join('\n')}`,
  );
}

const kept = options['corpora-in'];
const parent = kept ?? mkdtempSync(join(tmpdir(), 'v4ward-bench-'));
try {
  await run(parent);
} finally {
  if (kept === undefined) rmSync(parent, { recursive: true });
}
