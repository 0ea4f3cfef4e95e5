import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import packageJson from '../package.json' with { type: 'json' };

const packages = [...Object.keys(packageJson.dependencies), ...Object.keys(packageJson.peerDependencies)];

/** The command line and the plugin in few files, since Node takes a millisecond to find and link each: what loads later, loads apart. */
await build({
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  input: {
    v4ward: 'dist/src/cli/bin.js',
    plugin: 'dist/rules/index.js',
    'look-ahead-thread': 'dist/src/files/look-ahead-thread.js',
    'part-thread': 'dist/codemods/part-thread.js',
  },
  platform: 'node',
  logLevel: 'warn',
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

/** After the module that is loaded with it, if there is one: `reporters.html-…` for `src/reporters/html.ts`. */
function toChunkName({ facadeModuleId }) {
  const path = /[\\/]dist[\\/](?:src[\\/])?(.+)\.js$/.exec(facadeModuleId ?? '')?.[1];
  return `${path?.replaceAll(/[\\/]/g, '.') ?? '[name]'}-[hash].js`;
}
