/** A fault of the program, with the file that it was looking at: who meets it can go on without that file. */
class Fault extends Error {
  override readonly name = 'Fault';

  constructor(file: string, cause: Error) {
    super(`${file} could not be looked at; name it under "exclude" in the configuration to go on without it.`, {
      cause,
    });
    this.stack = `${this.message}\n${cause.stack ?? cause.message}`;
  }
}

/**
 * Does a work, and tells of a fault at which file it came up.
 *
 * @param fileAt the file that is being looked at; empty if there is none
 * @throws {Fault} for what only a fault of the program throws; anything else as it is
 */
export function tellingWhere<Outcome>(fileAt: () => string, work: () => Outcome): Outcome {
  try {
    return work();
  } catch (error) {
    const isFault = error instanceof RangeError || error instanceof TypeError;
    throw isFault && fileAt() !== '' ? new Fault(fileAt(), error) : error;
  }
}
