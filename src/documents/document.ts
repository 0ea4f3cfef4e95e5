import type { Request } from '../http/request.js';
import type { HolePiece, Place } from '../http/text.js';

/** A request that a file which is no program makes, or holds the address of. */
export interface DocumentRequest {
  readonly request: Request;
  /** The command that sends it, or the text that holds it. */
  readonly place: Place;
  /** Commands that call the function it is sent in, outermost first. */
  readonly calls: readonly Place[];
  /** What tells whose API it is: headers, and the names of variables. */
  readonly evidence: readonly string[];
  /** A command sends it; else it is an address that stands there. */
  readonly sent: boolean;
  /** Something out of sight follows the address. */
  readonly tail: boolean;
  /** What is read of its answer. */
  readonly reads: readonly AnswerRead[];
  /** What its status is compared with. */
  readonly statuses?: readonly StatusRead[];
  /** It is sent where the script has asked for the version. */
  readonly guarded?: boolean;
  /** It is a prefix that a development server passes on. */
  readonly proxied?: true;
}

/** A field that a filter takes out of an answer: `builds_enabled` of `jq .builds_enabled`. */
export interface AnswerRead {
  readonly name: string;
  readonly place: Place;
}

/** A status that stands where that of an answer may be compared with it. */
export interface StatusRead {
  readonly status: number;
  readonly place: Place;
}

/** What may be a request, and nobody can tell. */
export interface Unknown {
  readonly place: Place;
  readonly reason: string;
}

export interface DocumentComment {
  readonly value: string;
  /** With its sign. */
  readonly start: number;
  readonly end: number;
}

/** What a file that is no program says of requests. */
export interface Document {
  readonly requests: readonly DocumentRequest[];
  readonly unknowns: readonly Unknown[];
  readonly comments: readonly DocumentComment[];
  /** What a script of a shell has from other files, and for them. */
  readonly sourcing?: Sourcing;
}

/** What crosses from file to file where one reads another: `. ./lib.sh`, `extends: .lib`. */
export interface Sourcing {
  /** Its own functions that send, and variables that hold an address. */
  readonly defines: readonly string[];
  /** The names of the files that it reads, without folders, and of the jobs in other files that it takes scripts from. */
  readonly sources: readonly string[];
  /** Its commands, each with the names in it that are not its own; none if it reads no file. */
  readonly uses: readonly Use[];
  /** The names of its jobs. */
  readonly offers: readonly string[];
  /** What stands for scripts of other files that run here, with the names of their jobs: `!reference [.lib, script]`. */
  readonly foreign: readonly { readonly name: string; readonly place: Place }[];
}

/** A command that may use what stands in another file. */
export interface Use {
  readonly names: readonly string[];
  readonly place: Place;
  /** It is given a path of the API: `gl DELETE projects/3/star`. */
  readonly isGivenRoute: boolean;
}

/** Why a text is not what its name says. */
export interface DocumentFailure {
  readonly message: string;
  /** An offset in the text. */
  readonly at: number;
}

/** Reads a file. */
export type Reader = (file: string, text: string) => Document | DocumentFailure;

/** The method of an address that stands somewhere by itself. */
export const anyMethod: HolePiece = { kind: 'hole', place: null, label: '', encoded: false, span: 'segment' };

export const emptyDocument: Document = { requests: [], unknowns: [], comments: [] };

export function joinDocuments(documents: readonly Document[]): Document {
  const sourcing = documents.flatMap((one) => one.sourcing ?? []);
  return {
    ...(sourcing.length === 0 ? {} : { sourcing: joinSourcing(sourcing) }),
    requests: documents.flatMap(({ requests }) => requests),
    unknowns: documents.flatMap(({ unknowns }) => unknowns),
    comments: documents.flatMap(({ comments }) => comments),
  };
}

function joinSourcing(all: readonly Sourcing[]): Sourcing {
  return {
    defines: all.flatMap(({ defines }) => defines),
    sources: all.flatMap(({ sources }) => sources),
    uses: all.flatMap(({ uses }) => uses),
    offers: all.flatMap(({ offers }) => offers),
    foreign: all.flatMap(({ foreign }) => foreign),
  };
}

const noSourcing: Sourcing = { defines: [], sources: [], uses: [], offers: [], foreign: [] };

/** A document that has something from other files, or for them, beside what its scripts have. */
export function withSourcing(document: Document, more: Partial<Sourcing>): Document {
  if (Object.values(more).every(({ length }) => length === 0)) return document;
  return { ...document, sourcing: joinSourcing([document.sourcing ?? noSourcing, { ...noSourcing, ...more }]) };
}

/** Whether a text names GitLab, its API's prefix, or what only its API has. */
export function mayBeGitLab(text: string): boolean {
  return /git[-_ ]?lab|api\/v[34]|\/v3\b|private[-_]token|job[-_]token|merge_request|\/repository\/|award_emoji|deploy_keys/i.test(
    text,
  );
}
