/** Builds, tests and git take files away while they are being found. */
import type fileSystem from 'node:fs';
import { rmSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { findFiles } from '../../src/files/find.js';
import { makeDirectory } from '../directory.js';

vi.mock('node:fs', async (load) => {
  const fs = await load<typeof fileSystem>();
  const readdirSync = (path: string, options: { withFileTypes: true }): fileSystem.Dirent[] => {
    if (path.endsWith('/scratch')) rmSync(path, { recursive: true });
    return fs.readdirSync(path, options);
  };
  return { ...fs, readdirSync };
});

it('goes on where a directory is gone before it is walked, and says so', () => {
  const root = makeDirectory({ 'a.js': '', 'scratch/b.js': '', 'src/c.js': '' });
  expect(findFiles(root, ['.'])).toMatchObject({
    files: ['a.js', 'src/c.js'],
    errors: [{ file: 'scratch', message: expect.stringContaining('cannot be listed') as string }],
  });
});
