import { describe, expect, it } from 'vitest';
import { applyEdits, CompatibleEdits } from '../../../src/migration/edits/apply.js';

const edit = (start: number, end: number, text: string) => ({ start, end, text });

describe('applyEdits', () => {
  it('makes edits in any order', () => {
    expect(applyEdits('abcdef', [edit(4, 5, 'E'), edit(0, 1, ''), edit(6, 6, '!')])).toBe('bcdEf!');
  });

  it('makes edits that say the same once', () => {
    expect(applyEdits('ab', [edit(1, 1, '-'), edit(1, 1, '-')])).toBe('a-b');
  });

  it('puts an insertion before what is replaced at the same place', () => {
    expect(applyEdits('abc', [edit(1, 2, 'B'), edit(1, 1, '+'), edit(2, 2, '*')])).toBe('a+B*c');
  });

  it.each([
    ['that overlap', [edit(0, 2, 'x'), edit(1, 3, 'y')]],
    ['of one range that differ', [edit(0, 2, 'x'), edit(0, 2, 'y')]],
    ['that insert different texts at one place', [edit(1, 1, 'x'), edit(1, 1, 'y')]],
    ['behind the end', [edit(2, 9, 'x')]],
  ])('refuses edits %s', (_, edits) => {
    expect(() => applyEdits('abc', edits)).toThrow(RangeError);
  });
});

describe('CompatibleEdits', () => {
  it.each([
    [edit(0, 2, 'x'), edit(1, 3, 'y'), true],
    [edit(0, 2, 'x'), edit(2, 3, 'y'), false],
    [edit(0, 2, 'x'), edit(0, 2, 'x'), false],
    [edit(1, 1, 'x'), edit(1, 1, 'y'), true],
    [edit(1, 1, 'x'), edit(1, 3, 'y'), false],
    [edit(0, 4, 'x'), edit(2, 2, 'y'), true],
  ])('%o and %o: %s', (one, other, expected) => {
    expect(areInConflict(one, other)).toBe(expected);
    expect(areInConflict(other, one)).toBe(expected);
  });

  it('says of edits in any order what a comparison of each with each says', () => {
    const places = Array.from({ length: 9 }, (_, start) => [edit(start, start, 'i'), edit(start, start + 2, 'r')]);
    const all = [3, 0, 7, 1, 8, 5, 2, 6, 4].flatMap((index) => places[index] ?? []);
    const kept: (typeof all)[number][] = [];
    const edits = new CompatibleEdits();
    for (const each of all) {
      const isRefused = kept.some((other) => areInConflict(each, other));
      expect(edits.conflictsWith(each)).toBe(isRefused);
      if (isRefused) continue;
      kept.push(each);
      edits.add(each);
    }
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.length).toBeLessThan(all.length);
  });
});

function areInConflict(one: ReturnType<typeof edit>, other: ReturnType<typeof edit>): boolean {
  const edits = new CompatibleEdits();
  edits.add(one);
  return edits.conflictsWith(other);
}
