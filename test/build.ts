import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The command line is tested as it is shipped, so what is tested must not be older than the sources. What was built
 * before stays, since another run may be using it.
 */
export default function build(): void {
  const built = statSync(join(root, 'dist/bundle/v4ward.js'), { throwIfNoEntry: false });
  if (built !== undefined && built.mtimeMs > newestSource()) return;
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(
    process.execPath,
    [compiler, '-p', root, '--incremental', '--tsBuildInfoFile', join(root, '.cache/tests.tsbuildinfo')],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.stderr.write('The build has errors; the command line is tested as far as it was built.\n');
  spawnSync(process.execPath, [join(root, 'scripts/bundle.js')], { stdio: 'inherit' });
}

function newestSource(): number {
  const files = ['src', 'rules', 'codemods'].flatMap((folder) => {
    const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    return entries.map((entry) => join(root, folder, entry));
  });
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
