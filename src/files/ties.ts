import type { PlainExports, Taken } from '../analysis/service/plain-exports.js';
import type { Glance } from './glance.js';
import type { ImportKeys } from './import-keys.js';
import type { ImportedBy } from './imported.js';
import { isPart, isRelative, namesTaken } from './imports.js';

/** Files by what others import them as, or by what they import. */
export type Index = ReadonlyMap<string, readonly Glance[]>;

/** What is asked about what files export. */
export interface Exporting {
  /** The text of a file; null if it is gone. */
  readonly textOf: (file: string) => string | null;
  readonly keys: ImportKeys;
  /** The exports of a file that have no part in a request; without it, all may have one. */
  readonly plainExportsOf?: (file: string) => PlainExports;
}

/** Whether it ties a file to GitLab that it imports another one. */
export type AreTied = (by: Glance, imported: Glance) => boolean;

/** The same for those that are known to be tied, and those known to import one that speaks of GitLab, directly or through others: these may become more. */
export type Ties = (chosen: ReadonlySet<Glance>, reached: ReadonlySet<Glance>) => AreTied;

interface Sight extends Exporting {
  /** What an import leads to. */
  readonly importedBy: ImportedBy;
  /** Whether a file may hand on what has a part in a request. Of others it does not matter what they export. */
  readonly mayCarry: (glance: Glance) => boolean;
  /** Whether exports, by file and name, are plain, as far as that was asked. */
  readonly plain: Map<string, boolean>;
}

/**
 * Tells whether files that hold no word of a request are tied to those that speak of GitLab which they import: not if they take
 * nothing of them but what has no part in a request, and no chosen file can hand them anything, since none imports them.
 *
 * A file that holds no word carries something, too, if a chosen one imports it, which may put a base there, and by way of one that
 * imports such a file.
 *
 * @param words those that hold words of a request
 */
export function openTies(words: readonly Glance[], importedBy: ImportedBy, exporting: Exporting): Ties {
  const { plainExportsOf, keys } = exporting;
  if (plainExportsOf === undefined) return () => () => true;
  const importsOf = ({ file, imports }: Glance): readonly Glance[] =>
    imports.flatMap((specifier) => importedBy(file, specifier));
  return (chosen, reached) => {
    const files = [...chosen];
    const shared = new Set(files.flatMap(importsOf).filter(({ file }) => mayKeep(exporting.textOf(file) ?? '')));
    const carrying = new Set([...words, ...files, ...shared]);
    const mayCarry = (glance: Glance): boolean =>
      carrying.has(glance) || reached.has(glance) || importsOf(glance).some((each) => shared.has(each));
    const sight: Sight = { ...exporting, importedBy, mayCarry, plain: new Map() };
    const imported = new Set(
      files.flatMap(({ file, imports }) => imports.flatMap((specifier) => keys.ofImport(file, specifier))),
    );
    const isHandedTo = ({ file }: Glance): boolean => keys.ofFile(file).some((key) => imported.has(key));
    return (by, from) => by.holds !== 'nothing' || isHandedTo(by) || !takesNothing(by, from, sight);
  };
}

/** At the top of a module, what is no function and no plain value: a record, a list, what a call or `new` gives, a class, a type, a variable. */
const keeping =
  /^(?:export\s+)?(?:default\s+)?(?:declare\s+|abstract\s+)?(?:let\b|var\b|class\b|interface\b|type\b|enum\b|namespace\b|const\s[^=]*=\s*(?!(?:async\s*)?(?:function\b|\(|<|[\w$]+\s*=>)|['"`\d-]|true\b|false\b|null\b|\/)|module\b|exports\b|[\w$.]+\()/m;

/** Whether a module may keep what one that imports it gives it, by its looks. */
function mayKeep(text: string): boolean {
  return keeping.test(text);
}

/** Whether nothing that a file takes of another has a part in a request. */
function takesNothing(by: Glance, from: Glance, sight: Sight): boolean {
  const known = new Set(sight.keys.ofFile(from.file));
  const text = sight.textOf(by.file) ?? '';
  return by.imports
    .filter((specifier) => sight.keys.ofImport(by.file, specifier).some((key) => known.has(key)))
    .every(
      (specifier) => takenOf(text, specifier)?.every((name) => isPlain({ file: from.file, name }, sight)) ?? false,
    );
}

/** Nobody can tell what is taken of an import whose name is put together. */
function takenOf(text: string, specifier: string): string[] | null {
  return isPart(specifier) ? null : namesTaken(text, specifier);
}

interface Export {
  readonly file: string;
  readonly name: string;
}

/**
 * Whether an export has no part in a request, and nothing that it needs of other files has one, directly or through others.
 * What an import leads to that is not among the files nobody knows.
 */
function isPlain(one: Export, sight: Sight): boolean {
  const asked = new Map([[keyOf(one), one]]);
  const is = arePlain(asked, sight);
  for (const key of is ? asked.keys() : [keyOf(one)]) sight.plain.set(key, is);
  return is;
}

/** @param asked what these need is asked for, too: what needs itself alone is plain */
function arePlain(asked: Map<string, Export>, { plain, plainExportsOf, importedBy, mayCarry }: Sight): boolean {
  for (const [key, { file, name }] of asked) {
    const before = plain.get(key);
    const needs = before === true ? [] : plainExportsOf?.(file).get(name);
    if (before === false || needs === undefined) return false;
    for (const taken of needs) {
      const from = isFollowed(taken) ? importedBy(file, taken.specifier) : [];
      const carrying = from.filter(mayCarry);
      if (from.length === 0 || (carrying.length > 0 && taken.name === null)) return false;
      for (const each of carrying) {
        const next = { file: each.file, name: taken.name ?? '' };
        asked.set(keyOf(next), next);
      }
    }
  }
  return true;
}

function keyOf({ file, name }: Export): string {
  return `${file} ${name}`;
}

function isFollowed({ specifier }: Taken): boolean {
  return isRelative(specifier) && !specifier.endsWith('.json');
}
