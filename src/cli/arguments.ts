import type { Shard } from '../campaign/shard.js';

/** What the commands are given, as the options of `commands.ts` make it. */

export interface CheckArguments {
  readonly paths: readonly string[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly format: string | undefined;
  readonly report: readonly string[];
  readonly config: string | undefined;
  readonly failOn: string;
  readonly quiet: boolean;
}

/** What the gate lets pass. */
export interface GateArguments extends CheckArguments {
  readonly baseline: string | undefined;
  readonly updateBaseline: boolean;
  readonly since: string | undefined;
  readonly staged: boolean;
  readonly cache: boolean;
  readonly cacheLocation: string;
  readonly maxWarnings: number | undefined;
}

/** What `check` and `migrate` are told about repositories. */
export interface SharedArguments {
  /** A file that lists them. */
  readonly repos: string | undefined;
  /** How many at a time, as many as there are cores if nobody says; in one, 1 is for no second thread. */
  readonly jobs: number | undefined;
  readonly shard: Shard | undefined;
  /** No file to look at is nothing to do. */
  readonly allowEmpty: boolean;
}

export type CampaignArguments = CheckArguments & SharedArguments & Partial<BranchArguments>;

/** `migrate --branch`. */
export interface BranchArguments extends MigrateArguments, SharedArguments {
  readonly branch: string;
  /** The subject of the commit, and the title of the merge request. */
  readonly message: string;
  readonly push: boolean;
  readonly remote: string;
  readonly noVerify: boolean;
}

export interface MigrateArguments extends CheckArguments {
  readonly write: boolean;
  readonly suggestions: boolean;
  readonly partial: boolean;
  readonly todo: boolean;
  readonly allowDirty: boolean;
  readonly interactive: boolean;
  readonly undo: boolean;
}

export interface VerifyArguments extends CheckArguments {
  readonly to: string | undefined;
  readonly onlyRun: boolean;
  /** The command with its arguments. */
  readonly command: readonly string[];
}

export interface MergeArguments {
  readonly files: readonly string[];
  readonly format: string | undefined;
  readonly report: readonly string[];
  readonly failOn: string;
  readonly quiet: boolean;
}

export interface TranslateArguments {
  readonly config: string | undefined;
  readonly request: string | undefined;
  readonly json: boolean;
}

export interface ExplainArguments {
  readonly config: string | undefined;
  /** A row's id, or a rule's name. */
  readonly change: string;
  readonly json: boolean;
}

export interface CatalogueArguments {
  readonly config: string | undefined;
  readonly json: boolean;
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

export interface ServeArguments {
  readonly port: number;
  readonly host: string;
  readonly data: string | undefined;
  readonly seed: string | undefined;
  readonly reset: boolean;
  readonly log: boolean;
}

export interface InitArguments {
  readonly yes: boolean;
}

export interface CompletionArguments {
  readonly shell: 'bash' | 'zsh' | 'fish';
}
