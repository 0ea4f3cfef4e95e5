import { readFileSync } from 'node:fs';
import { createCore, DataFileError, parseSeed, SeedError } from '../../core/app.js';
import type { Core, CoreOptions, Seed } from '../../core/app.js';
import type { ServeArguments } from '../arguments.js';
import { exitCodes, UsageError } from '../exit-codes.js';
import type { ExitCode } from '../exit-codes.js';
import { terminal } from '../terminal.js';

/** Serves the v4 core until it is told to stop. One line on stdout says where it listens, and a token. */
export async function serve(args: ServeArguments): Promise<ExitCode> {
  demandValues(args);
  const core = openCore(args);
  const stopped = waitForSignal();
  await listen(core, args);
  warnOfNeighbours(core);
  terminal.data(`${JSON.stringify({ url: core.url, token: core.token })}\n`);
  await stopped;
  await stop(core);
  return exitCodes.fine;
}

/** @throws {UsageError} if a value is empty, as an unset variable of a shell makes it */
function demandValues(args: ServeArguments): void {
  const empty = (['host', 'data', 'seed'] as const).find((name) => args[name] === '');
  if (empty !== undefined) throw new UsageError(`--${empty} is empty. Give a value, or leave the option out.`);
}

function openCore(args: ServeArguments): Core {
  try {
    return createCore(toOptions(args));
  } catch (error) {
    if (error instanceof SeedError || error instanceof DataFileError) throw new UsageError(error.message);
    throw error;
  }
}

function toOptions({ data, seed, reset, log }: ServeArguments): CoreOptions {
  return {
    ...(data === undefined ? {} : { data }),
    ...(seed === undefined ? {} : { seed: readSeedFile(seed), seedName: seed }),
    ...(log ? { log: { write: terminal.people } } : {}),
    reset,
  };
}

function readSeedFile(file: string): Seed {
  try {
    return parseSeed(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof SeedError) throw error;
    throw new UsageError(`The seed ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

const refusals: Readonly<Record<string, (args: ServeArguments) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${String(port)} is taken. Stop what listens there, or give another: --port 0 takes any that is free.`,
  EACCES: ({ port }) => `Port ${String(port)} may not be used by you. Give one above 1023, or --port 0.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address "${host}". Give one that it has, such as 127.0.0.1.`,
  ENOTFOUND: ({ host }) => `There is no host "${host}". Give an address of this machine, such as 127.0.0.1.`,
};

/** @throws {UsageError} if the address cannot be had */
async function listen(core: Core, args: ServeArguments): Promise<void> {
  try {
    await core.listen({ port: args.port, host: args.host });
  } catch (error) {
    await core.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const describe = refusals[code];
    throw describe === undefined ? error : new UsageError(describe(args));
  }
}

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

/** The core speaks plain HTTP, and gives whoever knows a token what the token opens. */
function warnOfNeighbours(core: Core): void {
  const addresses = core.addresses().map((each) => (typeof each === 'string' ? each : each.address));
  const open = addresses.find((address) => !loopback.test(address));
  if (open === undefined) return;
  terminal.people(
    `v4ward: Listening on ${open}, where other machines may reach it, without encryption. --host 127.0.0.1 keeps it to this one.\n`,
  );
}

const signals = ['SIGTERM', 'SIGINT'] as const;

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) {
      process.once(signal, () => {
        resolve();
      });
    }
  });
}

/** How long requests under way may take to end, in milliseconds. */
const grace = 5000;

const sweepEvery = 100;

/** Takes no more requests, and ends when those under way have, or after a while. */
async function stop(core: Core): Promise<void> {
  const { server } = core;
  const force = setTimeout(() => {
    server.closeAllConnections();
  }, grace);
  // A connection that was busy as the core began to close is kept alive after its answer.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, sweepEvery);
  await core.close();
  clearTimeout(force);
  clearInterval(sweep);
}
