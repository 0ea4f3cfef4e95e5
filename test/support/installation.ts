import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a command said. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project of somebody else's, with the package in its node_modules as npm would put it there. */
export interface Installation {
  readonly directory: string;
  /** Writes files, by path. */
  write(files: Readonly<Record<string, string>>): void;
  read(file: string): string;
  /** Runs the command of a package, an alias of this project's or its own name. */
  run(bin: string, args: readonly string[], input?: string): Outcome;
}

/**
 * Packs the package as `npm publish` does, without building it once more, and unpacks it into a new project. What it
 * depends on, and `others`, are linked.
 */
export function install(others: readonly string[]): Installation {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'project-')));
  const modules = join(directory, 'node_modules');
  mkdirSync(modules);
  const packed = spawn('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', directory], root);
  const [{ filename } = { filename: '' }] = JSON.parse(packed.stdout) as { filename: string }[];
  spawn('tar', ['-xzf', filename], directory);
  renameSync(join(directory, 'package'), join(modules, 'v4ward'));
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of [...Object.keys(dependencies), ...others]) link(join(modules, name), name);
  const installation: Installation = {
    directory,
    write(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(directory, name)), { recursive: true });
        writeFileSync(join(directory, name), content);
      }
    },
    read: (file) => readFileSync(join(directory, file), 'utf8'),
    run: (bin, args, input) => spawn(process.execPath, [join(modules, bin), ...args], directory, input),
  };
  installation.write({ 'package.json': '{ "name": "harbor", "private": true }\n' });
  return installation;
}

function link(path: string, name: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), path, 'junction');
}

function spawn(command: string, args: readonly string[], cwd: string, input = ''): Outcome {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, input, encoding: 'utf8' });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}
