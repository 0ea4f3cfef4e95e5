import type { Place } from '../../http/text.js';
import type { Edit } from '../finding.js';

/**
 * Where a place stood before edits were made. What stands in a replaced text stood somewhere in what it replaces.
 *
 * @param history edits in the order in which they were made; those of one entry were made at once
 */
export function toOrigin(place: Place, history: readonly (readonly Edit[])[]): Place {
  return history.reduceRight((at, edits) => moveBack(at, edits), place);
}

function moveBack({ file, start, end }: Place, edits: readonly Edit[]): Place {
  const own = edits.filter((edit) => edit.file === file).toSorted((a, b) => a.start - b.start || a.end - b.end);
  const distinct = own.filter((edit, index) => {
    const before = own[index - 1];
    return before?.start !== edit.start || before.end !== edit.end || before.text !== edit.text;
  });
  return { file, start: toOldOffset(start, distinct, 'start'), end: toOldOffset(end, distinct, 'end') };
}

/** @param edits in order of place, none twice */
function toOldOffset(offset: number, edits: readonly Edit[], side: 'start' | 'end'): number {
  let grown = 0;
  for (const { start, end, text } of edits) {
    const from = start + grown;
    const to = from + text.length;
    if (side === 'start' ? offset < from : offset <= from) break;
    if (side === 'start' ? offset < to : offset <= to) return side === 'start' ? start : end;
    grown += text.length - (end - start);
  }
  return offset - grown;
}
