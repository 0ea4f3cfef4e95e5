import type { Certainty, RuleName } from '../catalogue/change.js';
import type { Place } from '../http/text.js';
import type { Ledger } from './ledger.js';

/** Replaces the characters of a range of a file. */
export interface Edit extends Place {
  readonly text: string;
}

/** A change that applies to a request at a place, with how sure we are and what to do. */
export interface Finding {
  /** The row's id. */
  readonly change: string;
  readonly rule: RuleName;
  readonly certainty: Certainty;
  /** The smallest range that the edits touch, or without edits the expression that gives the path. */
  readonly place: Place;
  /** What, the v4 form, and what it rests on or why a person must decide: a line for people. */
  readonly says: string;
  /** The address of the page to read. */
  readonly page: string;
  /** Complete in itself: what it says, what it waits for, the row's id, the page. */
  readonly message: string;
  /** The v3 request, unknown parts as `{}`; null for a finding that speaks of no single request. */
  readonly request: string | null;
  /** The v4 request; null if v4 has nothing or nobody can tell. */
  readonly replacement: string | null;
  /** Why it is not safe: the assumption of a suggestion, or what a person must decide. Null if it is safe. */
  readonly reason: string | null;
  /** Applied together or not at all. Empty if a person must decide. */
  readonly edits: readonly Edit[];
  /**
   * The edits hold the prefix's: what the change leaves behind would mean something else under v3 (`/projects/all`
   * becomes `/projects`, a page counted on is counted on again), so it is made in one step with the move of the base.
   */
  readonly joint: boolean;
  /**
   * The base that its requests stand behind, by the name of one of its places; bases that share a fix are one. What has
   * the same moves together or not at all. Null if no base is in sight, or if it speaks v4 already.
   */
  readonly transaction: string | null;
  /** False if the move of the base need not wait for it: a number in a mock is the test's own. */
  readonly blocks?: false;
  /**
   * What keeps a fixable finding from being written: `file:line change`, or `file (cause)`. Empty if nothing does. It
   * is still counted as fixable, since nothing but the order of the work is open about it.
   */
  readonly heldBy: readonly string[];
  /**
   * The fixes that come before its own wherever fixes are made one after another, as in an editor: `line 7 change`, or
   * `file:line change` in another file. Empty if it can be first.
   */
  readonly after: readonly string[];
  /** Where its edits, or what it speaks of, stand in other files, `file:line`. Empty if all of it is in the file that it stands in. */
  readonly elsewhere: readonly string[];
  /** What gives the paths of the requests that it stands for, sorted. */
  readonly from: readonly Place[];
}

/** A call of GitLab's API that could not be settled. */
export interface Unresolved {
  readonly place: Place;
  readonly reason: string;
}

/** What tells a finding apart from others, run after run: see `fingerprint.ts`. */
export interface Identity {
  /** The function, method, class or variable that it stands in, `ProjectsApi.star`; null at the top of a file. */
  readonly symbol: string | null;
  /** 16 hexadecimal digits; of no two in a project the same. */
  readonly fingerprint: string;
}

export interface ReportedFinding extends Finding, Identity {}

export interface ReportedUnresolved extends Unresolved, Identity {}

/** A file that could not be read, parsed or written. */
export interface FileError {
  readonly file: string;
  readonly message: string;
}

/** What there is to say about a comment that speaks to v4ward, about a line of the baseline, or about a file that was not read. */
export interface Notice {
  readonly kind:
    | 'incomplete-ignore'
    | 'unknown-change'
    | 'unused-ignore'
    | 'open-todo'
    | 'resolved-todo'
    | 'stale-baseline'
    | 'unread-import'
    | 'unread-generated'
    | 'unread-language'
    | 'unread-values';
  /** As the comment names it; null if it names none. */
  readonly change: string | null;
  /** The comment, or the line; the beginning of a file. */
  readonly place: Place;
  readonly message: string;
}

/** What is known of a project after it was analysed. All lists are sorted by file and place. */
export interface Result {
  /** Files that were looked at. */
  readonly files: number;
  /** GitLab requests found, those of the unresolved list included. */
  readonly requests: number;
  readonly findings: readonly ReportedFinding[];
  /** Requests that may be another service's: listed, never rewritten. */
  readonly possible: readonly ReportedFinding[];
  /** Code that serves both versions. */
  readonly guarded: readonly ReportedFinding[];
  readonly unresolved: readonly ReportedUnresolved[];
  /** Findings that a comment has settled. */
  readonly acknowledged: readonly ReportedFinding[];
  /** Findings and unresolved calls that the baseline lets pass; in no other list. */
  readonly baselined: readonly ReportedFinding[];
  readonly baselinedUnresolved: readonly ReportedUnresolved[];
  /** How many open findings and unresolved calls are left out, since they have nothing to do with what changed; left out if all was asked for. */
  readonly outside?: number;
  readonly notices: readonly Notice[];
  readonly ledger: Ledger;
  readonly errors: readonly FileError[];
}
