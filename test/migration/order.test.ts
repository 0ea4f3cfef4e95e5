import { expect, it } from 'vitest';
import { order } from '../../src/migration/order.js';
import { makeEdit, makeFinding } from './sample.js';

/** How often a line is asked for, in a file with as many bases as fixes that come before them. */
function countLines(bases: number): number {
  const findings = Array.from({ length: bases }, (_, index) => [
    makeFinding({
      place: { file: 'forge.js', start: index, end: index + 1 },
      edits: [makeEdit(index, index + 1, 'A')],
    }),
    makeFinding({ rule: 'no-v3-prefix', change: 'api-prefix', transaction: `forge.js:${String(index)}` }),
  ]).flat();
  let count = 0;
  order(findings, ({ start }) => {
    count += 1;
    return start;
  });
  return count;
}

it('asks for as many lines as there are findings, however many wait for them', () => {
  expect(countLines(40)).toBeGreaterThan(0);
  expect(countLines(80)).toBeLessThanOrEqual(2 * countLines(40));
});
