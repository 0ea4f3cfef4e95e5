import { realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { hasSourceExtension, toRelative } from './find.js';
import { isPart, isRelative, withoutQuery } from './imports.js';
import { openFolders, readManifests } from './manifests.js';
import type { Manifest } from './manifests.js';
import { resolvePackage } from './workspace.js';
import type { WorkspacePackage } from './workspace.js';

/**
 * By what an import and the files that it may lead to know each other without a search on the disk: the path of a relative
 * import, with and without an extension; of others, whose beginning may stand for any folder, the end.
 */
export interface ImportKeys {
  /** None if the import leads to Node's own modules, or to a package that is none of the same repository. */
  readonly ofImport: (from: string, specifier: string) => readonly string[];
  readonly ofFile: (file: string) => readonly string[];
  /** What an import and a file have in common if they have a key in common: how a last name begins. It costs less to tell. */
  readonly stemOfImport: (from: string, specifier: string) => string;
  readonly stemsOfFile: (file: string) => readonly string[];
}

/**
 * @param root what files are relative to
 * @param manifests those of the packages of the repository; without them, the root alone counts as a package
 */
export function openImportKeys(root: string, manifests = readManifests(root)): ImportKeys {
  const packages = listPackages(root, manifests);
  const names = new Set(packages.map(({ name }) => name));
  const around = openFolders(manifests);
  const isInstalled = openInstalled(root);
  const ofBare = (from: string, specifier: string): readonly string[] => {
    const name = nameOf(specifier);
    if (isBuiltin(specifier)) return [];
    if (names.has(name)) {
      const path = resolvePackage(packages, resolve(root, from), specifier);
      if (path !== null) return [`path ${toRelative(root, path)}`];
    } else if (isInstalled(name) ?? around(dirname(from)).some(({ fetched }) => fetched.has(name))) return [];
    return [toEndKey(withoutFirst(withoutSign(specifier)), 2)];
  };
  const known = new Map<string, readonly string[]>();
  const ofImport = (from: string, named: string): readonly string[] => {
    const specifier = withoutQuery(named);
    if (isRelative(specifier)) return keysOfPath(toPath(from, specifier));
    const folder = dirname(from);
    if (isPart(specifier)) return [toOwnKey(around(folder)[0], specifier.slice(1).replace(/^\//, ''), 2)];
    const question = `${folder} ${specifier}`;
    const keys = known.get(question) ?? ofBare(from, specifier);
    known.set(question, keys);
    return keys;
  };
  return {
    ofImport,
    ofFile: (file) => keysOfFile(file, around(dirname(file))[0]),
    stemOfImport(from, named) {
      const specifier = withoutQuery(named);
      if (isRelative(specifier)) return toStem(specifier) || toStem(toPath(from, specifier));
      if (isPart(specifier)) return toStem(specifier.slice(1));
      const [key] = names.has(nameOf(specifier)) ? ofImport(from, specifier) : [];
      return toStem(key?.replace(/^\w+ /, '') ?? withoutSign(specifier));
    },
    stemsOfFile,
  };
}

function listPackages(root: string, manifests: ReadonlyMap<string, Manifest>): WorkspacePackage[] {
  return [...manifests.values()].flatMap(({ folder, content }) => {
    const { name } = content;
    return typeof name === 'string' ? [{ name, folder: resolve(root, folder), manifest: content }] : [];
  });
}

/** Tells whether a package is installed and none of the same repository, which is a link to where it is written; null if it is not there. */
function openInstalled(root: string): (name: string) => boolean | null {
  const known = new Map<string, boolean | null>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const is = isFetched(join(root, 'node_modules', name));
    known.set(name, is);
    return is;
  };
}

function isFetched(directory: string): boolean | null {
  try {
    return realpathSync(directory).split(sep).includes('node_modules');
  } catch {
    return null;
  }
}

/** `api` of `@api`, another name for a folder or a file. */
function withoutSign(specifier: string): string {
  return specifier.replace(/^[@~](?=[^/])/, '');
}

/** What stands behind the name of a folder, or of an alias: an index alone tells nothing. */
function withoutFirst(path: string): string {
  return path.replace(/^[^/]*\/(?!index(?:\.[cm]?[jt]sx?)?$)(?=.)/, '');
}

/** Of `@scope/name/part` and `name/part`. */
function nameOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

/** What imports may know a file by. */
function keysOfFile(file: string, around: Manifest | undefined): string[] {
  if (!hasSourceExtension(file) && !file.endsWith('.json')) return [`path ${file}`];
  const path = file.replace(/\.\w+$/, '');
  const folder = /^(?:(.*)\/)?index(?:\.d)?$/.exec(path)?.[1];
  const isIndex = folder !== undefined || /^index(?:\.d)?$/.test(path);
  const paths = [`path ${file}`, `path ${path}`, ...(isIndex ? [`path ${folder ?? ''}`] : [])];
  if (/(?:^|\/)package\.json$/.test(file)) return paths;
  const named = isIndex ? (folder ?? '').replace(/\/src$/, '') : path;
  const whole = isIndex ? [toEndKey(path, 2), toOwnKey(around, path, 2)] : [];
  const ends = [toEndKey(named, 1), toEndKey(named, 2), toOwnKey(around, named, 1), toOwnKey(around, named, 2)];
  return [...paths, ...whole, ...ends];
}

/** An `index` goes by the name of its folder, too. */
function stemsOfFile(file: string): readonly string[] {
  const stem = toStem(file);
  if (stem !== 'index') return [stem];
  const folder = dirname(file);
  return [stem, ...new Set([toStem(folder), toStem(folder.replace(/\/src$/, ''))])];
}

/** The last segment of a path, without what follows a dot. */
function toStem(path: string): string {
  const start = path.lastIndexOf('/') + 1;
  const dot = path.indexOf('.', start);
  return dot === -1 ? path.slice(start) : path.slice(start, dot);
}

function keysOfPath(path: string): string[] {
  const bare = path.replace(/\.[cm]?[jt]sx?$/, '');
  return path === bare ? [`path ${path}`] : [`path ${path}`, `path ${bare}`];
}

function toEndKey(path: string, count: number): string {
  return `end ${toEnd(path, count)}`;
}

/** An end that counts within one package. */
function toOwnKey(around: Manifest | undefined, path: string, count: number): string {
  return `own ${around?.folder ?? ''} ${toEnd(path, count)}`;
}

/** The last segments of a path, without what follows a dot in the very last; what tests an index is not called as it is. */
function toEnd(path: string, count: number): string {
  const [last = '', ...others] = path.split('/').slice(-count).reverse();
  const dot = /^index\.(?!d\b|[cm]?[jt]sx?$)/.test(last) ? -1 : last.indexOf('.', 1);
  return [...others.reverse(), dot === -1 ? last : last.slice(0, dot)].join('/');
}

function toPath(from: string, specifier: string): string {
  const segments = from.split('/').slice(0, -1);
  for (const segment of specifier.split('/')) {
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}
