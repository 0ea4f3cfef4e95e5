/** Text put into a file, at an offset. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** The text with all of it put in. */
export function insert(text: string, insertions: readonly Insertion[]): string {
  return insertions
    .toSorted((one, other) => other.at - one.at)
    .reduce((result, { at, text: added }) => result.slice(0, at) + added + result.slice(at), text);
}

/** The line ending that a text uses. */
export function lineEndOf(text: string): string {
  return /\r\n/.test(text) ? '\r\n' : '\n';
}
