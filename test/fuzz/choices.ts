/**
 * The choices that make a program, taken one after another from a list of numbers. Where the list ends, the first option
 * is taken, which each caller makes its plainest: so a shorter list of smaller numbers is a plainer program, and shrinking
 * the list shrinks the program.
 */
export class Choices {
  #at = 0;

  constructor(private readonly numbers: readonly number[]) {}

  /** One of the options; the first is the plainest. */
  pick<Option>(options: readonly [Option, ...Option[]]): Option {
    return options[this.below(options.length)] ?? options[0];
  }

  /** Seldom true: with about one of so many. */
  oneIn(many: number): boolean {
    return this.below(many) === many - 1;
  }

  /** A whole number from 0, below the limit. */
  below(limit: number): number {
    const number = this.numbers[this.#at] ?? 0;
    this.#at += 1;
    return number % limit;
  }
}
