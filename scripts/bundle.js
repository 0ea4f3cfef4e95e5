import { copyFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import packageJson from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const scopeManager = '@typescript-eslint/scope-manager';
const packages = [...Object.keys(packageJson.dependencies), ...Object.keys(packageJson.peerDependencies)];

/** The command line and the plugin in few files, since Node takes a millisecond to find and link each: what loads later, loads apart. */
await build({
  cwd: root,
  input: {
    v4ward: 'dist/src/cli/bin.js',
    plugin: 'dist/rules/index.js',
    'look-ahead-thread': 'dist/src/files/look-ahead-thread.js',
    'part-thread': 'dist/codemods/part-thread.js',
  },
  platform: 'node',
  logLevel: 'warn',
  plugins: [takeScopeManager()],
  external: [/^node:/, ...builtinModules, ...packages.map((name) => new RegExp(`^${name}(?:/|$)`))],
  // Without comments, which Node reads each time, and with all names, which stacks tell.
  output: {
    dir: 'dist/bundle',
    format: 'esm',
    chunkFileNames: toChunkName,
    minify: false,
    comments: false,
    // Small, and of use together: whoever asks for one of them asks for most.
    codeSplitting: { groups: [{ name: 'http', test: /[\\/]dist[\\/]src[\\/]http[\\/]/ }] },
  },
});

/** Its 178 modules, of which most say what the libraries of TypeScript declare, take a fifth of a run over a few files to find. */
await build({
  cwd: root,
  input: { 'scope-manager': scopeManager },
  platform: 'node',
  logLevel: 'warn',
  external: [/^node:/, '@typescript-eslint/types', '@typescript-eslint/visitor-keys'],
  output: { dir: 'dist/bundle', format: 'cjs', entryFileNames: '[name].cjs', minify: false, comments: false },
});
copyFileSync(`${root}/node_modules/${scopeManager}/LICENSE`, `${root}/dist/bundle/scope-manager.LICENSE`);

/** What parses takes the one file of the package, which is loaded when the first file is parsed. */
function takeScopeManager() {
  const own = `load('./scope-manager.cjs')`;
  return {
    name: 'scope-manager-in-one-file',
    transform: {
      filter: { id: /[\\/]dist[\\/]src[\\/]analysis[\\/]parse\.js$/ },
      handler(code) {
        const taken = code.replace(`load('${scopeManager}')`, own);
        if (!taken.includes(own)) this.error(`parse.js does not load ${scopeManager} as it did`);
        return { code: taken, map: null };
      },
    },
  };
}

/** After the module that is loaded with it, if there is one: `reporters.html-…` for `src/reporters/html.ts`. */
function toChunkName({ facadeModuleId }) {
  const path = /[\\/]dist[\\/](?:src[\\/])?(.+)\.js$/.exec(facadeModuleId ?? '')?.[1];
  return `${path?.replaceAll(/[\\/]/g, '.') ?? '[name]'}-[hash].js`;
}
