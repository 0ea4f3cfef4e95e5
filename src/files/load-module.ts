import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { types } from 'node:util';
import { compileFunction } from 'node:vm';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import type * as TsMorph from 'ts-morph';
import { isRecord } from '../configuration/checks.js';
import { codeOf } from './failure.js';
import { readText } from './read.js';
import { stampOf } from './stamp.js';

/** A module that cannot be had. The message is the cause. */
export class ModuleError extends Error {
  override readonly name = 'ModuleError';
}

type Outcome = { readonly value: unknown } | { readonly failure: string };

/** What became of loading a module, and the state that its file was in. */
interface Loaded {
  readonly stamp: string;
  readonly outcome: Outcome;
}

const loaded = new Map<string, Loaded>();

/**
 * The default export of a module, or what a CommonJS module exports. It is loaded at once, since rules of ESLint cannot
 * wait, and again when its file has changed, since an editor's server lives for days. What the module imports is read
 * again with it, and not of its own accord.
 *
 * @param path of a `.js`, `.mjs`, `.cjs` or `.ts` file
 * @throws {ModuleError}
 */
export function loadDefault(path: string): unknown {
  const file = resolve(path);
  const known = loaded.get(file);
  const stamp = stampOf(file);
  const outcome = known?.stamp === stamp ? known.outcome : tryToLoad(file, known === undefined);
  loaded.set(file, { stamp, outcome });
  if ('failure' in outcome) throw new ModuleError(outcome.failure);
  return outcome.value;
}

function tryToLoad(file: string, isFirst: boolean): Outcome {
  try {
    if (/\.[cm]?ts$/.test(file) && !stripsTypes()) return toOutcome(contain(() => runTranspiled(file)));
    return isFirst ? toOutcome(contain(() => createRequire(file)(file) as unknown)) : importInThread(file);
  } catch (error) {
    // It awaits at its top level, or this Node was told to require no ES modules.
    const isOnlyAsync = ['ERR_REQUIRE_ASYNC_MODULE', 'ERR_REQUIRE_ESM'].includes(codeOf(error));
    return isOnlyAsync ? importInThread(file) : { failure: describe(file, error) };
  }
}

/**
 * A module that ends the process would end a gate as if all were well, one that prints would spoil a report, and one
 * that changes the directory would lead the work elsewhere.
 */
function contain(run: () => unknown): unknown {
  const directory = process.cwd();
  const restoreExit = replace(process, 'exit', refuseExit);
  const restoreWrite = replace(process.stdout, 'write', process.stderr.write.bind(process.stderr));
  try {
    return run();
  } finally {
    restoreExit();
    restoreWrite();
    // Threads have no directory of their own to change.
    if (process.cwd() !== directory) process.chdir(directory);
  }
}

/** @returns what puts back what was there */
function replace<Target extends object, Key extends keyof Target>(
  target: Target,
  key: Key,
  value: Target[Key],
): () => void {
  const own = Object.getOwnPropertyDescriptor(target, key);
  target[key] = value;
  return () => {
    if (own === undefined) Reflect.deleteProperty(target, key);
    else Object.defineProperty(target, key, own);
  };
}

function refuseExit(): never {
  throw new ModuleError(endsProcess);
}

const endsProcess = 'it ends the process';

function toOutcome(exported: unknown): Outcome {
  const isModule = isEsModule(exported);
  if (isModule && !('default' in exported)) return { failure: noDefault };
  const value = isModule && 'default' in exported ? exported.default : exported;
  return types.isPromise(value) ? { failure: isPromise } : { value };
}

/** An ES module, or what stands for one in CommonJS. */
function isEsModule(exported: unknown): exported is object {
  return (
    isRecord(exported) && (types.isModuleNamespaceObject(exported) || '__esModule' in exported || 'default' in exported)
  );
}

const noDefault = 'it has no default export; expected `export default …`';
const isPromise = 'it exports a promise; expected what it promises, such as `export default await …`';

/** How long a module may take, in milliseconds. */
const patience = 10_000;

/**
 * A thread loads an ES module once and for all, so a changed one is loaded by another thread, which takes some 50 ms.
 * Only a thread waits for what a module awaits at its top level, too.
 */
const thread = `
  const { workerData: { url, port, done } } = require('node:worker_threads');
  const answer = (message) => {
    port.postMessage(message);
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  };
  process.exit = () => { throw new Error(${JSON.stringify(endsProcess)}); };
  process.on('exit', () => answer({ message: 'it awaits what never comes' }));
  import(url)
    .then((module) => {
      const inner = module.default;
      const isNested = typeof inner === 'object' && inner !== null && ('__esModule' in inner || 'default' in inner);
      const exported = isNested ? inner : module;
      if (!('default' in exported)) answer({ message: ${JSON.stringify(noDefault)} });
      else answer(exported.default instanceof Promise ? { message: ${JSON.stringify(isPromise)} } : { value: exported.default });
    })
    .catch((error) => answer(error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) }));
`;

type Answer = { readonly value: unknown } | { readonly message: string; readonly stack?: string };

function importInThread(file: string): Outcome {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const workerData = { url: pathToFileURL(file).href, port: port2, done };
  const worker = new Worker(thread, { eval: true, workerData, transferList: [port2], stdout: true });
  worker.stdout.on('data', (printed: Buffer) => process.stderr.write(printed));
  Atomics.wait(done, 0, 0, patience);
  const answer = receiveMessageOnPort(port1)?.message as Answer | undefined;
  void worker.terminate();
  if (answer === undefined) return { failure: `it took longer than ${String(patience / 1000)} seconds` };
  return 'message' in answer ? { failure: describe(file, answer) } : answer;
}

/** https://nodejs.org/api/process.html#processfeaturestypescript */
function stripsTypes(): boolean {
  return Boolean((process.features as { typescript?: unknown }).typescript);
}

/** TypeScript takes a third of a second to load, so only where Node cannot do without. */
function runTranspiled(file: string): unknown {
  const { ts } = createRequire(import.meta.url)('ts-morph') as typeof TsMorph;
  const read = readText(file);
  if ('failure' in read) throw new ModuleError(`it ${read.failure}`);
  const { outputText } = ts.transpileModule(read.text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
  });
  const module = { exports: {} };
  const run = compileFunction(outputText, ['module', 'exports', 'require'], { filename: file }) as (
    ...given: unknown[]
  ) => void;
  run(module, module.exports, createRequire(file));
  return module.exports;
}

/** The cause, with its line if the error knows it. */
function describe(file: string, error: unknown): string {
  try {
    return describeError(file, error);
  } catch {
    return 'it throws what cannot be printed';
  }
}

function describeError(file: string, error: unknown): string {
  const { message = error, stack = '' } = isRecord(error) ? error : {};
  const cause = String(message).split('\n')[0] ?? '';
  const line = /^\d+/.exec(String(stack).split(`${file}:`)[1] ?? '')?.[0];
  return line === undefined ? cause : `${cause} (line ${line})`;
}
