import { accessSync, constants, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, describeFailure } from '../files/failure.js';
import { BranchError } from './checkout.js';
import type { Checkout } from './checkout.js';
import { askGit, GitError, runGit, splitNames, trimEnd } from './git.js';
import { stage } from './stage.js';
import type { Rewrites } from './stage.js';
import { withWorktree } from './worktree.js';

/** What a branch is to hold. */
export interface BranchPlan {
  readonly name: string;
  readonly message: string;
  /** Not empty. */
  readonly rewrites: Rewrites;
  /** Run the repository's hooks `pre-commit` and `commit-msg`. */
  readonly verify: boolean;
}

export interface Branch {
  readonly name: string;
  /** Its commit that holds the fixes. */
  readonly commit: string;
  /** False if it was there already, with the same fixes. */
  readonly created: boolean;
}

/**
 * Makes a branch with one commit on top of what is checked out. The commit is made in a second working tree, with git's
 * own `commit`, so that hooks, signing and the identity are as always; the branch comes last, in one step. The checkout
 * stays as it is.
 *
 * @throws {BranchError} if it cannot be made; then nothing is
 */
export async function commitBranch(checkout: Checkout, plan: BranchPlan, signal?: AbortSignal): Promise<Branch> {
  try {
    return await withWorktree(checkout, signal, async (worktree) => {
      const tree = await stage(checkout, worktree, plan.rewrites, signal);
      const existing = await findCommit(checkout, plan.name, signal);
      if (existing !== null) return await takeExisting(checkout, plan, tree, signal);
      const commit = await commitIn(checkout, worktree, plan, signal);
      await createBranch(checkout, plan.name, commit);
      return { name: plan.name, commit, created: true };
    });
  } catch (error) {
    if (error instanceof GitError) throw new BranchError(`The branch was not made: ${error.message}`);
    if (codeOf(error) !== '') throw new BranchError(`The branch was not made: ${describeFailure(error)}`);
    throw error;
  }
}

function findCommit({ directory }: Checkout, name: string, signal: AbortSignal | undefined): Promise<string | null> {
  return askGit(directory, ['rev-parse', '--verify', '--quiet', `refs/heads/${name}^{commit}`], signal);
}

/** The first commit of the branch counts: others may have gone on from there. Hooks may have added to its message. */
async function takeExisting(
  { directory, head, branch }: Checkout,
  { name, message }: BranchPlan,
  tree: string,
  signal: AbortSignal | undefined,
): Promise<Branch> {
  if (branch === name) throw new BranchError(`The branch ${name} is checked out: take another name.`);
  const range = ['rev-list', '--first-parent', '--reverse', `${head}..refs/heads/${name}`];
  const [commit = ''] = (await runGit(directory, range, { signal })).split('\n');
  const shown = commit === '' ? '' : await runGit(directory, ['log', '-1', '--format=%T%n%P%n%B', commit], { signal });
  const [itsTree, itsParent, ...itsMessage] = shown.split('\n');
  const isOwn = itsTree === tree || itsMessage.join('\n').includes(message.trim());
  if (itsParent === head && isOwn) return { name, commit, created: false };
  throw new BranchError(
    `The branch ${name} exists already, with something else or on another commit: delete it (git branch -D ${name}), or take another name.`,
  );
}

async function commitIn(
  checkout: Checkout,
  worktree: string,
  { message, rewrites, verify }: BranchPlan,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (verify && isExecutable(join(checkout.hooks, 'pre-commit'))) await furnish(checkout, worktree, signal);
  const own = ['commit', '--quiet', '--cleanup=whitespace', '--file=-', ...(verify ? [] : ['--no-verify'])];
  await runGit(worktree, own, { input: message, config: [`core.hooksPath=${checkout.hooks}`], signal });
  const commit = trimEnd(await runGit(worktree, ['rev-parse', 'HEAD'], { signal }));
  await refuseOthers(checkout, worktree, [...rewrites.keys()]);
  return commit;
}

/** What hooks that look at files expect to find: all files, and the packages that are installed in the checkout. */
async function furnish({ directory }: Checkout, worktree: string, signal: AbortSignal | undefined): Promise<void> {
  await runGit(worktree, ['checkout-index', '--all', '--force', '--quiet'], { signal });
  const packages = join(directory, 'node_modules');
  const own = join(worktree, 'node_modules');
  if (existsSync(packages) && !existsSync(own)) symlinkSync(packages, own, 'junction');
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Hooks may change what is committed, though nothing that nobody asked for. */
async function refuseOthers({ head }: Checkout, worktree: string, files: readonly string[]): Promise<void> {
  const args = ['diff-tree', '-r', '--name-only', '--no-renames', '-z', head, 'HEAD'];
  const others = splitNames(await runGit(worktree, args)).filter((file) => !files.includes(file));
  if (others.length === 0) return;
  throw new BranchError(
    `The branch was not made: the repository's hooks changed other files too: ${others.join(', ')}. \`--no-verify\` leaves the hooks out.`,
  );
}

/** In one step, and not if somebody was faster. */
async function createBranch({ directory, head }: Checkout, name: string, commit: string): Promise<void> {
  const none = '0'.repeat(head.length);
  await runGit(directory, ['update-ref', '-m', 'v4ward migrate', `refs/heads/${name}`, commit, none]);
}
