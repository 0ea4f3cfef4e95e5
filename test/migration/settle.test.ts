import { expect, it } from 'vitest';
import type { Finding } from '../../src/migration/finding.js';
import { hold } from '../../src/migration/settle.js';
import { makeEdit, makeFinding, makeUnresolved } from './sample.js';

it('what holds a base back is told once, however many findings and names of bases it has', () => {
  const bases = Array.from({ length: 60 }, (_, index) => `base ${String(index)}`);
  const open = makeFinding({ change: 'issue-iid', rule: 'no-global-id', certainty: 'suggestion' });
  const fixes = bases.map((_, index) => makeFinding({ edits: [makeEdit(index, index + 1, 'A')] }));
  const told: string[] = [];
  const held = hold(
    new Map<Finding, readonly string[]>([open, ...fixes].map((finding) => [finding, bases])),
    new Map([[{ ...makeUnresolved(), what: 'unresolved' }, bases]]),
    (_place, what) => {
      told.push(what);
      return what;
    },
  );
  expect(told.sort()).toEqual(['issue-iid', 'unresolved']);
  expect(held.map(({ heldBy }) => heldBy)).toEqual([['unresolved'], ...fixes.map(() => ['issue-iid', 'unresolved'])]);
});
