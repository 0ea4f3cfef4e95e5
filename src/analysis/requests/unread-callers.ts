import type { Project } from '../project.js';

type Callers = ReadonlyMap<string, ReadonlySet<string>>;

const known = new WeakMap<Project, Callers>();

/**
 * The programs in languages that are not read, and that send requests by way of a file, or of what imports that: what
 * paths they have behind a base nobody sees.
 */
export function findUnreadCallers(project: Project, file: string): readonly string[] {
  const callers = known.get(project) ?? listUnreadCallers(project);
  known.set(project, callers);
  return [...(callers.get(file) ?? [])];
}

/** By the files that they lead to. */
function listUnreadCallers(project: Project): Callers {
  const callers = new Map<string, Set<string>>();
  for (const file of project.files) {
    const unread = project.findBystandersOf(file).filter(({ isUnread }) => isUnread === true);
    if (unread.length === 0) continue;
    for (const reached of reachFrom(project, file)) {
      const before = callers.get(reached) ?? new Set();
      for (const caller of unread) before.add(caller.file);
      callers.set(reached, before);
    }
  }
  return callers;
}

/** A file, and those that it imports, directly or through others. */
function reachFrom(project: Project, file: string): ReadonlySet<string> {
  const own = new Set(project.files);
  const reached = new Set([file]);
  for (const from of reached)
    for (const specifier of project.findImports(from)) {
      const next = project.resolve(from, specifier);
      if (next !== null && own.has(next)) reached.add(next);
    }
  return reached;
}
