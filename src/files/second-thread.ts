import { MessageChannel, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

/** A thread that works beside this one. What it has not done is done here, so nobody needs to hear of its faults. */
export interface SecondThread {
  readonly worker: Worker;
  /** Where it is told what to do, and tells what it came to. */
  readonly port: MessagePort;
}

/**
 * Starts a thread, which ends with the process if nobody ends it before.
 *
 * @param program the file that it runs
 * @param errand what it starts with, beside its `port`
 * @returns null where there can be none, as for an errand with functions in it, which cannot be handed over
 */
export function startThread(program: URL, errand: object): SecondThread | null {
  const { port1: port, port2: theirs } = new MessageChannel();
  try {
    const worker = new Worker(program, {
      workerData: { ...errand, port: theirs },
      transferList: [theirs],
      execArgv: [],
    });
    worker.on('error', () => undefined);
    worker.unref();
    return { worker, port };
  } catch {
    port.close();
    return null;
  }
}
