import { existsSync, realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { isRecord } from '../configuration/checks.js';
import { hasSourceExtension, toRelative } from './find.js';
import { isPart, isRelative, withoutQuery } from './imports.js';
import { readManifest } from './manifest.js';
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

/** What the folder of a `package.json` says of imports. */
interface Manifest {
  /** Relative to the root, empty for the root itself. */
  readonly folder: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** What it takes from a registry, whether or not it is installed. */
  readonly fetched: ReadonlySet<string>;
}

/**
 * @param root what files are relative to
 * @param directories those that were walked, absolute, with names in them, those of `package.json` among them; without
 *   them, the root alone counts as a package
 */
export function openImportKeys(
  root: string,
  directories: ReadonlyMap<string, readonly string[]> = new Map(),
): ImportKeys {
  const manifests = readManifests(root, directories);
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
    return [toEndKey(withoutSign(specifier).replace(/^[^/]*\/(?=.)/, ''), 2)];
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

function readManifests(root: string, directories: ReadonlyMap<string, readonly string[]>): Map<string, Manifest> {
  const walked = [...directories].flatMap(([path, names]) => (names.includes('package.json') ? [path] : []));
  return new Map(
    [...new Set([resolve(root), ...walked])].flatMap((path): [string, Manifest][] => {
      const content = readManifest(path);
      const folder = toRelative(root, path);
      return content === null ? [] : [[folder, { folder, content, fetched: listFetched(path, content) }]];
    }),
  );
}

/** A package that stands beside others may be one of them, whatever its version says. */
function listFetched(path: string, content: Manifest['content']): ReadonlySet<string> {
  if ('workspaces' in content || existsSync(join(path, 'pnpm-workspace.yaml'))) return new Set();
  const lists = [content['dependencies'], content['devDependencies'], content['peerDependencies']];
  return new Set(
    lists
      .flatMap((list) => (isRecord(list) ? Object.keys(list).filter((name) => !isBeside(list[name])) : []))
      .map(toTyped),
  );
}

/** `estree` of `@types/estree`, `@babel/core` of `@types/babel__core`: https://github.com/DefinitelyTyped/DefinitelyTyped#what-about-scoped-packages */
function toTyped(name: string): string {
  return name.replace(/^@types\/(?:(.+?)__)?/, (_, scope?: string) => (scope === undefined ? '' : `@${scope}/`));
}

/** Whether a version says that the package stands on the disk: https://docs.npmjs.com/cli/configuring-npm/package-json */
function isBeside(version: unknown): boolean {
  return typeof version === 'string' && /^(?:workspace|file|link|portal):/.test(version);
}

function listPackages(root: string, manifests: ReadonlyMap<string, Manifest>): WorkspacePackage[] {
  return [...manifests.values()].flatMap(({ folder, content }) => {
    const { name } = content;
    return typeof name === 'string' ? [{ name, folder: resolve(root, folder), manifest: content }] : [];
  });
}

/** Tells the packages that hold a folder, the innermost first. */
function openFolders(manifests: ReadonlyMap<string, Manifest>): (folder: string) => readonly Manifest[] {
  const known = new Map<string, readonly Manifest[]>();
  const find = (folder: string): readonly Manifest[] => {
    const own = manifests.get(folder === '.' ? '' : folder);
    const above = dirname(folder);
    const others = above === folder ? [] : around(above);
    return own === undefined ? others : [own, ...others];
  };
  const around = (folder: string): readonly Manifest[] => {
    const found = known.get(folder) ?? find(folder);
    known.set(folder, found);
    return found;
  };
  return around;
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

/** Of `@scope/name/part` and `name/part`. */
function nameOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

/** What imports may know a file by. */
function keysOfFile(file: string, around: Manifest | undefined): string[] {
  if (!hasSourceExtension(file) && !file.endsWith('.json')) return [`path ${file}`];
  const path = file.replace(/\.\w+$/, '');
  const folder = /^(?:(.*)\/)?index$/.exec(path)?.[1];
  const isIndex = folder !== undefined || path === 'index';
  const paths = [`path ${file}`, `path ${path}`, ...(isIndex ? [`path ${folder ?? ''}`] : [])];
  if (/(?:^|\/)package\.json$/.test(file)) return paths;
  const named = isIndex ? (folder ?? '').replace(/\/src$/, '') : path;
  return [...paths, toEndKey(named, 1), toEndKey(named, 2), toOwnKey(around, named, 1), toOwnKey(around, named, 2)];
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

/** The last segments of a path, without what follows a dot in the very last. */
function toEnd(path: string, count: number): string {
  const [last = '', ...others] = path.split('/').slice(-count).reverse();
  const dot = last.indexOf('.', 1);
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
