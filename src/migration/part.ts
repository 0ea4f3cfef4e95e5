import type { OtherParts, Project, Question, Topic } from '../analysis/project.js';
import { isHostAskedFor } from './bases.js';
import { isOfPath } from './findings/compared.js';
import type { Result } from './finding.js';

/** Files that are looked at together. Plain data, as all that is of it: another thread may look at them. */
export interface Part {
  readonly files: readonly string[];
  /** What it is known to have. */
  readonly offers: Keys;
  /** Null until it was examined, with what is known of the others. */
  readonly met: Met | null;
}

export type Keys = ReadonlyMap<Topic, ReadonlySet<string>>;

/** What a part came to, and what it had to do with others. */
export interface Met {
  readonly result: Result;
  readonly asks: Keys;
  readonly questions: readonly Question[];
  readonly answers: readonly Answered[];
}

interface Answered {
  readonly topic: Topic;
  readonly key: string;
  readonly answer: boolean;
}

/**
 * Examines a part.
 *
 * @param known all parts, with what is known of them so far
 * @param look examines a project that is all there is
 */
export function examinePart(
  project: Project,
  { files }: Part,
  known: readonly Part[],
  look: (own: Project) => Result,
): Part {
  const offers = new Map<Topic, Set<string>>();
  const asks = new Map<Topic, Set<string>>();
  const questions = new Map<string, Question>();
  const answers: Answered[] = [];
  const others: OtherParts = {
    offer: (topic, key) => {
      addKey(offers, topic, key);
    },
    ask: (topic, key) => {
      addKey(asks, topic, key);
    },
    askFor: (question) => {
      questions.set(JSON.stringify(question), question);
    },
    has(topic, key) {
      const answer = isElsewhere(known, files, topic, key);
      answers.push({ topic, key, answer });
      return answer;
    },
  };
  const result = look(toPart(project, files, others));
  return { files, offers, met: { result, asks, questions: [...questions.values()], answers } };
}

export function addKey(keys: Map<Topic, Set<string>>, topic: Topic, key: string): void {
  const known = keys.get(topic);
  if (known === undefined) keys.set(topic, new Set([key]));
  else known.add(key);
}

function isElsewhere(parts: readonly Part[], own: readonly string[], topic: Topic, key: string): boolean {
  return parts.some(({ files, offers }) => files[0] !== own[0] && offers.get(topic)?.has(key) === true);
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

/** Whether a part that was examined is to be looked at together with one that has this. */
export function asksFor(met: Met | null, { offers }: Part): boolean {
  if (met === null) return false;
  const has = (topic: Topic, key: string): boolean => offers.get(topic)?.has(key) === true;
  return (
    [...met.asks].some(([topic, keys]) => [...keys].some((key) => has(topic, key))) ||
    met.questions.some((question) => [...(offers.get(question.topic) ?? [])].some((key) => isAbout(question, key)))
  );
}

function isAbout(question: Question, key: string): boolean {
  return question.topic === 'host of a base' ? isHostAskedFor(question, key) : isOfPath(key, question);
}

/** Whether what a part was told of the others is so. */
export function isTold({ files, met }: Part, parts: readonly Part[]): boolean {
  return (met?.answers ?? []).every(({ topic, key, answer }) => answer === isElsewhere(parts, files, topic, key));
}
