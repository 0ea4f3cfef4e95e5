import { resolve } from 'node:path';
import { isParsable, isSyntaxFailure, parseText } from '../analysis/parse.js';
import type { SyntaxFailure } from '../analysis/parse.js';
import type { ParsedFile } from '../analysis/project.js';
import { wordsOf } from '../analysis/triggers.js';
import { defaultConfiguration } from '../configuration/configuration.js';
import type { FileError } from '../migration/finding.js';
import type { EditableProject } from '../migration/rounds.js';
import { openBystanders } from './bystanders.js';
import type { FileImports } from './bystanders.js';
import { openEnvironment } from './environment.js';
import { openTogether } from './programs.js';
import type { FoundFiles } from './find.js';
import { findNames } from './names.js';
import { readText } from './read.js';
import { createResolver } from './resolve.js';
import type { Resolver } from './resolve.js';
import { findImports } from './imports.js';
import { scanFiles, scanTexts } from './scan.js';
import type { Opening, Watch } from './scan.js';
import { openSurroundings } from './surroundings.js';
import type { Surroundings } from './surroundings.js';

/** A project whose files were read, with what became of the reading. */
export interface OpenProject extends EditableProject {
  /** What paths of files are relative to. */
  readonly root: string;
  /** How many files were looked at, those that hold no trigger word included. */
  readonly looked: number;
  /** All files that paths lead to, those that hold no trigger word included. */
  readonly everything: readonly string[];
  /** The files that could not be read or parsed so far, sorted. */
  readonly errors: () => readonly FileError[];
  /** Files that a tool wrote, and that speak v3: whatever is changed in them is lost with the next build. */
  readonly generated: readonly string[];
  /** The files that are not looked at, and import something. */
  readonly bystanders: readonly FileImports[];
  /** Files that are imported, directly or through others, and were left unread so far since so many were read; sorted. */
  readonly unread: () => readonly string[];
  withTexts(texts: ReadonlyMap<string, string>): OpenProject;
}

interface Parts {
  readonly root: string;
  readonly directories?: FoundFiles['directories'];
  readonly files: readonly string[];
  readonly looked: number;
  readonly everything: readonly string[];
  readonly names: readonly string[];
  readonly surroundings: Surroundings;
  readonly scanErrors: readonly FileError[];
  readonly generated: readonly string[];
  readonly bystanders: readonly FileImports[];
  readonly unread: readonly string[];
  /** The project's own to add to. */
  readonly parsed: Map<string, ParsedFile | null>;
  readonly texts: ReadonlyMap<string, string>;
  readonly watch?: Watch;
}

/**
 * Opens the files that paths lead to. They are read here, and parsed when they are asked for.
 *
 * @param configuration adds trigger words
 * @param opening what stands in files in place of what the disk has, and who is told how far it is
 */
export function openProject(
  root: string,
  found: FoundFiles,
  configuration = defaultConfiguration,
  opening: Opening = {},
): OpenProject {
  const { texts = new Map<string, string>() } = opening;
  const early = openEarly(root, texts);
  const { surroundings = openSurroundings(root, createResolver(root)) } = opening;
  const { files, looked, errors, generated, bystanders } =
    opening.known?.scan ?? scanFiles(root, found, wordsOf(configuration), { ...opening, surroundings }, early.parse);
  const names = findNames(root, files);
  return toProject({
    root,
    directories: found.directories,
    files,
    looked,
    everything: found.files,
    names,
    surroundings,
    scanErrors: errors,
    generated,
    bystanders,
    unread: opening.known?.unread ?? [],
    parsed: early.parsed,
    texts: new Map([...texts, ...early.texts]),
    ...(opening.watch === undefined ? {} : { watch: opening.watch }),
  });
}

/**
 * Opens texts that somebody else read.
 *
 * @param root what the files' paths are relative to
 */
export function openTexts(
  root: string,
  texts: ReadonlyMap<string, string>,
  resolver: Resolver,
  configuration = defaultConfiguration,
): OpenProject {
  const { files, bystanders } = scanTexts(root, texts, wordsOf(configuration), resolver);
  const names = findNames(root, files);
  const everything = [...texts.keys()].sort();
  return toProject({
    root,
    files,
    looked: texts.size,
    everything,
    names,
    surroundings: openSurroundings(root, resolver),
    scanErrors: [],
    generated: [],
    bystanders,
    unread: [],
    parsed: new Map(),
    texts,
  });
}

interface Early {
  readonly parse: (file: string) => ParsedFile | null;
  readonly parsed: Map<string, ParsedFile | null>;
  readonly texts: Map<string, string>;
}

/** What is parsed to choose the files. That something cannot be is told when it is asked for again. */
function openEarly(root: string, texts: ReadonlyMap<string, string>): Early {
  const early = { parsed: new Map<string, ParsedFile | null>(), texts: new Map<string, string>() };
  const parse = (file: string): ParsedFile | null => {
    const text = texts.get(file) ?? readOrReport(root, file, []);
    const result = text === null ? null : parseOrFail(file, text);
    if (result === null || typeof result === 'string') return null;
    early.parsed.set(file, result);
    early.texts.set(file, result.text);
    return result;
  };
  return { parse, ...early };
}

/**
 * So many files are parsed beside those that were chosen, until all are forgotten. A large program leads from any of its files to all others, and
 * hardly one of them has a part in a request: the nearest are asked for first.
 */
const mostBeyond = { files: 500, timesChosen: 1 };

function toProject(parts: Parts): OpenProject {
  const { root, files, looked, everything, names, generated } = parts;
  const { resolve: resolveImport, resolvePackage, isForeign } = parts.surroundings;
  const own = new Set(files);
  const failures: FileError[] = [];
  const { text, texts } = openReading(parts, failures);
  const { parse, parsed, unread, forget } = openParsing(parts, text, failures);
  return {
    root,
    files,
    looked,
    everything,
    names,
    resolve: resolveImport,
    resolvePackage,
    isForeign,
    isBystander: (file) => !own.has(file),
    findBystandersOf: openBystanders(
      root,
      parts.bystanders,
      text,
      (from, specifier) => resolveImport(from, specifier) !== null,
    ),
    whole: true,
    findEnvironment: openEnvironment(root),
    findImports: (file) => findImports(text(file) ?? ''),
    text,
    parse,
    isParsable: (file) => isParsable(file, text(file) ?? ''),
    forget,
    withTexts: (others) =>
      toProject({
        ...parts,
        scanErrors: [...parts.scanErrors, ...failures.filter(({ file }) => !others.has(file))],
        parsed: new Map([...parsed].filter(([file]) => !others.has(file))),
        texts: new Map([...texts(), ...others]),
      }),
    errors: () => [...parts.scanErrors, ...failures].sort((a, b) => (a.file < b.file ? -1 : 1)),
    generated,
    bystanders: parts.bystanders,
    unread: () => [...unread].sort(),
    areTogether: openTogether(parts.root, parts.directories),
  };
}

interface Reading {
  readonly text: OpenProject['text'];
  /** All that were read so far. */
  readonly texts: () => readonly [string, string][];
}

/** Each file is read once. */
function openReading({ root, texts }: Parts, failures: FileError[]): Reading {
  const read = new Map<string, string | null>(texts);
  return {
    text(file) {
      const known = read.get(file);
      if (known !== undefined) return known;
      const result = readOrReport(root, file, failures);
      read.set(file, result);
      return result;
    },
    texts: () => [...read].flatMap(([file, text]): [string, string][] => (text === null ? [] : [[file, text]])),
  };
}

interface Parsing {
  readonly parse: OpenProject['parse'];
  readonly parsed: ReadonlyMap<string, ParsedFile | null>;
  /** What was left out since so much was parsed. */
  readonly unread: ReadonlySet<string>;
  readonly forget: () => void;
}

/** Each file is parsed once. */
function openParsing(parts: Parts, textOf: OpenProject['text'], failures: FileError[]): Parsing {
  const { files, surroundings } = parts;
  const { parsed } = parts;
  const met = new Set(parsed.keys());
  const unread = new Set(parts.unread);
  const own = new Set(files);
  const most = mostBeyond.files + mostBeyond.timesChosen * own.size;
  const beyond = new Set<string>();
  const isTooFar = (file: string): boolean => !own.has(file) && beyond.add(file).size > most;
  const parse = (file: string): ParsedFile | null => {
    if (surroundings.isForeign(file)) return surroundings.parseForeign(file);
    const known = parsed.get(file);
    if (known !== undefined) return known;
    if (isTooFar(file)) {
      unread.add(file);
      return null;
    }
    parts.watch?.('analyse', Math.min(met.size, files.length), files.length);
    met.add(file);
    const result = parseOrReport(file, textOf(file), failures);
    parsed.set(file, result);
    return result;
  };
  const forget = (): void => {
    forgetTrees(parsed);
    beyond.clear();
  };
  return { parse, parsed, unread, forget };
}

/** What cannot be parsed is told once. */
function forgetTrees(parsed: Map<string, ParsedFile | null>): void {
  for (const [file, tree] of parsed) if (tree !== null) parsed.delete(file);
}

function readOrReport(root: string, file: string, failures: FileError[]): string | null {
  const read = readText(resolve(root, file));
  if ('text' in read) return read.text;
  failures.push({ file, message: read.failure });
  return null;
}

function parseOrReport(file: string, text: string | null, failures: FileError[]): ParsedFile | null {
  const result = text === null ? null : parseOrFail(file, text);
  if (result === null || typeof result === 'object') return result;
  failures.push({ file, message: `cannot be parsed: ${result}` });
  return null;
}

/** No person writes more in one file, and what it calls may take long to follow. Data may be larger. */
const mostCharacters = 2_000_000;

/** The file's tree, or why there is none. The scope manager calls itself for each level of nesting, and so has an end. */
function parseOrFail(file: string, text: string): ParsedFile | string {
  if (text.length > mostCharacters && !file.endsWith('.json'))
    return `it has ${String(text.length)} characters, and at most ${String(mostCharacters)} are read; if a tool wrote it, name it under \`exclude\` in the configuration`;
  try {
    const result = parseText(file, text);
    return isSyntaxFailure(result) ? describeSyntax(result) : result;
  } catch (error) {
    if (error instanceof RangeError) return 'it is nested too deeply';
    throw error;
  }
}

function describeSyntax({ message, line, column }: SyntaxFailure): string {
  return `${message} (line ${String(line)}, column ${String(column)})`;
}
