import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isRecord } from '../configuration/checks.js';
import { toRelative } from './find.js';
import { readManifest } from './manifest.js';

/** What the folder of a `package.json` says of imports. */
export interface Manifest {
  /** Relative to the root, empty for the root itself. */
  readonly folder: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** What it takes from a registry, whether or not it is installed. */
  readonly fetched: ReadonlySet<string>;
}

/** The packages of a repository by their folders, relative to the root. */
export type Manifests = ReadonlyMap<string, Manifest>;

/**
 * @param root what folders are relative to; its own is among them
 * @param directories those that were walked, absolute, with names in them, those of `package.json` among them
 */
export function readManifests(
  root: string,
  directories: ReadonlyMap<string, readonly string[]> = new Map(),
): Manifests {
  const walked = [...directories].flatMap(([path, names]) => (names.includes('package.json') ? [path] : []));
  return new Map(
    [...new Set([resolve(root), ...walked])].flatMap((path): [string, Manifest][] => {
      const content = readManifest(path);
      const folder = toRelative(root, path);
      return content === null ? [] : [[folder, { folder, content, fetched: listFetched(path, content) }]];
    }),
  );
}

/** A package that stands beside others may be one of them, whatever its version says. */
function listFetched(path: string, content: Manifest['content']): ReadonlySet<string> {
  if (holdsPackages(path, content)) return new Set();
  const lists = [content['dependencies'], content['devDependencies'], content['peerDependencies']];
  return new Set(
    lists
      .flatMap((list) => (isRecord(list) ? Object.keys(list).filter((name) => !isBeside(list[name])) : []))
      .map(toTyped),
  );
}

/** Whether a package says that others stand below it. */
function holdsPackages(path: string, content: Manifest['content']): boolean {
  return 'workspaces' in content || existsSync(join(path, 'pnpm-workspace.yaml'));
}

/** `estree` of `@types/estree`, `@babel/core` of `@types/babel__core`: https://github.com/DefinitelyTyped/DefinitelyTyped#what-about-scoped-packages */
function toTyped(name: string): string {
  return name.replace(/^@types\/(?:(.+?)__)?/, (_, scope?: string) => (scope === undefined ? '' : `@${scope}/`));
}

/** Whether a version says that the package stands on the disk: https://docs.npmjs.com/cli/configuring-npm/package-json */
export function isBeside(version: unknown): boolean {
  return typeof version === 'string' && /^(?:workspace|file|link|portal):/.test(version);
}

/** Tells the packages that hold a folder, the innermost first. */
export function openFolders(manifests: Manifests): (folder: string) => readonly Manifest[] {
  const known = new Map<string, readonly Manifest[]>();
  const find = (folder: string): readonly Manifest[] => {
    const own = manifests.get(folder === '.' ? '' : folder);
    const above = dirname(folder);
    const others = above === folder ? [] : around(above);
    return own === undefined ? others : [own, ...others];
  };
  const around = (folder: string): readonly Manifest[] => {
    const found = known.get(folder) ?? find(folder);
    known.set(folder, found);
    return found;
  };
  return around;
}
