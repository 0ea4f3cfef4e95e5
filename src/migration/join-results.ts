import type { Result } from './finding.js';
import { sumLedgers } from './ledger.js';
import { byPlace } from './position.js';

/** What is known of a project whose parts were examined one by one. */
export function joinResults(parts: readonly Result[]): Result {
  return {
    files: sum(parts.map(({ files }) => files)),
    requests: sum(parts.map(({ requests }) => requests)),
    findings: parts.flatMap(({ findings }) => findings).sort(byPlace),
    possible: parts.flatMap(({ possible }) => possible).sort(byPlace),
    guarded: parts.flatMap(({ guarded }) => guarded).sort(byPlace),
    unresolved: parts.flatMap(({ unresolved }) => unresolved).sort(byPlace),
    acknowledged: parts.flatMap(({ acknowledged }) => acknowledged).sort(byPlace),
    baselined: parts.flatMap(({ baselined }) => baselined).sort(byPlace),
    baselinedUnresolved: parts.flatMap(({ baselinedUnresolved }) => baselinedUnresolved).sort(byPlace),
    notices: parts.flatMap(({ notices }) => notices).sort(byPlace),
    ledger: sumLedgers(parts.map(({ ledger }) => ledger)),
    errors: parts.flatMap(({ errors }) => errors),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
