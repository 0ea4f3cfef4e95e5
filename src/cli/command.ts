/** What the command line is made of, as data: parsing, `--help` and completion read the same tables. */

interface AnyOption {
  /** What it does: the line of its help. */
  readonly describe: string;
  /** Options without which it means nothing. */
  readonly implies?: readonly string[];
  /** Options that contradict it. */
  readonly conflicts?: readonly string[];
}

/** An option that is there or not. */
export interface Switch extends AnyOption {
  readonly type: 'boolean';
}

/** An option with a value; of several values the last one counts, unless it is an `array`. */
export interface Valued extends AnyOption {
  readonly type: 'string';
  /** What the value is called in help: `FILE`. */
  readonly value?: string;
  readonly array?: boolean;
  readonly choices?: readonly string[];
  /** As it would be written on the command line. */
  readonly default?: string;
  /**
   * Reads the value.
   *
   * @throws {UsageError} if it is none; the option's name is put before the message
   */
  readonly coerce?: (text: string) => unknown;
  /** What a shell offers for the value, beside `choices`. */
  readonly completes?: Completed;
}

export type Option = Switch | Valued;

/** `selection`: the ids of rows, and the names of rules. */
export type Completed = 'files' | 'directories' | 'selection' | 'nothing';

/** The words behind a command that are no options. */
export interface Operands {
  /** What they are called in help, and the argument that holds them. */
  readonly name: string;
  readonly describe: string;
  readonly required?: boolean;
  /** Any number of them; else one. */
  readonly many?: boolean;
  /** They stand behind `--`, so that their options are not taken for options of v4ward. */
  readonly behindDashes?: boolean;
  readonly default?: readonly string[];
  readonly choices?: readonly string[];
  readonly completes?: Completed;
}

/** A command line that runs as it stands, and what it is for. */
export type Example = readonly [line: string, about: string];

export interface Command {
  readonly name: string;
  readonly describe: string;
  readonly operands?: Operands;
  readonly options: Readonly<Record<string, Option>>;
  readonly examples: readonly Example[];
  /** Loads what does the work, which resolves to the exit code. */
  readonly load: () => Promise<(args: never) => number | Promise<number>>;
}

/** What every command takes. */
export const commonOptions = {
  help: { describe: 'Show this', type: 'boolean' },
  version: { describe: 'Show the version', type: 'boolean' },
} as const satisfies Readonly<Record<string, Option>>;
