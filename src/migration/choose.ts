import { CompatibleEdits } from './edits/apply.js';
import type { Finding } from './finding.js';

/** Which findings are fixed. */
export interface Choice {
  /** Fixes that rest on an assumption too. */
  readonly suggestions: boolean;
  /** Fixes that something holds back too, though never the prefix. */
  readonly partial: boolean;
  /** Comments for the findings that a person must settle. */
  readonly todo: boolean;
  /** The findings that are asked for; others are neither fixed nor reported. */
  readonly isSelected: (finding: Pick<Finding, 'change'>) => boolean;
  /** The findings that a person does not want to have fixed, by where they stand in the files as they are. */
  readonly isRefused?: (finding: Finding) => boolean;
}

/** A finding as `heldBy` of another one names it. */
export type Labels = (finding: Finding) => string;

/** The files that are to stay as they are, each with the cause: `not writable`. */
export type Untouchable = ReadonlyMap<string, string>;

/** Findings of these rules must be settled before the version of their base moves. */
const precedesPrefix: ReadonlySet<string> = new Set(['no-v3-endpoint', 'no-v3-parameter', 'no-global-id']);

/** What is fixed at once. */
export interface Chosen {
  readonly findings: readonly Finding[];
  /** No fix is left that may come within reach once these are made, whatever holds it. */
  readonly isAll: boolean;
}

/**
 * The findings to fix together, now. A base and what stands behind it are one transaction: if a fix of it lies in a file
 * that must stay as it is, none of it is made; and the prefix goes last, so it is only among them if nothing that must
 * come before it stays behind.
 */
export function chooseFindings(
  findings: readonly Finding[],
  choice: Choice,
  toLabel: Labels,
  untouchable: Untouchable,
): Chosen {
  const wanted = findings.filter((finding) => isWanted(finding, choice));
  const free = choice.partial
    ? wanted.filter((finding) => !isPrefix(finding) || finding.heldBy.length === 0)
    : withoutHeld(findings, withoutRefused(findings, wanted, choice), toLabel);
  const stuck = findStuck(wanted, untouchable);
  const possible = free.filter((finding) => causesOf(finding, stuck, choice, untouchable).length === 0);
  const compatible = withoutConflicts(possible);
  const made = new Set(compatible);
  const expected = choice.partial ? free : [...free, ...wanted.filter(precedesBase)];
  const waiting = new Set([
    ...transactionsOf(expected.filter((finding) => !made.has(finding))),
    ...transactionsOf(findings.filter((finding) => isLeftOut(finding, choice))),
  ]);
  const chosen = compatible.filter((finding) => !isPrefix(finding) || !waiting.has(finding.transaction));
  return { findings: chosen, isAll: !choice.partial && chosen.length === wanted.length };
}

/**
 * The findings, with what only this run holds them by: a file that must stay as it is, or a change that has to come
 * first and is not asked for.
 */
export function explainHeld<One extends Finding>(
  findings: readonly One[],
  choice: Choice,
  toLabel: Labels,
  untouchable: Untouchable,
): One[] {
  const wanted = findings.filter((finding) => isWanted(finding, choice));
  const stuck = findStuck(wanted, untouchable);
  const leftOut = findings.filter((finding) => isLeftOut(finding, choice));
  const asked = new Set<Finding>(wanted);
  return findings.map((finding) => {
    if (!asked.has(finding)) return finding;
    const before = leftOut.filter((other) => isPrefix(finding) && other.transaction === finding.transaction);
    const refused = choice.partial ? [] : leftOut.filter((other) => isRefusedWith(other, finding, choice));
    const causes = [
      ...causesOf(finding, stuck, choice, untouchable),
      ...[...before, ...refused].map((other) => `${toLabel(other)} (${describeLeftOut(other, choice)})`),
    ];
    const named = new Set(before.map(toLabel));
    const others = finding.heldBy.filter((label) => !named.has(label));
    return causes.length === 0 ? finding : { ...finding, heldBy: [...new Set([...others, ...causes])].sort() };
  });
}

function isRefusedWith(other: Finding, { transaction }: Finding, choice: Choice): boolean {
  return transaction !== null && other.transaction === transaction && isRefusedOfBase(other, choice);
}

function describeLeftOut(finding: Finding, choice: Choice): string {
  return isRefusedOfBase(finding, choice) ? 'refused' : 'not asked for';
}

/** The prefix, and what can only be made with it. */
function isPrefix({ rule, joint }: Finding): boolean {
  return rule === 'no-v3-prefix' || joint;
}

function isWanted(finding: Finding, choice: Choice): boolean {
  return isFixable(finding, choice) && choice.isRefused?.(finding) !== true;
}

function isFixable(finding: Finding, choice: Choice): boolean {
  if (finding.edits.length === 0 || !choice.isSelected(finding)) return false;
  return finding.certainty === 'safe' || (finding.certainty === 'suggestion' && choice.suggestions);
}

/** It has to come before the prefix, and nobody asks for it, or somebody does not want it. */
function isLeftOut(finding: Finding, choice: Choice): boolean {
  return (precedesPrefix.has(finding.rule) && !choice.isSelected(finding)) || isRefusedOfBase(finding, choice);
}

/** The base cannot move without it. */
export function precedesBase(finding: Finding): boolean {
  return precedesPrefix.has(finding.rule) || isPrefix(finding);
}

/** A fix that the base cannot move without, and that a person does not want. */
export function isRefusedOfBase(finding: Finding, choice: Choice): boolean {
  return precedesBase(finding) && isFixable(finding, choice) && choice.isRefused?.(finding) === true;
}

/** What a person refuses of a base keeps all of it where it is, as an open finding does. */
function withoutRefused(all: readonly Finding[], wanted: readonly Finding[], choice: Choice): readonly Finding[] {
  const waiting = new Set(transactionsOf(all.filter((finding) => isRefusedOfBase(finding, choice))));
  return wanted.filter(({ transaction }) => transaction === null || !waiting.has(transaction));
}

function transactionsOf(findings: readonly Finding[]): (string | null)[] {
  return findings.map(({ transaction }) => transaction);
}

/**
 * Drops what is held by something that stays open. Suggestions that are made hold nothing back, so those that hold
 * each other go together.
 */
function withoutHeld(all: readonly Finding[], wanted: readonly Finding[], toLabel: Labels): Finding[] {
  const going = new Set(wanted);
  const staying = new Set(all.filter((finding) => !going.has(finding)).map(toLabel));
  const made = new Set(wanted.map(toLabel));
  const free = wanted.filter(({ heldBy }) => heldBy.every((label) => made.has(label) && !staying.has(label)));
  return free.length === wanted.length ? free : withoutHeld(all, free, toLabel);
}

/** What keeps a transaction from being made, by its name: the files of its fixes that must stay as they are. */
function findStuck(wanted: readonly Finding[], untouchable: Untouchable): Map<string, string[]> {
  const stuck = new Map<string, string[]>();
  for (const finding of wanted) {
    const causes = filesToKeep(finding, untouchable);
    const { transaction } = finding;
    if (transaction !== null && causes.length > 0)
      stuck.set(transaction, [...(stuck.get(transaction) ?? []), ...causes]);
  }
  return stuck;
}

/** Whoever writes part of a transaction writes what the other files allow, though not the prefix. */
function causesOf(
  finding: Finding,
  stuck: ReadonlyMap<string, readonly string[]>,
  { partial }: Choice,
  untouchable: Untouchable,
): readonly string[] {
  const { transaction } = finding;
  const own = filesToKeep(finding, untouchable);
  return transaction === null || (partial && !isPrefix(finding)) ? own : (stuck.get(transaction) ?? own);
}

function filesToKeep({ edits }: Finding, untouchable: Untouchable): string[] {
  return edits.flatMap(({ file }) => {
    const cause = untouchable.get(file);
    return cause === undefined ? [] : [`${file} (${cause})`];
  });
}

/** Of findings whose edits can't all be made, the first in order is kept. */
function withoutConflicts(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  const taken = new Map<string, CompatibleEdits>();
  for (const finding of findings) {
    if (finding.edits.some((edit) => taken.get(edit.file)?.conflictsWith(edit) === true)) continue;
    kept.push(finding);
    for (const edit of finding.edits) {
      const own = taken.get(edit.file) ?? new CompatibleEdits();
      taken.set(edit.file, own);
      own.add(edit);
    }
  }
  return kept;
}
