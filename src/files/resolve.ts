import { existsSync, realpathSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import type * as Oxc from 'oxc-resolver';
import { toRelative } from './find.js';
import { isImportedAsOther, isPart, withoutQuery } from './imports.js';
import { listDependencies, readManifest } from './manifest.js';
import { findPackages, resolvePackage } from './workspace.js';
import type { WorkspacePackage } from './workspace.js';

/** The project's file that an import names, relative to the root; null if it is a package, or not there. */
export type Resolver = (from: string, specifier: string) => string | null;

const readable = /\.(?:jsx?|mjs|cjs|jsm|es6|tsx?|mts|cts|vue|svelte|json)$/i;

/**
 * Follows paths, `tsconfig.json` and packages of the same repository, linked into `node_modules` or not. The same is not
 * looked for twice.
 */
export function createResolver(root: string): Resolver {
  const real = realpathSync(root);
  const find = createFinder(real);
  const known = new Map<string, Map<string, string | null>>();
  return (from, specifier) => {
    const folder = dirname(from);
    const inFolder = known.get(folder) ?? new Map<string, string | null>();
    const before = inFolder.get(specifier);
    if (before !== undefined) return before;
    const path = find(from, specifier);
    const found = path === null || isInPackage(real, path) ? null : toRelative(real, path);
    known.set(folder, inFolder.set(specifier, found));
    return found;
  };
}

/** Follows imports of packages that are installed, and those inside of such packages; texts in memory have none. */
export function createPackageResolver(root: string): Resolver {
  if (!existsSync(root)) return () => null;
  const real = realpathSync(root);
  const find = createFinder(real);
  return (from, specifier) => {
    const path = find(from, specifier);
    return path !== null && isInPackage(real, path) ? toRelative(real, path) : null;
  };
}

/** The ESLint plugin, too, may resolve imports, and seldom does, so the resolver is loaded at its first use. */
function createFactory(): Oxc.ResolverFactory {
  const { ResolverFactory } = createRequire(import.meta.url)('oxc-resolver') as typeof Oxc;
  return new ResolverFactory({
    tsconfig: 'auto',
    extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte', '.json'],
    extensionAlias: {
      '.js': ['.ts', '.tsx', '.js', '.jsx'],
      '.jsx': ['.tsx', '.jsx'],
      '.mjs': ['.mts', '.mjs'],
      '.cjs': ['.cts', '.cjs'],
    },
    conditionNames: ['node', 'import', 'require', 'default'],
    mainFields: ['module', 'main'],
    nodePath: false,
  });
}

function createFinder(real: string): (from: string, specifier: string) => string | null {
  let factory: Oxc.ResolverFactory | null = null;
  let packages: readonly WorkspacePackage[] | null = null;
  return (from, named) => {
    if (isPart(named) || isImportedAsOther(named)) return null;
    factory ??= createFactory();
    const specifier = withoutQuery(named);
    const importer = resolve(real, from);
    const { path = null } = factory.resolveFileSync(importer, specifier);
    const isOwn = path === null || !isInPackage(real, path);
    if (isOwn && isBare(specifier)) packages ??= findPackages(real);
    const source = isOwn && isBare(specifier) ? resolvePackage(packages ?? [], importer, specifier) : null;
    const found =
      source ??
      path ??
      findBySign(factory, real, importer, specifier) ??
      findByAlias(factory, real, importer, specifier);
    return found !== null && readable.test(found) ? found : null;
  };
}

/**
 * `@/api`, `~/api` and `$lib/api`, which are no package's, and `src/api`: bundlers take them for a file of the sources, or of the
 * folder that the package stands in, with no word of it in the files that are read here.
 *
 * https://cli.vuejs.org/guide/html-and-static-assets.html#url-transform-rules, https://nuxt.com/docs/api/nuxt-config#alias,
 * https://svelte.dev/docs/kit/$lib
 */
function findBySign(factory: Oxc.ResolverFactory, real: string, importer: string, specifier: string): string | null {
  const inner = /^(?:[@~]|src)\/(.+)$/.exec(specifier)?.[1] ?? /^\$(lib\/.+)$/.exec(specifier)?.[1];
  if (inner === undefined) return null;
  for (const folder of foldersAround(real, importer)) {
    if (folder !== real && !existsSync(join(folder, 'package.json'))) continue;
    const paths = ['src', 'app', ''].map((sources) => join(folder, sources, inner));
    for (const path of paths) {
      const { path: found = null } = factory.resolveFileSync(importer, path);
      if (found !== null) return found;
    }
  }
  return null;
}

/**
 * `services/api`, `@services/api` and `@api` of a program whose bundler looks for modules in its sources, or has another name for a
 * folder: a file of that path in one of the folders around, or in their sources, if there is one alone and no package is called so.
 *
 * https://webpack.js.org/configuration/resolve/#resolvemodules, https://webpack.js.org/configuration/resolve/#resolvealias
 */
function findByAlias(factory: Oxc.ResolverFactory, real: string, importer: string, specifier: string): string | null {
  if (!isBare(specifier) || !/\/|^[@~]/.test(specifier) || isBuiltin(specifier)) return null;
  const inner = specifier.replace(/^[@~#](?=[^/])/, '');
  const folders = foldersAround(real, importer);
  if (folders.some((folder) => dependsOn(folder, specifier))) return null;
  const paths = folders.flatMap((folder) => ['src', 'app', ''].map((sources) => join(folder, sources, inner)));
  const found = new Set(paths.flatMap((path) => factory.resolveFileSync(importer, path).path ?? []));
  // A file called as the package that it wraps.
  if (found.has(importer)) return null;
  const [only = null] = found.size === 1 ? found : [];
  return only;
}

/** Those that hold a file, the innermost first, up to the root. */
function foldersAround(real: string, file: string): string[] {
  const folder = dirname(file);
  return isWithin(real, folder) ? [folder, ...(folder === real ? [] : foldersAround(real, folder))] : [];
}

function dependsOn(folder: string, specifier: string): boolean {
  return listDependencies(readManifest(folder)).some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

function isWithin(real: string, folder: string): boolean {
  return folder === real || folder.startsWith(real + sep);
}

/** A name, not a path: a package, or an alias. */
function isBare(specifier: string): boolean {
  return !/^(?:\.|\/)/.test(specifier);
}

/** Wherever the project itself stands, a package of its own or of somebody else. */
function isInPackage(real: string, path: string): boolean {
  const inner = path.startsWith(real + sep) ? path.slice(real.length) : path;
  return /[/\\]node_modules[/\\]/.test(inner);
}
