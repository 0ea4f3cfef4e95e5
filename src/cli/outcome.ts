import type { Certainty } from '../catalogue/change.js';
import { exitCodes } from './exit-codes.js';
import type { ExitCode } from './exit-codes.js';

/** What counts, of a result or of a report. */
export interface Judged {
  readonly findings: readonly { readonly certainty: Certainty }[];
  readonly unresolved: readonly unknown[];
  readonly errors: readonly unknown[];
}

/** From the surest on: each level takes in those before it. */
const levels = ['safe', 'suggestion', 'manual', 'unresolved'];

/**
 * What could not be looked at weighs more than what was found.
 *
 * @param maxWarnings how much may be open of what `failOn` lets pass, unresolved requests included
 */
export function toExitCode(result: Judged, failOn: string, maxWarnings = Infinity): ExitCode {
  if (result.errors.length > 0) return exitCodes.incomplete;
  const failing = countOpen(result, failOn);
  const warnings = countOpen(result, 'unresolved') - failing;
  return failing > 0 || warnings > maxWarnings ? exitCodes.findings : exitCodes.fine;
}

function countOpen({ findings, unresolved }: Judged, failOn: string): number {
  const counted = levels.slice(0, levels.indexOf(failOn) + 1);
  const open = findings.filter(({ certainty }) => counted.includes(certainty)).length;
  return counted.includes('unresolved') ? open + unresolved.length : open;
}
