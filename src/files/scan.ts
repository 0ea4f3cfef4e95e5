import { resolve } from 'node:path';
import type { ParsedFile } from '../analysis/project.js';
import { findPlainExports } from '../analysis/service/plain-exports.js';
import type { PlainExports } from '../analysis/service/plain-exports.js';
import { isNamedAfterService } from '../analysis/service/relevance.js';
import type { FileError } from '../migration/finding.js';
import type { FileImports } from './bystanders.js';
import { openBases } from './environment.js';
import { findCallersLeftOut } from './callers-left-out.js';
import type { FoundFiles } from './find.js';
import { isReport } from './generated.js';
import { isSettings, lookAt, lookAtPlain, lookAtText, speaksV3 } from './glance.js';
import type { Beside, Glance, Look } from './glance.js';
import { openImportKeys } from './import-keys.js';
import type { LookAhead } from './look-ahead.js';
import { readManifests } from './manifests.js';
import { findNames } from './names.js';
import { openPrograms } from './programs.js';
import { readListed, readText } from './read.js';
import { chooseFiles } from './related.js';
import type { Lookup } from './related.js';
import { findRelations, findTypes, takesFromStore } from './relations.js';
import type { Relations, Types } from './relations.js';
import { createResolver } from './resolve.js';
import type { Resolver } from './resolve.js';
import type { Surroundings } from './surroundings.js';

/** Is told how far the work is: `done` files of `of`. */
export type Watch = (step: 'read' | 'analyse', done: number, of: number) => void;

/** What another thread has to say of files. */
type Looking = Pick<LookAhead, 'claim' | 'importsOf'>;

/** How files are opened. */
export interface Opening {
  /** What stands in files in place of what the disk has. */
  readonly texts?: ReadonlyMap<string, string>;
  readonly watch?: Watch;
  /** What is beside the files; opened if it is left out. */
  readonly surroundings?: Surroundings;
  /** Has begun to look at the files, none of which has another text then. */
  readonly ahead?: Looking;
  /** What an earlier run found in the same files, which are not scanned then. */
  readonly known?: { readonly scan: Scan; readonly unread: readonly string[] } | null;
}

/** What a first look at the files' texts tells, before anything is parsed. */
export interface Scan {
  /** The files that may have to do with GitLab's API. */
  readonly files: readonly string[];
  /** How many were looked at. */
  readonly looked: number;
  readonly errors: readonly FileError[];
  /** Programs that a tool wrote, or that stand where tools write, or in languages that are not read, and that speak v3: they are not among the files. */
  readonly generated: readonly string[];
  /** The others that import something, and programs in languages that are not read, which send requests by way of the files. */
  readonly bystanders: readonly FileImports[];
}

/**
 * Reads files and chooses those to look at closely.
 *
 * @param parse parses those that others import, to tell whether that ties these to GitLab; without it, it does
 */
export function scanFiles(
  root: string,
  found: FoundFiles,
  words: readonly string[] = [],
  { texts = new Map(), watch, ahead, surroundings }: Opening = {},
  parse?: (file: string) => ParsedFile | null,
): Scan {
  const beside = openBeside(root, words, found);
  const look = (file: string): Look => {
    const text = texts.get(file);
    const named = found.named.has(file);
    return text === undefined ? lookAt(file, beside, named) : lookAtText(file, text, beside, named);
  };
  const lookNext = (file: string, index: number): Look => {
    watch?.('read', index, found.files.length);
    return look(file);
  };
  const looks =
    ahead === undefined ? found.files.map(lookNext) : lookTogether(found, { beside, ahead, lookNext, look });
  const lookup = openLookup(
    root,
    (file) => texts.get(file) ?? textOf(root, file),
    surroundings?.resolve ?? openResolver(root),
    found,
  );
  const scan = sumUp(found, looks, parse === undefined ? lookup : { ...lookup, plainExportsOf: openExports(parse) });
  const aside = found.aside.filter((file) => isLeftToDo(root, file));
  const callers = findCallersLeftOut(
    found.aside,
    scan.files,
    lookup.textOf,
    surroundings?.resolve ?? openResolver(root),
  );
  return {
    ...scan,
    generated: [...scan.generated, ...aside].sort(),
    bystanders: [...scan.bystanders, ...callers],
  };
}

function isLeftToDo(root: string, file: string): boolean {
  const read = readListed(resolve(root, file));
  if ('failure' in read || !read.bytes.includes('api/v3')) return false;
  const text = read.bytes.toString('utf8', 0, mostBytes);
  return speaksV3(text) && !isReport(text);
}

/** Of what is left out, which may be data, so much is looked at. */
const mostBytes = 100_000_000;

interface Together {
  readonly beside: Beside;
  readonly ahead: Looking;
  readonly lookNext: (file: string, index: number) => Look;
  /** The same, and nobody is told how far the work is. */
  readonly look: (file: string) => Look;
}

/** With another thread, which has begun to look at some of the files. */
function lookTogether({ files, named }: FoundFiles, { beside, ahead, lookNext, look }: Together): Look[] {
  const own = files.map((file, index) => (named.has(file) || ahead.claim(file) ? lookNext(file, index) : undefined));
  return own.map((known, index) => {
    const file = files[index] ?? '';
    if (known !== undefined) return known;
    const imports = ahead.importsOf(file);
    return (imports === null ? null : lookAtPlain(file, imports, beside)) ?? look(file);
  });
}

function openExports(parse: (file: string) => ParsedFile | null): (file: string) => PlainExports {
  const known = new Map<string, PlainExports>();
  return (file) => {
    const exports = known.get(file) ?? exportsOf(parse(file));
    known.set(file, exports);
    return exports;
  };
}

function exportsOf(parsed: ParsedFile | null): PlainExports {
  return parsed === null ? new Map() : findPlainExports(parsed);
}

/**
 * Scans the files of a directory again and again, and reads only those that changed, or may be seen otherwise since
 * what they read their settings from changed.
 *
 * @param words what the configuration adds to the trigger words
 * @returns takes what stands for the state of a file, relative to the root: another when the file is another
 */
export function createScanner(
  root: string,
  words: readonly string[],
): (found: FoundFiles, stampOf: (file: string) => string) => Scan {
  const looks = new Map<string, Known<Look>>();
  const types = new Map<string, Known<Types>>();
  const relations = new Map<string, Known<Relations>>();
  const takes = new Map<string, Known<boolean>>();
  return (found, stampOf) => {
    const beside = openBeside(root, words, found);
    const look = (file: string): Look => {
      const stamp = `${stampOf(file)} ${beside.basesOf(file).join(' ')}`;
      const before = looks.get(file);
      if (before?.stamp === stamp && !readsSettings(before.value)) return before.value;
      return remember(looks, file, { stamp, value: lookAt(file, beside, found.named.has(file)) });
    };
    const lookup = openLookup(root, (file) => textOf(root, file), openResolver(root), found);
    const unlessKnown =
      <Value>(known: Map<string, Known<Value>>, find: (file: string) => Value) =>
      (file: string): Value => {
        const stamp = stampOf(file);
        const before = known.get(file);
        return before?.stamp === stamp ? before.value : remember(known, file, { stamp, value: find(file) });
      };
    return sumUp(found, found.files.map(look), {
      ...lookup,
      typesOf: unlessKnown(types, lookup.typesOf),
      relationsOf: unlessKnown(relations, lookup.relationsOf),
      takes: unlessKnown(takes, lookup.takes),
    });
  };
}

/** What was told of a file in a state of it. */
interface Known<Value> {
  readonly stamp: string;
  readonly value: Value;
}

function remember<Value>(known: Map<string, Known<Value>>, file: string, now: Known<Value>): Value {
  known.set(file, now);
  return now.value;
}

function readsSettings(look: Look): boolean {
  return look !== null && 'imports' in look && look.imports.some(isSettings);
}

/**
 * The files to keep of texts that somebody else read, sorted.
 *
 * @param root where the settings beside them stand
 * @param resolver where imports lead
 */
export function scanTexts(
  root: string,
  texts: ReadonlyMap<string, string>,
  words: readonly string[],
  resolver: Resolver,
): Pick<Scan, 'files' | 'bystanders'> {
  const beside = openBeside(root, words);
  const looks = [...texts].map(([file, text]) => lookAtText(file, text, beside, false));
  const glances = looks.filter(isGlance);
  const files = chooseFiles(
    glances,
    openLookup(root, (file) => texts.get(file) ?? null, resolver),
  ).sort();
  return { files, bystanders: bystandersOf(glances, files) };
}

function bystandersOf(glances: readonly Glance[], files: readonly string[]): FileImports[] {
  const chosen = new Set(files);
  return glances
    .filter((glance) => glance.imports.length > 0 && !chosen.has(glance.file))
    .map(({ file, imports }) => ({ file, imports }));
}

/** @param found tells, where directories were walked, which of them hold settings */
function openBeside(root: string, words: readonly string[], found?: FoundFiles): Beside {
  return { root, words, basesOf: openBases(root, found?.directories) };
}

function sumUp({ errors }: FoundFiles, looks: readonly Look[], lookup: Lookup): Scan {
  const glances = looks.filter(isGlance);
  const failures = looks.filter((each) => each !== null && 'message' in each);
  const generated = looks.flatMap((each) => (each !== null && 'generated' in each ? [each.file] : []));
  const files = chooseFiles(glances, lookup);
  const bystanders = bystandersOf(glances, files);
  return { files, looked: glances.length, errors: [...errors, ...failures], generated, bystanders };
}

/** Few scans ask where an import leads. */
function openResolver(root: string): Resolver {
  let resolver: Resolver | null = null;
  return (from, specifier) => (resolver ??= createResolver(root))(from, specifier);
}

function openLookup(root: string, read: Lookup['textOf'], resolver: Resolver, found?: FoundFiles): Lookup {
  const manifests = readManifests(root, found?.directories);
  return {
    textOf: read,
    keys: openImportKeys(root, manifests),
    programs: openPrograms(root, manifests),
    isFound: (from, specifier) => resolver(from, specifier) !== null,
    typesOf: (file) => findTypes(read(file) ?? ''),
    relationsOf: (file) => findRelations(file, read(file) ?? ''),
    takes: (file) => takesFromStore(read(file) ?? ''),
    isNamedAfterService: (files) => isNamedAfterService(findNames(root, files)),
  };
}

function isGlance(look: Look): look is Glance {
  return look !== null && 'holds' in look;
}

function textOf(root: string, file: string): string | null {
  const read = readText(resolve(root, file));
  return 'text' in read ? read.text : null;
}
