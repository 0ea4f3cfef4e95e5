import type { DocumentBranch, DocumentRepository } from './document.js';
import { escapeControls } from './escape.js';
import { counted } from './summary.js';

/** What each repository brought, as a table for people; empty if there is none. */
export function printRepositories(repositories: readonly DocumentRepository[]): string {
  const names = repositories.map(({ name }) => escapeControls(name));
  const width = Math.max(0, ...names.map((name) => name.length));
  const lines = repositories.map((one, at) => `  ${(names[at] ?? '').padEnd(width)}  ${describeRepository(one)}`);
  return lines.length === 0 ? '' : ['By repository:', ...lines].join('\n');
}

function describeRepository({ summary, errors, branch }: DocumentRepository): string {
  const { findings, unresolved, files, fixed = 0 } = summary;
  const parts = [
    ...(fixed > 0 ? [`${String(fixed)} fixed`] : []),
    ...(findings > 0 ? [`${counted(findings, 'finding')} open`] : []),
    ...(unresolved > 0 ? [`${String(unresolved)} unresolved`] : []),
    ...(errors.length > 0 ? [counted(errors.length, 'error')] : []),
  ];
  const said = parts.length === 0 ? [files === 0 ? 'no file to look at' : 'nothing to do'] : parts;
  return [said.join(', '), ...(branch === undefined ? [] : [describeBranch(branch)])].join('. ');
}

const pushes = {
  pushed: ' and pushed, with the wish for a merge request',
  'pushed-plain': ' and pushed; the server takes no push options, so open the merge request yourself',
  present: '; the remote has it',
};

/** A sentence on a branch, without its end if nothing was to be done about it. */
export function describeBranch({ name, state, commit, push }: DocumentBranch): string {
  const branch = `branch ${escapeControls(name)}`;
  const pushed = push === null ? '' : pushes[push];
  if (state === 'unneeded') return `Nothing to do: no fix for a ${branch}.`;
  const id = commit === null ? '' : ` (${commit.slice(0, 10)})`;
  if (state === 'created') return `The ${branch} was made${id}${pushed}.`;
  return push === null || push === 'present'
    ? `Nothing to do: the ${branch} holds the fixes already${id}${pushed}.`
    : `The ${branch} was there already${id}${pushed}.`;
}
