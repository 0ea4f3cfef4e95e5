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

/** Whether two edits of one text cannot both be made. Edits that say the same can. */
export function conflicts(one: Splice, other: Splice): boolean {
  if (isSame(one, other)) return false;
  return byPlace(one, other) <= 0 ? overlaps(one, other) : overlaps(other, one);
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
