import type { OpenProject } from '../src/files/project.js';
import type { FileError } from '../src/migration/finding.js';
import type { Part } from '../src/migration/part.js';
import type { Shared } from '../src/migration/parts.js';
import type { Examined, PartWorker } from './part-worker.js';

/** What another thread met in the files of a project. */
interface Elsewhere {
  readonly errors: readonly FileError[];
  readonly unread: readonly string[];
}

/** The same project, where another thread examines some of the parts. */
export function shareProject(project: OpenProject, worker: PartWorker): OpenProject {
  return share(project, worker, new Map(), { errors: [], unread: [] });
}

function share(
  project: OpenProject,
  worker: PartWorker,
  texts: ReadonlyMap<string, string>,
  known: Elsewhere,
): OpenProject {
  let elsewhere = known;
  const learn = ({ errors, unread }: Examined): void => {
    elsewhere = { errors: [...elsewhere.errors, ...errors], unread: [...elsewhere.unread, ...unread] };
  };
  return {
    ...project,
    share: (parts) => toShared(worker.share(parts, texts), learn),
    errors: () => joinErrors(project.errors(), elsewhere.errors),
    unread: () => [...new Set([...project.unread(), ...elsewhere.unread])].sort(),
    withTexts: (others) =>
      share(project.withTexts(others), worker, new Map([...texts, ...others]), {
        ...elsewhere,
        errors: elsewhere.errors.filter(({ file }) => !others.has(file)),
      }),
  };
}

function toShared(turn: ReturnType<PartWorker['share']>, learn: (examined: Examined) => void): Shared | null {
  if (turn === null) return null;
  return {
    claim: (index) => turn.claim(index),
    take(index): Part | null {
      const examined = turn.take(index);
      if (examined !== null) learn(examined);
      return examined?.part ?? null;
    },
  };
}

/** Each once: both threads may have met it. */
function joinErrors(own: readonly FileError[], others: readonly FileError[]): FileError[] {
  const distinct = new Map([...own, ...others].map((error) => [JSON.stringify([error.file, error.message]), error]));
  return [...distinct.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
}
