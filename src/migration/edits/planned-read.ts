import type { Read } from '../../analysis/answers/reads.js';
import { toPlace } from '../../analysis/syntax/tree.js';
import type { Place } from '../../http/text.js';
import type { Edit, Finding } from '../finding.js';

/** What is to be done about a read. */
export interface PlannedRead extends Pick<Finding, 'certainty' | 'reason' | 'edits'> {
  readonly place: Place;
  /** What v4 answers here: one sentence. */
  readonly says: string;
  /** What v4 calls the field; null if it is no field, or gone. */
  readonly to: string | null;
  /** The body is not sent at all. */
  readonly gone: boolean;
}

export function toManual(read: Read, says: string, reason: string | null = null): PlannedRead {
  const place = toPlace(read.tree, read.node);
  return { certainty: 'manual', reason, edits: [], place, says, to: null, gone: false };
}

/** The place of the name if it changes, else of the first edit. */
export function toSafe(read: Read, says: string, to: string | null, edits: readonly Edit[]): PlannedRead {
  const name = toPlace(read.tree, read.node);
  const inName = edits.some(({ start, end }) => name.start <= start && end <= name.end);
  const [first] = edits;
  const place = inName || first === undefined ? name : { file: first.file, start: first.start, end: first.end };
  return { certainty: 'safe', reason: null, edits, place, says, to, gone: false };
}
