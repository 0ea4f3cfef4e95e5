/** An editor's server lives for days. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';

/** Lints a text that is another each time, beside files that are written now and then; prints what the heap holds. */
const program = `
  import { writeFileSync } from 'node:fs';
  import { Linter } from 'eslint';
  import v4ward from 'v4ward';
  const [cwd] = process.argv.slice(-1);
  const linter = new Linter({ cwd });
  const toText = (round) =>
    "import { base } from './base.js';\\n" +
    'export const star' + round + ' = (id) => fetch(base + "/projects/" + id + "/star?round=' + round + '", { method: "DELETE" });\\n' +
    '/* ' + 'what somebody wrote '.repeat(500) + ' */\\n';
  const lint = (from, to) => {
    for (let round = from; round < to; round += 1) {
      if (round % 20 === 0) writeFileSync(cwd + '/user.js', toText(round));
      const [first] = linter.verify(toText(round), [v4ward.configs.recommended], cwd + '/star.js');
      if (first === undefined) throw new Error('nothing was found');
    }
  };
  const measure = () => {
    for (let time = 0; time < 3; time += 1) gc();
    return process.memoryUsage().heapUsed;
  };
  lint(0, 200);
  const before = measure();
  lint(200, 1000);
  process.stdout.write(JSON.stringify({ before, after: measure() }));
`;

it('takes no more memory after a thousand texts than after a few', { timeout: 120_000 }, () => {
  const directory = makeDirectory({
    'package.json': '{}',
    'base.js': "export const base = 'https://gitlab.quay.example/api/v3';\n",
    'star.js': '',
  });
  const args = ['--expose-gc', '--input-type=module', '--eval', program, '--', directory];
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(stderr).toBe('');
  const { before, after } = JSON.parse(stdout) as { before: number; after: number };
  // The texts alone are eight megabytes; their trees would be many times that.
  expect(after - before).toBeLessThan(4_000_000);
});
