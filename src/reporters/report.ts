import type { Result } from '../migration/finding.js';

/** What a reporter turns into text. Reporters never print. */
export interface Report {
  readonly result: Result;
  /** The text that the result's places count in; null if it can't be had. */
  readonly text: (file: string) => string | null;
  /** What was written; null if nothing was to be. */
  readonly done: Done | null;
}

export interface Done {
  readonly fixed: number;
  readonly filesChanged: number;
}
