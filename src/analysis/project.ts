import type { TSESTree } from '@typescript-eslint/types';
import type { ScopeManager } from '@typescript-eslint/scope-manager';
import type { Document } from '../documents/document.js';
import type { Place } from '../http/text.js';

/** A file as the analysis reads it. ESLint hands over its own tree and scopes; elsewhere `parse.ts` makes them. */
export interface ParsedFile {
  /** Relative to the project's root, with `/`. */
  readonly file: string;
  /** The text that the tree's ranges count in. */
  readonly text: string;
  readonly program: TSESTree.Program;
  readonly scopes: ScopeManager;
  /** What a file that is no program says of requests; its tree is empty but for one statement at each of them. */
  readonly document?: Document;
}

/** What a `.env` file sets a variable to, and where. */
export interface EnvironmentValue extends Place {
  readonly text: string;
}

/** A file that is not looked at. */
export interface Bystander {
  readonly file: string;
  readonly text: string;
  /** Whether it has paths of requests, and is in a language that is not read. */
  readonly isUnread?: boolean;
}

/** The files that are looked at together. The owner (command line, ESLint) reads and caches; the analysis asks. */
export interface Project {
  /** The files to report on, sorted. */
  readonly files: readonly string[];
  /** A file's tree; null if there is none to read or it has syntax errors (which the owner reports). */
  parse(file: string): ParsedFile | null;
  /** The project's file that an import names; null if it is a package, or not there. */
  resolve(from: string, specifier: string): string | null;
  /** What a file imports by the looks of its text, whether or not it can be parsed. */
  findImports(file: string): readonly string[];
  /**
   * The file of a package that an import names, for reading only; null if the package is not installed, or is none that
   * is made on an HTTP library.
   */
  resolvePackage(from: string, specifier: string): string | null;
  /** What the `.env` files nearest to a file set a variable to. */
  findEnvironment(from: string, name: string): readonly EnvironmentValue[];
  /** Whether a file is a package's, which nobody here can edit. */
  isForeign(file: string): boolean;
  /** Whether nothing of GitLab's stands in a file, and nothing ties it to one in which something does. */
  isBystander(file: string): boolean;
  /**
   * The files of that kind that import a file, with their texts; and programs in languages that are not read, which send
   * requests by way of it.
   */
  findBystandersOf(file: string): readonly Bystander[];
  /** Names that tell whose code this is: package names and dependencies, the repository's folder. */
  readonly names: readonly string[];
  /** All of the project is in sight. False in ESLint, where other files may use what this one exports. */
  readonly whole: boolean;
  /** Left out where nothing else is looked at. */
  readonly others?: OtherParts;
  /** Whether a program may have both files, by the packages that they are of; without it, any two. */
  readonly areTogether?: (one: string, other: string) => boolean;
}

/**
 * The other parts of a project that is too large to be looked at all at once. No file imports one of another part; what
 * crosses without an import is asked for here.
 */
export interface OtherParts {
  /** Tells the others what this part has. */
  readonly offer: (topic: Topic, key: string) => void;
  /** Asks for the parts that have something: they are looked at together with this one, in another turn. */
  readonly ask: (topic: Topic, key: string) => void;
  /** The same where more keys than one are an answer. */
  readonly askFor: (question: Question) => void;
  /** Whether another part has it, where that alone counts. */
  readonly has: (topic: Topic, key: string) => boolean;
}

/** What is asked for of a topic by more than a key. Plain data, so that another thread can ask it. */
export type Question = OfHost | OfPath;

/** For bases of a host; null for those of any. */
export interface OfHost {
  readonly topic: 'host of a base';
  readonly host: string | null;
}

/** For what is found in a path until it is fixed: null where nobody can tell what it is, or becomes. */
export interface OfPath {
  readonly topic: 'text compared with';
  readonly before: string | null;
  readonly after: string | null;
}

/** What crosses from file to file. The keys of `file` are paths of files that were opened. */
export type Topic =
  | 'file'
  | 'file put in the place of'
  | 'script'
  | 'service'
  | 'defaults of a client'
  | 'interceptor of a client'
  | 'name read'
  | 'name written to'
  | 'controller'
  | 'value put under a name'
  | 'entry put into a name'
  | 'call by name'
  | 'message'
  | 'text of a type'
  | 'field read'
  | 'text compared with'
  | 'base'
  | 'host of a base'
  | 'base served'
  | 'route asked for'
  | 'route passed on'
  | 'route served'
  | 'setting'
  | 'version';
