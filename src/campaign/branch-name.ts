import { BranchError } from './checkout.js';
import { askGit } from './git.js';

/** @throws {BranchError} if git takes no branch of that name (git-check-ref-format(1)) */
export async function checkBranchName(name: string, directory: string): Promise<void> {
  const isTaken = !name.startsWith('-') && name !== 'HEAD' && name !== '@';
  if (isTaken && (await askGit(directory, ['check-ref-format', `refs/heads/${name}`])) !== null) return;
  throw new BranchError(`"${name}" is no name for a branch; expected one such as "gitlab-v4".`);
}
