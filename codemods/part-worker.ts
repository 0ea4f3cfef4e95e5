import { receiveMessageOnPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { Configuration } from '../src/configuration/configuration.js';
import type { FoundFiles } from '../src/files/find.js';
import type { Scan } from '../src/files/scan.js';
import { startThread } from '../src/files/second-thread.js';
import type { SecondThread } from '../src/files/second-thread.js';
import type { FileError } from '../src/migration/finding.js';
import type { Part } from '../src/migration/part.js';

/**
 * A second thread that examines parts of a project while this one examines others. What it does not do, or cannot, is
 * done here, so that the outcome is the same without it.
 */
export class PartWorker {
  readonly #errand: Omit<Errand, 'port' | 'pulse'>;
  /** Shared: counts the files that the other thread has parsed, which shows that it lives. */
  readonly #pulse = new Int32Array(new SharedArrayBuffer(4));
  readonly #patience: number;
  #thread: SecondThread | null = null;
  #isLost = false;
  #turns = 0;

  /** @param patience how long a thread that shows no sign of life is waited for, in milliseconds */
  constructor(errand: Omit<Errand, 'port' | 'pulse'>, patience = 60_000) {
    this.#errand = errand;
    this.#patience = patience;
  }

  /** How many files the other thread has parsed. */
  get parsed(): number {
    return Atomics.load(this.#pulse, 0);
  }

  /**
   * Has parts that were not examined yet examined, from the last one to the first.
   *
   * @param texts what stands in files in place of what the disk has
   * @returns null if there is no other thread
   */
  share(parts: readonly Part[], texts: ReadonlyMap<string, string>): Turn | null {
    const stale = parts.flatMap(({ met }, index) => (met === null ? [index] : []));
    if (stale.length < 2 || this.#isLost) return null;
    this.#thread ??= this.#start();
    if (this.#thread === null) return null;
    this.#turns += 1;
    const known = parts.map((part) => ({ ...part, met: null }));
    const claims = new Int32Array(new SharedArrayBuffer(4 * (parts.length + 1)));
    const task: Task = { turn: this.#turns, parts: known, stale, texts, claims };
    this.#thread.port.postMessage(task);
    return new Turn(task, this.#thread.port, (isDone) => {
      this.#wait(task, isDone);
    });
  }

  /** Ends the other thread. */
  close(): void {
    this.#isLost = true;
    void this.#thread?.worker.terminate();
  }

  #start(): SecondThread | null {
    const thread = startThread(program, { ...this.#errand, pulse: this.#pulse });
    this.#isLost = thread === null;
    return thread;
  }

  /** Waits for the other thread to end a part: as long as it goes on, and is not lost. */
  #wait({ claims }: Task, isDone: () => boolean): void {
    const ended = claims.length - 1;
    for (let before = -1; !this.#isLost;) {
      const seen = Atomics.load(claims, ended);
      if (isDone()) return;
      const outcome = Atomics.wait(claims, ended, seen, this.#patience);
      if (outcome === 'timed-out' && this.parsed === before) this.close();
      before = this.parsed;
    }
  }
}

const program = new URL('./part-thread.js', import.meta.url);

/** Parts that two threads examine. */
export class Turn {
  readonly #task: Task;
  readonly #port: MessagePort;
  readonly #wait: (isDone: () => boolean) => void;
  readonly #done = new Map<number, Examined>();

  constructor(task: Task, port: MessagePort, wait: (isDone: () => boolean) => void) {
    this.#task = task;
    this.#port = port;
    this.#wait = wait;
  }

  /** Whether this thread is to examine a part; else the other one has begun to. */
  claim(index: number): boolean {
    return Atomics.compareExchange(this.#task.claims, index, 0, 1) === 0;
  }

  /** What the other thread made of a part that it has begun with; null if it is to be examined here after all. */
  take(index: number): Examined | null {
    this.#wait(() => this.#receive(index));
    const examined = this.#done.get(index);
    return examined?.part == null ? null : examined;
  }

  #receive(index: number): boolean {
    for (; !this.#done.has(index);) {
      const received = receiveMessageOnPort(this.#port) as { message: Examined } | undefined;
      if (received === undefined) return false;
      const { message } = received;
      if (message.turn === this.#task.turn) this.#done.set(message.index, message);
    }
    return true;
  }
}

/** What the other thread starts with. */
export interface Errand {
  readonly port: MessagePort;
  readonly pulse: Int32Array<SharedArrayBuffer>;
  readonly root: string;
  readonly found: FoundFiles;
  readonly scan: Scan;
  readonly configuration: Configuration;
}

/** What it is to examine. */
export interface Task {
  readonly turn: number;
  readonly parts: readonly Part[];
  /** The indexes of the parts that were not examined yet. */
  readonly stale: readonly number[];
  readonly texts: ReadonlyMap<string, string>;
  /** Shared: for each part whether a thread has begun to examine it, and last, how many the other one has ended. */
  readonly claims: Int32Array<SharedArrayBuffer>;
}

/** What it came to. */
export interface Examined {
  readonly turn: number;
  readonly index: number;
  /** Null if it failed. */
  readonly part: Part | null;
  /** What it met so far that could not be read or parsed, and what it left unread. */
  readonly errors: readonly FileError[];
  readonly unread: readonly string[];
}
