import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import fastify from 'fastify';
import { createCore } from '../dist/src/core/app.js';

/**
 * Requests per second and latency of the core, next to a bare Fastify route in the same run: what matters is the ratio,
 * since machines differ. Servers run in a process of their own.
 *
 *     npm run bench:core -- [events] [seconds]
 */

const [events = 1_000_000, seconds = 5] = process.argv
  .slice(2)
  .filter((arg) => /^\d+$/.test(arg))
  .map(Number);
const token = 'bench-token';
const actions = ['pushed', 'commented', 'closed', 'created'];
const targets = [null, 'Note', 'Issue', 'MergeRequest'];

const directory = process.env.BENCH_DIRECTORY ?? mkdtempSync(join(tmpdir(), 'v4ward-bench-'));

/** Two authors in 200 projects, half of them the second author's own. */
function createSeed(count = events) {
  const start = Date.UTC(2026, 0, 1);
  return {
    now: '2026-01-31T12:00:00.000Z',
    users: [
      { id: 1, username: 'root', admin: true },
      { id: 2, username: 'member' },
    ],
    tokens: [{ token, user: 2 }],
    projects: Array.from({ length: 200 }, (_, index) => ({
      id: index + 1,
      path_with_namespace: `bench/p${index + 1}`,
      members: index % 2 === 0 ? [2] : [],
    })),
    events: Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      project_id: index % 2 === 0 ? 1 : (index % 200) + 1,
      author_id: index % 3 === 0 ? 1 : 2,
      action: actions[index % 4],
      target_type: targets[index % 4],
      target_id: index + 1,
      created_at: new Date(start - index * 30_000).toISOString(),
    })),
  };
}

const servers = {
  bare: () => {
    const app = fastify();
    app.get('/api/v4/bare', () => ({ level: 'participating', notification_email: 'root@example.com' }));
    return app;
  },
  core: () => createCore({ seed: createSeed() }),
  file: () => createCore({ seed: createSeed(1000), data: join(directory, 'core.sqlite') }),
};

/** In a child: one server, until the parent ends it. */
async function serve(name) {
  const app = servers[name]();
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send(app.server.address().port);
}

async function start(name) {
  const child = fork(fileURLToPath(import.meta.url), [String(events), name], {
    serialization: 'json',
    env: { ...process.env, BENCH_DIRECTORY: directory },
  });
  const [port] = await once(child, 'message');
  return { child, origin: `http://127.0.0.1:${port}/api/v4` };
}

const requests = [
  ['bare Fastify route', 'bare', 'GET', '/bare'],
  ['settings read', 'core', 'GET', '/notification_settings'],
  ['settings write', 'core', 'PUT', '/projects/1/notification_settings?level=custom&new_note=true'],
  ['settings write, --data', 'file', 'PUT', '/projects/1/notification_settings?level=custom&new_note=true'],
  ['page of own events', 'core', 'GET', '/events'],
  ['page of a project', 'core', 'GET', '/projects/1/events?action=closed&target_type=issue'],
  ['page 450 of own', 'core', 'GET', '/events?page=450'],
  ['page of scope=all', 'core', 'GET', '/events?scope=all'],
];

async function measure(origin, method, path) {
  const options = { url: `${origin}${path}`, method, headers: { 'private-token': token }, connections: 10 };
  await autocannon({ ...options, duration: 1 });
  const { requests: rate, latency, non2xx, errors } = await autocannon({ ...options, duration: seconds });
  if (non2xx + errors > 0) throw new Error(`${method} ${path}: ${non2xx} refused, ${errors} failed`);
  return { rate: rate.average, median: latency.p50, worst: latency.p99 };
}

async function run() {
  const running = { bare: await start('bare'), core: await start('core'), file: await start('file') };
  process.stdout.write(`${events} events, ${seconds} s each, 10 connections\n`);
  let bare = 0;
  for (const [name, server, method, path] of requests) {
    const { rate, median, worst } = await measure(running[server].origin, method, path);
    if (bare === 0) bare = rate;
    const ratio = (rate / bare).toFixed(2);
    process.stdout.write(
      `${name.padEnd(22)} ${rate.toFixed(0).padStart(7)} requests/s  ${ratio} of bare  ${median} ms median  ${worst} ms 99 %\n`,
    );
  }
  for (const { child } of Object.values(running)) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(directory, { recursive: true });
}

const role = process.argv.slice(2).find((arg) => Object.hasOwn(servers, arg));
await (role === undefined ? run() : serve(role));
