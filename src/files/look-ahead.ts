import { availableParallelism } from 'node:os';
import { receiveMessageOnPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { hasSourceExtension, toPath } from './find.js';
import { startThread } from './second-thread.js';
import type { SecondThread } from './second-thread.js';

/**
 * A second thread looks at files while this one still walks directories, and shares with it what is left then. It tells
 * what programs import that have no word for which they would be read more closely: nearly all, in a large repository.
 * Any other file, and whatever it does not come to, is left to this thread, so that the outcome is the same without it.
 */
export class LookAhead {
  readonly #root: string;
  readonly #words: readonly string[];
  readonly #limits: Limits;
  /** The files' numbers by their paths, in the order in which they were added. */
  readonly #numbers = new Map<string, number>();
  readonly #batches: Batch[] = [];
  readonly #looked: Looked[] = [];
  #waiting: string[] = [];
  #thread: SecondThread | null = null;
  #isLost = false;

  /**
   * @param root what files are relative to
   * @param words what the configuration adds to the trigger words
   */
  constructor(root: string, words: readonly string[], limits = ordinary) {
    this.#root = root;
    this.#words = words;
    this.#limits = limits;
  }

  /** Has the file of a path looked at, as soon as there are so many of them that a second thread is worth its start. */
  readonly add = (path: string): void => {
    if (!hasSourceExtension(path)) return;
    this.#numbers.set(path, this.#numbers.size);
    this.#waiting.push(path);
    const isDue = this.#thread !== null || this.#numbers.size >= this.#limits.files;
    if (isDue && this.#waiting.length >= this.#limits.batch) this.#send();
  };

  /** Whether this thread is to look at a file; else the other one has begun to. */
  claim(file: string): boolean {
    const place = this.#find(file);
    return place === null || Atomics.compareExchange(place.claims, place.index, 0, 1) === 0;
  }

  /** What a program imports that the other thread has begun to look at; null if it is to be looked at here after all. */
  importsOf(file: string): readonly string[] | null {
    const place = this.#find(file);
    if (place === null) return null;
    if (place.batch >= this.#looked.length) this.#wait(place);
    return this.#looked[place.batch]?.[place.index] ?? null;
  }

  /** Ends the other thread. */
  close(): void {
    this.#isLost = true;
    void this.#thread?.worker.terminate();
  }

  #find(file: string): Place | null {
    const number = this.#numbers.get(toPath(this.#root, file));
    if (number === undefined) return null;
    const [batch, index] = [Math.floor(number / this.#limits.batch), number % this.#limits.batch];
    const sent = this.#batches[batch];
    return sent === undefined ? null : { batch, index, claims: sent.claims };
  }

  #send(): void {
    this.#thread ??= this.#isLost || availableParallelism() < 2 ? null : startThread(program, { words: this.#words });
    this.#isLost = this.#thread === null;
    for (; this.#thread !== null && this.#waiting.length >= this.#limits.batch;) {
      const paths = this.#waiting.splice(0, this.#limits.batch);
      const batch = { paths, claims: new Int32Array(new SharedArrayBuffer(4 * (paths.length + 1))) };
      this.#batches.push(batch);
      this.#thread.port.postMessage(batch);
    }
  }

  /** A thread that ends, or hangs on a disk that does not answer, is waited for once. */
  #wait({ batch, claims }: Place): void {
    if (!this.#isLost) this.#isLost = Atomics.wait(claims, claims.length - 1, 0, patience) === 'timed-out';
    for (; this.#thread !== null && this.#looked.length <= batch;) {
      const received = receiveMessageOnPort(this.#thread.port) as { message: Looked } | undefined;
      if (received === undefined) return;
      this.#looked.push(received.message);
    }
  }
}

const program = new URL('./look-ahead-thread.js', import.meta.url);

/** In milliseconds: to look at a batch takes a hundredth of that. */
const patience = 2000;

/** How many files there must be for a second thread, and how many are sent to it at a time. */
export interface Limits {
  readonly files: number;
  readonly batch: number;
}

/** A thread starts in the time in which some thousand files are looked at. */
const ordinary: Limits = { files: 2000, batch: 128 };

/** What the other thread is to look at. */
export interface Batch {
  readonly paths: readonly string[];
  /** Shared: for each path whether a thread has begun to look at it, and last, whether the batch is done. */
  readonly claims: Int32Array<SharedArrayBuffer>;
}

/** What it came to, for each path of a batch. */
export type Looked = readonly (readonly string[] | null)[];

/** What the other thread starts with. */
export interface Errand {
  readonly port: MessagePort;
  readonly words: readonly string[];
}

interface Place {
  readonly batch: number;
  readonly index: number;
  readonly claims: Batch['claims'];
}
