import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf, describeFailure } from './failure.js';
import { hasSourceExtension, toRelative } from './find.js';
import { RepositoryError } from './git.js';
import { askingSettings, toHookEnvironment } from './plain-git.js';
import { findRepository } from './repository.js';

/** What a file was before: as it is, not there, or another text. */
export type Before =
  { readonly kind: 'same' } | { readonly kind: 'new' } | { readonly kind: 'text'; readonly text: string };

/** What files are compared with. */
export type Base = { readonly kind: 'since'; readonly reference: string } | { readonly kind: 'staged' };

/** What changed, in the words of git. */
export interface Changes {
  /** What is compared with, for people: `main (1a2b3c4d5e)`. */
  readonly label: string;
  /** What a file was, relative to the root. */
  readonly before: (file: string) => Before;
}

interface Comparison {
  readonly base: Base;
  /** The repository of the root, and the commit to compare with; null if there is none yet. */
  readonly top: string;
  readonly commit: string | null;
  readonly repositories: Map<string, Repository>;
}

/** A repository, and what changed in it. */
interface Repository {
  readonly path: string;
  /** By path relative to the repository: the blob before, or null for a file that is new. */
  readonly changed: ReadonlyMap<string, string | null>;
  /** All of it is new: a submodule that was not there, or whose commit is not here. */
  readonly isNew: boolean;
}

/**
 * Compares files with the merge base of a commit and HEAD, what is not committed yet included; or what is staged with
 * HEAD.
 *
 * @throws {RepositoryError} if there is no repository, no such commit, or no merge base in sight
 */
export function openChanges(root: string, base: Base): Changes {
  const real = realpathSync(root);
  const top = findRepository(real);
  if (top === null)
    throw new RepositoryError(`${optionOf(base)} compares with git, and there is no repository here: leave it out.`);
  const commit = base.kind === 'staged' ? findCommit(top, 'HEAD') : findMergeBase(top, base.reference);
  const comparison = { base, top, commit, repositories: new Map<string, Repository>() };
  return {
    label: base.kind === 'staged' ? 'the last commit' : `${base.reference} (${(commit ?? '').slice(0, 10)})`,
    before: (file) => findBefore(comparison, toReal(resolve(real, file))),
  };
}

export function optionOf(base: Base): string {
  return base.kind === 'staged' ? '--staged' : `--since ${base.reference}`;
}

function toReal(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** What no repository keeps, nobody has seen before. */
function findBefore(comparison: Comparison, path: string): Before {
  const folder = findRepository(dirname(path));
  if (folder === null) return { kind: 'new' };
  const repository = openRepository(comparison, folder);
  if (repository.isNew) return { kind: 'new' };
  const blob = repository.changed.get(toRelative(folder, path));
  if (blob === undefined) return { kind: 'same' };
  return blob === null ? { kind: 'new' } : { kind: 'text', text: runGit(folder, ['cat-file', 'blob', blob]) };
}

function openRepository(comparison: Comparison, path: string): Repository {
  const known = comparison.repositories.get(path);
  if (known !== undefined) return known;
  const repository = compareRepository(comparison, path);
  comparison.repositories.set(path, repository);
  return repository;
}

function compareRepository(comparison: Comparison, path: string): Repository {
  const { base, top } = comparison;
  if (base.kind === 'staged' && path !== top) return { path, changed: new Map(), isNew: false };
  const commit = commitOf(comparison, path);
  if (commit === null && base.kind === 'since') return { path, changed: new Map(), isNew: true };
  const tracked = listChanged(path, commit ?? emptyTree(path), base);
  const added = base.kind === 'staged' ? [] : listUntracked(path);
  return { path, changed: new Map([...tracked, ...added.map((name) => [name, null] as const)]), isNew: false };
}

/** The commit of a repository to compare with: a submodule's is the one that the repository around it named. */
function commitOf(comparison: Comparison, path: string): string | null {
  const { top, commit, base } = comparison;
  if (path === top) return commit;
  const around = findRepository(dirname(path));
  const isInside = around !== null && `${path}/`.startsWith(`${top}/`);
  if (!isInside) return base.kind === 'since' ? findMergeBase(path, base.reference) : null;
  const outer = commitOf(comparison, around);
  const named = outer === null ? null : findObject(around, `${outer}:${toRelative(around, path)}`);
  return named === null ? null : findCommit(path, named);
}

function listChanged(path: string, commit: string, base: Base): [string, string | null][] {
  const staged = base.kind === 'staged' ? ['--cached'] : [];
  return readRaw(path, [...staged, '--find-renames', commit, '--']).map(({ name, before }) => [name, before]);
}

/** What a first commit is compared with. Its name depends on the kind of names that the repository has. */
function emptyTree(path: string): string {
  return runGit(path, ['hash-object', '-t', 'tree', '--stdin']).trim();
}

interface RawChange {
  readonly status: string;
  /** Where it is now. */
  readonly name: string;
  /** Null for none. */
  readonly before: string | null;
}

const rawOptions = ['--raw', '-z', '--no-abbrev', '--no-relative', '--no-ext-diff', '--ignore-submodules=all'];

/** `:mode mode blob blob status`, a path, and a second one for what was moved: https://git-scm.com/docs/git-diff#_raw_output_format */
function readRaw(path: string, options: readonly string[]): RawChange[] {
  const fields = runGit(path, ['diff', ...rawOptions, ...options]).split('\0');
  const changes: RawChange[] = [];
  for (let at = 0; at + 1 < fields.length;) {
    const [, , before = '', , status = ''] = (fields[at] ?? '').split(' ');
    const isMoved = /^[RC]/.test(status);
    const name = fields[at + (isMoved ? 2 : 1)] ?? '';
    changes.push({ status, name, before: /^0+$/.test(before) ? null : before });
    at += isMoved ? 3 : 2;
  }
  return changes;
}

/** What git ignores is in no commit, and so changes in none. */
function listUntracked(path: string): string[] {
  return runGit(path, ['ls-files', '--others', '--exclude-standard', '-z'])
    .split('\0')
    .filter((name) => name !== '');
}

// Commits

function findMergeBase(path: string, reference: string): string {
  const commit = findCommit(path, reference);
  if (commit === null) throw new RepositoryError(describeMissing(path, reference));
  if (findCommit(path, 'HEAD') === null)
    throw new RepositoryError(`--since ${reference}: this branch has no commit yet, so there is nothing to compare.`);
  const base = tryGit(path, ['merge-base', commit, 'HEAD']);
  if (base !== null) return base.trim();
  throw new RepositoryError(`--since ${reference}: ${describeUnrelated(path, reference)}`);
}

function describeMissing(path: string, reference: string): string {
  const remote = findCommit(path, `origin/${reference}`) === null ? null : `origin/${reference}`;
  if (remote !== null) return `--since ${reference}: there is no such commit or branch here. Did you mean "${remote}"?`;
  const fetch = isName(reference) ? `\`git fetch origin ${reference}\`, then \`--since FETCH_HEAD\`` : 'it first';
  return `--since ${reference}: there is no such commit, branch or tag here. Fetch ${fetch}; CI often fetches one branch only.`;
}

function describeUnrelated(path: string, reference: string): string {
  return tryGit(path, ['rev-parse', '--is-shallow-repository'])?.trim() === 'true'
    ? `the history here is cut off before the commit that it has in common with ${reference}. Fetch more of it: \`git fetch --unshallow\`, or \`GIT_DEPTH: 0\` in GitLab CI, or \`fetch-depth: 0\` of actions/checkout.`
    : `it has no commit in common with this branch.`;
}

/** A name that may stand in a command line to copy. */
function isName(reference: string): boolean {
  return /^[\w][\w./-]*$/.test(reference);
}

/** Null if there is none. What begins like an option is one to git, and no name of a commit has it. */
function findCommit(path: string, name: string): string | null {
  return name.startsWith('-') || name === '' ? null : findObject(path, `${name}^{commit}`);
}

function findObject(path: string, name: string): string | null {
  return tryGit(path, ['rev-parse', '--verify', '--quiet', name])?.trim() ?? null;
}

// The index

/** What is staged, where it is not what the working tree holds. */
export interface Staged {
  /** The texts of files of which the index has another, relative to the root. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether the index has a file at all. */
  readonly has: (file: string) => boolean;
}

/**
 * Reads what is staged in the repository of the root.
 *
 * @param files those of which the text is asked for, beside the JSON that they may import
 * @throws {RepositoryError} if a staged file is missing in the working tree, where imports are looked for
 */
export function readStaged(root: string, files: readonly string[]): Staged {
  const real = realpathSync(root);
  const top = findRepository(real) ?? real;
  const toName = (name: string): string => toRelative(real, resolve(top, name));
  const changes = readRaw(top, ['--no-renames', '--']);
  const missing = changes.find(({ status, name }) => status === 'D' && hasSourceExtension(name));
  if (missing !== undefined)
    throw new RepositoryError(
      `--staged: "${missing.name}" is in the index, but not in the working tree: \`git restore\` it, or stage that it is gone.`,
    );
  const wanted = new Set(files);
  const own = changes.filter(
    ({ name, before, status }) =>
      before !== null && status !== 'U' && (wanted.has(toName(name)) || /\.json$/i.test(name)),
  );
  const kept = new Set(runGit(top, ['ls-files', '--cached', '-z']).split('\0').map(toName));
  return {
    texts: new Map(own.map(({ name, before }) => [toName(name), runGit(top, ['cat-file', 'blob', before ?? ''])])),
    has: (file) => kept.has(file) || findRepository(dirname(resolve(real, file))) !== top,
  };
}

// Running git

/** @throws {RepositoryError} if git cannot be run, or refuses */
function runGit(path: string, args: readonly string[]): string {
  try {
    return execFileSync('git', [...askingSettings, ...args], {
      cwd: path,
      env: toHookEnvironment(path, process.env),
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw new RepositoryError(`Git does not tell what changed: ${describeRefusal(error)}`, { cause: error });
  }
}

/** Null if git says that there is none, which it does without a word. */
function tryGit(path: string, args: readonly string[]): string | null {
  try {
    return runGit(path, args);
  } catch (error) {
    if (error instanceof RepositoryError && isNo(error.cause)) return null;
    throw error;
  }
}

function isNo(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 1;
}

function describeRefusal(error: unknown): string {
  if (codeOf(error) === 'ENOENT') return 'there is no git here. Install it, or leave the option out.';
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return said === '' ? describeFailure(error) : said;
}
