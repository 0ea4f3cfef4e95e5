import type { Glance } from './glance.js';
import type { ImportKeys } from './import-keys.js';
import { isPart, isRelative } from './imports.js';

/** Tells of a file which others import it, by their keys. */
export type ImportersOf = (file: string) => readonly Glance[];

/** An import of a file. */
interface Import {
  readonly by: Glance;
  readonly specifier: string;
}

/**
 * Finds the files that import others. Hardly one of a large repository's imports leads to a file that is asked about, so
 * that they are told apart by the ends of their names, and where one leads is found out only if it ends as such a file does.
 *
 * @param isFound whether the search on the disk finds a file of the project for an import. A name that it does not find
 *   may be an alias that only a bundler knows, so that who imports it may send what a request is made of; who holds no word
 *   of a request takes nothing from there that could be followed.
 */
export function openImporters(
  glances: readonly Glance[],
  keys: ImportKeys,
  isFound: (from: string, specifier: string) => boolean,
): ImportersOf {
  let byStem: ReadonlyMap<string, readonly Import[]> | null = null;
  return (file) => {
    byStem ??= groupByStem(glances, keys);
    const own = new Set(keys.ofFile(file));
    const leadsHere = ({ by, specifier }: Import): boolean =>
      keys.ofImport(by.file, specifier).some((key) => own.has(key)) &&
      (by.holds !== 'nothing' || isRelative(specifier) || isPart(specifier) || isFound(by.file, specifier));
    const candidates = keys.stemsOfFile(file).flatMap((stem) => byStem?.get(stem) ?? []);
    return candidates.filter(leadsHere).map(({ by }) => by);
  };
}

function groupByStem(glances: readonly Glance[], keys: ImportKeys): Map<string, Import[]> {
  const groups = new Map<string, Import[]>();
  for (const by of glances)
    for (const specifier of by.imports) {
      const stem = keys.stemOfImport(by.file, specifier);
      const group = groups.get(stem);
      if (group === undefined) groups.set(stem, [{ by, specifier }]);
      else group.push({ by, specifier });
    }
  return groups;
}
