import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDirectory } from '../directory.js';
import { runProgram } from './program.js';

const program = fileURLToPath(new URL('../../dist/bundle/v4ward.js', import.meta.url));

interface Served {
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  /** What it wrote to stderr until now. */
  readonly told: () => string;
}

/** Starts `v4ward serve`, and waits for its line. */
async function serve(cwd: string, args: readonly string[] = []): Promise<Served> {
  const child = spawn(process.execPath, [program, 'serve', ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const told: string[] = [];
  child.stderr.on('data', (chunk) => told.push(String(chunk)));
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url, token } = JSON.parse(line.toString()) as { url: string; token: string };
  return { url, token, process: child, told: () => told.join('') };
}

async function end({ process: child }: Served, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  return (await ended)[0];
}

async function readSetting({ url, token }: Served): Promise<unknown> {
  const reply = await fetch(`${url}/notification_settings`, { headers: { 'private-token': token } });
  return reply.json();
}

async function writeLevel({ url, token }: Served, path: string, query: string): Promise<number> {
  const reply = await fetch(`${url}${path}?${query}`, { method: 'PUT', headers: { 'private-token': token } });
  await reply.arrayBuffer();
  return reply.status;
}

const seed = {
  users: [{ id: 31, username: 'vera', email: 'vera@example.com' }],
  tokens: [{ token: 'vera-token', user: 31 }],
  projects: Array.from({ length: 40 }, (_, index) => ({
    id: index + 1,
    path_with_namespace: `vera/p${String(index + 1)}`,
    members: [31],
  })),
};
const files = { 'seed.json': JSON.stringify(seed) };

describe('serve', () => {
  it('prints one line with its address and a token, and answers there', async () => {
    const served = await serve(makeDirectory(files), ['--seed', 'seed.json']);
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v4$/);
    expect(served.token).toBe('vera-token');
    expect(await readSetting(served)).toEqual({ level: 'participating', notification_email: 'vera@example.com' });
    expect(served.told()).toBe('');
  });

  it.each([
    ['0.0.0.0', 'v4ward: Listening on 0.0.0.0, where other machines may reach it, without encryption.'],
    ['localhost', ''],
  ])('on %s tells who may reach it', async (host, words) => {
    const served = await serve(makeDirectory({}), ['--host', host]);
    expect((await fetch(`${served.url}/events`, { headers: { 'private-token': served.token } })).status).toBe(200);
    expect(served.told().startsWith(words)).toBe(true);
    if (words === '') expect(served.told()).toBe('');
  });

  it('answers what is under way before it ends', async () => {
    const served = await serve(makeDirectory({}));
    const body = 'level=watch';
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
    const read: string[] = [];
    socket.on('data', (chunk) => read.push(String(chunk)));
    socket.write(
      `PUT /api/v4/notification_settings HTTP/1.1\r\nhost: x\r\nprivate-token: ${served.token}\r\n` +
        `content-type: application/x-www-form-urlencoded\r\nexpect: 100-continue\r\ncontent-length: ${String(body.length)}\r\n\r\n`,
    );
    await once(socket, 'data');
    const ended = end(served, 'SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.write(body);
    await once(socket, 'close');
    expect(read.join('')).toContain('HTTP/1.1 200 OK');
    expect(read.join('')).toContain('"level":"watch"');
    expect(await ended).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends well on %s', async (signal) => {
    const served = await serve(makeDirectory({}));
    await readSetting(served);
    expect(await end(served, signal)).toBe(0);
  });

  it('keeps what is written in a file, over restarts', async () => {
    const directory = makeDirectory(files);
    const first = await serve(directory, ['--seed', 'seed.json', '--data', 'core.sqlite']);
    await writeLevel(first, '/notification_settings', 'level=watch');
    await end(first, 'SIGTERM');
    const second = await serve(directory, ['--data', 'core.sqlite']);
    expect(second.token).toBe('vera-token');
    expect(await readSetting(second)).toMatchObject({ level: 'watch' });
    await end(second, 'SIGTERM');
    const third = await serve(directory, ['--data', 'core.sqlite', '--seed', 'seed.json', '--reset']);
    expect(await readSetting(third)).toMatchObject({ level: 'participating' });
  });

  it('loses no acknowledged write when it is killed', async () => {
    const directory = makeDirectory(files);
    const served = await serve(directory, ['--seed', 'seed.json', '--data', 'core.sqlite']);
    const acknowledged = new Set<number>();
    const writes = seed.projects.map(async ({ id }) => {
      try {
        const status = await writeLevel(served, `/projects/${String(id)}/notification_settings`, 'level=mention');
        if (status === 200) acknowledged.add(id);
        if (acknowledged.size === 15) served.process.kill('SIGKILL');
      } catch {
        // Not acknowledged: the process is gone.
      }
    });
    await Promise.all([...writes, once(served.process, 'exit')]);
    const again = await serve(directory, ['--data', 'core.sqlite']);
    expect(acknowledged.size).toBeGreaterThanOrEqual(15);
    for (const id of acknowledged) {
      const url = `${again.url}/projects/${String(id)}/notification_settings`;
      const reply = await fetch(url, { headers: { 'private-token': again.token } });
      expect(await reply.json()).toEqual({ level: 'mention' });
    }
  });

  it('logs requests without their secrets', async () => {
    const served = await serve(makeDirectory(files), ['--seed', 'seed.json', '--log']);
    await fetch(`${served.url}/events?private_token=vera-token`);
    await fetch(`${served.url}/events`, { headers: { authorization: 'Bearer vera-token' } });
    await writeLevel(served, '/notification_settings', 'level=watch');
    await end(served, 'SIGTERM');
    const lines = served
      .told()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(expect.objectContaining({ req: { method: 'GET', path: '/api/v4/events' } }));
    expect(served.told()).not.toContain('vera-token');
  });
});

describe('serve refuses', () => {
  it('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const child = spawn(process.execPath, [program, 'serve', '--port', String(port)], { stdio: 'pipe' });
    const told: string[] = [];
    child.stderr.on('data', (chunk) => told.push(String(chunk)));
    const [status] = (await once(child, 'close')) as [number];
    other.close();
    expect(status).toBe(2);
    expect(told.join('')).toBe(
      `v4ward: Port ${String(port)} is taken. Stop what listens there, or give another: --port 0 takes any that is free.\n`,
    );
  });

  it('a data file that is in use', async () => {
    const directory = makeDirectory({});
    await serve(directory, ['--data', 'core.sqlite']);
    const { status, stderr } = runProgram(directory, ['serve', '--data', 'core.sqlite']);
    expect(stderr).toContain('core.sqlite cannot be used: it is in use by another process.');
    expect(status).toBe(2);
  });

  it('a seed for a file that holds data', async () => {
    const directory = makeDirectory(files);
    await end(await serve(directory, ['--data', 'core.sqlite']), 'SIGTERM');
    const { status, stdout, stderr } = runProgram(directory, ['serve', '--data', 'core.sqlite', '--seed', 'seed.json']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('core.sqlite holds data already.');
    expect(stderr).toContain('--reset');
  });

  it.each([
    ['a seed that is not there', ['--seed', 'none.json'], 'The seed none.json cannot be read: ENOENT'],
    ['a seed that is a directory', ['--seed', '.'], 'The seed . cannot be read: EISDIR'],
    ['a seed without a name', ['--seed', ''], '--seed is empty.'],
    ['a data file without a name', ['--data', ''], '--data is empty.'],
    ['a host without a name', ['--host', ''], '--host is empty.'],
    ['a data file that is a directory', ['--data', '.'], '. cannot be used: it cannot be opened.'],
    ['a seed that is empty', ['--seed', 'empty.json'], 'empty.json is not JSON: '],
    ['a seed that is no JSON', ['--seed', 'bad.json'], 'bad.json is not JSON: '],
    ['a seed that is wrong', ['--seed', 'wrong.json'], 'wrong.json: users[0].username is 3; expected string.'],
    ['a data file that is none', ['--data', 'bad.json'], 'bad.json cannot be used: it is no SQLite database'],
    ['a data file where none can be', ['--data', 'no/where.sqlite'], 'no/where.sqlite (new) cannot be used: '],
    ['a port that is none', ['--port', '70000'], '"70000" is no port; expected a number from 0'],
    ['a host that is none', ['--host', '203.0.113.7'], 'This machine has no address "203.0.113.7".'],
  ])('%s', (_name, args, message) => {
    const directory = makeDirectory({
      'bad.json': '{'.repeat(200),
      'empty.json': '',
      'wrong.json': '{"users":[{"username":3}]}',
    });
    const { status, stdout, stderr } = runProgram(directory, ['serve', ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('internal error');
  });
});
