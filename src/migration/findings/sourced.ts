import type { Sourcing } from '../../documents/document.js';
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
  for (const name of byName.keys()) project.others?.offer('script', name);
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
    const known = new Set(told.map(([{ place }]) => place.start));
    const others = listForeign(tree, sourcing, { byName, judged, project });
    return [...told, ...others.filter(([{ place }]) => !known.has(place.start))];
  });
}

interface Known {
  readonly byName: ReadonlyMap<string, Documents>;
  readonly judged: readonly Judged[];
  readonly project: Project;
}

/**
 * Scripts of jobs that no file of the project has run beside those of a file, as one that is included from elsewhere: they
 * get its variables, and a command that is given the path of a request may be a function of theirs.
 */
function listForeign(
  tree: Documents[number]['tree'],
  sourcing: Sourcing | undefined,
  { byName, judged, project }: Known,
): [Unresolved, readonly string[]][] {
  const { foreign = [], offers = [], sources = [], uses = [] } = sourcing ?? {};
  const bases = [...new Set(judged.filter(({ found }) => found.tree === tree).flatMap((one) => one.bases))];
  if (offers.length === 0 || bases.length === 0) return [];
  const isUnseen = (name: string): boolean => !byName.has(name) && project.others?.has('script', name) !== true;
  const runs = foreign.filter(({ name }) => isUnseen(name)).map(({ place }) => ({ place, reason: whyForeign }));
  const called = sources.some(isUnseen) ? uses.filter(({ isGivenRoute }) => isGivenRoute) : [];
  return [...runs, ...called.map(({ place }) => ({ place, reason: whyCalled }))].map((one) => [one, bases]);
}

const whyForeign = 'a script of another file runs here, which is out of sight: look at what it sends';
const whyCalled = 'what is called here stands in a file that is included and out of sight: look at what it sends';

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
  for (const one of documents)
    for (const name of new Set([nameOf(one.tree.file), ...(one.document.sourcing?.offers ?? [])]))
      groups.set(name, [...(groups.get(name) ?? []), one]);
  return groups;
}

function nameOf(file: string): string {
  return file.replace(/^.*[\\/]/, '');
}
