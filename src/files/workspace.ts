import { existsSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { isRecord } from '../configuration/checks.js';
import { readManifest } from './manifest.js';

/** A package of the repository. */
export interface WorkspacePackage {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

const deepest = 4;

/** The packages below a directory, by folder; installed ones don't count. */
export function findPackages(directory: string, depth = 0): WorkspacePackage[] {
  const own = readPackage(directory);
  const entries = depth < deepest ? listFolders(directory) : [];
  return [...(own === null ? [] : [own]), ...entries.flatMap((name) => findPackages(join(directory, name), depth + 1))];
}

function listFolders(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function readPackage(folder: string): WorkspacePackage | null {
  const manifest = readManifest(folder);
  const name = manifest?.['name'];
  return manifest !== null && typeof name === 'string' ? { name, folder, manifest } : null;
}

/**
 * The source file that an import of a package of the repository names, whether or not it is installed or built: the
 * package's own word on its entry, with the folder of its sources in place of what they are built to.
 *
 * @param from the file that imports it: of several packages of a name, as in two copies of a program, the nearest is meant
 */
export function resolvePackage(packages: readonly WorkspacePackage[], from: string, specifier: string): string | null {
  const named = packages.filter(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  const distances = named.map(({ folder }) => countUpward(from, folder));
  const found = named[distances.indexOf(Math.min(...distances))];
  if (found === undefined) return null;
  const subpath = `.${specifier.slice(found.name.length)}`;
  const candidates = [
    ...entriesOf(found.manifest, subpath),
    ...(subpath === '.' ? ['src/index', 'index'] : [subpath, `src/${subpath}`, `app/${subpath}`]),
  ];
  for (const entry of candidates) {
    const file = findSource(join(found.folder, entry));
    if (file !== null) return file;
  }
  return null;
}

/** How many directories one leaves on the way from a file to a folder. */
function countUpward(from: string, folder: string): number {
  return relative(from, folder)
    .split(sep)
    .filter((name) => name === '..').length;
}

/** The files that a manifest names for a subpath; `source` is what bundlers build from. */
function entriesOf(manifest: Readonly<Record<string, unknown>>, subpath: string): string[] {
  const exported = targetsOf(manifest['exports'], subpath);
  const fields = subpath === '.' ? [manifest['source'], manifest['module'], manifest['main']] : [];
  return [...exported, ...fields.filter((field) => typeof field === 'string')];
}

/** https://nodejs.org/api/packages.html#exports */
function targetsOf(exports: unknown, subpath: string): string[] {
  if (!isRecord(exports) || !Object.keys(exports).some((key) => key.startsWith('.')))
    return subpath === '.' ? stringsOf(exports) : [];
  return Object.entries(exports).flatMap(([key, target]) => {
    const [start = '', end] = key.split('*');
    if (end === undefined) return key === subpath ? stringsOf(target) : [];
    if (!subpath.startsWith(start) || !subpath.endsWith(end)) return [];
    const middle = subpath.slice(start.length, subpath.length - end.length);
    return stringsOf(target).map((path) => path.replace('*', middle));
  });
}

function stringsOf(target: unknown): string[] {
  if (typeof target === 'string') return [target];
  return isRecord(target) ? Object.values(target).flatMap(stringsOf) : [];
}

const extensions = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte'];
const built = /[/\\](?:dist|build|out|lib|es|esm|cjs)(?:[/\\](?:esm|cjs|src))?[/\\]/;

/** The source that a built file is made from, or the file itself if it is no built one. */
function findSource(path: string): string | null {
  const bare = /\.d\.[cm]?ts$/.test(path) ? path.replace(/\.d\.[cm]?ts$/, '') : withoutExtension(path);
  const folder = built.exec(bare);
  const sources = folder === null ? [] : ['/src/', '/source/', '/'].map((name) => bare.replace(folder[0], name));
  const files = [...sources, bare].flatMap((stem) => [...withExtensions(stem), ...withExtensions(join(stem, 'index'))]);
  return (
    [...(folder === null ? [path] : []), ...files].find((file) => extname(file) !== '' && existsSync(file)) ?? null
  );
}

function withoutExtension(path: string): string {
  return extensions.includes(extname(path)) ? path.slice(0, -extname(path).length) : path;
}

function withExtensions(stem: string): string[] {
  return extensions.map((extension) => stem + extension);
}
