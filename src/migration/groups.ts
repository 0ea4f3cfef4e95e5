/**
 * Files that import each other, directly or through others, with each file the same list: all of its group, sorted.
 *
 * @param importsOf the files that a file imports; those that are not among the files don't count
 */
export function groupFiles(
  files: readonly string[],
  importsOf: (file: string) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>(files.map((file) => [file, [file]]));
  for (const file of files) {
    for (const imported of importsOf(file)) join(groups, file, imported);
  }
  for (const group of new Set(groups.values())) group.sort();
  return groups;
}

/** Groups of which those that hold one of some files are one. */
export function joinGroups(
  groups: ReadonlyMap<string, readonly string[]>,
  files: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const joined = new Set(files.flatMap((file) => groups.get(file) ?? []));
  const group = [...joined].sort();
  return new Map([...groups].map(([file, own]) => [file, joined.has(file) ? group : own]));
}

/** The smaller group goes into the larger one, so that many joins cost little. */
function join(groups: Map<string, string[]>, one: string, other: string): void {
  const [a, b] = [groups.get(one), groups.get(other)];
  if (a === undefined || b === undefined || a === b) return;
  const [large, small] = a.length < b.length ? [b, a] : [a, b];
  large.push(...small);
  for (const file of small) groups.set(file, large);
}
