import type { Place } from '../http/text.js';
import type { ReportedFinding, Result } from '../migration/finding.js';

/** What a reporter turns into text. Reporters never print. */
export interface Report {
  readonly result: Result;
  /** The text that the result's places count in; null if it can't be had. */
  readonly text: (file: string) => string | null;
  /** What was written; null if nothing was to be. */
  readonly done: Done | null;
  /** The run that sent the requests; left out if they were read in source. */
  readonly run?: RunReport;
}

export interface Done {
  readonly fixed: number;
  readonly filesChanged: number;
}

/** How a command ran, and what its requests say of the findings of `check`. */
export interface RunReport {
  readonly command: readonly string[];
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Where GitLab's requests were sent instead; null if they were left. */
  readonly to: string | null;
  /** Node processes and threads that were watched. */
  readonly processes: number;
  /** Requests that they sent, to whomever. */
  readonly requests: number;
  /** Findings of `check` whose requests were sent. */
  readonly confirmed: readonly ReportedFinding[];
  /** Those whose requests were not, in this run. */
  readonly notConfirmed: readonly ReportedFinding[];
  /** Requests of which `check` does not say all that v4 changes. */
  readonly unseen: readonly UnseenRequest[];
}

export interface UnseenRequest {
  readonly place: Place;
  readonly request: string;
  /** What `check` does not say of it. */
  readonly changes: readonly string[];
}
