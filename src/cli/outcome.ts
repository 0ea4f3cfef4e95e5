import type { Result } from '../migration/finding.js';
import { exitCodes } from './exit-codes.js';
import type { ExitCode } from './exit-codes.js';

/** From the surest on: each level takes in those before it. */
const levels = ['safe', 'suggestion', 'manual', 'unresolved'];

/** What could not be looked at weighs more than what was found. */
export function toExitCode(result: Result, failOn: string): ExitCode {
  if (result.errors.length > 0) return exitCodes.incomplete;
  return countOpen(result, failOn) > 0 ? exitCodes.findings : exitCodes.fine;
}

function countOpen({ findings, unresolved }: Result, failOn: string): number {
  const counted = levels.slice(0, levels.indexOf(failOn) + 1);
  const open = findings.filter(({ certainty }) => counted.includes(certainty)).length;
  return counted.includes('unresolved') ? open + unresolved.length : open;
}
