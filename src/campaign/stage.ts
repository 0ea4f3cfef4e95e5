import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BranchError } from './checkout.js';
import type { Checkout } from './checkout.js';
import { runGit, splitNames, trimEnd } from './git.js';

/** A file's text as it is in the checkout, and as it is to be. */
export interface Rewritten {
  readonly before: string;
  readonly after: string;
}

/** By path, relative to the repository, with `/`. */
export type Rewrites = ReadonlyMap<string, Rewritten>;

/**
 * Puts rewritten files into the index of an empty working tree. Git's own filters and line endings apply, and each
 * file is first held against the last commit: what git was told to overlook (`assume-unchanged`) is in no commit.
 *
 * @returns the id of the tree that the index now holds
 * @throws {BranchError} if a file is not as it was committed
 */
export async function stage(
  { directory }: Checkout,
  worktree: string,
  rewrites: Rewrites,
  signal: AbortSignal | undefined,
): Promise<string> {
  const files = [...rewrites.keys()];
  await refuseUnkept(worktree, files, signal);
  const write = (which: keyof Rewritten): void => {
    for (const [file, texts] of rewrites) writeAs(join(directory, file), join(worktree, file), texts[which]);
  };
  write('before');
  await refuseDifferent(worktree, files, signal);
  write('after');
  await runGit(worktree, ['update-index', '-z', '--stdin'], { input: toInput(files), signal });
  return trimEnd(await runGit(worktree, ['write-tree'], { signal }));
}

/** With the mode of the file in the checkout, so that scripts stay executable. */
function writeAs(original: string, path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: statSync(original).mode });
}

function toInput(files: readonly string[]): string {
  return files.map((file) => `${file}\0`).join('');
}

/** Files alone: a link leads elsewhere, and what is in a submodule is another repository's. */
async function refuseUnkept(
  worktree: string,
  files: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const entries = splitNames(await runGit(worktree, ['ls-files', '--stage', '-z'], { signal }));
  const kept = new Set(
    entries.filter((entry) => entry.startsWith('100')).map((entry) => entry.replace(/^[^\t]*\t/, '')),
  );
  const unkept = files.filter((file) => !kept.has(file));
  if (unkept.length === 0) return;
  throw new BranchError(
    `There is something to fix in files that its commits do not hold, such as ignored ones or those of a submodule: ${unkept.join(', ')}. Commit them, or leave them out by "exclude" in the configuration.`,
  );
}

async function refuseDifferent(
  worktree: string,
  files: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  await runGit(worktree, ['update-index', '-z', '--stdin'], { input: toInput(files), signal });
  const different = splitNames(
    await runGit(worktree, ['diff-index', '--cached', '--name-only', '-z', 'HEAD'], { signal }),
  );
  if (different.length === 0) return;
  throw new BranchError(
    `Git was told to overlook changes of these files (assume-unchanged, skip-worktree), or they changed just now: ${different.join(', ')}. Commit the changes first.`,
  );
}
