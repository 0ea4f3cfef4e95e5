import type { Project } from '../../analysis/project.js';
import { ruleNames } from '../../catalogue/change.js';
import type { Configuration } from '../../configuration/configuration.js';
import { withRows } from '../../catalogue/index.js';
import { suggestName } from '../../configuration/spelling.js';
import type { Place } from '../../http/text.js';
import type { Finding, Notice } from '../finding.js';
import { unresolvedName } from '../fingerprint.js';
import type { Judged } from '../judge.js';
import { toPosition } from '../position.js';
import { findRemarks } from './remarks.js';
import type { Remark } from './remarks.js';
import { settle } from '../settle.js';
import type { Claim } from '../settle.js';

/** What comments say, and the texts that they stand in. */
export interface Comments {
  readonly remarks: readonly Remark[];
  readonly read: (file: string) => string;
}

/** The comments that speak to v4ward, in the project's files and in others that requests are made of. */
export function listRemarks(project: Project, others: readonly string[]): Remark[] {
  return [...project.files, ...others].flatMap((file) => {
    const parsed = project.parse(file);
    return parsed === null ? [] : findRemarks(parsed);
  });
}

/**
 * Whether a person has settled a finding: `v4ward-ignore <change> -- reason` on its line or above it. Without a reason
 * it settles nothing.
 */
export function isAcknowledged(change: string, place: Place, { remarks, read }: Comments): boolean {
  return remarks.some((remark) => settles(remark, change, place, read));
}

function settles(remark: Remark, change: string, { file, start }: Place, read: (file: string) => string): boolean {
  return (
    remark.kind === 'ignore' &&
    remark.reason !== null &&
    remark.place.file === file &&
    remark.changes.includes(change) &&
    remark.line === toPosition(read(file), start).line
  );
}

interface Settled {
  readonly groups: Claim[][];
  readonly acknowledged: Claim[];
}

/**
 * All findings of a project together, without those that a person has settled: as they are in the end, since that is
 * where the report shows them. What else reads the same characters must not change them.
 */
export function settleOpen(
  claims: readonly Claim[],
  all: readonly Judged[],
  isSettled: (finding: Finding) => boolean,
  toText: (place: Place) => Place,
): Settled {
  const groups = settle(claims, all, toText);
  const acknowledged = groups.flat().filter(({ finding }) => isSettled(finding));
  if (acknowledged.length === 0) return { groups, acknowledged };
  const left = claims.filter((claim) => !acknowledged.some((other) => isSame(claim, other)));
  const rest = settleOpen(left, all, isSettled, toText);
  return { groups: rest.groups, acknowledged: [...acknowledged, ...rest.acknowledged] };
}

/** A change is claimed once of a request, and of its answer once at each place. */
function isSame(one: Claim, other: Claim): boolean {
  const isAnswer = one.ofAnswer === true;
  return (
    one.judged.found === other.judged.found &&
    one.finding.change === other.finding.change &&
    isAnswer === (other.ofAnswer === true) &&
    (!isAnswer || one.finding.place.start === other.finding.place.start)
  );
}

/** What is wrong with the comments that ignore: no reason, no such change, nothing there to ignore. */
export function checkIgnores(
  { remarks, read }: Comments,
  acknowledged: readonly Pick<Finding, 'change' | 'place'>[],
  { ignore, catalogues }: Configuration,
): Notice[] {
  const known = [...withRows(catalogues).map(({ id }) => id), unresolvedName];
  return remarks
    .filter(({ kind }) => kind === 'ignore')
    .flatMap((remark) => [
      ...checkForm(remark),
      ...remark.changes.flatMap((change): Notice[] => {
        const { place } = remark;
        if (!known.includes(change))
          return [{ kind: 'unknown-change', change, place, message: describeUnknown(change, known) }];
        const isUsed = acknowledged.some(
          (finding) => finding.change === change && settles(remark, change, finding.place, read),
        );
        if (isUsed || remark.reason === null || ignore.includes(change)) return [];
        return [{ kind: 'unused-ignore', change, place, message: describeUnused(change, remark) }];
      }),
    ]);
}

function checkForm({ changes: [change], reason, place }: Remark): Notice[] {
  if (change === undefined)
    return [
      {
        kind: 'incomplete-ignore',
        change: null,
        place,
        message: `It names no change, so it ignores nothing: ${form}.`,
      },
    ];
  if (reason !== null) return [];
  return [{ kind: 'incomplete-ignore', change, place, message: `It gives no reason, so it ignores nothing: ${form}.` }];
}

const form = '`v4ward-ignore <change> -- <reason>`';

function describeUnknown(change: string, known: readonly string[]): string {
  if (ruleNames.some((name) => name === change))
    return `"${change}" is a rule, and a comment settles a change: name the one that the finding names.`;
  return `There is no change "${change}".${suggestName(change, known)} \`v4ward catalogue\` lists them.`;
}

function describeUnused(change: string, { line }: Remark): string {
  const what = change === unresolvedName ? 'No unresolved request is' : `\`${change}\` is not`;
  return `${what} found in line ${String(line)}, so there is nothing to ignore: take the comment out, or put it where the finding is.`;
}
