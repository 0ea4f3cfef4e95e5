import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { program } from './program.js';

/** Why there is no pseudo terminal to run in; null if there is: `script` of util-linux makes one. */
export const noTerminal: string | null = findScript();

function findScript(): string | null {
  const { stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' });
  return typeof stdout === 'string' && stdout.includes('util-linux') ? null : 'there is no `script` of util-linux';
}

/** A program in a pseudo terminal, which takes keys and shows what is written to it. */
export interface Session {
  readonly child: ChildProcess;
  /** All that the terminal showed so far. */
  readonly screen: () => string;
  /** Waits until a text has been shown behind what was waited for before. */
  readonly see: (text: string) => Promise<void>;
  readonly type: (keys: string) => void;
  /** The exit code of the program. */
  readonly ended: Promise<number | null>;
}

/** Starts the built program in a terminal of 80 columns, as a user would. */
export function openTerminal(cwd: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Session {
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', toCommand(args), '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TERM: 'xterm-256color', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const see = async (text: string): Promise<void> => {
    for (const start = Date.now(); !shown.includes(text, seen); await new Promise((resolve) => setTimeout(resolve, 10)))
      if (Date.now() - start > 20_000)
        throw new Error(`The terminal did not show "${text}" but:\n${shown.slice(seen)}`);
    seen = shown.indexOf(text, seen) + text.length;
  };
  return { child, screen: () => shown, see, type: (keys) => child.stdin.write(keys), ended };
}

function toCommand(args: readonly string[]): string {
  const quoted = [process.execPath, program, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  return `stty cols 80 && exec ${quoted.join(' ')}`;
}
