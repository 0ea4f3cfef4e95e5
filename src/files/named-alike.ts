import type { Glance } from './glance.js';
import type { ImportKeys } from './import-keys.js';
import type { Programs } from './programs.js';
import { createMentionTest, createRelationTest, storeModules } from './relations.js';
import type { Relations, Types } from './relations.js';

/** What is asked about what files call things. */
export interface Naming {
  /** The text of a file; null if it is gone. */
  readonly textOf: (file: string) => string | null;
  readonly typesOf: (file: string) => Types;
  readonly relationsOf: (file: string) => Relations;
  /** Whether a file takes something out of a store. */
  readonly takes: (file: string) => boolean;
  readonly keys: ImportKeys;
  readonly programs: Programs;
}

/** Tells of a file whether it is tied to one of the chosen. */
type NameTest = (glance: Glance) => boolean;

/**
 * Tells of files whether they have to do with chosen ones by what these call things: they implement what one of these
 * implements, take something out of the store that one of these puts anything into, or mention what one of these offers. Only in one
 * program are things the same that are called so.
 *
 * @param others those that may be asked about
 */
export function createNameTest(chosen: readonly Glance[], others: readonly Glance[], naming: Naming): NameTest {
  const { packageOf } = naming.programs;
  const nearOf = openNear(chosen, naming);
  const tests = new Map<readonly Glance[], NameTest>();
  const createTest = (near: readonly Glance[]): NameTest =>
    createTestAmong(
      near,
      others.filter(({ file }) => nearOf(packageOf(file)) === near),
      naming,
    );
  return (glance) => {
    const near = nearOf(packageOf(glance.file));
    if (near.length === 0) return false;
    const test = tests.get(near) ?? createTest(near);
    tests.set(near, test);
    return test(glance);
  };
}

/** The chosen files that may be parts of one program with a package: the same list for packages that have the same ones. */
export function openNear(chosen: readonly Glance[], naming: Naming): (folder: string) => readonly Glance[] {
  const { packageOf, areTogether } = naming.programs;
  const groups = new Map<string, Glance[]>();
  for (const glance of chosen) {
    const folder = packageOf(glance.file);
    groups.set(folder, [...(groups.get(folder) ?? []), glance]);
  }
  const linked = new Set(chosen.flatMap((glance) => listLinks(glance, naming)));
  const isNear = (folder: string, other: string): boolean =>
    areTogether(folder, other) || linked.has(toLink(folder, other)) || linked.has(toLink(other, folder));
  const lists = new Map<string, readonly Glance[]>();
  const known = new Map<string, readonly Glance[]>();
  const find = (folder: string): readonly Glance[] => {
    const folders = [...groups.keys()].filter((other) => isNear(folder, other));
    const key = folders.join('\n');
    const list = lists.get(key) ?? folders.flatMap((each) => groups.get(each) ?? []);
    lists.set(key, list);
    return list;
  };
  return (folder) => {
    const list = known.get(folder) ?? find(folder);
    known.set(folder, list);
    return list;
  };
}

/** The packages that a file reaches into by a path; where that names a folder, its index is meant. */
function listLinks({ file, imports }: Glance, { keys, programs: { packageOf } }: Naming): string[] {
  return imports
    .flatMap((specifier) => keys.ofImport(file, specifier))
    .flatMap((key) => /^path (.*)$/.exec(key)?.[1] ?? [])
    .flatMap((path) => [packageOf(path), packageOf(`${path}/index`)])
    .map((folder) => toLink(packageOf(file), folder));
}

function toLink(from: string, to: string): string {
  return `${from}\n${to}`;
}

function createTestAmong(
  chosen: readonly Glance[],
  others: readonly Glance[],
  { relationsOf, typesOf, takes, textOf }: Naming,
): NameTest {
  const own = chosen.map(({ file }) => relationsOf(file));
  const isMention = createMentionTest(own);
  const known = new Map<Glance, Types>();
  const readOthers = (): Iterable<Types> => {
    for (const glance of others) known.set(glance, typesOf(glance.file));
    return known.values();
  };
  const isRelated = createRelationTest(own, readOthers);
  const keeps = own.some((relations) => relations.keeps);
  return (glance) => {
    const types = known.get(glance);
    if (isRelated !== null && types !== undefined && isRelated(types)) return true;
    if (keeps && mayTake(glance) && takes(glance.file)) return true;
    return glance.holds === 'words' && isMention(textOf(glance.file) ?? '');
  };
}

/** A component of Vue has the store as `this.$store`, whatever it imports. */
function mayTake({ holds, imports, file }: Glance): boolean {
  return holds === 'words' || file.endsWith('.vue') || imports.some((specifier) => storeModules.test(specifier));
}
