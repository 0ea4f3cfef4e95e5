import { exitCodes } from './exit-codes.js';

/** The two ways out: data for programs and pipes, words for people. */
export interface Terminal {
  readonly data: (text: string) => void;
  readonly people: (text: string) => void;
}

export const terminal: Terminal = {
  data: (text) => {
    process.stdout.write(text);
  },
  people: (text) => {
    process.stderr.write(text);
  },
};

/**
 * A reader that has seen enough (`v4ward check | head`) is no error, and the exit code stays what it was. Output that
 * is lost for another reason is, since a report that is cut off must not pass for a whole one.
 */
export function endOnClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`v4ward: the output cannot be written: ${error.message}\n`);
    process.exit(exitCodes.usage);
  });
  process.stderr.on('error', () => {
    // Nobody listens, and the result does not depend on it.
  });
}
