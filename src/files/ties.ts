import type { PlainExports, Taken } from '../analysis/service/plain-exports.js';
import type { Glance } from './glance.js';
import type { ImportKeys } from './import-keys.js';
import { importsOf } from './imported.js';
import type { ImportedBy } from './imported.js';
import { isPart, isRelative, namesTaken } from './imports.js';

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
  if (exporting.plainExportsOf === undefined) return () => () => true;
  const keeps = openKeeping(exporting);
  return (chosen, reached) => {
    const imported = new Set([...chosen].flatMap((glance) => importsOf(glance, importedBy)));
    const shared = new Set([...imported].filter(keeps));
    const carrying = new Set([...words, ...chosen, ...shared]);
    const mayCarry = (glance: Glance): boolean =>
      carrying.has(glance) || reached.has(glance) || importsOf(glance, importedBy).some((each) => shared.has(each));
    const sight: Sight = { ...exporting, importedBy, mayCarry, plain: new Map() };
    return (by, from) => by.holds !== 'nothing' || imported.has(by) || !takesNothing(by, from, sight);
  };
}

/** At the top of a module, what is no function and no plain value: a variable, a class, a type, what CommonJS exports, a record or what is made. */
const keeping = new RegExp(
  [
    String.raw`(?:let|var|interface|type|enum|namespace|module|exports|(?:abstract\s+)?class)\b`,
    String.raw`const\s[^=]*=\s*(?!(?:async\s*)?(?:function\b|\(|<|[\w$]+\s*=>)|['"\`\d-]|true\b|false\b|null\b|\/)`,
    String.raw`[\w$.]+\(|[{[]|new\b`,
  ]
    .map((one) => String.raw`^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:${one})`)
    .join('|'),
  'm',
);

/** Whether a module may keep what one that imports it gives it, by its looks; each is looked at once. */
function openKeeping({ textOf }: Exporting): (glance: Glance) => boolean {
  const known = new Map<Glance, boolean>();
  return (glance) => {
    const keeps = known.get(glance) ?? keeping.test(textOf(glance.file) ?? '');
    known.set(glance, keeps);
    return keeps;
  };
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
