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
  const earlier = indexEarlier(findings, toLine);
  return findings.map((finding) => {
    const elsewhere = finding.edits
      .filter(({ file }) => file !== finding.place.file)
      .map((edit) => toLink(edit, toLine));
    const after = isReady(finding) && isLast(finding) ? labelsBefore(finding, earlier, toLine) : [];
    return withWaiting({ ...finding, after, elsewhere: [...new Set(elsewhere)] });
  });
}

/** What is fixed first. A file may hold hundreds of bases, all of which wait for the same. */
interface Earlier {
  readonly all: readonly Finding[];
  readonly byFile: ReadonlyMap<string, readonly Finding[]>;
  readonly byTransaction: ReadonlyMap<string | null, readonly Finding[]>;
  /** By file, what a finding in it says that it waits for there. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
}

function indexEarlier(findings: readonly Finding[], toLine: ToLine): Earlier {
  const all = findings.filter((finding) => isReady(finding) && !isLast(finding));
  const byFile = groupBy(all, ({ place }) => place.file);
  return {
    all,
    byFile,
    byTransaction: groupBy(all, ({ transaction }) => transaction),
    labels: new Map([...byFile].map(([file, group]) => [file, toLabels(group, file, toLine)])),
  };
}

function groupBy<Key>(findings: readonly Finding[], toKey: (finding: Finding) => Key): Map<Key, Finding[]> {
  const groups = new Map<Key, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(toKey(finding));
    if (group === undefined) groups.set(toKey(finding), [finding]);
    else group.push(finding);
  }
  return groups;
}

function labelsBefore({ place: { file }, transaction }: Finding, earlier: Earlier, toLine: ToLine): readonly string[] {
  const { all, byFile, byTransaction, labels } = earlier;
  const together = transaction === null ? [] : (byTransaction.get(transaction) ?? []);
  if (together.every(({ place }) => place.file === file)) return labels.get(file) ?? [];
  const before = new Set([...(byFile.get(file) ?? []), ...together]);
  return toLabels(
    all.filter((other) => before.has(other)),
    file,
    toLine,
  );
}

/** As a finding in `file` names them. */
function toLabels(findings: readonly Finding[], file: string, toLine: ToLine): string[] {
  const labels = findings.map(({ place, change }) => {
    const where = place.file === file ? `line ${String(toLine(place))}` : toLink(place, toLine);
    return `${where} ${change}`;
  });
  return [...new Set(labels)];
}

function toLink(place: Place, toLine: ToLine): string {
  return `${place.file}:${String(toLine(place))}`;
}

function isReady({ certainty, edits, heldBy }: Finding): boolean {
  return certainty === 'safe' && edits.length > 0 && heldBy.length === 0;
}

function isLast({ rule, joint }: Finding): boolean {
  return rule === 'no-v3-prefix' || joint;
}
