import type { Dirent } from 'node:fs';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ignore from 'ignore';
import type { Ignore } from 'ignore';
import picomatch from 'picomatch';
import type { FileError } from '../migration/finding.js';
import { findRepository } from './repository.js';

/** A path that leads to no file, and why. */
export class PathError extends Error {
  override readonly name = 'PathError';
}

/** The files that paths lead to. */
export interface FoundFiles {
  /** Relative to the root, with `/`, sorted, each once. */
  readonly files: readonly string[];
  /** Those of them that were named one by one, and so are looked at whatever is in them. */
  readonly named: ReadonlySet<string>;
  /** Directories that could not be walked. */
  readonly errors: readonly FileError[];
}

const extensions = /\.(?:jsx?|mjs|cjs|tsx?|mts|cts|vue|svelte)$/i;
const minified = /[.-]min\.[cm]?js$|\.bundle\.js$/i;

/** Directories that hold what a tool made or fetched. */
const foreign = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  'vendor',
  'dist',
  'build',
  'out',
  'coverage',
  '.git',
  '.hg',
  '.svn',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  '.angular',
  '.cache',
  '.parcel-cache',
  '.turbo',
  '.yarn',
  '.nyc_output',
]);

/** Globs of files and directories, and the directory that they start from. */
export interface Exclusion {
  readonly globs: readonly string[];
  readonly from: string;
}

/** A `.gitignore`, and the directory that its patterns start from. */
interface IgnoreFile {
  readonly directory: string;
  readonly rules: Ignore;
}

interface Walk {
  readonly isExcluded: (path: string) => boolean;
  readonly seen: Set<string>;
  readonly found: string[];
  readonly unlisted: Unlisted[];
}

interface Unlisted {
  readonly directory: string;
  readonly message: string;
}

/**
 * Finds the files that paths lead to. Directories are walked: what `.gitignore` names is left out, so are packages,
 * build output and minified files. What is named itself is taken whatever ignores it.
 *
 * @param root what the result is relative to, and `paths` too
 * @param exclude globs of what is left out
 * @throws {PathError} if a path is not there, or is a file of another kind
 */
export function findFiles(
  root: string,
  paths: readonly string[],
  exclude: Exclusion = { globs: [], from: root },
): FoundFiles {
  const isExcluded = toTest(exclude);
  const walk: Walk = { isExcluded, seen: new Set(), found: [], unlisted: [] };
  const named: string[] = [];
  for (const path of paths) {
    const absolute = resolve(root, path);
    if (isDirectory(absolute, path)) walkDirectory(walk, absolute, findIgnoreFilesFor(absolute));
    else named.push(checkExtension(absolute, path));
  }
  const toName = (path: string): string => toRelative(root, path);
  const files = new Set([...walk.found, ...named].map(toName));
  const errors = walk.unlisted.map(({ directory, message }) => ({ file: toName(directory), message }));
  return { files: [...files].sort(), named: new Set(named.map(toName)), errors };
}

/** A path as the project names it: relative to the root, with `/`. */
export function toRelative(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function toTest({ globs, from }: Exclusion): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  const plain = globs.map((glob) => glob.replace(/^\.\//, '').replace(/\/$/, ''));
  const matches = picomatch(
    plain.flatMap((glob) => [glob, `${glob}/**`]),
    { dot: true },
  );
  return (path) => matches(toRelative(from, path));
}

function isDirectory(absolute: string, path: string): boolean {
  const status = statSync(absolute, { throwIfNoEntry: false });
  if (status === undefined) throw new PathError(`There is no file or directory "${path}".`);
  return status.isDirectory();
}

function checkExtension(absolute: string, path: string): string {
  if (extensions.test(absolute)) return absolute;
  throw new PathError(
    `"${path}" is no JavaScript or TypeScript: expected js, jsx, mjs, cjs, ts, tsx, mts, cts, vue or svelte.`,
  );
}

function walkDirectory(walk: Walk, directory: string, above: readonly IgnoreFile[]): void {
  const real = realpathSync(directory);
  if (walk.seen.has(real)) return;
  walk.seen.add(real);
  const ignoreFiles = [...above, ...readIgnoreFile(directory)];
  for (const entry of listDirectory(walk, directory)) {
    const path = join(directory, entry.name);
    const kind = entry.isSymbolicLink() ? kindOfTarget(path) : kindOf(entry);
    if (kind === null || walk.isExcluded(path) || isIgnored(ignoreFiles, path, kind)) continue;
    if (kind === 'directory' && !foreign.has(entry.name)) walkDirectory(walk, path, ignoreFiles);
    if (kind === 'file' && extensions.test(entry.name) && !minified.test(entry.name)) walk.found.push(path);
  }
}

type Kind = 'file' | 'directory';

interface Entry {
  isFile(): boolean;
  isDirectory(): boolean;
}

function kindOf(entry: Entry): Kind | null {
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : null;
}

/** A link that leads nowhere is no file. */
function kindOfTarget(path: string): Kind | null {
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined ? null : kindOf(status);
}

function listDirectory(walk: Walk, directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    walk.unlisted.push({
      directory,
      message: `cannot be listed: ${error instanceof Error ? error.message : String(error)}`,
    });
    return [];
  }
}

/** The nearest `.gitignore` that says anything of a path decides, as in git. */
function isIgnored(ignoreFiles: readonly IgnoreFile[], path: string, kind: Kind): boolean {
  for (const { directory, rules } of ignoreFiles.toReversed()) {
    const name = toRelative(directory, path);
    const verdict = rules.test(kind === 'directory' ? `${name}/` : name);
    if (verdict.ignored || verdict.unignored) return verdict.ignored;
  }
  return false;
}

/** A directory that is named is walked even where something above it says to ignore it. */
function findIgnoreFilesFor(directory: string): IgnoreFile[] {
  const above = findIgnoreFilesAbove(directory);
  return isIgnored(above, directory, 'directory') ? [] : above;
}

/** From the root of the repository down to the parent of a directory; nothing outside a repository. */
function findIgnoreFilesAbove(directory: string): IgnoreFile[] {
  const repository = findRepository(directory);
  if (repository === null || repository === directory) return [];
  const found: IgnoreFile[] = [];
  for (let at = dirname(directory); at.length >= repository.length; at = dirname(at)) {
    found.unshift(...readIgnoreFile(at));
    if (at === repository) break;
  }
  return found;
}

function readIgnoreFile(directory: string): IgnoreFile[] {
  try {
    const text = readFileSync(join(directory, '.gitignore'), 'utf8');
    return [{ directory, rules: ignore().add(text) }];
  } catch {
    return [];
  }
}
