import type { OtherParts, Project, Topic } from '../analysis/project.js';
import type { Configuration } from '../configuration/configuration.js';
import { renameNothing } from './edits/rename-field.js';
import type { RenameField } from './edits/rename-field.js';
import { examine } from './examine.js';
import type { Result } from './finding.js';
import { groupFiles } from './groups.js';
import { joinResults } from './join-results.js';

/** A project whose trees need not all be in memory. */
export interface LargeProject extends Project {
  /** Lets go of all trees: a file is parsed anew when it is asked for. */
  forget(): void;
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

export const ordinary: Limits = { files: 500, work: 1.5 };

/**
 * Examines a project, a large one in parts: memory is bounded by the largest group of files that have to do with each
 * other. The result is the same.
 */
export function examineParts(
  project: LargeProject,
  configuration: Configuration,
  rename: RenameField = renameNothing,
  limits = ordinary,
): Result {
  if (project.files.length <= limits.files) return examine(project, configuration, rename);
  const look = (own: Project): Result => examine(own, configuration, rename);
  let parts = split(project, limits.files);
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

/** Files that are looked at together. */
interface Part {
  readonly files: readonly string[];
  /** What it is known to have. */
  readonly offers: Keys;
  /** Null until it was examined, with what is known of the others. */
  readonly met: Met | null;
}

type Keys = ReadonlyMap<Topic, ReadonlySet<string>>;

/** What a part came to, and what it had to do with others. */
interface Met {
  readonly result: Result;
  readonly asks: Keys;
  readonly wider: readonly Ask[];
  readonly answers: readonly Answered[];
}

interface Ask {
  readonly topic: Topic;
  readonly isAsked: (key: string) => boolean;
}

interface Answered {
  readonly topic: Topic;
  readonly key: string;
  readonly answer: boolean;
}

/** Small groups share a part: what they have to do with each other need not be asked for. */
function split(project: Project, most: number): Part[] {
  const targetsOf = (file: string): string[] =>
    project.findImports(file).flatMap((specifier) => project.resolve(file, specifier) ?? []);
  const groups = new Set(groupFiles(project.files, targetsOf).values());
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
  for (const [index, part] of parts.entries()) {
    if (part.met !== null) continue;
    project.forget();
    known[index] = examinePart(project, part, known, look);
  }
  return known;
}

function examinePart(project: Project, { files }: Part, known: readonly Part[], look: (own: Project) => Result): Part {
  const offers = new Map<Topic, Set<string>>();
  const asks = new Map<Topic, Set<string>>();
  const wider: Ask[] = [];
  const answers: Answered[] = [];
  const others: OtherParts = {
    offer: (topic, key) => {
      add(offers, topic, key);
    },
    ask: (topic, key) => {
      add(asks, topic, key);
    },
    askFor: (topic, isAsked) => {
      wider.push({ topic, isAsked });
    },
    has(topic, key) {
      const answer = isElsewhere(known, files, topic, key);
      answers.push({ topic, key, answer });
      return answer;
    },
  };
  const result = look(toPart(project, files, others));
  return { files, offers, met: { result, asks, wider, answers } };
}

function add(keys: Map<Topic, Set<string>>, topic: Topic, key: string): void {
  const known = keys.get(topic);
  if (known === undefined) keys.set(topic, new Set([key]));
  else known.add(key);
}

function isElsewhere(parts: readonly Part[], own: readonly string[], topic: Topic, key: string): boolean {
  return parts.some(({ files, offers }) => files !== own && offers.get(topic)?.has(key) === true);
}

/** The project as a part sees it. Which files are opened is noted: what one part changes in them, another may read. */
function toPart(project: Project, files: readonly string[], others: OtherParts): Project {
  return {
    ...project,
    files,
    others,
    parse(file) {
      if (!project.isForeign(file)) others.offer('file', file);
      return project.parse(file);
    },
    findEnvironment(from, name) {
      const values = project.findEnvironment(from, name);
      for (const { file } of values) others.offer('file', file);
      return values;
    },
  };
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
    for (const key of keys) add(offers, topic, key);
  return { files: parts.flatMap(({ files }) => files).sort(), offers, met: null };
}

function asksFor(met: Met | null, { offers }: Part): boolean {
  if (met === null) return false;
  const has = (topic: Topic, key: string): boolean => offers.get(topic)?.has(key) === true;
  return (
    [...met.asks].some(([topic, keys]) => [...keys].some((key) => has(topic, key))) ||
    met.wider.some(({ topic, isAsked }) => [...(offers.get(topic) ?? [])].some(isAsked))
  );
}

/** Whether what a part was told of the others is so. */
function isTold({ files, met }: Part, parts: readonly Part[]): boolean {
  return (met?.answers ?? []).every(({ topic, key, answer }) => answer === isElsewhere(parts, files, topic, key));
}
