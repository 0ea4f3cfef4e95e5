/**
 * Makes client programs at random, moves them, and runs them before and after. Run by `npm run fuzz`:
 *
 *     npm run fuzz -- --seed N --count M
 *
 * Ends with 1 if there is a defect; it is shown as the plainest program that has it.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { Recorder } from '../support/sandbox/recorder.js';
import type { Judgement } from './judge.js';

const { values: options } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string', default: '200' } },
});
const seed = Number(options.seed ?? Math.floor(Math.random() * 2 ** 31));

const recorder = await Recorder.open({});
process.env['RECORDER_PORT'] = String(recorder.port);
process.env['PROGRAM'] = JSON.stringify({ file: '' });
await import(new URL('../../../test/support/sandbox/preload.js', import.meta.url).href);
const { judge } = await import('./judge.js');

const tally = new Map<string, { moved: number; open: number }>();

function count({ program, moved, open }: Judgement): void {
  for (const feature of ['all', ...program.features]) {
    const entry = tally.get(feature) ?? { moved: 0, open: 0 };
    tally.set(feature, { moved: entry.moved + moved, open: entry.open + open });
  }
}

/** Large numbers leave all options alike likely; a long list is a program with all that there is. */
const choices = fc.array(fc.nat({ max: 5039 }), { minLength: 0, maxLength: 160, size: 'max' });
/** Attempts at a plainer program. */
const mostAttempts = 300;

/** Makes a program, and if something is wrong with it the plainest one of which the same is true. */
async function tryProgram(own: number): Promise<string | null> {
  let attempts = 0;
  const property = fc.asyncProperty(choices, async (numbers) => {
    attempts += 1;
    if (attempts > mostAttempts) return;
    const judgement = await judge(numbers, recorder);
    if (attempts === 1) count(judgement);
    if (judgement.defects.length > 0) throw new Error(describe(judgement));
  });
  const { failed, errorInstance } = await fc.check(property, { seed: own, numRuns: 1 });
  return failed ? `seed ${String(own)}: ${(errorInstance as Error).message}` : null;
}

function describe({ program, defects, files }: Judgement): string {
  const print = (texts: ReadonlyMap<string, string>): string =>
    [...texts].map(([name, text]) => `--- ${name}\n${text}`).join('\n');
  return `${defects.join('\n')}\n=== before\n${print(program.files)}\n=== after\n${print(files)}`;
}

/** What programs say is nobody's business. */
Object.assign(console, { info: () => undefined });

let defects = 0;
for (let own = seed; own < seed + Number(options.count); own += 1) {
  const defect = await tryProgram(own);
  if (defect === null) continue;
  defects += 1;
  process.stdout.write(`${defect}\n`);
}
recorder.close();
for (const [feature, { moved, open }] of tally)
  process.stdout.write(`${feature.padEnd(24)} ${String(moved).padStart(7)} moved ${String(open).padStart(7)} open\n`);
process.stdout.write(`seed ${String(seed)}, ${options.count} programs: ${String(defects)} with a defect\n`);
if (defects > 0) process.exitCode = 1;
