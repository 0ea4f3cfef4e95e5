import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../../dist/bundle/v4ward.js', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built program, as a user would, and waits for its end. */
export function runProgram(
  cwd: string,
  args: readonly string[],
  input: string | Uint8Array = '',
  environment: NodeJS.ProcessEnv = {},
): Ended {
  const env = { ...process.env, ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    env,
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
