import type { Watch } from '../files/scan.js';

/** What is quick needs no bar: milliseconds since the program began. */
const patience = 600;

/** How often the bar moves, in milliseconds: more is not seen, and costs. */
const interval = 80;

const words = { read: 'Reading', analyse: 'Analysing' } as const satisfies Record<Parameters<Watch>[0], string>;

const cells = 24;

/** A line on the terminal that says how far the work is, and leaves nothing behind. */
export class Progress {
  readonly #output: NodeJS.WriteStream;
  readonly #isWanted: boolean;
  readonly #now: () => number;
  #next = patience;
  #isShown = false;

  /**
   * @param quiet nobody wants to see it
   * @param now milliseconds since the program began
   */
  constructor(output: NodeJS.WriteStream, quiet: boolean, environment = process.env, now = () => performance.now()) {
    this.#output = output;
    this.#isWanted = !quiet && output.isTTY && !isLog(environment);
    this.#now = now;
  }

  readonly watch: Watch = (step, done, of) => {
    if (!this.#isWanted || this.#now() < this.#next) return;
    this.#next = this.#now() + interval;
    this.#isShown = true;
    this.#output.write(`\r${words[step]} ${toBar(done, of)} ${String(done)}/${String(of)}\u001B[K`);
  };

  /** Takes the line away. It comes back if there is more to do. */
  readonly clear = (): void => {
    if (this.#isShown) this.#output.write('\r\u001B[K');
    this.#isShown = false;
  };
}

function toBar(done: number, of: number): string {
  const full = of === 0 ? 0 : Math.floor((done / of) * cells);
  return `[${'#'.repeat(full)}${'.'.repeat(cells - full)}]`;
}

/** A terminal that keeps every line: that of a job in CI, or of an editor. */
function isLog({ CI, TERM }: NodeJS.ProcessEnv): boolean {
  return (CI !== undefined && CI !== '' && CI !== 'false') || TERM === 'dumb';
}
