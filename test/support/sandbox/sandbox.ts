import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Run } from '../cases.js';
import { Recorder } from './recorder.js';
import type { Sent } from './recorder.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const packages = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

/**
 * Runs a program in a process of its own, with every connection led to a recorder.
 *
 * @returns what it sent, in order
 * @throws {Error} if the program fails
 */
export async function runProgram(directory: string, run: Run): Promise<readonly Sent[]> {
  linkPackages(directory, run.packages ?? {});
  const recorder = await Recorder.open(run.answers ?? {});
  try {
    await start(directory, run, recorder.port);
    return recorder.sent;
  } finally {
    recorder.close();
  }
}

/**
 * Runs a program that mocks what it would send, in a process of its own.
 *
 * @throws {Error} if the program fails
 */
export async function runMocked(directory: string, run: Run): Promise<void> {
  linkPackages(directory, run.packages ?? {});
  await start(directory, run, null);
}

/** The project's own packages, or others under the names that the program asks for. */
function linkPackages(directory: string, aliases: Readonly<Record<string, string>>): void {
  const folder = join(directory, 'node_modules');
  if (existsSync(folder)) return;
  if (Object.keys(aliases).length === 0) {
    symlinkSync(packages, folder);
    return;
  }
  mkdirSync(folder);
  for (const name of readdirSync(packages)) {
    if (name.startsWith('.')) continue;
    symlinkSync(join(packages, aliases[name] ?? name), join(folder, name));
  }
}

function start(directory: string, run: Run, port: number | null): Promise<void> {
  const { file, call, env, page } = run;
  const program = { file: join(directory, file), call, libraries: page?.map((each) => join(packages, each)) };
  const script = page === undefined ? 'program.js' : 'page.js';
  const preload = port === null ? [] : ['--import', join(here, 'preload.js')];
  const child = spawn(process.execPath, [...preload, join(here, script)], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      NODE_NO_WARNINGS: '1',
      ...env,
      ...(port === null ? {} : { RECORDER_PORT: String(port) }),
      PROGRAM: JSON.stringify(program),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${file} ended with ${String(code ?? signal)}:\n${errors}`));
    });
  });
}
