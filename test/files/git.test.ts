import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findUncommitted, RepositoryError } from '../../src/files/git.js';
import { makeDirectory } from '../directory.js';

function git(cwd: string, ...args: string[]): void {
  execFileSync(
    'git',
    ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false', ...args],
    { cwd, stdio: 'pipe' },
  );
}

describe('findUncommitted', () => {
  it('finds changed and untracked files, from a directory below too', () => {
    const root = makeDirectory({ 'app/clean.js': '', 'app/changed é.js': '', 'lib/changed.js': '' });
    git(root, 'init', '--quiet');
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '-m', 'Start');
    writeFileSync(join(root, 'app/changed é.js'), '1');
    writeFileSync(join(root, 'lib/changed.js'), '1');
    writeFileSync(join(root, 'app/new.js'), '1');
    const files = ['changed é.js', 'clean.js', 'new.js', '../lib/changed.js'];
    expect(findUncommitted(join(root, 'app'), files)).toEqual(['changed é.js', 'new.js', '../lib/changed.js']);
  });

  it('finds files that git ignores, alone or with their folder', () => {
    const root = makeDirectory({
      '.gitignore': 'made/\n*.gen.js\n',
      'made/a.js': '',
      'src/b.gen.js': '',
      'src/c.js': '',
    });
    git(root, 'init', '--quiet');
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '-m', 'Start');
    expect(findUncommitted(root, ['made/a.js', 'src/b.gen.js', 'src/c.js'])).toEqual(['made/a.js', 'src/b.gen.js']);
  });

  it('asks the repository that keeps the file', () => {
    const root = makeDirectory({ 'inner/a.js': '', 'inner/b.js': '', '.gitignore': 'inner\n' });
    git(root, 'init', '--quiet');
    git(join(root, 'inner'), 'init', '--quiet');
    git(join(root, 'inner'), 'add', 'a.js');
    git(join(root, 'inner'), 'commit', '--quiet', '-m', 'Start');
    expect(findUncommitted(root, ['inner/a.js', 'inner/b.js'])).toEqual(['inner/b.js']);
  });

  it('does not take silence for consent', () => {
    const root = makeDirectory({ 'a.js': '' });
    git(root, 'init', '--quiet');
    writeFileSync(join(root, '.git/HEAD'), 'nonsense');
    expect(() => findUncommitted(root, ['a.js'])).toThrow(RepositoryError);
  });

  it('finds none outside a repository', () => {
    expect(findUncommitted(makeDirectory({ 'a.js': '' }), ['a.js'])).toEqual([]);
  });
});
