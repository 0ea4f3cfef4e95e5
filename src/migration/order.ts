import type { Place } from '../http/text.js';
import type { Finding } from './finding.js';
import { withWaiting } from './message.js';

/** The line of a place, from 1. */
type ToLine = (place: Place) => number;

/**
 * Names what comes before the version of a base, and before what moves together with it. The version is the evidence
 * that the rest of its file, and what stands behind it in others, is v3: where fixes are made one after another, it
 * goes last.
 *
 * @param findings settled, and held
 */
export function order(findings: readonly Finding[], toLine: ToLine): Finding[] {
  const first = findings.filter((finding) => isReady(finding) && !isLast(finding));
  return findings.map((finding) => {
    const before = isReady(finding) && isLast(finding) ? first.filter((other) => isBefore(other, finding)) : [];
    const after = before.map((other) => toLabel(other, finding, toLine));
    const elsewhere = finding.edits
      .filter(({ file }) => file !== finding.place.file)
      .map((edit) => toLink(edit, toLine));
    return withWaiting({ ...finding, after: [...new Set(after)], elsewhere: [...new Set(elsewhere)] });
  });
}

function toLabel({ place, change }: Finding, { place: { file } }: Finding, toLine: ToLine): string {
  return `${place.file === file ? `line ${String(toLine(place))}` : toLink(place, toLine)} ${change}`;
}

function toLink(place: Place, toLine: ToLine): string {
  return `${place.file}:${String(toLine(place))}`;
}

function isBefore(other: Finding, { place, transaction }: Finding): boolean {
  return other.place.file === place.file || (transaction !== null && other.transaction === transaction);
}

function isReady({ certainty, edits, heldBy }: Finding): boolean {
  return certainty === 'safe' && edits.length > 0 && heldBy.length === 0;
}

function isLast({ rule, joint }: Finding): boolean {
  return rule === 'no-v3-prefix' || joint;
}
