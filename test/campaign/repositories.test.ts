import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readList, toRepositories } from '../../src/campaign/repositories.js';
import { inParallel } from '../../src/campaign/run.js';
import { parseShard, takeShare } from '../../src/campaign/shard.js';
import { makeDirectory } from '../directory.js';

describe('a list of repositories', () => {
  it('has a directory a line; comments and blank lines aside', () => {
    expect(readList('\uFEFF# fleet\r\nweb\r\n\r\n  my bot/ \n\t# gone\nc#\n')).toEqual(['web', 'my bot/', 'c#']);
  });

  it('is sorted by name, each directory once', () => {
    const root = makeDirectory({ 'list/x': '', 'list/b/x': '', 'team/a/x': '' });
    symlinkSync('b', join(root, 'list/link'));
    const found = toRepositories(['./b/', '../team/a', 'b', 'link', '.', join(root, 'team')], join(root, 'list'));
    expect(found).toEqual(
      [
        { name: 'b', directory: join(root, 'list/b'), fault: null },
        { name: 'list', directory: join(root, 'list'), fault: null },
        { name: 'team/a', directory: join(root, 'team/a'), fault: null },
        { name: join(root, 'team').slice(1), directory: join(root, 'team'), fault: null },
      ].sort((one, other) => (one.name < other.name ? -1 : 1)),
    );
  });

  it('names what cannot be had', () => {
    const root = makeDirectory({ file: '' });
    symlinkSync('circle', join(root, 'circle'));
    const paths = ['gone', 'file', 'file/x', 'circle', 'n\0l', 'x'.repeat(300)];
    const faults = new Map(toRepositories(paths, root).map(({ name, fault }) => [name, fault]));
    expect(faults.get('gone')).toBe('there is no directory "gone"');
    expect(faults.get('file')).toBe('"file" is no directory');
    expect(faults.get('file/x')).toBe('there is no directory "file/x"');
    expect(faults.get('circle')).toBe('"circle" cannot be looked at: its links lead in a circle');
    expect([...faults.values()]).not.toContain(null);
  });
});

describe('shards', () => {
  it('are written I/N', () => {
    expect(parseShard('2/4')).toEqual({ index: 2, count: 4 });
    for (const wrong of ['', '0/4', '5/4', '1', '1/0', '-1/2', '1/2/3', '1.0/2', ' 1/2', '01/2', 'a/b'])
      expect(parseShard(wrong)).toBeNull();
  });

  it('share everything out, each thing once', () => {
    const items = Array.from({ length: 11 }, (_, index) => index);
    const shares = [1, 2, 3].map((index) => takeShare(items, { index, count: 3 }));
    expect(shares.flat().sort((one, other) => one - other)).toEqual(items);
    expect(shares.map((share) => share.length)).toEqual([4, 4, 3]);
  });
});

it('work in parallel keeps its order and its bound', async () => {
  const running: number[] = [];
  const seen: number[] = [];
  const results = await inParallel([30, 1, 20, 2, 10], 2, async (delay) => {
    running.push(delay);
    seen.push(running.length);
    await new Promise((resolve) => setTimeout(resolve, delay));
    running.splice(running.indexOf(delay), 1);
    return delay * 2;
  });
  expect(results).toEqual([60, 2, 40, 4, 20]);
  expect(Math.max(...seen)).toBe(2);
});
