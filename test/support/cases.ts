import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Certainty } from '../../src/catalogue/change.js';
import type { Configuration } from '../../src/configuration/configuration.js';
import type { Sight, Style } from './survey.js';

/** A finding as a case states it; what it leaves out is not compared. */
export interface ExpectedFinding {
  readonly change: string;
  readonly certainty?: Certainty;
  readonly file: string;
  readonly line: number;
  /** The source text of the finding's range. */
  readonly at?: string;
  readonly request?: string;
  readonly replacement?: string | null;
  /** Whether something keeps it from being written. */
  readonly held?: boolean;
}

/** How a case's program is run before and after. */
export interface Run {
  readonly file: string;
  /** An expression over `exports`, the program's module (or over the page's names); awaited. */
  readonly call?: string;
  /** Answers by route, `GET /projects/1/issues`, as v3 and as v4 have it; `{}` for all others. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Ids that stand in the answers and the internal numbers beside them. */
  readonly iids?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** What a person moves beside the code: the environment that the moved program runs in. */
  readonly movedEnv?: Readonly<Record<string, string>>;
  /** Other packages under the names that the program asks for, to run an older version. */
  readonly packages?: Readonly<Record<string, string>>;
  /** The program is a script of a page; these files of packages are loaded before it. */
  readonly page?: readonly string[];
  /** The program sends several requests at once. */
  readonly unordered?: boolean;
}

/** What a case.json holds. */
export interface Expectation {
  /** What the case shows, in one sentence. */
  readonly shows: string;
  /** Why there is nothing to find: a negative case. */
  readonly silent?: string;
  /** What has to be built before this case can hold. */
  readonly pending?: string;
  /** Both the output and the untouched input are right; findings are not compared. */
  readonly either?: true;
  readonly config?: Partial<Configuration>;
  /** Why the plugin cannot do all that the command line does. */
  readonly eslint?: string;
  /** The output holds suggestions too. */
  readonly with?: 'suggestions' | undefined;
  readonly requests?: number;
  /** How many of the requests need how far a sight (`sights`). */
  readonly sight?: Readonly<Partial<Record<Sight, number>>>;
  /** How many of the requests are sent by which client, by its name; `address` where nobody is seen to send it. */
  readonly clients?: Readonly<Record<string, number>>;
  /** The written form, where it cannot be told by the files. */
  readonly style?: Style;
  readonly findings?: readonly ExpectedFinding[];
  readonly possible?: readonly ExpectedFinding[];
  readonly guarded?: readonly ExpectedFinding[];
  readonly unresolved?: readonly { readonly file: string; readonly line: number }[];
  readonly run?: Run;
  /** A program with the mocks of its tests: it must end well before and after. */
  readonly mocked?: Run;
}

export interface Case extends Expectation {
  /** `<theme>/<case>`. */
  readonly name: string;
  readonly input: string;
  /** Name to content, as bytes would be read in UTF-8. */
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

const root = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** Files that ESLint reads. */
export const lintable = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;

/** Whether a case is ESLint's too: what stands in shell scripts, settings and the like is the command line's alone. */
export function hasCode({ before }: Case): boolean {
  return [...before.keys()].some((name) => lintable.test(name));
}

/** All cases, found by pattern: `fixtures/<theme>/<case>/case.json`. */
export function loadCases(): Case[] {
  return listThemes().flatMap((theme) =>
    readdirSync(join(root, theme), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(root, theme, entry.name, 'case.json')))
      .map((entry) => loadCase(`${theme}/${entry.name}`)),
  );
}

function listThemes(): string[] {
  const entries = readdirSync(root, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && entry.name !== 'demo').map(({ name }) => name);
}

function loadCase(name: string): Case {
  const folder = join(root, name);
  const expectation = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as Expectation;
  const input = join(folder, 'input');
  const before = readTree(input);
  const output = join(folder, 'output');
  if (expectation.silent !== undefined && existsSync(output))
    throw new Error(`${name}: a negative case has no output folder`);
  const after = existsSync(output) ? readTree(output) : before;
  if ([...before.keys()].join('\n') !== [...after.keys()].join('\n'))
    throw new Error(`${name}: input and output hold different files`);
  return { ...expectation, name, input, before, after };
}

/** The files below a directory by name, with `/`, sorted; a byte order mark stays. */
export function readTree(directory: string): Map<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.split(sep).includes('node_modules'));
  return new Map(
    paths
      .map((path) => [relative(directory, path).split(sep).join('/'), readFileSync(path, 'utf8')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
