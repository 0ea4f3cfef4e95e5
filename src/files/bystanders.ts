import type { Bystander } from '../analysis/project.js';
import { openImportKeys } from './import-keys.js';
import { openImporters } from './importers.js';

/** What a file imports that was not chosen. */
export interface FileImports {
  readonly file: string;
  readonly imports: readonly string[];
  /** Whether it has paths of requests, and is in a language that is not read. */
  readonly isUnread?: boolean;
}

/**
 * Finds the files that were not chosen, and import one.
 *
 * @param root what files are relative to
 * @param isFound whether the search on the disk finds a file of the project for an import
 */
export function openBystanders(
  root: string,
  bystanders: readonly FileImports[],
  textOf: (file: string) => string | null,
  isFound: (from: string, specifier: string) => boolean,
): (file: string) => readonly Bystander[] {
  const glances = bystanders.map((each) => ({ ...each, holds: 'nothing' as const }));
  const unread = new Set(bystanders.filter(({ isUnread }) => isUnread === true).map(({ file }) => file));
  const known = new Map<string, readonly Bystander[]>();
  let importersOf: ReturnType<typeof openImporters> | null = null;
  return (file) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    importersOf ??= openImporters(glances, openImportKeys(root), isFound);
    const files = [...new Set(importersOf(file).map((by) => by.file))];
    const found = files.map((by) => ({ file: by, text: textOf(by) ?? '', isUnread: unread.has(by) }));
    known.set(file, found);
    return found;
  };
}
