import { basename, dirname, parse, resolve } from 'node:path';
import { listDependencies, readManifest } from './manifest.js';
import { findRepository } from './repository.js';

/**
 * Names that tell whose code this is: the names and dependencies of the packages that hold the files, and the folders
 * of the project and its repository. Sorted, each once.
 */
export function findNames(root: string, files: readonly string[]): string[] {
  const folders = [root, findRepository(root)].flatMap((folder) => (folder === null ? [] : [basename(folder)]));
  const packages = [...findPackageFolders(root, files)].flatMap(readPackageNames);
  return [...new Set([...folders, ...packages])].filter((name) => name !== '').sort();
}

/** The folders between the files and the root, and above it up to the nearest package. */
function findPackageFolders(root: string, files: readonly string[]): Set<string> {
  const folders = new Set<string>([root, ...foldersUpToPackage(root)]);
  for (const file of files) {
    for (let at = dirname(resolve(root, file)); at.startsWith(root) && !folders.has(at); at = dirname(at))
      folders.add(at);
  }
  return folders;
}

function foldersUpToPackage(root: string): string[] {
  const top = parse(root).root;
  for (let at = root; ; at = dirname(at)) {
    if (readManifest(at) !== null) return [at];
    if (at === top) return [];
  }
}

function readPackageNames(folder: string): string[] {
  const content = readManifest(folder);
  if (content === null) return [];
  const own = typeof content['name'] === 'string' ? [content['name']] : [];
  return [...own, ...listDependencies(content)];
}
