import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBytes, readListed, readText } from '../../src/files/read.js';
import { writeTogether } from '../../src/files/write.js';
import { makeDirectory } from '../directory.js';

describe('readText', () => {
  it('keeps the byte order mark and line endings', () => {
    const root = makeDirectory({ 'a.js': '\uFEFFa\r\n' });
    expect(readText(join(root, 'a.js'))).toEqual({ text: '\uFEFFa\r\n' });
  });

  it.each([
    ['Latin-1', Buffer.from([0x61, 0xe9, 0x62]), 'is not UTF-8'],
    ['UTF-16, little endian', Buffer.from([0xff, 0xfe, 0x61, 0x00]), 'is UTF-16 (little endian)'],
    ['UTF-16, big endian', Buffer.from([0xfe, 0xff, 0x00, 0x61]), 'is UTF-16 (big endian)'],
    ['UTF-16 without a mark', Buffer.from([0x61, 0x00]), 'is binary, or UTF-16 without a mark'],
  ])('refuses %s', (_, bytes, reason) => {
    const root = makeDirectory({ 'a.js': bytes });
    expect(readText(join(root, 'a.js'))).toEqual({
      failure: `${reason}, and only UTF-8 is read: convert it, or exclude it`,
    });
  });

  it('takes a program that holds a zero byte in a text', () => {
    const root = makeDirectory({ 'a.js': "split('\0')" });
    expect(readText(join(root, 'a.js'))).toEqual({ text: "split('\0')" });
  });

  it('says that a file is gone', () => {
    expect(readText(join(makeDirectory({}), 'a.js'))).toEqual({ failure: 'is no longer there' });
  });
});

describe('readListed', () => {
  it('reads as others do what turns out to be empty, large, gone, or no file', () => {
    const text = 'ä'.repeat(3_000_000);
    const root = makeDirectory({
      'a.js': 'a',
      'empty.js': '',
      'large.js': text,
      'odd.js': Buffer.from([0xe9]),
      'd/b': '',
    });
    execFileSync('mkfifo', [join(root, 'pipe.js')]);
    const names = ['a.js', 'empty.js', 'large.js', 'odd.js', 'd', 'gone.js', 'pipe.js'].map((name) => join(root, name));
    const read = (path: string, by: typeof readBytes): string => {
      const result = by(path);
      return 'failure' in result ? result.failure : result.bytes.toString('utf8');
    };
    expect(names.map((name) => read(name, readListed) === read(name, readBytes))).toEqual(names.map(() => true));
    expect(names.map((name) => read(name, readListed).slice(0, 12))).toEqual([
      ...['a', '', 'ä'.repeat(12), 'is not UTF-8', 'is a directo', 'is no longer', 'cannot be re'],
    ]);
    expect(read(names[2] ?? '', readListed)).toBe(text);
  });
});

describe('writeTogether', () => {
  it('replaces the text, keeps the mode, and leaves nothing beside it', () => {
    const root = makeDirectory({ 'a.js': 'old' });
    const path = join(root, 'a.js');
    chmodSync(path, 0o750);
    expect(writeTogether([{ root, path, before: 'old', after: 'new' }])).toEqual([]);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o750);
    expect(readdirSync(root)).toEqual(['a.js']);
  });

  it('writes through a link', () => {
    const root = makeDirectory({ 'real/a.js': 'old' });
    const path = join(root, 'link.js');
    symlinkSync(join(root, 'real/a.js'), path);
    expect(writeTogether([{ root, path, before: 'old', after: 'new' }])).toEqual([]);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, 'real/a.js'), 'utf8')).toBe('new');
  });

  it('refuses a file that has changed since it was read', () => {
    const root = makeDirectory({ 'a.js': 'old' });
    const path = join(root, 'a.js');
    writeFileSync(path, 'somebody else was here');
    const [refused] = writeTogether([{ root, path, before: 'old', after: 'new' }]);
    expect(refused?.message).toMatch(/^has changed since it was read/);
    expect(readFileSync(path, 'utf8')).toBe('somebody else was here');
  });
});
