export const ruleNames = [
  'no-v3-prefix',
  'no-v3-endpoint',
  'no-v3-parameter',
  'no-global-id',
  'no-v3-response',
  'review-v4-behavior',
] as const;

/** The ESLint rule that reports a change, and so what kind of change it is. */
export type RuleName = (typeof ruleNames)[number];

/** What a rule forbids, as ESLint's documentation has it: a sentence without a full stop. */
export const ruleDescriptions: Readonly<Record<RuleName, string>> = {
  'no-v3-prefix': 'Disallow addresses of the GitLab API v3',
  'no-v3-endpoint': 'Disallow requests to routes that the GitLab API v4 moved or removed',
  'no-v3-parameter': 'Disallow parameters that the GitLab API v4 renamed, removed or takes with other values',
  'no-global-id': 'Disallow global ids where the GitLab API v4 takes the iid of an issue or merge request',
  'no-v3-response': 'Disallow reading fields, statuses and bodies that the GitLab API v4 does not send',
  'review-v4-behavior': 'Disallow requests that the GitLab API v4 takes but understands or answers differently',
};

/** `safe`: means the same, all in sight. `suggestion`: right if one named assumption holds. `manual`: a person decides. */
export type Certainty = 'safe' | 'suggestion' | 'manual';

/**
 * A route in the words of the document, with the method (or several, `POST|PUT`, or `*` for any) before it:
 * `GET /projects/:id/issues/:issue_id`. `:name` stands for one segment, `:name+` for one or more, a final `/*` for
 * whatever follows, nothing included. A query names parameters that the request must have, wherever they are written:
 * `?file_path=:file_path`; `|` gives alternative names; a value without `:` must be the value that is sent, and `:name+`
 * stands for several with commas between them, where the value is in sight.
 */
export type RoutePattern = string;

/** What a resource's answers are called where rows speak of them. */
export type Entity =
  | 'project'
  | 'issue'
  | 'merge request'
  | 'snippet'
  | 'note'
  | 'trigger'
  | 'job'
  | 'pipeline'
  | 'environment'
  | 'group'
  | 'project hook'
  | 'service'
  | 'branch'
  | 'file'
  | 'settings'
  | 'user'
  | 'member'
  | 'event'
  | 'blob'
  | 'todo';

/** Another route. `to: null` if v4 has nothing for it. Names of `from` reappear in `to`, in the path or in the query. */
export interface Move {
  readonly from: RoutePattern;
  readonly to: RoutePattern | null;
}

/** A parameter that v4 takes under another name, or with other values. */
export interface Revalue {
  /** The v4 name; the same as before if only the values differ. */
  readonly name: string;
  /** v3 value → v4 value. A known value that is not listed is kept. `plus` shifts numbers instead. */
  readonly values?: Readonly<Record<string, string>>;
  /** The v4 value is the logical opposite; for values that only run time knows. */
  readonly negated?: boolean;
  readonly plus?: number;
  /** If the request has this parameter too, v3 ignored this one, and it is only taken out. */
  readonly yieldsTo?: string;
}

/** What v4 answers differently. */
export interface Answer {
  readonly on: readonly RoutePattern[];
  /** What the answer (or each element of it) describes. */
  readonly entity?: Entity;
  /** v3 field → v4 field; null if v4 has none. `statistics.x` is a field of a field. */
  readonly fields?: Readonly<Record<string, string | null>>;
  /** v3 field → what its v3 values are in v4, where values differ too. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of the fields, those whose v4 value is of another kind, in a way that no table of values says. */
  readonly reshaped?: readonly string[];
  /** v3 status → v4 status; in a row for review, v3 status → what v4 may answer instead. */
  readonly statuses?: Readonly<Record<number, number>>;
  /** Headers, in lower case, that say something else in v4. */
  readonly headers?: readonly string[];
  /** v3 sent a body, v4 sends none. */
  readonly body?: 'gone';
  /** What goes wrong for who reads the body, where the row's own reason is about the request. */
  readonly because?: string;
  /** v3 sent the whole list, v4 sends it by pages of 20. */
  readonly paginated?: boolean;
}

/** One row: what v3 said, what v4 says, and what that means for a client. */
export interface Change {
  /** Public and stable. */
  readonly id: string;
  readonly release: '8.17' | '9.0' | '9.1' | '9.5' | '10.2';
  readonly rule: RuleName;
  /** The most that can be claimed when everything about a request is in sight. */
  readonly certainty: Certainty;
  /** The document's sentence, or the fact's. */
  readonly says: string;
  /** Why it changed, or what goes wrong for a client that does not follow: one sentence for a person. */
  readonly because: string;
  /** Where it is written: a row of the document, or GitLab's file. */
  readonly source: string;
  /** For the person who reads a finding: what to do, complete in itself. */
  readonly message: string;
  /** Requests as `explain` and the documentation show them. `after` is null if v4 has nothing. */
  readonly example: { readonly before: string; readonly after: string | null };

  readonly moved?: Move | readonly Move[];
  /** The routes whose parameters the row speaks of. */
  readonly on?: readonly RoutePattern[];
  /** v3 parameter → v4 parameter, values unchanged. */
  readonly renamed?: Readonly<Record<string, string>>;
  readonly revalued?: Readonly<Record<string, Revalue>>;
  readonly removed?: readonly string[];
  /** Of the renamed or moved parameters, those without which v3 refused the request. */
  readonly required?: readonly string[];
  /** What v4 needs to mean what v3 meant on the routes of `on` as they were written; `unless` one of these is there. */
  readonly added?: Readonly<Record<string, string>>;
  readonly unless?: readonly string[];
  /** What v4 refuses to do without, and only a person can supply. */
  readonly needed?: readonly string[];
  /** A path segment that names something else in v4: `:issue_id`, the id of an issue, becomes its `iid`. */
  readonly identified?: {
    readonly segment: string;
    readonly entity: Entity;
    readonly from: string;
    readonly to: string;
  };
  /** The version in the address. */
  readonly prefix?: { readonly from: 'v3'; readonly to: 'v4' };
  readonly answers?: readonly Answer[];
  /** Requests that mean, or are answered, something else in v4 and look the same. Parameters in the query must be there. */
  readonly behaves?: readonly RoutePattern[];
}
