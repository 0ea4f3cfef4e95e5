import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, describeFailure } from './failure.js';
import { toRelative } from './find.js';
import { askingSettings, toPlainEnvironment } from './plain-git.js';
import { findRepository } from './repository.js';

/** Git keeps the files, but does not say what state they are in. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError';
}

/**
 * Those of the files that git could not bring back: changed since the last commit, or never committed, be it because
 * they are ignored. Outside a repository, or without git, there are none to name.
 *
 * @param root what the files are relative to
 * @throws {RepositoryError} if git refuses to tell
 */
export function findUncommitted(root: string, files: readonly string[]): string[] {
  const real = realpathSync(root);
  const kept = files.flatMap((file): Kept[] => {
    const path = realpathSync(join(real, file));
    const repository = findRepository(dirname(path));
    return repository === null ? [] : [{ file, repository, name: toRelative(repository, path) }];
  });
  const changed = new Set(
    [...new Set(kept.map(({ repository }) => repository))].flatMap((each) => readChanged(each, kept)),
  );
  return kept.filter((one) => changed.has(one)).map(({ file }) => file);
}

/** A file in a repository. */
interface Kept {
  readonly file: string;
  readonly repository: string;
  /** Relative to the repository. */
  readonly name: string;
}

function readChanged(repository: string, kept: readonly Kept[]): Kept[] {
  const own = kept.filter((one) => one.repository === repository);
  const changed = new Set(
    readStatus(
      repository,
      own.map(({ name }) => name),
    ),
  );
  return own.filter(({ name }) => changed.has(name) || foldersOf(name).some((folder) => changed.has(folder)));
}

/** `a/b/c.js` → `a/`, `a/b/`. */
function foldersOf(name: string): string[] {
  return [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index + 1));
}

/** A command line takes only so much. */
const mostNames = 500;

/**
 * Paths relative to the repository; of an ignored folder only its own, with a `/` at its end. `-z` gives them unquoted;
 * of a renamed file the old name follows as an entry of its own.
 */
function readStatus(repository: string, names: readonly string[]): string[] {
  const entries: string[] = [];
  for (let at = 0; at < names.length; at += mostNames)
    entries.push(...runStatus(repository, names.slice(at, at + mostNames)).split('\0'));
  return entries.map((entry) => entry.slice(3));
}

const statusOf = [...askingSettings, 'status', '--porcelain=v1', '-z', '--ignore-submodules=all'];

function runStatus(repository: string, names: readonly string[]): string {
  try {
    return execFileSync('git', [...statusOf, '--untracked-files=all', '--ignored=matching', '--', ...names], {
      cwd: repository,
      env: toPlainEnvironment(process.env),
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: 'pipe',
    });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw new RepositoryError(
      `Git does not tell whether the files have uncommitted changes, so nothing was written: ${describeRefusal(error)}\nMake \`git status\` work there, or allow it with --allow-dirty.`,
    );
  }
}

function describeRefusal(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return said === '' ? describeFailure(error) : said;
}
