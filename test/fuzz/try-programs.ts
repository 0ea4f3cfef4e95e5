import fc from 'fast-check';
import { Recorder } from '../support/sandbox/recorder.js';
import { answers } from './answers.js';
import type { Judgement } from './judge.js';

type Judge = (numbers: readonly number[]) => Promise<Judgement>;

interface Count {
  readonly moved: number;
  readonly open: number;
}

/** Large numbers leave all options alike likely; a long list is a program with all that there is. */
const choices = fc.array(fc.nat({ max: 5039 }), { minLength: 0, maxLength: 160, size: 'max' });
/** Attempts at a plainer program. */
const mostAttempts = 300;

/**
 * Makes client programs at random, moves them, and runs them before and after. From here on all connections of this
 * process lead to a recorder.
 *
 * @returns how many of them have a defect; each is printed as the plainest program that has it
 */
export async function tryPrograms(seed: number, count: number, print: (line: string) => void): Promise<number> {
  const recorder = await Recorder.open(answers);
  const judge = await loadJudge(recorder);
  const tally = new Map<string, Count>();
  let defects = 0;
  for (let own = seed; own < seed + count; own += 1) {
    const defect = await tryProgram(own, judge, tally);
    if (defect === null) continue;
    defects += 1;
    print(defect);
  }
  recorder.close();
  for (const [feature, { moved, open }] of tally)
    print(`${feature.padEnd(24)} ${String(moved).padStart(7)} moved ${String(open).padStart(7)} open`);
  return defects;
}

/** What leads connections elsewhere comes before whatever connects. */
async function loadJudge(recorder: Recorder): Promise<Judge> {
  process.env['RECORDER_PORT'] = String(recorder.port);
  process.env['PROGRAM'] = JSON.stringify({ file: '' });
  await import(new URL('../../../test/support/sandbox/preload.js', import.meta.url).href);
  const { judge } = await import('./judge.js');
  return (numbers) => judge(numbers, recorder);
}

/** Makes a program, and if something is wrong with it the plainest one of which the same is true. */
async function tryProgram(seed: number, judge: Judge, tally: Map<string, Count>): Promise<string | null> {
  let attempts = 0;
  const property = fc.asyncProperty(choices, async (numbers) => {
    attempts += 1;
    if (attempts > mostAttempts) return;
    const judgement = await judge(numbers);
    if (attempts === 1) addTo(tally, judgement);
    if (judgement.defects.length > 0) throw new Error(describe(judgement));
  });
  const { failed, errorInstance } = await fc.check(property, { seed, numRuns: 1 });
  return failed ? `seed ${String(seed)}: ${(errorInstance as Error).message}` : null;
}

function addTo(tally: Map<string, Count>, { program, moved, open }: Judgement): void {
  for (const feature of ['all', ...program.features]) {
    const entry = tally.get(feature) ?? { moved: 0, open: 0 };
    tally.set(feature, { moved: entry.moved + moved, open: entry.open + open });
  }
}

function describe({ program, defects, files }: Judgement): string {
  const print = (texts: ReadonlyMap<string, string>): string =>
    [...texts].map(([name, text]) => `--- ${name}\n${text}`).join('\n');
  return `${defects.join('\n')}\n=== before\n${print(program.files)}\n=== after\n${print(files)}`;
}
