import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Checkout } from './checkout.js';
import { askGit, runGit } from './git.js';

/**
 * Runs an action in a second working tree of a repository, with an index of its own, at the commit that the checkout
 * stands on; it is empty, and gone when the action is over. So nobody's working tree, index, branch or stash is touched,
 * and what is cut short leaves nothing but objects that git tidies up. Making it is not cut short: git leaves that to
 * processes of its own, which go on writing when it is ended.
 */
export async function withWorktree<Result>(
  { directory, head }: Checkout,
  signal: AbortSignal | undefined,
  action: (worktree: string) => Promise<Result>,
): Promise<Result> {
  const worktree = mkdtempSync(join(realpathSync(tmpdir()), 'v4ward-'));
  try {
    await runGit(directory, ['worktree', 'add', '--quiet', '--detach', '--no-checkout', worktree, head]);
    await runGit(worktree, ['read-tree', head], { signal });
    return await action(worktree);
  } finally {
    await askGit(directory, ['worktree', 'remove', '--force', worktree]);
    rmSync(worktree, { recursive: true, force: true, maxRetries: 3 });
  }
}
