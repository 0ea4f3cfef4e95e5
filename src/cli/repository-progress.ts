/** Says on a terminal how far a run over several repositories is; elsewhere nothing. */
export class RepositoryProgress {
  #done = 0;

  constructor(
    readonly total: number,
    readonly output: NodeJS.WriteStream,
    readonly isWanted: boolean,
  ) {}

  /** One more is done. */
  advance(): void {
    this.#done += 1;
    this.#write(`\r${String(this.#done)} of ${String(this.total)} repositories`);
  }

  /** Takes the line away. */
  end(): void {
    this.#write('\r\u001B[K');
  }

  #write(text: string): void {
    if (this.output.isTTY && this.isWanted) this.output.write(text);
  }
}
