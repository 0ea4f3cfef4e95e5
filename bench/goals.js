import { toTable } from './numbers.js';

/**
 * What the project wants to be true, each as data: of what one program costs on a corpus next to others in the same run.
 *
 * @typedef {object} Measured what one program cost on one corpus, in medians
 * @property {string} program
 * @property {string} corpus
 * @property {number} files
 * @property {boolean} whole whether the corpus is of its full size
 * @property {number} cpu milliseconds
 * @property {number} wall milliseconds
 * @property {number | null} peak bytes; null where no one tells
 *
 * @typedef {(of: (program: string, files?: number) => number) => number} Quantity of the corpus, from its programs' costs
 */

const sum = (of) => of('rg -l') + of('node -e 0');
const check = 'v4ward check';
const migrate = 'v4ward migrate, to a diff';

/** Of times, by the processor and by the clock. */
const times = [
  { corpus: 'sparse', says: 'check / (rg -l + node -e 0)', atMost: 1.5, quantity: (of) => of(check) / sum(of) },
  { corpus: 'sparse', says: 'ast-grep scan / check', atLeast: 45, quantity: (of) => of('ast-grep scan') / of(check) },
  { corpus: 'medium', says: 'check / (rg -l + node -e 0)', atMost: 4, quantity: (of) => of(check) / sum(of) },
  {
    corpus: 'dense',
    says: 'migrate / ts.createSourceFile',
    atMost: 0.8,
    quantity: (of) => of(migrate) / of('ts.createSourceFile'),
  },
  { corpus: 'dense', says: 'jscodeshift / migrate', atLeast: 18, quantity: (of) => of('jscodeshift') / of(migrate) },
  { corpus: 'dense', says: 'ts-morph / migrate', atLeast: 6, quantity: (of) => of('ts-morph') / of(migrate) },
  {
    corpus: 'dense',
    says: '--help - node -e 0, ms',
    atMost: 30,
    quantity: (of) => of('v4ward --help') - of('node -e 0'),
  },
  // What is linear grows tenfold, less what each run costs; a tenth is for the collector of garbage.
  {
    corpus: 'deep',
    says: 'check of 10,000 files / of 1,000',
    atMost: 11,
    quantity: (of) => of(check, 10_000) / of(check, 1000),
  },
];
const gibibyte = 2 ** 30;
const memory = [
  {
    corpus: 'deep',
    says: 'memory of check of 10,000 files, GiB',
    atMost: 1,
    quantity: (of) => of(check, 10_000) / gibibyte,
  },
];

/**
 * The table of the goals of which everything was measured.
 *
 * @param {readonly Measured[]} measured
 */
export function toGoals(measured) {
  const rows = [
    ...times.map((goal) => toRow(goal, { cpu: toValue(goal, measured, 'cpu'), wall: toValue(goal, measured, 'wall') })),
    ...memory.map((goal) => toRow(goal, { cpu: toValue(goal, measured, 'peak'), wall: NaN })),
  ];
  const known = rows.filter((row) => row !== null);
  return known.length === 0 ? '' : toTable(known);
}

/** Not a number if something of it was not measured. */
function toValue({ corpus, quantity }, measured, cost) {
  return quantity((program, files) => {
    const found = measured.find(
      (each) =>
        each.corpus === corpus && each.program === program && (files === undefined ? each.whole : each.files === files),
    );
    return found?.[cost] ?? NaN;
  });
}

function toRow(goal, { cpu, wall }) {
  if (Number.isNaN(cpu)) return null;
  const wanted = goal.atMost === undefined ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  return {
    corpus: goal.corpus,
    goal: goal.says,
    wanted,
    measured: cpu.toFixed(2),
    holds: judge(goal, cpu),
    'by the clock': Number.isNaN(wall) ? '–' : `${wall.toFixed(2)} ${judge(goal, wall)}`,
  };
}

function judge({ atMost = Infinity, atLeast = -Infinity }, value) {
  return value <= atMost && value >= atLeast ? 'yes' : 'no';
}
