import type { documentsOf } from '../../analysis/requests/documents.js';
import type { Project } from '../../analysis/project.js';
import type { Judged } from '../judge.js';
import type { Unresolved } from '../finding.js';

type Documents = ReturnType<typeof documentsOf>;

/**
 * What scripts send by the functions and variables of others that they read, `. ./lib.sh`: nobody follows them there, so that
 * each such command is told, and the bases of what it has from there wait.
 *
 * @param judged the requests of documents that may be GitLab's
 */
export function listSourced(
  documents: Documents,
  judged: readonly Judged[],
  project: Project,
): [Unresolved, readonly string[]][] {
  const byName = groupByName(documents);
  for (const { tree } of documents) project.others?.offer('script', nameOf(tree.file));
  return documents.flatMap(({ tree, document: { sourcing } }) => {
    const libraries = closure(sourcing?.sources ?? [], byName, project, new Set([tree.file]));
    const told = libraries.flatMap((library): [Unresolved, readonly string[]][] => {
      const behind = judged.filter(({ found }) => found.tree === library.tree);
      const defined = new Set(library.document.sourcing?.defines);
      const bases = [...new Set(behind.flatMap((one) => one.bases))];
      const uses = (sourcing?.uses ?? []).filter(({ names }) => names.some((name) => defined.has(name)));
      const reason = `this takes a function or a variable from \`${nameOf(library.tree.file)}\`, and what it sends is out of sight`;
      return bases.length === 0 ? [] : uses.map(({ place }) => [{ place, reason }, bases]);
    });
    return told;
  });
}

/** The files of these names, and those that they read in turn. */
function closure(
  names: readonly string[],
  byName: ReadonlyMap<string, Documents>,
  project: Project,
  seen: Set<string>,
): Documents {
  return names.flatMap((name) => {
    project.others?.ask('script', name);
    const files = (byName.get(name) ?? []).filter(({ tree }) => !seen.has(tree.file));
    for (const { tree } of files) seen.add(tree.file);
    return files.flatMap((one) => [one, ...closure(one.document.sourcing?.sources ?? [], byName, project, seen)]);
  });
}

function groupByName(documents: Documents): Map<string, Documents> {
  const groups = new Map<string, Documents>();
  for (const one of documents) {
    const name = nameOf(one.tree.file);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return groups;
}

function nameOf(file: string): string {
  return file.replace(/^.*[\\/]/, '');
}
