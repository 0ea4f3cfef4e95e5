import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Interface } from 'node:readline/promises';
import type { Left, Reviewer } from '../../codemods/review.js';
import { InterruptedError } from '../../codemods/write-files.js';
import type { Change } from '../catalogue/change.js';
import type { Answer, Question } from '../migration/review.js';
import type { Paint } from '../reporters/paint.js';
import { describePlace, showQuestion } from '../reporters/question.js';
import { counted } from '../reporters/summary.js';
import { UsageError } from './exit-codes.js';
import { describeRow } from './explanation.js';
import { toWidth } from './layout.js';
import type { Progress } from './progress.js';
import type { StopSignals } from './stop-signals.js';
import { terminal } from './terminal.js';

/** @throws {UsageError} if nobody can be asked */
export function refuseWithoutTerminal(): void {
  if (process.stdin.isTTY && process.stderr.isTTY) return;
  throw new UsageError(
    '--interactive asks a person, and there is no terminal to ask in: give --write instead, with --only or --skip to choose.',
  );
}

type Key = Answer | 'explain' | 'help';

/** What may be typed, with what it does, in the order in which it is offered. */
const keys: readonly (readonly [name: string, Key, about: string])[] = [
  ['y', 'yes', 'make this fix'],
  ['n', 'no', 'leave it'],
  ['a', 'all', 'make it, and all others of the same change'],
  ['d', 'none', 'leave it, and all others of the same change'],
  ['e', 'explain', 'what the change is, and why'],
  ['q', 'quit', 'ask no more: write what you accepted, leave the rest'],
  ['?', 'help', 'this'],
];

const help = [
  ...keys.map(([name, , about]) => `  ${name}  ${about}`),
  '  Nothing is written before the last question is answered; Ctrl-C ends without writing anything.',
  '  A base and what stands behind it are written together or not at all.',
]
  .map((line) => `${line}\n`)
  .join('');

/** What asking takes. */
interface Parts {
  readonly rows: readonly Change[];
  readonly paint: Paint;
  readonly stop: StopSignals;
  readonly progress: Progress;
}

/** Asks in the terminal, on stderr, so that the report can go elsewhere. A line is an answer: its first letter counts. */
export class TerminalReviewer implements Reviewer {
  readonly #parts: Parts;
  #lines: Interface | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws {InterruptedError} if a signal ends it */
  readonly ask = async (question: Question): Promise<Answer> => {
    this.#parts.progress.clear();
    terminal.people(`\n${showQuestion(question, this.#parts.paint)}`);
    for (;;) {
      const key = toKey(await this.#readLine(question));
      if (key === 'explain') terminal.people(`\n${this.#explain(question)}\n`);
      else if (key === 'help') terminal.people(help);
      else return key;
    }
  };

  readonly tellWaiting = (question: Question, { others, accepted }: Left): void => {
    const left = others === 1 ? 'the other fix behind it is' : `its ${counted(others, 'other fix')} are`;
    const before = accepted === 0 ? '' : `, though you had accepted ${others === 1 ? 'it' : String(accepted)}`;
    const base = describePlace(question);
    terminal.people(`Left. That keeps ${base} where it is, so ${left} left too${before}.\n`);
  };

  close(): void {
    this.#lines?.close();
  }

  #explain({ fixes }: Question): string {
    const row = this.#parts.rows.find(({ id }) => id === fixes[0]?.finding.change);
    return row === undefined ? '' : describeRow(row, toWidth(process.stderr.columns));
  }

  /** The terminal edits the line itself, so that signals come as they always do. Without more input it is quit. */
  async #readLine({ number, of }: Question): Promise<string> {
    const lines = (this.#lines ??= createInterface({ input: process.stdin, output: process.stderr, terminal: false }));
    const names = keys.map(([name]) => name).join(',');
    const prompt = this.#parts.paint('bold', `(${String(number)}/${String(of)}) Make this fix? [${names}] `);
    const { signal } = this.#parts.stop;
    this.#parts.stop.listen();
    try {
      lines.resume();
      return await Promise.race([lines.question(prompt, { signal }), waitForEnd(lines, signal)]);
    } catch (error) {
      if (!signal.aborted) throw error;
      terminal.people('\n');
      throw new InterruptedError([], 0);
    } finally {
      lines.pause();
      this.#parts.stop.release();
    }
  }
}

/** End of file (Ctrl-D). */
async function waitForEnd(lines: Interface, signal: AbortSignal): Promise<string> {
  await once(lines, 'close', { signal });
  terminal.people('\n');
  return 'quit';
}

function toKey(line: string): Key {
  const first = line.trim().charAt(0).toLowerCase();
  return keys.find(([name]) => name === first)?.[1] ?? 'help';
}
