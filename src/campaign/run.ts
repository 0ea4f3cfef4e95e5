import { spawn } from 'node:child_process';

/** How a program ended, and what it said. */
export interface Ended {
  /** Null if a signal ended it, or it could not be started. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program in a directory, without a shell, and waits for its end, however it ends. When the signal is aborted
 * the program is asked to end too.
 */
export function runProgram(program: readonly string[], directory: string, signal: AbortSignal): Promise<Ended> {
  const [command = '', ...args] = program;
  if (signal.aborted) return Promise.resolve({ exitCode: null, signal: 'SIGINT', stdout: '', stderr: '' });
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: directory,
      env: toEnvironment(process.env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    const stop = (): void => {
      child.kill('SIGINT');
    };
    signal.addEventListener('abort', stop);
    child.on('error', ({ message }) => {
      signal.removeEventListener('abort', stop);
      resolve({ exitCode: null, signal: null, stdout: '', stderr: message });
    });
    child.on('close', (exitCode, ended) => {
      signal.removeEventListener('abort', stop);
      resolve({ exitCode, signal: ended, stdout: stdout(), stderr: stderr() });
    });
  });
}

/** What a program is told of its part in a CI job is the campaign's part, and colours are for terminals. */
function toEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const without = new Set(['CI_NODE_INDEX', 'CI_NODE_TOTAL', 'FORCE_COLOR']);
  const own = Object.entries(environment).filter(([name]) => !without.has(name));
  return { ...Object.fromEntries(own), NO_COLOR: '1' };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

/** What performing comes to for each item, in their order; no more than so many at a time. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  perform: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const work = async (): Promise<void> => {
    for (const [at, item] of waiting) results[at] = await perform(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return results;
}
