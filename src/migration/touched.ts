import { callAround } from '../analysis/syntax/call-around.js';
import type { Project } from '../analysis/project.js';
import { toTree } from '../analysis/syntax/tree.js';
import type { Place } from '../http/text.js';
import type { Finding, Result, Unresolved } from './finding.js';
import { addToLedger, countAs, countOpen, takeFromLedger } from './ledger.js';
import type { Count } from './ledger.js';

/**
 * What of a result has to do with what somebody changed: the findings whose range, fix or call lies there. What could
 * not be read or parsed stays, since nobody can tell.
 *
 * @param isChanged whether something of a place was changed
 */
export function selectTouched(result: Result, project: Project, isChanged: (place: Place) => boolean): Result {
  const isTouched = (one: Finding | Unresolved): boolean => placesOf(one, project).some(isChanged);
  const lists = {
    findings: result.findings.filter(isTouched),
    possible: result.possible.filter(isTouched),
    guarded: result.guarded.filter(isTouched),
    acknowledged: result.acknowledged.filter(isTouched),
    baselined: result.baselined.filter(isTouched),
    unresolved: result.unresolved.filter(isTouched),
    baselinedUnresolved: result.baselinedUnresolved.filter(isTouched),
  };
  return {
    ...result,
    ...lists,
    notices: result.notices.filter(({ kind, place }) => kind === 'stale-baseline' || isChanged(place)),
    ledger: addToLedger(takeFromLedger(result.ledger, countFindings(result)), countFindings(lists)),
    outside: countAll(result) - countAll(lists),
  };
}

type Lists = Pick<Result, 'findings' | 'guarded' | 'acknowledged' | 'baselined'>;

function countFindings({ findings, guarded, acknowledged, baselined }: Lists): Count[] {
  return [
    ...countOpen(findings),
    ...countAs(guarded, 'guarded'),
    ...countAs(acknowledged, 'acknowledged'),
    ...countAs(baselined, 'baselined'),
  ];
}

function countAll({ findings, unresolved }: Pick<Result, 'findings' | 'unresolved'>): number {
  return findings.length + unresolved.length;
}

/** The edits of a base, and of what moves together with it, are all of theirs. */
function placesOf(one: Finding | Unresolved, project: Project): readonly Place[] {
  const edits = 'edits' in one && !one.joint && one.rule !== 'no-v3-prefix' ? one.edits : [];
  return [one.place, ...edits, ...callOf(one.place, project)];
}

function callOf(place: Place, project: Project): Place[] {
  const parsed = project.parse(place.file);
  return parsed === null ? [] : callAround(toTree(parsed), place);
}
