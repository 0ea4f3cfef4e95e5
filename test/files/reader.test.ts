import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createReader } from '../../src/files/reader.js';
import { makeDirectory } from '../directory.js';

const text = 'export const answer = 42;\n';

describe('createReader', () => {
  it('parses a file once, until it is written', () => {
    const directory = makeDirectory({ 'a.js': text });
    const { parse, forgetChanged } = createReader(directory);
    const before = parse('a.js');
    expect(forgetChanged()).toBe(false);
    expect(parse('a.js')).toBe(before);
    writeFileSync(join(directory, 'a.js'), `${text}\n`);
    utimesSync(join(directory, 'a.js'), new Date(), new Date(Date.now() + 5000));
    expect(forgetChanged()).toBe(true);
    expect(parse('a.js')?.text).toBe(`${text}\n`);
  });

  it('forgets trees that were not asked for lately, if they are too many', () => {
    const { parse, forgetUnused } = createReader(makeDirectory({ 'a.js': text, 'b.js': text }), text.length);
    const [a, b] = [parse('a.js'), parse('b.js')];
    forgetUnused();
    expect(parse('a.js')).toBe(a);
    forgetUnused();
    expect(parse('a.js')).toBe(a);
    expect(parse('b.js')).not.toBe(b);
    expect(parse('b.js')).toEqual(expect.objectContaining({ text }));
  });

  it('keeps the trees of few files, used or not', () => {
    const { parse, forgetUnused } = createReader(makeDirectory({ 'a.js': text }));
    const before = parse('a.js');
    for (let time = 0; time < 3; time += 1) forgetUnused();
    expect(parse('a.js')).toBe(before);
  });
});
