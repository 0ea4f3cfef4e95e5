import type { Choices } from './choices.js';
import type { Client } from './clients.js';
import type { Request } from './requests.js';
import type { Style } from './style.js';
import type { Piece } from './texts.js';

export interface Work {
  readonly style: Style;
  readonly choices: Choices;
  readonly base: Base;
  readonly client: Client;
}

/** Where the requests' addresses begin. */
export interface Base {
  readonly kind: string;
  /** What the file that uses it needs. */
  readonly lines: readonly string[];
  readonly files: readonly (readonly [string, readonly string[]])[];
  readonly environment: Readonly<Record<string, string>>;
  readonly pieces: readonly Piece[];
}

/** The program's calls, as statements of `main` and what they need above it. */
export interface Calls {
  readonly declarations: readonly string[];
  readonly statements: readonly string[];
}

export interface Layout {
  readonly kind: string;
  /** Whether the base is used by another file than the one that is run. */
  readonly isApart: boolean;
  readonly write: (
    work: Work,
    requests: readonly Request[],
  ) => {
    readonly files: {
      readonly main: readonly string[];
      readonly others: readonly (readonly [string, readonly string[]])[];
    };
    readonly calls: Calls;
    /** How many requests it sends, if not those that it was given. */
    readonly sends?: number;
  };
}

/** A call's parts, as expressions; what they need stands before them. */
export interface WrittenCall {
  readonly method: string;
  readonly before: readonly string[];
  readonly path: readonly Piece[];
  readonly query: string | null;
  readonly body: string | null;
  /** What a function around it is given. */
  readonly given: readonly {
    readonly name: string;
    readonly code: string;
    readonly type: string;
    /** Its default. */
    readonly fallback?: string;
  }[];
}

export const headers = "{ 'PRIVATE-TOKEN': 'glpat-x' }";
