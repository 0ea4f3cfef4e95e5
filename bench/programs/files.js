import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The sources of a repository, absolute. */
export function listSources(directory) {
  return execFileSync('git', ['ls-files', '-z'], { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\0')
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
    .map((file) => join(directory, file));
}
