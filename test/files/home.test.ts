import { mkdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findHome } from '../../src/files/home.js';
import { makeDirectory } from '../directory.js';

describe('findHome', () => {
  it('is the working directory', () => {
    const root = makeDirectory({ 'src/a.js': '' });
    expect(findHome(root, join(root, 'src/a.js'))).toEqual({ root, file: 'src/a.js' });
  });

  it('is where the working directory really is', () => {
    const root = makeDirectory({ 'real/src/a.js': '' });
    symlinkSync(join(root, 'real'), join(root, 'link'));
    const found = findHome(join(root, 'link'), join(root, 'link/src/a.js'));
    expect(found).toEqual({ root: join(root, 'real'), file: 'src/a.js' });
  });

  it('is the nearest project where the working directory is above all projects', () => {
    const root = makeDirectory({ 'shop/package.json': '{}', 'shop/src/a.js': '', 'notes/b.js': '' });
    mkdirSync(join(root, 'tools/.git'), { recursive: true });
    for (const cwd of ['/', dirname(homedir())]) {
      expect(findHome(cwd, join(root, 'shop/src/a.js'))).toEqual({ root: join(root, 'shop'), file: 'src/a.js' });
      expect(findHome(cwd, join(root, 'tools/c.js'))).toEqual({ root: join(root, 'tools'), file: 'c.js' });
      expect(findHome(cwd, join(root, 'notes/b.js'))).toBeNull();
    }
  });

  it('is none for files out of reach, and for what is no path', () => {
    const [root, other] = [makeDirectory({}), makeDirectory({ 'a.js': '' })];
    expect(findHome(root, join(other, 'a.js'))).toBeNull();
    expect(findHome(root, '<input>')).toBeNull();
    expect(findHome(join(root, 'gone'), join(root, 'gone/a.js'))).toBeNull();
  });
});
