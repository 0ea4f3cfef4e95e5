import type { PlainExports, Taken } from '../analysis/service/plain-exports.js';
import type { Glance } from './glance.js';
import type { ImportKeys } from './import-keys.js';
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

interface Sight extends Exporting {
  /** Files that may hand on a request or its answer, by what others import them as. */
  readonly carrying: Index;
  /** What the chosen files import. */
  readonly imported: ReadonlySet<string>;
}

/**
 * Tells whether files that hold no word of a request are tied to those that speak of GitLab which they import: not if they take
 * nothing of them but what has no part in a request, and no chosen file can hand them anything, since none imports them.
 *
 * @param chosen those that are known to be tied
 * @param reached those that import one that speaks of GitLab, directly or through others
 */
export function openTies(
  chosen: ReadonlySet<Glance>,
  reached: ReadonlySet<Glance>,
  words: Index,
  exporting: Exporting,
): AreTied {
  const { plainExportsOf, keys } = exporting;
  if (plainExportsOf === undefined) return () => true;
  const files = [...chosen];
  const carrying = new Map(words);
  for (const [key, glance] of [...new Set([...files, ...reached])].flatMap((each) =>
    keys.ofFile(each.file).map((key) => [key, each] as const),
  ))
    carrying.set(key, [...(carrying.get(key) ?? []), glance]);
  const imported = new Set(
    files.flatMap(({ file, imports }) => imports.flatMap((specifier) => keys.ofImport(file, specifier))),
  );
  const sight: Sight = { ...exporting, carrying, imported };
  return (by, from) => by.holds !== 'nothing' || isHandedTo(by, sight) || !takesNothing(by, from, sight);
}

function isHandedTo({ file }: Glance, { imported, keys }: Sight): boolean {
  return keys.ofFile(file).some((key) => imported.has(key));
}

/** Whether nothing that a file takes of another has a part in a request. */
function takesNothing(by: Glance, from: Glance, sight: Sight): boolean {
  const known = new Set(sight.keys.ofFile(from.file));
  const text = sight.textOf(by.file) ?? '';
  return by.imports
    .filter((specifier) => sight.keys.ofImport(by.file, specifier).some((key) => known.has(key)))
    .every((specifier) => takenOf(text, specifier)?.every((name) => isPlain(from, name, sight, new Set())) ?? false);
}

/** Nobody can tell what is taken of an import whose name is put together. */
function takenOf(text: string, specifier: string): string[] | null {
  return isPart(specifier) ? null : namesTaken(text, specifier);
}

/** @param asked what the answer is sought for already: what needs itself alone is plain */
function isPlain({ file }: Glance, name: string, sight: Sight, asked: Set<string>): boolean {
  const question = `${file} ${name}`;
  if (asked.has(question)) return true;
  asked.add(question);
  const needs = sight.plainExportsOf?.(file).get(name);
  return needs?.every((taken) => isPlainTaken(file, taken, sight, asked)) ?? false;
}

/** Of files beside it, only those count that may carry something, by what they export; what else an import leads to nobody knows. */
function isPlainTaken(file: string, { specifier, name }: Taken, sight: Sight, asked: Set<string>): boolean {
  if (!isRelative(specifier) || specifier.endsWith('.json')) return false;
  const from = sight.keys.ofImport(file, specifier).flatMap((key) => sight.carrying.get(key) ?? []);
  return from.every((each) => name !== null && isPlain(each, name, sight, asked));
}
