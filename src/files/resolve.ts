import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import type * as Oxc from 'oxc-resolver';
import { toRelative } from './find.js';
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
  return (from, specifier) => {
    factory ??= createFactory();
    const importer = resolve(real, from);
    const { path = null } = factory.resolveFileSync(importer, specifier);
    const isOwn = path === null || !isInPackage(real, path);
    if (isOwn && isBare(specifier)) packages ??= findPackages(real);
    const source = isOwn && isBare(specifier) ? resolvePackage(packages ?? [], importer, specifier) : null;
    const found = source ?? path ?? findBySign(factory, real, importer, specifier);
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
  for (let folder = dirname(importer); isWithin(real, folder); folder = dirname(folder)) {
    const isOutermost = folder === real;
    if (!isOutermost && !existsSync(join(folder, 'package.json'))) continue;
    const paths = ['src', 'app', ''].map((sources) => join(folder, sources, inner));
    for (const path of paths) {
      const { path: found = null } = factory.resolveFileSync(importer, path);
      if (found !== null) return found;
    }
    if (isOutermost) return null;
  }
  return null;
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
