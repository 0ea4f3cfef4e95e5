import type { User } from './content.js';
import { endOfDay } from './moments.js';
import type { EventFilter, Lane } from './store/events.js';
import type { Store } from './store/store.js';
import type { Values } from './validation.js';
import { targetTypes } from './vocabulary.js';
import type { TargetType } from './vocabulary.js';

/** Which events a list is made of, as the store finds them: whose, and which of them. */

/** The filters of a request. `before` and `after` leave out the day that they name. */
export function toFilter(values: Values): EventFilter {
  const { action, target_type: targetType, before, after, sort } = values;
  return {
    ascending: sort === 'asc',
    ...(typeof after === 'number' ? { from: endOfDay(after) } : {}),
    ...(typeof before === 'number' ? { until: before } : {}),
    ...(typeof action === 'string' ? { action } : {}),
    ...(typeof targetType === 'string' ? { targetType: targetTypes[targetType as TargetType] } : {}),
  };
}

/** The events of one author in the projects that the viewer sees. */
export function listAuthorLanes({ events, directory }: Store, author: User, viewer: User): Lane[] {
  const { projects, isAll } = events.findProjectsOf(author.id);
  const visible = projects.filter((id) => {
    const project = directory.getProject(id);
    return project !== null && directory.canSee(viewer, project);
  });
  // One list is cheaper than many, and holds the same if nothing is hidden in it.
  return isAll && visible.length === projects.length
    ? [{ authorId: author.id }]
    : visible.map((projectId) => ({ authorId: author.id, projectId }));
}

/** The events of everybody in the user's projects: `scope=all`. */
export function listMemberLanes({ directory }: Store, user: User): Lane[] {
  return directory.listMemberProjects(user).map(({ id }) => ({ projectId: id }));
}
