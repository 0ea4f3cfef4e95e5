/**
 * Tries what nobody thought of, and ends with 1 if there is a defect. Run by `npm run fuzz`:
 *
 *     npm run fuzz -- --seed N --count M            client programs made at random
 *     npm run fuzz -- --mutate --seed N --count M   files of this project's packages and fixtures, mutated
 *
 * What is made of a seed is the same whatever the seeds around it, so one is run alone with `--count 1`.
 */
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string', default: '200' }, mutate: { type: 'boolean' } },
});
const seed = Number(options.seed ?? Math.floor(Math.random() * 2 ** 31));
const count = Number(options.count);

/** What programs say is nobody's business. */
Object.assign(console, { info: () => undefined });

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const defects =
  options.mutate === true
    ? await (await import('./mutate/try-mutations.js')).tryMutations(seed, count, print)
    : await (await import('./try-programs.js')).tryPrograms(seed, count, print);
print(
  `seed ${String(seed)}, ${String(count)} ${options.mutate === true ? 'mutations' : 'programs'}: ${String(defects)} with a defect`,
);
if (defects > 0) process.exitCode = 1;
