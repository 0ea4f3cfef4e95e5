import type { Edit, Finding, ReportedFinding } from './finding.js';
import { addToLedger, countOpen } from './ledger.js';
import type { Ledger, LedgerEntry } from './ledger.js';
import { withWaiting } from './message.js';

/**
 * The findings that stay open though nothing in the source shows them any more: once a base says v4, that its requests
 * were written for v3 can't be seen. Their places are those after the edits.
 *
 * @param open what was open before the edits of `applied`
 * @param carried what was carried before
 */
export function carryOpen(
  open: readonly ReportedFinding[],
  applied: readonly Finding[],
  carried: readonly ReportedFinding[],
): ReportedFinding[] {
  const edits = applied.flatMap((finding) => finding.edits);
  const isMoved = applied.some(({ rule }) => rule === 'no-v3-prefix');
  const made = new Set<Finding>(applied);
  const staying = isMoved ? open.filter((finding) => !made.has(finding)) : [];
  return moveFindings([...carried, ...staying], edits);
}

/** Findings where they stand after edits. */
export function moveFindings<One extends Finding>(findings: readonly One[], edits: readonly Edit[]): One[] {
  const byFile = groupByFile(edits);
  return findings.map((finding) => moveFinding(finding, byFile));
}

type EditsByFile = ReadonlyMap<string, readonly Edit[]>;

/** The edits of each file; those that say the same are made once. */
function groupByFile(edits: readonly Edit[]): EditsByFile {
  const files = new Map<string, Map<string, Edit>>();
  for (const edit of edits) {
    const own = files.get(edit.file) ?? new Map<string, Edit>();
    files.set(edit.file, own.set(`${String(edit.start)}-${String(edit.end)}`, edit));
  }
  return new Map([...files].map(([file, own]) => [file, [...own.values()]]));
}

/** Open findings with those that were carried, each once, in order of place. */
export function mergeOpen<One extends Finding>(open: readonly One[], carried: readonly One[]): One[] {
  const seen = new Set(open.map(toKey));
  const missing = carried.filter((finding) => {
    const isNew = !seen.has(toKey(finding));
    seen.add(toKey(finding));
    return isNew;
  });
  return missing.length === 0 ? [...open] : [...open, ...missing].sort(byPlace);
}

/**
 * The ledger, with what was carried counted as open. The requests of it are in v4 now, where nothing shows what they
 * need: they are not fine.
 */
export function countCarried(ledger: Ledger, carried: readonly Finding[]): Map<string, LedgerEntry> {
  const result = addToLedger(ledger, countOpen(carried));
  const requests = new Map(
    carried.map(({ change, place, request }) => [`${change} ${place.file} ${request ?? ''}`, change]),
  );
  for (const change of requests.values()) {
    const entry = result.get(change);
    if (entry !== undefined) result.set(change, { ...entry, fine: Math.max(0, entry.fine - 1) });
  }
  return result;
}

function toKey({ change, place }: Finding): string {
  return `${place.file}:${String(place.start)} ${change}`;
}

function byPlace(one: Finding, other: Finding): number {
  if (one.place.file !== other.place.file) return one.place.file < other.place.file ? -1 : 1;
  return one.place.start - other.place.start || one.place.end - other.place.end || (one.change < other.change ? -1 : 1);
}

function moveFinding<One extends Finding>(finding: One, edits: EditsByFile): One {
  return withWaiting({
    ...finding,
    place: movePlace(finding.place, edits),
    edits: finding.edits.map((edit) => ({ ...edit, ...movePlace(edit, edits) })),
    heldBy: [],
    after: [],
    elsewhere: [],
    from: [],
  });
}

function movePlace({ file, start, end }: Finding['place'], edits: EditsByFile): Finding['place'] {
  const own = edits.get(file) ?? [];
  return { file, start: moveOffset(start, own), end: Math.max(moveOffset(start, own), moveOffset(end, own)) };
}

/** An offset inside replaced characters becomes the end of what replaces them. */
function moveOffset(offset: number, edits: readonly Edit[]): number {
  return edits
    .filter(({ start, end }) => end <= offset || start < offset)
    .reduce((moved, { start, end, text }) => moved + text.length - (Math.min(end, offset) - start), offset);
}
