import { constants } from 'node:os';

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** That a command was stopped, and what it exits with. */
export class Stopped {
  constructor(readonly exitCode: number) {}
}

/** Takes the signals that ask a program to end, so that it ends where nothing is half done. */
export class StopSignals {
  readonly #controller = new AbortController();
  #received: NodeJS.Signals | null = null;

  /** Aborts when a signal comes, while signals are listened to. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** As shells have it: 128 and the number of the signal. */
  get exitCode(): number {
    return 128 + (this.#received === null ? 0 : constants.signals[this.#received]);
  }

  /** Until `release`, signals don't end the process. */
  listen(): void {
    for (const name of names) process.on(name, this.#receive);
  }

  release(): void {
    for (const name of names) process.off(name, this.#receive);
  }

  readonly #receive = (name: NodeJS.Signals): void => {
    this.#received ??= name;
    this.#controller.abort();
  };
}
