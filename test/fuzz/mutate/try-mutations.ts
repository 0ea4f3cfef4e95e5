import fc from 'fast-check';
import { caseNumbers, makeCase } from './cases.js';
import type { Case } from './cases.js';
import { Jury } from './jury.js';
import type { Verdict } from './judge.js';
import { shrinkText } from './shrink.js';

/** Attempts at fewer mutations, and at a smaller text; and the milliseconds after which there are no more. */
const mostAttempts = 60;
const mostCuts = 250;
const mostPatience = 120_000;

/**
 * Mutates files, and looks for what must never be: see `judge.ts`.
 *
 * @returns how many of them have a defect; each is printed as the smallest files that have it
 */
export async function tryMutations(seed: number, count: number, print: (line: string) => void): Promise<number> {
  const jury = new Jury();
  const tally = new Map<string, number>();
  let defects = 0;
  for (let own = seed; own < seed + count; own += 1) {
    const defect = await tryCase(own, jury, tally);
    if (defect === null) continue;
    defects += 1;
    print(`seed ${String(own)}: ${defect}`);
  }
  jury.close();
  for (const [what, number] of tally) print(`${what.padEnd(20)} ${String(number).padStart(7)}`);
  return defects;
}

class DefectError extends Error {
  constructor(
    readonly given: Case,
    readonly defects: readonly string[],
  ) {
    super(defects.join('\n'));
  }
}

/** Makes a case, and if something is wrong with it the smallest one with which the same is wrong. */
async function tryCase(seed: number, jury: Jury, tally: Map<string, number>): Promise<string | null> {
  let attempts = 0;
  const start = performance.now();
  const property = fc.asyncProperty(caseNumbers, async (numbers) => {
    attempts += 1;
    if (attempts > 1 && (attempts > mostAttempts || performance.now() - start > mostPatience)) return;
    const given = makeCase(numbers);
    const { defects, counts } = await jury.judge(given);
    if (attempts === 1) addTo(tally, counts);
    if (defects.length > 0) throw new DefectError(given, defects);
  });
  const { failed, errorInstance } = await fc.check(property, { seed, numRuns: 1 });
  if (!failed) return null;
  if (!(errorInstance instanceof DefectError)) throw errorInstance;
  return describe(await shrink(errorInstance, jury));
}

function addTo(tally: Map<string, number>, counts: Verdict['counts']): void {
  for (const [what, number] of Object.entries(counts)) tally.set(what, (tally.get(what) ?? 0) + number);
}

function kindOf(defects: readonly string[]): string | undefined {
  return defects[0]?.split(/[:\n]/)[0];
}

async function shrink({ given, defects }: DefectError, jury: Jury): Promise<DefectError> {
  const kind = kindOf(defects);
  const start = performance.now();
  let smallest = new DefectError(given, defects);
  for (const file of given.files.keys()) {
    const isStill = async (text: string): Promise<boolean> => {
      if (performance.now() - start > mostPatience) return false;
      const next = { ...smallest.given, files: new Map([...smallest.given.files, [file, text]]) };
      const { defects: found } = await jury.judge(next);
      const same = kindOf(found) === kind;
      if (same) smallest = new DefectError(next, found);
      return same;
    };
    await shrinkText(smallest.given.files.get(file) ?? '', isStill, mostCuts);
  }
  return smallest;
}

function describe({ given, defects }: DefectError): string {
  const { files, sources, ...options } = given;
  const texts = [...files].map(([name, text]) => `--- ${name} ${JSON.stringify(text)}\n${text}`);
  return [...defects, `of ${sources.join(' and ')}, ${JSON.stringify(options)}`, ...texts].join('\n');
}
