/**
 * What the hook in the user's processes tells the command line: lines of JSON, appended to one file. Each is written at
 * once and whole, so that it outlives a crash and stands beside the lines of other processes.
 */
export type Line = Started | SentRequest | LateBody;

/** A Node process, or a thread of one, in which requests are watched. */
export interface Started {
  readonly kind: 'started';
  /** `<process id>.<thread id>`. */
  readonly process: string;
}

/** A request as the program asked for it, whoever answered. Secrets are taken out before it is written. */
export interface SentRequest {
  readonly kind: 'sent';
  readonly process: string;
  /** Its number in this process, from 1. */
  readonly id: number;
  /** In upper case. */
  readonly method: string;
  /** Absolute, with the query. */
  readonly url: string;
  /** The names of its headers in lower case, and the media types that it accepts. */
  readonly headers: readonly string[];
  /** The names and values of a form or a JSON body; a list or a record has the value null. Null if it could not be read. */
  readonly body: readonly SentParameter[] | null;
  /** It went to GitLab, though GitLab's requests were to go elsewhere. */
  readonly stayed: boolean;
  /** What led to it, nearest first, without Node's own files. */
  readonly frames: readonly Frame[];
}

/** The body of a request that was told before, which took time to read. */
export interface LateBody {
  readonly kind: 'body';
  readonly process: string;
  /** The id of the request. */
  readonly request: number;
  readonly body: readonly SentParameter[];
}

export type SentParameter = readonly [name: string, value: string | null];

/** A place in a file that was run. */
export interface Frame {
  /** A path or an URL, as the stack names it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** What the hook is told, in the environment. */
export interface HookSettings {
  /** The file that lines are appended to. */
  readonly file: string;
  /** Where GitLab's requests go instead; null to leave them. */
  readonly to: string | null;
  readonly hosts: readonly string[];
  readonly notHosts: readonly string[];
}

/** The variable of the environment that holds the settings as JSON. */
export const settingsVariable = 'V4WARD_VERIFY';

/** The lines of a file; what a process did not finish writing is left out. */
export function parseLines(text: string): Line[] {
  return text.split('\n').flatMap((line) => parseLine(line) ?? []);
}

function parseLine(line: string): Line | null {
  if (line === '') return null;
  try {
    return JSON.parse(line) as Line;
  } catch {
    return null;
  }
}
