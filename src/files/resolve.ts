import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { ResolverFactory } from 'oxc-resolver';
import { toRelative } from './find.js';

/** The project's file that an import names, relative to the root; null if it is a package, or not there. */
export type Resolver = (from: string, specifier: string) => string | null;

const readable = /\.(?:jsx?|mjs|cjs|tsx?|mts|cts|vue|svelte|json)$/i;

/** Follows paths, `tsconfig.json` and packages of the same repository that are linked into `node_modules`. */
export function createResolver(root: string): Resolver {
  const factory = new ResolverFactory({
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
  const real = realpathSync(root);
  return (from, specifier) => {
    const { path } = factory.resolveFileSync(resolve(real, from), specifier);
    return path === undefined || isForeign(path) ? null : toRelative(real, path);
  };
}

function isForeign(path: string): boolean {
  return !readable.test(path) || /[/\\]node_modules[/\\]/.test(path);
}
