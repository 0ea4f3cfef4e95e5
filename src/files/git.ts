import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { toRelative } from './find.js';
import { findRepository } from './repository.js';

/**
 * Those of the files that git could not bring back: changed since the last commit, or never committed. Outside a
 * repository, or without git, there are none to name.
 *
 * @param root what the files are relative to
 */
export function findUncommitted(root: string, files: readonly string[]): string[] {
  const real = realpathSync(root);
  const repository = findRepository(real);
  if (repository === null || files.length === 0) return [];
  const changed = new Set(readStatus(repository));
  return files.filter((file) => changed.has(toRelative(repository, join(real, file))));
}

/** Paths relative to the repository. `-z` gives them unquoted; of a renamed file the old name follows as an entry of its own. */
function readStatus(repository: string): string[] {
  try {
    const output = execFileSync('git', ['status', '--porcelain=v1', '-z', '--untracked-files=all'], {
      cwd: repository,
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.split('\0').map((entry) => entry.slice(3));
  } catch {
    return [];
  }
}
