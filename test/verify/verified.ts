import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('../../dist/bundle/v4ward.js', import.meta.url));

/** A finding as the JSON report prints it, as far as tests look. */
export interface PrintedFinding {
  readonly change: string;
  readonly rule: string;
  readonly certainty: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly request: string;
  readonly replacement: string | null;
}

export interface Printed {
  readonly summary: Readonly<Record<string, number>>;
  readonly findings: readonly PrintedFinding[];
  readonly possible: readonly PrintedFinding[];
  readonly guarded: readonly PrintedFinding[];
  readonly acknowledged: readonly PrintedFinding[];
  readonly errors: readonly { readonly file: string; readonly message: string }[];
  readonly run: {
    readonly exitCode: number | null;
    readonly signal: string | null;
    readonly to: string | null;
    readonly processes: number;
    readonly requests: number;
    readonly confirmed: readonly PrintedFinding[];
    readonly notConfirmed: readonly PrintedFinding[];
    readonly unseen: readonly {
      readonly file: string;
      readonly line: number;
      readonly request: string;
      readonly changes: readonly string[];
    }[];
  };
}

export interface Verified {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the JSON report says. */
  readonly report: Printed;
}

/** Runs `v4ward verify --format json` as a user would, while servers of the test may answer. */
export async function verify(
  cwd: string,
  command: readonly string[],
  options: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<Verified> {
  const args = [program, 'verify', '--format', 'json', ...options, '--', ...command];
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...environment } });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [status, stdout, stderr] = await Promise.all([ended, readAll(child.stdout), readAll(child.stderr)]);
  return { status, stdout, stderr, report: (stdout === '' ? null : JSON.parse(stdout)) as Printed };
}

/** What a finding says in short: `project-unstar src/a.js:3`. */
export function brief({ change, file, line }: PrintedFinding): string {
  return `${change} ${file}:${String(line)}`;
}

/** A server that answers everything with an empty list, and remembers what it was asked. */
export interface Forge {
  readonly url: string;
  readonly asked: Asked[];
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export async function startForge(): Promise<Forge> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, asked };
}
