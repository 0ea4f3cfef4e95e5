/** How a command ends. A result that may be incomplete is never told by 0 or 1. */
export const exitCodes = {
  /** Nothing open. */
  fine: 0,
  /** Findings at or above `--fail-on`. */
  findings: 1,
  /** Usage, configuration, no file matched, internal error. */
  usage: 2,
  /** Finished, but some files could not be read, parsed or written, or the command of `verify` did not end well. */
  incomplete: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What a command was asked for cannot be done as it was asked for: the message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
