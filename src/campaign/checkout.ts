import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { askGit, GitError, runGit, splitNames, trimEnd } from './git.js';

/** A branch cannot be made or pushed. The message says why, and what to do. Nothing was changed. */
export class BranchError extends Error {
  override readonly name = 'BranchError';
}

/** A repository's working tree, as it was found: clean, and in the middle of nothing. */
export interface Checkout {
  /** Absolute, without links. */
  readonly directory: string;
  /** The commit that it stands on. */
  readonly head: string;
  /** The branch that it is on; null for a detached HEAD. */
  readonly branch: string | null;
  /** Absolute: the repository's hooks, wherever it keeps them. */
  readonly hooks: string;
}

/**
 * Looks at a repository that is to get a branch.
 *
 * @throws {BranchError} if it is not fit for one
 */
export async function openCheckout(directory: string, signal?: AbortSignal): Promise<Checkout> {
  const top = await findTop(directory, signal);
  const head = await askGit(top, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], signal);
  if (head === null) throw new BranchError('The repository has no commit yet: there is nothing to branch off.');
  await refuseMiddle(top, signal);
  await refuseChanges(top, signal);
  await refuseNobody(top, signal);
  const branch = await askGit(top, ['symbolic-ref', '--quiet', 'HEAD'], signal);
  return {
    directory: top,
    head,
    branch: branch?.replace('refs/heads/', '') ?? null,
    hooks: await findHooks(top, signal),
  };
}

async function findTop(directory: string, signal: AbortSignal | undefined): Promise<string> {
  const real = realpathSync(directory);
  const top = await showTop(real, signal);
  if (realpathSync(top) === real) return real;
  throw new BranchError(`It is a part of the repository ${top}, and a branch is of all of it: name the repository.`);
}

async function showTop(directory: string, signal: AbortSignal | undefined): Promise<string> {
  try {
    return trimEnd(await runGit(directory, ['rev-parse', '--show-toplevel'], { signal }));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if (/^not a git repository/.test(error.message)) throw new BranchError('It is not a git repository.');
    throw new BranchError(error.message);
  }
}

/** Files of git's directory that are there while something is under way (gitrepository-layout(5), `git status`). */
const underWay: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'a merge',
  'rebase-merge': 'a rebase',
  'rebase-apply': 'a rebase',
  CHERRY_PICK_HEAD: 'a cherry-pick',
  REVERT_HEAD: 'a revert',
  BISECT_LOG: 'a bisection',
};

async function refuseMiddle(top: string, signal: AbortSignal | undefined): Promise<void> {
  const directory = trimEnd(await runGit(top, ['rev-parse', '--absolute-git-dir'], { signal }));
  const [, what] = Object.entries(underWay).find(([file]) => existsSync(join(directory, file))) ?? [];
  if (what !== undefined)
    throw new BranchError(`The repository is in the middle of ${what}: finish it, or give it up, first.`);
}

const mostShown = 5;

/** What is not in the last commit would count in the analysis, and could not be told from the fixes. */
async function refuseChanges(top: string, signal: AbortSignal | undefined): Promise<void> {
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=normal',
    '--ignore-submodules=none',
    '--no-renames',
  ];
  const names = splitNames(await runGit(top, args, { signal })).map((entry) => entry.slice(3));
  if (names.length === 0) return;
  const more = names.length > mostShown ? [`and ${String(names.length - mostShown)} more`] : [];
  throw new BranchError(
    `It has changes that are not committed, so nothing was done: ${[...names.slice(0, mostShown), ...more].join(', ')}. Commit, stash or ignore them first.`,
  );
}

/** Git would make up an address from the machine's name. */
async function refuseNobody(top: string, signal: AbortSignal | undefined): Promise<void> {
  const identities = ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'];
  for (const identity of identities) {
    if ((await askGit(top, ['-c', 'user.useConfigOnly=true', 'var', identity], signal)) !== null) continue;
    throw new BranchError(
      'Git does not know whose commit it would be: set user.name and user.email, such as by `git config --global user.email you@example.com`.',
    );
  }
}

async function findHooks(top: string, signal: AbortSignal | undefined): Promise<string> {
  return resolve(top, trimEnd(await runGit(top, ['rev-parse', '--git-path', 'hooks'], { signal })));
}
