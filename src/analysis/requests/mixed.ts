import type { Place } from '../../http/text.js';
import { openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import type { FoundRequest } from './found-request.js';
import { pathLiterals } from './path-places.js';

/**
 * Leaves out what nobody sends where a table lists requests, `{ star: { method: 'POST', url: '/projects/:id/star' } }`:
 * the method of one entry with the path of another.
 */
export function withoutMixed(evaluation: Evaluation, requests: FoundRequest[]): FoundRequest[] {
  const entries = requests.map((found) => entryOf(evaluation, found));
  if (new Set(entries.map((entry) => entry?.start)).size < 2) return requests;
  const paths = requests.map(pathLiterals);
  return requests.filter((_, index) => {
    const entry = entries[index] ?? null;
    const holds = (literals: readonly Place[] | undefined): boolean =>
      entry !== null && (literals ?? []).some((literal) => isWithin(literal, entry));
    return holds(paths[index]) || !paths.some(holds);
  });
}

/** The record that a request's method is written in. */
function entryOf(evaluation: Evaluation, { request: { method } }: FoundRequest): Place | null {
  const [piece] = method;
  const literal = piece?.kind === 'known' ? (piece.source?.literal ?? null) : null;
  const tree = literal === null ? null : openTree(evaluation, literal.file);
  const record = tree?.records.findLast(({ range: [start, end] }) => literal !== null && isIn(literal, start, end));
  return literal === null || record === undefined
    ? null
    : { file: literal.file, start: record.range[0], end: record.range[1] };
}

function isWithin(literal: Place, { file, start, end }: Place): boolean {
  return literal.file === file && isIn(literal, start, end);
}

function isIn(literal: Place, start: number, end: number): boolean {
  return start <= literal.start && literal.end <= end;
}
