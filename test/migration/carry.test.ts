import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/migration/edits/apply.js';
import { carryOpen, countCarried, mergeOpen } from '../../src/migration/carry.js';
import { makeEdit, makeFinding } from './sample.js';

const text = "get('v3/a/branch_name/b')";
const prefix = makeFinding({ change: 'prefix', rule: 'no-v3-prefix', edits: [makeEdit(5, 7, 'v4')] });
const parameter = makeFinding({ change: 'parameter', edits: [makeEdit(10, 21, 'branch'), makeEdit(0, 0, 'await ')] });
const at = text.indexOf('/b');
const review = makeFinding({
  change: 'review',
  rule: 'review-v4-behavior',
  certainty: 'manual',
  edits: [],
  place: { file: 'a.js', start: at, end: at + 2 },
});
const last = text.lastIndexOf('/b');
const tail = { ...review, change: 'tail', place: { file: 'a.js', start: last, end: last + 2 } };

describe('carryOpen', () => {
  it('keeps what a person must look at when the prefix moves, where it now stands', () => {
    const applied = [prefix, parameter];
    const carried = carryOpen([prefix, parameter, tail], applied, []);
    const after = applyEdits(
      text,
      applied.flatMap(({ edits }) => edits),
    );
    expect(carried.map(({ place }) => after.slice(place.start, place.end))).toEqual(['/b']);
  });

  it('keeps nothing as long as the source shows it', () => {
    expect(carryOpen([parameter, review], [parameter], [])).toEqual([]);
  });

  it('keeps nothing that was fixed', () => {
    expect(carryOpen([prefix, parameter], [prefix, parameter], [])).toEqual([]);
  });
});

describe('mergeOpen', () => {
  it('names each finding once, in order of place', () => {
    expect(mergeOpen([tail], [tail, review, review])).toEqual([review, tail]);
  });
});

describe('countCarried', () => {
  it('counts what was carried as open', () => {
    expect(countCarried(new Map(), [review, review]).get('review')).toMatchObject({ manual: 2, fixable: 0 });
  });
});
