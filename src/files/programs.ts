import { dirname, join, resolve } from 'node:path';
import { isRecord } from '../configuration/checks.js';
import { readManifest } from './manifest.js';
import { isBeside, openFolders, readManifests } from './manifests.js';
import type { Manifest, Manifests } from './manifests.js';
import { readIfThere } from './read.js';

/** Tells which packages of a repository may be parts of one program: only there are things the same that are called so. */
export interface Programs {
  /** The folder of the package that a file is of, relative to the root; empty for the root, and where there is none. */
  readonly packageOf: (file: string) => string;
  /** Whether a program may have files of both packages. */
  readonly areTogether: (one: string, other: string) => boolean;
}

/**
 * Packages may be parts of one program if one stands inside of the other, if they are declared to belong together, if one
 * needs the other, or if another one needs both.
 *
 * @param root absolute
 */
export function openPrograms(root: string, manifests: Manifests): Programs {
  const around = openFolders(manifests);
  const partnersOf = openPartners(manifests);
  const isDeclared = openDeclarations(root);
  return {
    packageOf: (file) => around(dirname(file))[0]?.folder ?? '',
    areTogether: (one, other) =>
      holds(one, other) || holds(other, one) || partnersOf(one).has(other) || isDeclared(one, other),
  };
}

/**
 * Tells whether two files may be parts of one program. Few projects ask: what says so is read only then.
 *
 * @param root absolute
 * @param directories those that were walked, absolute, with names in them
 */
export function openTogether(
  root: string,
  directories?: ReadonlyMap<string, readonly string[]>,
): (one: string, other: string) => boolean {
  let programs: Programs | null = null;
  return (one, other) => {
    const { packageOf, areTogether } = (programs ??= openPrograms(root, readManifests(root, directories)));
    return areTogether(packageOf(one), packageOf(other));
  };
}

function holds(folder: string, other: string): boolean {
  return folder === '' || other === folder || other.startsWith(`${folder}/`);
}

/** What tells package managers, and what runs tasks in many packages, which of them belong together. */
const declarations = ['pnpm-workspace.yaml', 'lerna.json', 'rush.json', 'nx.json', 'turbo.json'];

/** Tells whether a directory above two packages says that those below it belong together. */
function openDeclarations(root: string): (one: string, other: string) => boolean {
  const known = new Map<string, boolean>();
  const declares = (directory: string): boolean => {
    const is = known.get(directory) ?? declaresPackages(directory);
    known.set(directory, is);
    return is;
  };
  const isBelow = (): boolean => listAbove(root).some(declares);
  return (one, other) =>
    listAbove(one).some((folder) => holds(folder, other) && declares(resolve(root, folder))) || isBelow();
}

function declaresPackages(directory: string): boolean {
  if (declarations.some((name) => readIfThere(join(directory, name)) !== null)) return true;
  return readManifest(directory)?.['workspaces'] !== undefined;
}

/** The folders that a folder stands in, the innermost first; the root of relative ones is empty. */
function listAbove(folder: string): string[] {
  const above = dirname(folder);
  if (folder === '' || above === folder) return [];
  return above === '.' ? [''] : [above, ...listAbove(above)];
}

/** Tells the packages that a package needs, those that need it, and what these need, by their folders. */
function openPartners(manifests: Manifests): (folder: string) => ReadonlySet<string> {
  let links: Links | null = null;
  const known = new Map<string, ReadonlySet<string>>();
  return (folder) => {
    links ??= linkPackages(manifests);
    const { needed, needing } = links;
    const partners = known.get(folder) ?? follow(follow([folder], needing), needed);
    known.set(folder, partners);
    return partners;
  };
}

/** Folders by the folder of the package that they are needed by, and the other way round. */
interface Links {
  readonly needed: ReadonlyMap<string, readonly string[]>;
  readonly needing: ReadonlyMap<string, readonly string[]>;
}

function linkPackages(manifests: Manifests): Links {
  const byName = new Map<unknown, string[]>();
  for (const { folder, content } of manifests.values()) push(byName, content['name'], folder);
  const [needed, needing] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const { folder, content } of manifests.values())
    for (const other of listNeeded(content).flatMap((name) => byName.get(name) ?? [])) {
      push(needed, folder, other);
      push(needing, other, folder);
    }
  return { needed, needing };
}

/** What a package needs where it is used; what it needs to be built or tested counts if it is of the same repository. */
function listNeeded(content: Manifest['content']): string[] {
  const lists = [content['dependencies'], content['peerDependencies'], content['optionalDependencies']];
  const forWork = entriesOf(content['devDependencies']).filter(([, version]) => isBeside(version));
  return [...lists.flatMap(entriesOf), ...forWork].map(([name]) => name);
}

function entriesOf(list: unknown): [string, unknown][] {
  return isRecord(list) ? Object.entries(list) : [];
}

/** Those given, and what links lead to from them, directly or through others. */
function follow(folders: Iterable<string>, links: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set(folders);
  for (const folder of found) for (const next of links.get(folder) ?? []) found.add(next);
  return found;
}

function push<Key>(lists: Map<Key, string[]>, key: Key, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
