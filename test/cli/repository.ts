import { execFileSync } from 'node:child_process';
import { makeDirectory } from '../directory.js';

/** Runs git there as somebody with a name, whatever the machine's own settings say. */
export function git(cwd: string, ...args: string[]): string {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd, stdio: 'pipe', encoding: 'utf8' });
}

/** A repository with these files committed, until the test is over. */
export function makeRepository(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = makeDirectory(files);
  git(root, 'init', '--quiet');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '-m', 'Start');
  return root;
}
