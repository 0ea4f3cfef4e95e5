import type { Glance } from './glance.js';
import type { ImportKeys } from './import-keys.js';

/** Tells of an import in a file which others it may lead to, by their keys: none if it leads elsewhere, or nobody can tell where. */
export type ImportedBy = (from: string, specifier: string) => readonly Glance[];

/**
 * Finds what imports lead to. Few of them are asked about, so that the files are told apart by the ends of their names, and
 * keys are made of those alone whose name ends as an import does that is asked about.
 */
export function openImported(glances: readonly Glance[], keys: ImportKeys): ImportedBy {
  let byStem: ReadonlyMap<string, readonly Glance[]> | null = null;
  const byKey = new Map<string, ReadonlyMap<string, readonly Glance[]>>();
  return (from, specifier) => {
    byStem ??= groupBy(glances, ({ file }) => keys.stemsOfFile(file));
    const stem = keys.stemOfImport(from, specifier);
    const index = byKey.get(stem) ?? groupBy(byStem.get(stem) ?? [], ({ file }) => keys.ofFile(file));
    byKey.set(stem, index);
    return [...new Set(keys.ofImport(from, specifier).flatMap((key) => index.get(key) ?? []))];
  };
}

/** What a file imports. */
export function importsOf({ file, imports }: Glance, importedBy: ImportedBy): readonly Glance[] {
  return imports.flatMap((specifier) => importedBy(file, specifier));
}

function groupBy(glances: readonly Glance[], keysOf: (glance: Glance) => readonly string[]): Map<string, Glance[]> {
  const groups = new Map<string, Glance[]>();
  for (const glance of glances)
    for (const key of new Set(keysOf(glance))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [glance]);
      else group.push(glance);
    }
  return groups;
}
