import type { Dirent } from 'node:fs';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type Ignoring from 'ignore';
import type { Ignore } from 'ignore';
import { isEnvironmentFile } from '../analysis/environment.js';
import { findFormat } from '../documents/formats.js';
import type { FileError } from '../migration/finding.js';
import { createExclusionTest } from './exclusion.js';
import type { Exclusion } from './exclusion.js';
import { codeOf, describeFailure } from './failure.js';
import { readRegular } from './read.js';
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
  /**
   * Minified files, programs in languages that are not read, and what stands in directories that are left out by a name
   * that people use too, unless a `.gitignore` names them; sorted.
   */
  readonly aside: readonly string[];
  /** The directories that were walked, absolute, with the names in them that were to be kept. */
  readonly directories: ReadonlyMap<string, readonly string[]>;
  /** Directories that could not be walked. */
  readonly errors: readonly FileError[];
}

const extensions = /\.(?:jsx?|mjs|cjs|jsm|es6|gs|tsx?|mts|cts|vue|svelte|html?)$/i;
const minified = /[.-]min\.[cm]?js$|\.bundle\.js$/i;

/** Programs, templates and settings in languages that are not read. `docs/what-it-cannot-see.md` speaks of them. */
const otherLanguages = new RegExp(
  [
    /\.(?:py[3iw]?|ipynb|rb|rake|erb|php\d?|phtml|twig|pl|pm|go|java|jsp|kts?|groovy|gradle|scala|sbt|clj|cljs|edn|cs|cshtml|vb|fs|swift|mm?|rs)$/,
    /\.(?:cc?|cpp|h|hpp|zig|lua|r|jl|exs?|erl|hs|dart|coffee|litcoffee|ls|elm|purs|resi?|rei?|mli?|nim|cr|pas|vbs|ahk|au3|ps1|psm1|bat|cmd|fish|t?csh|tcl|awk|el|gd|applescript|robot|feature)$/,
    /\.(?:nix|tf|tfvars|hcl|bzl|bazel|star|pp|sls|bicep|cue|rego|jsonnet|libsonnet|cmake|just|jenkinsfile|sql|jmx|bru|hurl)$/,
    /\.(?:ejs|hbs|handlebars|mustache|pug|jade|slim|haml|marko|tag|riot|imba|cfm|cfc|aspx?|liquid|vm|ftl|astro|j2|jinja2?|tmpl|tpl|template|example|sample|dist)$/,
    /\.(?:properties|ini|cfg|conf|config|vhost|xml|plist|service|timer|socket|cron|crontab)$/,
    /^(?:Jenkins|Vagrant|Rake|Gem|Just|Tilt|Earth|Proc|Caddy|Brew|Fast|Cap)file(?:\.[\w-]+)?$/,
    /^(?!change|history|news|release|upgrad|migrat|robots\.).*\.(?:rst|adoc|asciidoc|org|textile|txt)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Directories that hold what a tool made or fetched, by name. `docs/what-it-cannot-see.md` lists them. */
export const foreign: ReadonlySet<string> = new Set([
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

/** Those of them that some people keep their own programs in. */
const ambiguous: ReadonlySet<string> = new Set(['vendor', 'dist', 'build', 'out']);

/** The directory of that kind that a file stands in; null if it stands in none. */
export function findLeftOut(file: string): string | null {
  const segments = file.split('/').slice(0, -1);
  const index = segments.findIndex((name) => ambiguous.has(name));
  return index === -1 ? null : segments.slice(0, index + 1).join('/');
}

/** A `.gitignore`, and the directory that its patterns start from. */
interface IgnoreFile {
  readonly directory: string;
  readonly rules: Ignore;
  /** What stands in each name that the patterns say anything of; null if they must be asked of each. */
  readonly sieve: RegExp | null;
  /** Its patterns are of names alone, wherever they stand: below what is walked, paths need not be looked at. */
  readonly byName: boolean;
}

interface Walk {
  readonly isExcluded: (path: string) => boolean;
  /** Whether an entry is of interest, by its name. */
  readonly isWanted: (name: string, kind: Kind) => boolean;
  /** Directories that were walked, by where they really are. */
  readonly seen: Set<string>;
  /** Those directories as they are called, with what is kept of them. */
  readonly directories: Map<string, readonly string[]>;
  readonly isKept: (entry: Dirent) => boolean;
  readonly onFile: (path: string) => void;
  /** Files by where they really are, under the name that they were found by. */
  readonly found: Map<string, string>;
  /** Links, which are followed when all else is known: what has a name of its own goes by that. */
  readonly links: Link[];
  readonly unlisted: Unlisted[];
  /** Files that are not read, and directories of ambiguous names, which are walked apart; null while they are, or if nobody asks. */
  readonly leftOut: Link[] | null;
}

interface Link {
  readonly path: string;
  readonly kind: Kind;
  /** The nearest first. */
  readonly ignoreFiles: readonly IgnoreFile[];
}

interface Unlisted {
  readonly directory: string;
  readonly message: string;
}

export interface FindOptions {
  /** Whether files count that are no programs: scripts of a shell, settings. */
  readonly documents?: boolean;
  /** What of a directory is told by name: `.env` files and `package.json`, if nothing is said. */
  readonly isKept?: (entry: Dirent) => boolean;
  /** Is told, while the walk goes on, of files that are no links. */
  readonly onFile?: (path: string) => void;
  /** Whether directories that are left out are asked for. */
  readonly aside?: boolean;
}

/** Whether it says something of the programs beside it. */
function isSurrounding({ name }: Dirent): boolean {
  return isEnvironmentFile(name) || name === 'package.json';
}

/**
 * Finds the files that paths lead to, each once, whatever links lead to it. Directories are walked: what `.gitignore`
 * names is left out, so are packages, build output and minified files. What is named itself is taken whatever ignores it.
 *
 * @param root what the result is relative to, and `paths` too
 * @param exclude globs of what is left out
 * @throws {PathError} if a path is not there, or is a file of another kind
 */
export function findFiles(
  root: string,
  paths: readonly string[],
  exclude: Exclusion = { globs: [], from: root },
  { documents = false, isKept = isSurrounding, onFile = () => undefined, aside = false }: FindOptions = {},
): FoundFiles {
  const walk: Walk = {
    isExcluded: createExclusionTest(exclude),
    isWanted: (name, kind) =>
      kind === 'directory' ? !foreign.has(name) : isProgram(name) || (documents && isDocument(name)),
    seen: new Set(),
    directories: new Map(),
    isKept,
    onFile,
    found: new Map(),
    links: [],
    unlisted: [],
    leftOut: aside ? [] : null,
  };
  const named: string[] = [];
  for (const path of paths) {
    const absolute = resolve(root, path);
    if (kindOfNamed(absolute, path) === 'directory')
      walkDirectory(walk, absolute, toReal(absolute), findIgnoreFilesFor(absolute));
    else named.push(addFile(walk, checkExtension(walk, absolute, path)));
  }
  for (let link = walk.links.shift(); link !== undefined; link = walk.links.shift()) follow(walk, link);
  const toName = (path: string): string => nameBelow(root, path);
  const leftOut = findAside(walk).map(toName).sort();
  const errors = walk.unlisted.map(({ directory, message }) => ({ file: toName(directory), message }));
  const files = [...walk.found.values()].map(toName).sort();
  return { files, named: new Set(named.map(toName)), aside: leftOut, directories: walk.directories, errors };
}

/** What was left out, links not followed, and all that is below it but packages. */
function findAside(walk: Walk): string[] {
  const isWanted = (name: string, kind: Kind): boolean =>
    kind === 'directory' ? !foreign.has(name) || ambiguous.has(name) : isToldOf(name) || isDocument(name);
  const apart: Walk = { ...walk, isWanted, found: new Map(), onFile: () => undefined, links: [], leftOut: null };
  for (const { path, kind, ignoreFiles } of walk.leftOut ?? [])
    if (kind === 'file') addFile(apart, path);
    else walkDirectory(apart, path, toReal(path), ignoreFiles);
  return [...apart.found].flatMap(([real, path]) => (walk.found.has(real) ? [] : [path]));
}

/** A path as the project names it: relative to the root, with `/`. */
export function toRelative(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** The path of what is named relative to a directory: `resolve` without the work, so that `..` stays in it. */
export function toPath(directory: string, name: string): string {
  return below(directory, sep === '/' ? name : name.split('/').join(sep));
}

/** The path of a file by the name that the project has for it. */
export function toAbsolute(root: string, file: string): string {
  return file.startsWith('.') || isAbsolute(file) ? resolve(root, file) : toPath(root, file);
}

/** `toRelative` without the work, for a path that was joined to the directory. */
function nameBelow(directory: string, path: string): string {
  const start = directory.endsWith(sep) ? directory : directory + sep;
  if (!path.startsWith(start)) return toRelative(directory, path);
  const name = path.slice(start.length);
  return sep === '/' ? name : name.split(sep).join('/');
}

/** @throws {PathError} if nothing can be read there: a pipe, say, might never end */
function kindOfNamed(absolute: string, path: string): Kind {
  if (path === '') throw new PathError('A path is empty; "." is the working directory.');
  const kind = kindOf(lookAt(absolute, path));
  if (kind === null) throw new PathError(`"${path}" is neither a file nor a directory.`);
  return kind;
}

function lookAt(absolute: string, path: string): Stats {
  try {
    return statSync(absolute);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new PathError(`There is no file or directory "${toShown(absolute, path)}".`);
    throw new PathError(`"${path}" cannot be looked at: ${describeFailure(error)}.`);
  }
}

/** A directory that a program names as a whole is `.` below itself. */
function toShown(absolute: string, path: string): string {
  return path === '.' ? absolute : path;
}

/** Whether a file is a program that is looked at, by its name. */
export function hasSourceExtension(path: string): boolean {
  return extensions.test(path);
}

function checkExtension({ isWanted }: Walk, absolute: string, path: string): string {
  if (isWanted(basename(absolute), 'file') || hasSourceExtension(absolute)) return absolute;
  throw new PathError(
    `"${path}" is no JavaScript or TypeScript (js, jsx, mjs, cjs, es6, jsm, gs, ts, tsx, mts, cts, vue, svelte, html), and no script of a shell or other file that is read beyond them.`,
  );
}

/** @param real where the directory really is: what is no link stands where its name says, so that only links are looked up */
function walkDirectory(walk: Walk, directory: string, real: string, above: readonly IgnoreFile[]): void {
  if (walk.seen.has(real)) return;
  walk.seen.add(real);
  const entries = listDirectory(walk, directory);
  walk.directories.set(
    directory,
    entries.filter(walk.isKept).map(({ name }) => name),
  );
  const ignores = entries.some(({ name }) => name === '.gitignore');
  const ignoreFiles = ignores ? [...readIgnoreFile(directory), ...above] : above;
  for (const entry of entries) {
    const path = below(directory, entry.name);
    const realPath = real === directory ? path : below(real, entry.name);
    const kind = entry.isSymbolicLink() ? kindOfTarget(path) : kindOf(entry);
    if (kind === null) continue;
    const isWanted = walk.isWanted(entry.name, kind);
    if (!isWanted && (walk.leftOut === null || !mayBeLeftOut(entry.name, kind))) continue;
    if (walk.isExcluded(path) || isIgnored(ignoreFiles, path, kind)) continue;
    if (!isWanted) walk.leftOut?.push({ path, kind, ignoreFiles });
    else if (entry.isSymbolicLink()) walk.links.push({ path, kind, ignoreFiles });
    else if (kind === 'directory') walkDirectory(walk, path, realPath, ignoreFiles);
    else {
      walk.found.set(realPath, path);
      walk.onFile(path);
    }
  }
}

/** `join` without the work, for the name of an entry. */
function below(directory: string, name: string): string {
  return directory.endsWith(sep) ? directory + name : directory + sep + name;
}

/** Whether an entry that is not wanted may be somebody's own all the same, or made of what is. */
function mayBeLeftOut(name: string, kind: Kind): boolean {
  return kind === 'directory' ? ambiguous.has(name) : isToldOf(name);
}

function isToldOf(name: string): boolean {
  return extensions.test(name) || isOfOtherLanguage(name);
}

/** Whether a file is a program, a template or settings in a language that is not read, by its name. */
export function isOfOtherLanguage(file: string): boolean {
  return otherLanguages.test(basename(file));
}

function isProgram(name: string): boolean {
  return extensions.test(name) && !minified.test(name);
}

/** What tools write to fix the versions of packages. */
const locks = /(?:^|[-.])lock(?:file)?(?:\.\w+)?$|^npm-shrinkwrap\.json$/i;

function isDocument(name: string): boolean {
  return findFormat(name) !== null && !locks.test(name) && !isOfOtherLanguage(name);
}

function follow(walk: Walk, { path, kind, ignoreFiles }: Link): void {
  if (kind === 'directory') walkDirectory(walk, path, toReal(path), ignoreFiles);
  else addFile(walk, path);
}

/** The name that a file goes by: the one that it was found by first. */
function addFile(walk: Walk, path: string): string {
  const real = toReal(path);
  const name = walk.found.get(real) ?? path;
  walk.found.set(real, name);
  return name;
}

/** What is gone meanwhile keeps its name: that it is gone is told by whoever reads it. */
function toReal(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
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

/** A link that leads nowhere, or to itself, is no file. */
function kindOfTarget(path: string): Kind | null {
  try {
    return kindOf(statSync(path));
  } catch {
    return null;
  }
}

function listDirectory(walk: Walk, directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    walk.unlisted.push({ directory, message: `cannot be listed: ${describeFailure(error)}` });
    return [];
  }
}

/** The nearest `.gitignore` that says anything of a path decides, as in git. */
function isIgnored(ignoreFiles: readonly IgnoreFile[], path: string, kind: Kind): boolean {
  for (const { directory, rules, byName, sieve } of ignoreFiles) {
    const name = byName ? path.slice(path.lastIndexOf(sep) + 1) : nameBelow(directory, path);
    if (byName && sieve?.test(name) === false) continue;
    const verdict = rules.test(kind === 'directory' ? `${name}/` : name);
    if (verdict.ignored || verdict.unignored) return verdict.ignored;
  }
  return false;
}

/** A directory that is named is walked even where something above it says to ignore it. */
function findIgnoreFilesFor(directory: string): IgnoreFile[] {
  const above = findIgnoreFilesAbove(directory);
  const byPath = above.map((file) => ({ ...file, byName: false }));
  return isIgnored(byPath, directory, 'directory') ? [] : above;
}

/** From the parent of a directory up to the root of the repository; nothing outside a repository. */
function findIgnoreFilesAbove(directory: string): IgnoreFile[] {
  const repository = findRepository(directory);
  if (repository === null || repository === directory) return [];
  const found: IgnoreFile[] = [];
  for (let at = dirname(directory); at.length >= repository.length; at = dirname(at)) {
    found.push(...readIgnoreFile(at));
    if (at === repository) break;
  }
  return found;
}

let ignore: typeof Ignoring | null = null;

/** Loaded where there is something to ignore. */
function loadIgnore(): typeof Ignoring {
  return createRequire(import.meta.url)('ignore') as typeof Ignoring;
}

/** A pattern of a name, of characters that stand for themselves and stars. */
const plainPattern = /^!?([\w.*-]+)\/?$/;

/** A look for the longest part of each pattern takes a tenth of the time of the patterns themselves. */
function toSieve(text: string): RegExp | null {
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const parts = lines.map((line) => longestPart(plainPattern.exec(line)?.[1] ?? ''));
  return parts.includes('') ? null : new RegExp(parts.map((part) => part.replaceAll('.', '\\.')).join('|'), 'i');
}

function longestPart(pattern: string): string {
  return pattern.split('*').reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

function readIgnoreFile(directory: string): IgnoreFile[] {
  try {
    const text = readRegular(join(directory, '.gitignore')).toString('utf8');
    ignore ??= loadIgnore();
    return [
      { directory, rules: ignore().add(text), sieve: toSieve(text), byName: !/^(?!#).*\/[^\S\n]*\S/m.test(text) },
    ];
  } catch {
    return [];
  }
}
