import type { Project, Topic } from '../analysis/project.js';
import type { Configuration } from '../configuration/configuration.js';
import { renameNothing } from './edits/rename-field.js';
import type { RenameField } from './edits/rename-field.js';
import { examine } from './examine.js';
import type { Result } from './finding.js';
import { groupFiles } from './groups.js';
import { joinResults } from './join-results.js';
import { addKey, asksFor, examinePart, isTold } from './part.js';
import type { Part } from './part.js';

/** A project whose trees need not all be in memory. */
export interface LargeProject extends Project {
  /** Lets go of all trees: a file is parsed anew when it is asked for. */
  forget(): void;
  /** Has parts examined by another thread, from the last to the first, while this one begins with the first; null if there is none. */
  readonly share?: (parts: readonly Part[]) => Shared | null;
}

/** Parts that two threads examine. */
export interface Shared {
  /** Whether this thread is to examine a part; else the other one has begun to. */
  claim(index: number): boolean;
  /** What the other thread made of a part; null if it is to be examined here after all. */
  take(index: number): Part | null;
}

/** How a project is parted. */
interface Limits {
  /** Files of a part, if they don't hang together by their imports. */
  readonly files: number;
  /**
   * How many times the files of the project are examined in parts. Where most parts turn out to hang together, or tell
   * each other otherwise in each turn, all are looked at together at last.
   */
  readonly work: number;
}

export const ordinary: Limits = { files: 1000, work: 1.5 };

/** To so few files another thread would come too late. */
const fewFiles = 200;

/**
 * Where two threads share the parts these are smaller, so that both have work and hold no more than one did. Where a group
 * is a large part of the project, its files have much to do with the others, too, and would be examined twice.
 */
function limitsOf({ files, share }: LargeProject, groups: readonly (readonly string[])[]): Limits {
  const largest = groups.reduce((most, { length }) => Math.max(most, length), 0);
  if (share === undefined || largest > files.length / fewestParts) return ordinary;
  return { ...ordinary, files: Math.min(mostShared, Math.ceil(files.length / fewestParts)) };
}

const fewestParts = 8;
const mostShared = 125;

/**
 * Examines a project, a large one in parts: memory is bounded by the largest group of files that have to do with each
 * other. The result is the same.
 */
export function examineParts(
  project: LargeProject,
  configuration: Configuration,
  rename: RenameField = renameNothing,
  given?: Limits,
): Result {
  const look = (own: Project): Result => examine(own, configuration, rename);
  if (project.files.length <= (given?.files ?? fewFiles)) return look(project);
  const groups = groupByImports(project);
  const limits = given ?? limitsOf(project, groups);
  if (project.files.length <= limits.files) return look(project);
  let parts = pack(groups, limits.files);
  let work = countStale(parts);
  while (work <= limits.work * project.files.length && countStale(parts) > 0) {
    parts = meet(examineStale(project, parts, look));
    work += countStale(parts);
  }
  project.forget();
  return countStale(parts) > 0 ? look(project) : joinResults(parts.flatMap(({ met }) => met?.result ?? []));
}

/** How many files are to be examined. */
function countStale(parts: readonly Part[]): number {
  return parts.reduce((sum, { files, met }) => (met === null ? sum + files.length : sum), 0);
}

function groupByImports(project: Project): readonly (readonly string[])[] {
  const targetsOf = (file: string): string[] =>
    project.findImports(file).flatMap((specifier) => project.resolve(file, specifier) ?? []);
  return [...new Set(groupFiles(project.files, targetsOf).values())];
}

/** Small groups share a part: what they have to do with each other need not be asked for. */
function pack(groups: readonly (readonly string[])[], most: number): Part[] {
  const parts: string[][] = [];
  for (const group of groups) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + group.length <= most) last.push(...group);
    else parts.push([...group]);
  }
  return parts.map((files) => ({ files: files.sort(), offers: new Map(), met: null }));
}

function examineStale(project: LargeProject, parts: readonly Part[], look: (own: Project) => Result): Part[] {
  const known = [...parts];
  const examineHere = (index: number, part: Part): void => {
    project.forget();
    known[index] = examinePart(project, part, known, look);
  };
  const shared = project.share?.(parts) ?? null;
  const elsewhere: [number, Part][] = [];
  for (const [index, part] of parts.entries()) {
    if (part.met !== null) continue;
    if (shared?.claim(index) === false) elsewhere.push([index, part]);
    else examineHere(index, part);
  }
  for (const [index, part] of elsewhere) {
    const examined = shared?.take(index) ?? null;
    if (examined === null) examineHere(index, part);
    else known[index] = examined;
  }
  return known;
}

/** Parts of which one asks for another become one. Those, and who was told what is not so, are to be examined anew. */
function meet(parts: readonly Part[]): Part[] {
  const byFile = new Map(parts.map((part) => [part.files[0] ?? '', part]));
  const asked = (name: string): string[] =>
    [...byFile].flatMap(([other, part]) => (asksFor(byFile.get(name)?.met ?? null, part) ? [other] : []));
  const groups = new Set(groupFiles([...byFile.keys()], asked).values());
  return [...groups].map((group) => {
    const members = group.flatMap((name) => byFile.get(name) ?? []);
    const [only, ...more] = members;
    if (only === undefined || more.length > 0) return join(members);
    return isTold(only, parts) ? only : { ...only, met: null };
  });
}

function join(parts: readonly Part[]): Part {
  const offers = new Map<Topic, Set<string>>();
  for (const [topic, keys] of parts.flatMap((part) => [...part.offers]))
    for (const key of keys) addKey(offers, topic, key);
  return { files: parts.flatMap(({ files }) => files).sort(), offers, met: null };
}
