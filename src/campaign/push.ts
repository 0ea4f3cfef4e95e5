import { BranchError } from './checkout.js';
import type { Checkout } from './checkout.js';
import { askGit, GitError, runGit } from './git.js';

/** Where a branch goes, and what its merge request is called. */
export interface PushPlan {
  readonly remote: string;
  readonly title: string;
}

/**
 * `pushed`: with the wish for a merge request; `pushed-plain`: the server takes no push options, so that nobody was
 * asked for one; `present`: the remote has it already.
 */
export type Pushed = 'pushed' | 'pushed-plain' | 'present';

/**
 * Finds out before anything is made whether a branch of this checkout may be pushed: a merge request must hold the
 * fixes alone, not commits that the remote does not have yet.
 *
 * @throws {BranchError} if not
 */
export async function checkPushable(
  { directory, head }: Checkout,
  remote: string,
  signal?: AbortSignal,
): Promise<void> {
  const remotes = (await runGit(directory, ['remote'], { signal })).split('\n').filter((name) => name !== '');
  if (!remotes.includes(remote)) {
    const others = remotes.length === 0 ? 'it has none' : `it has ${remotes.join(', ')}`;
    throw new BranchError(`The repository has no remote "${remote}": ${others}.`);
  }
  const args = ['for-each-ref', '--count=1', `--contains=${head}`, '--format=%(refname)', `refs/remotes/${remote}/`];
  if ((await runGit(directory, args, { signal })).trim() !== '') return;
  throw new BranchError(
    `As far as is known here, ${remote} does not have the commit ${head.slice(0, 10)} that is checked out, and the merge request would hold it too: push it, or fetch, first.`,
  );
}

/**
 * Pushes a branch, never by force, and has GitLab open a merge request by push options
 * (https://docs.gitlab.com/topics/git/commit/#push-options-for-merge-requests).
 *
 * @param created false if the branch was there before this run, and so may have been pushed
 * @throws {BranchError} if the remote refuses it
 */
export async function pushBranch(
  checkout: Checkout,
  branch: { readonly name: string; readonly created: boolean },
  plan: PushPlan,
  signal?: AbortSignal,
): Promise<Pushed> {
  try {
    if (!branch.created && (await isPresent(checkout, branch.name, plan.remote, signal))) return 'present';
    return await push(checkout, branch.name, plan, signal);
  } catch (error) {
    if (error instanceof GitError) throw new BranchError(`The branch ${branch.name} was not pushed: ${error.message}`);
    throw error;
  }
}

/** Others may have gone on from the branch on the remote; if they have taken it away, it is not put back. */
async function isPresent(
  { directory }: Checkout,
  name: string,
  remote: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const ref = `refs/heads/${name}`;
  const [theirs = ''] = (await runGit(directory, ['ls-remote', remote, ref], { signal })).split('\t');
  if (theirs !== '') return (await askGit(directory, ['merge-base', '--is-ancestor', ref, theirs], signal)) !== null;
  const tracked = `refs/remotes/${remote}/${name}`;
  if ((await askGit(directory, ['rev-parse', '--verify', '--quiet', tracked], signal)) === null) return false;
  throw new BranchError(
    `The branch ${name} was pushed before, and ${remote} has it no more: it was merged or given up. Update the checkout, or take another name.`,
  );
}

async function push(
  checkout: Checkout,
  name: string,
  { remote, title }: PushPlan,
  signal: AbortSignal | undefined,
): Promise<Pushed> {
  const target = await findTarget(checkout, remote, signal);
  const wishes = [
    'merge_request.create',
    `merge_request.title=${title}`,
    ...(target === null ? [] : [`merge_request.target=${target}`]),
  ];
  const options = wishes.map((wish) => `--push-option=${wish}`);
  try {
    await runPush(checkout, name, remote, options, signal);
    return 'pushed';
  } catch (error) {
    if (!(error instanceof GitError && /does not support push options/.test(error.message))) throw error;
    await runPush(checkout, name, remote, [], signal);
    return 'pushed-plain';
  }
}

async function runPush(
  { directory }: Checkout,
  name: string,
  remote: string,
  options: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const own = ['--porcelain', '--no-follow-tags', '--recurse-submodules=no'];
  const ref = `refs/heads/${name}:refs/heads/${name}`;
  await runGit(directory, ['push', ...own, ...options, '--', remote, ref], { signal });
}

/** The remote's name of the branch that is checked out; null leaves it to the server, which takes its default branch. */
async function findTarget(
  { directory, branch }: Checkout,
  remote: string,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  if (branch === null) return null;
  const format = '--format=%(upstream:remotename)%00%(upstream:remoteref)';
  const [upstream = '', ref = ''] = (
    await runGit(directory, ['for-each-ref', format, `refs/heads/${branch}`], { signal })
  )
    .trimEnd()
    .split('\0');
  if (upstream === remote) return ref.replace('refs/heads/', '');
  const tracked = `refs/remotes/${remote}/${branch}`;
  return (await askGit(directory, ['rev-parse', '--verify', '--quiet', tracked], signal)) === null ? null : branch;
}
