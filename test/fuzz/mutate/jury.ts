import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Case } from './cases.js';
import type { SentCase } from './child.js';
import { toVerdict } from './judge.js';
import type { Verdict } from './judge.js';

const child = fileURLToPath(new URL('child.js', import.meta.url));
/** On a busy machine a process may have to wait long for its turn; what is slow, the process itself tells. */
const mostMilliseconds = 60_000;
const mostMegabytes = 512;

/** Judges cases in a process of its own, and starts another one when that ends. */
export class Jury {
  #process: ChildProcess | null = null;

  async judge({ files, ...rest }: Case): Promise<Verdict> {
    this.#process ??= fork(child, { execArgv: [`--max-old-space-size=${String(mostMegabytes)}`] });
    const judging = this.#process;
    const sent: SentCase = { ...rest, files: [...files] };
    const { promise, resolve } = toPromise<Verdict>();
    const end = (defect: string): void => {
      this.close();
      resolve(toVerdict(defect));
    };
    const timer = setTimeout(() => {
      end('hang: no answer');
    }, mostMilliseconds);
    judging.once('message', (verdict) => {
      resolve(verdict as Verdict);
    });
    judging.once('exit', (code, signal) => {
      end(`crash: the process ended with ${String(signal ?? code)}`);
    });
    judging.send(sent);
    const verdict = await promise;
    clearTimeout(timer);
    judging.removeAllListeners('message').removeAllListeners('exit');
    return verdict;
  }

  close(): void {
    this.#process?.kill('SIGKILL');
    this.#process = null;
  }
}

function toPromise<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((take) => {
    resolve = take;
  });
  return { promise, resolve };
}
