import { conflicts } from './apply.js';
import type { Finding } from './finding.js';

/** Which findings are fixed. */
export interface Choice {
  /** Fixes that rest on an assumption too. */
  readonly suggestions: boolean;
  /** Fixes that something holds back too, though never the prefix. */
  readonly partial: boolean;
  /** The findings that are asked for; others are neither fixed nor reported. */
  readonly isSelected: (finding: Finding) => boolean;
}

/** A finding as `heldBy` of another one names it. */
export type Labels = (finding: Finding) => string;

/** Findings of these rules must be settled before the version of their base moves. */
const precedesPrefix: ReadonlySet<string> = new Set(['no-v3-endpoint', 'no-v3-parameter', 'no-global-id']);

/**
 * The findings to fix together, now. The prefix goes last: it is only among them if nothing that must come before it
 * stays behind.
 *
 * @param isUntouchable files that are to stay as they are
 */
export function chooseFindings(
  findings: readonly Finding[],
  choice: Choice,
  toLabel: Labels,
  isUntouchable: (file: string) => boolean,
): Finding[] {
  const wanted = findings.filter((finding) => isWanted(finding, choice));
  const free = choice.partial
    ? wanted.filter((finding) => !isPrefix(finding) || finding.heldBy.length === 0)
    : withoutHeld(findings, wanted, toLabel);
  const possible = free.filter(({ edits }) => !edits.some(({ file }) => isUntouchable(file)));
  const compatible = withoutConflicts(possible);
  const isComplete =
    compatible.length === free.length &&
    findings.every((finding) => choice.isSelected(finding) || !precedesPrefix.has(finding.rule));
  return isComplete ? compatible : compatible.filter((finding) => !isPrefix(finding));
}

/** The prefix, and what can only be made with it. */
function isPrefix({ rule, joint }: Finding): boolean {
  return rule === 'no-v3-prefix' || joint;
}

function isWanted(finding: Finding, choice: Choice): boolean {
  if (finding.edits.length === 0 || !choice.isSelected(finding)) return false;
  return finding.certainty === 'safe' || (finding.certainty === 'suggestion' && choice.suggestions);
}

/**
 * Drops what is held by something that stays open. Suggestions that are made hold nothing back, so those that hold
 * each other go together.
 */
function withoutHeld(all: readonly Finding[], wanted: readonly Finding[], toLabel: Labels): Finding[] {
  const staying = new Set(all.filter((finding) => !wanted.includes(finding)).map(toLabel));
  const made = new Set(wanted.map(toLabel));
  const free = wanted.filter(({ heldBy }) => heldBy.every((label) => made.has(label) && !staying.has(label)));
  return free.length === wanted.length ? free : withoutHeld(all, free, toLabel);
}

/** Of findings whose edits can't all be made, the first in order is kept. */
function withoutConflicts(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  const taken = new Map<string, Finding['edits'][number][]>();
  for (const finding of findings) {
    const collides = finding.edits.some((edit) => taken.get(edit.file)?.some((other) => conflicts(edit, other)));
    if (collides) continue;
    kept.push(finding);
    for (const edit of finding.edits) taken.set(edit.file, [...(taken.get(edit.file) ?? []), edit]);
  }
  return kept;
}
