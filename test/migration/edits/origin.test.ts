import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/migration/edits/apply.js';
import { toOrigin } from '../../../src/migration/edits/origin.js';
import { makeEdit } from '../sample.js';

const before = 'ab CDE fg HI jk';
/** Makes `ab xxxxx fg  jk!`. */
const edits = [makeEdit(3, 6, 'xxxxx'), makeEdit(10, 12, ''), makeEdit(15, 15, '!')];

function originOf(text: string): string {
  const after = applyEdits(before, edits);
  const start = after.indexOf(text);
  const { start: from, end } = toOrigin({ file: 'a.js', start, end: start + text.length }, [edits]);
  return before.slice(from, end);
}

describe('toOrigin', () => {
  it.each([
    ['ab', 'ab'],
    ['fg', 'fg'],
    ['jk', 'jk'],
    ['xxxxx', 'CDE'],
    ['xxx', 'CDE'],
    ['b xx', 'b CDE'],
    ['xx fg', 'CDE fg'],
    ['fg  jk', 'fg HI jk'],
  ])('gives for %j what stood there: %j', (text, origin) => {
    expect(originOf(text)).toBe(origin);
  });

  it('goes back over several steps, in their own file, and counts an edit that is made twice once', () => {
    const history = [
      [makeEdit(0, 0, '12'), makeEdit(0, 0, '12'), makeEdit(0, 0, 'other', 'b.js')],
      [makeEdit(0, 1, '')],
    ];
    expect(toOrigin({ file: 'a.js', start: 4, end: 6 }, history)).toEqual({ file: 'a.js', start: 3, end: 5 });
  });
});
