import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { settingsVariable } from '../record.js';
import type { Callable } from './stay-on-top.js';
import { quietly } from './watcher.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What loads the hook into another process, as this one has it. */
interface Hook {
  /** `--require "<file>"`. */
  readonly option: string;
  readonly settings: string;
}

const require = createRequire(import.meta.url);

/**
 * Processes and threads that are given an environment of their own are watched too: the hook's two variables are put
 * into it, beside whatever stands there.
 *
 * @param environment that of this process
 */
export function keepEnvironment(environment: Environment): void {
  const hook = findHook(environment);
  if (hook === null) return;
  keepInChildren(hook);
  keepInSyncChildren(hook);
  keepInThreads(hook);
}

function findHook({ NODE_OPTIONS = '', [settingsVariable]: settings }: Environment): Hook | null {
  const option = /--require "(?:[^"\\]|\\.)*[\\/]hook[\\/]index\.js"/.exec(NODE_OPTIONS)?.[0];
  return option === undefined || settings === undefined ? null : { option, settings };
}

function withHook(environment: Environment, { option, settings }: Hook): Environment {
  const { NODE_OPTIONS = '' } = environment;
  const options = NODE_OPTIONS.includes(option) ? NODE_OPTIONS : `${NODE_OPTIONS} ${option}`.trim();
  return { ...environment, NODE_OPTIONS: options, [settingsVariable]: settings };
}

/** `spawn`, `exec`, `execFile` and `fork` come by here, with the environment as `name=value`. */
function keepInChildren(hook: Hook): void {
  const { prototype } = (
    require('node:child_process') as { readonly ChildProcess: { readonly prototype: ChildProcess } }
  ).ChildProcess;
  wrap(prototype, 'spawn', ([options, ...rest]) => {
    const { envPairs } = options as { readonly envPairs?: readonly string[] };
    if (envPairs === undefined) return [options, ...rest];
    const pairs = Object.entries(withHook(Object.fromEntries(envPairs.map(toPair)), hook));
    return [{ ...(options as object), envPairs: pairs.map(([name, value]) => `${name}=${String(value)}`) }, ...rest];
  });
}

function toPair(text: string): [string, string] {
  const at = text.indexOf('=', 1);
  return [text.slice(0, at), text.slice(at + 1)];
}

function keepInSyncChildren(hook: Hook): void {
  const holder = require('node:child_process') as object;
  for (const name of ['spawnSync', 'execSync', 'execFileSync'])
    wrap(holder, name, (args) => args.map((each) => withEnvironment(each, hook)));
}

function keepInThreads(hook: Hook): void {
  const holder = require('node:worker_threads') as { Worker: Callable };
  holder.Worker = new Proxy(holder.Worker, {
    construct: (target, args: unknown[], newTarget) => {
      const given = quietly(() => args.map((each) => withEnvironment(each, hook))) ?? args;
      return Reflect.construct(target, given, newTarget) as object;
    },
  });
}

/** Options that give no environment of their own leave this process's. */
function withEnvironment(options: unknown, hook: Hook): unknown {
  if (typeof options !== 'object' || options === null || !('env' in options)) return options;
  const { env } = options;
  return typeof env === 'object' && env !== null ? { ...options, env: withHook(env as Environment, hook) } : options;
}

function wrap(holder: object, name: string, change: (args: readonly unknown[]) => unknown[]): void {
  const target: unknown = Reflect.get(holder, name);
  if (typeof target !== 'function') return;
  const proxy = new Proxy(target as Callable, {
    apply: (original, self, args: unknown[]) =>
      Reflect.apply(original, self, quietly(() => change(args)) ?? args) as unknown,
  });
  Reflect.set(holder, name, proxy);
}
