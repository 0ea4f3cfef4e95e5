import type { Edit } from '../finding.js';

/** Part of an edit's work on one text; which file it belongs to is the caller's affair. */
type Splice = Pick<Edit, 'start' | 'end' | 'text'>;

/**
 * The text with its edits made. Edits that say the same count once.
 *
 * @throws {RangeError} if two edits overlap, or put different texts at the same place
 */
export function applyEdits(text: string, edits: readonly Splice[]): string {
  let result = '';
  let at = 0;
  let last: Splice | null = null;
  for (const edit of edits.toSorted(byPlace)) {
    if (last !== null && isSame(last, edit)) continue;
    if (last !== null && overlaps(last, edit))
      throw new RangeError(`Edits overlap at ${String(edit.start)}: "${last.text}" and "${edit.text}".`);
    if (edit.end > text.length)
      throw new RangeError(`An edit ends at ${String(edit.end)}, behind the text's end at ${String(text.length)}.`);
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
    last = edit;
  }
  return result + text.slice(at);
}

/** Edits of one text that can all be made, in order of place. */
export class CompatibleEdits {
  readonly #edits: Splice[] = [];

  /** Whether an edit cannot be made beside them. One that says the same as one of them can. */
  conflictsWith(edit: Splice): boolean {
    const index = this.#placeOf(edit);
    const before = this.#edits[index - 1];
    const after = this.#edits[index];
    if (after !== undefined && isSame(after, edit)) return false;
    return (before !== undefined && overlaps(before, edit)) || (after !== undefined && overlaps(edit, after));
  }

  add(edit: Splice): void {
    const index = this.#placeOf(edit);
    const after = this.#edits[index];
    if (after === undefined || !isSame(after, edit)) this.#edits.splice(index, 0, edit);
  }

  /** How many stand before it: found by halves, since a file of a thousand bases has a million edits to compare. */
  #placeOf(edit: Splice): number {
    let from = 0;
    let to = this.#edits.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.#edits[middle];
      if (other !== undefined && byPlace(other, edit) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** An insertion stands before a replacement that starts at the same place. */
function byPlace(one: Splice, other: Splice): number {
  return one.start - other.start || one.end - other.end;
}

function isSame(one: Splice, other: Splice): boolean {
  return one.start === other.start && one.end === other.end && one.text === other.text;
}

/** `first` comes first in order of place. Two insertions at one place have no order between them. */
function overlaps(first: Splice, second: Splice): boolean {
  return second.start < first.end || (second.start === first.start && second.end === first.end);
}
