import type { Certainty } from '../catalogue/change.js';

/** What other programs call it. `note`: nobody has to do anything before v4 can come. */
export type Severity = 'error' | 'warning' | 'note';

/**
 * How loud a finding is told where a format has degrees: what surely breaks, and whose fix is known, is an error; what
 * rests on an assumption, or on a person's decision, a warning.
 */
export const severities: Readonly<Record<Certainty, Severity>> = {
  safe: 'error',
  suggestion: 'warning',
  manual: 'warning',
};
