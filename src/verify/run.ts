import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyHook } from '../installation.js';
import { parseLines, settingsVariable } from './record.js';
import type { HookSettings, Line, SentRequest } from './record.js';
import { redactCommand } from './redact.js';

/** How a command ended, and what its Node processes sent. */
export interface Run {
  /** Without secrets. */
  readonly command: readonly string[];
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Node processes and threads that were watched. */
  readonly processes: number;
  /** In the order in which they were sent. */
  readonly requests: readonly SentRequest[];
}

/** The command cannot be started. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export type Watch = Omit<HookSettings, 'file'>;

/**
 * Runs a command and watches what its Node processes send. Its own output goes to stderr.
 *
 * @param environment variables that the command has beside those of this process
 * @throws {CommandError} if it cannot be started
 */
export async function runCommand(
  command: readonly string[],
  watch: Watch,
  environment: Readonly<Record<string, string>>,
): Promise<Run> {
  const directory = mkdtempSync(join(tmpdir(), 'v4ward-verify-'));
  try {
    const file = join(directory, 'requests.jsonl');
    writeFileSync(file, '', { mode: 0o600 });
    const ended = await start(command, { ...process.env, ...environment, ...toEnvironment({ file, ...watch }) });
    return { command: redactCommand(command), ...ended, ...toRun(parseLines(readFileSync(file, 'utf8'))) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Options that are there already stay. In quotes a path may hold spaces, and Node takes `\\` as JSON does. */
function toEnvironment(settings: HookSettings): Record<string, string> {
  const hook = `--require ${JSON.stringify(verifyHook)}`;
  const options = process.env['NODE_OPTIONS'] ?? '';
  return {
    NODE_OPTIONS: options === '' ? hook : `${options} ${hook}`,
    [settingsVariable]: JSON.stringify(settings),
  };
}

type Ended = Pick<Run, 'exitCode' | 'signal'>;

async function start([program = '', ...args]: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(program, args, {
    env: environment,
    stdio: ['inherit', 2, 2],
    shell: process.platform === 'win32',
  });
  const stopPassing = passSignals(child);
  try {
    return await new Promise<Ended>((resolve, reject) => {
      child.on('error', (error: NodeJS.ErrnoException) => {
        reject(new CommandError(describeFailure(program, error)));
      });
      child.on('close', (exitCode, signal) => {
        resolve({ exitCode, signal });
      });
    });
  } finally {
    stopPassing();
  }
}

function describeFailure(program: string, error: NodeJS.ErrnoException): string {
  const cause =
    error.code === 'ENOENT'
      ? 'there is no such program'
      : error.code === 'EACCES'
        ? 'it may not be run'
        : error.message;
  return `"${program}" cannot be started: ${cause}. Write the command behind \`--\`, as in \`v4ward verify -- npm test\`.`;
}

/**
 * The signals that the command is sent when this process gets them. A terminal's Ctrl-C goes to the command as well as
 * to this process: passed on, it would be a second one, which many programs take for "at once".
 */
export function listPassedSignals(hasTerminal: boolean): readonly NodeJS.Signals[] {
  return hasTerminal ? ['SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
}

/** Who ends the run wants its report: the command is ended, not what waits for it. */
function passSignals(child: ChildProcess): () => void {
  const passed = listPassedSignals(process.stdin.isTTY || process.stderr.isTTY);
  const pass = (signal: NodeJS.Signals): void => {
    if (passed.includes(signal)) child.kill(signal);
  };
  const heard = listPassedSignals(false);
  for (const signal of heard) process.on(signal, pass);
  return () => {
    for (const signal of heard) process.off(signal, pass);
  };
}

function toRun(lines: readonly Line[]): Pick<Run, 'processes' | 'requests'> {
  return {
    processes: lines.filter(({ kind }) => kind === 'started').length,
    requests: dropRepeated(addBodies(lines)),
  };
}

function addBodies(lines: readonly Line[]): SentRequest[] {
  const late = new Map(
    lines.flatMap((line) => (line.kind === 'body' ? [[`${line.process} ${String(line.request)}`, line.body]] : [])),
  );
  return lines
    .filter((line) => line.kind === 'sent')
    .map((sent) => ({ ...sent, body: late.get(`${sent.process} ${String(sent.id)}`) ?? sent.body }));
}

/** What a layer below told once more, without knowing who sent it. */
function dropRepeated(requests: readonly SentRequest[]): SentRequest[] {
  const placed = new Set(requests.filter(({ frames }) => frames.some(isOwn)).map(keyOf));
  const seen = new Set<string>();
  return requests.filter((request) => {
    const key = keyOf(request);
    if (request.frames.some(isOwn)) return true;
    const isNew = !placed.has(key) && !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function keyOf({ process: sender, method, url }: SentRequest): string {
  const { pathname, search } = new URL(url);
  return `${sender} ${method} ${pathname}${search}`;
}

function isOwn({ file }: { readonly file: string }): boolean {
  return !file.includes('/node_modules/');
}
