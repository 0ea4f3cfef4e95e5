import type { Change } from './change.js';
import { deployKeys } from './deploy-keys.js';
import { environments } from './environments.js';
import { general } from './general.js';
import { groups } from './groups.js';
import { issues } from './issues.js';
import { jobs } from './jobs.js';
import { members } from './members.js';
import { mergeRequests } from './merge-requests.js';
import { milestones } from './milestones.js';
import { notes } from './notes.js';
import { projects } from './projects.js';
import { repository } from './repository.js';
import { settings } from './settings.js';
import { snippets } from './snippets.js';
import { subscriptions } from './subscriptions.js';
import { templates } from './templates.js';
import { todos } from './todos.js';
import { triggers } from './triggers.js';
import { users } from './users.js';
import { visibility } from './visibility.js';

const rows = [
  ...projects,
  ...deployKeys,
  ...mergeRequests,
  ...issues,
  ...subscriptions,
  ...milestones,
  ...notes,
  ...snippets,
  ...repository,
  ...jobs,
  ...triggers,
  ...environments,
  ...members,
  ...groups,
  ...users,
  ...todos,
  ...visibility,
  ...templates,
  ...settings,
  ...general,
] as const satisfies readonly Change[];

/** The order of the document, and behind it rows that the document lacks. A row that is not named comes last. */
const order: readonly string[] = [
  'projects-search',
  'issues-iid-filter',
  'merge-requests-iid-filter',
  'merge-request-singular',
  'project-snippet-expires-at',
  'project-keys',
  'member-conflict',
  'project-unstar',
  'templates-prefix',
  'project-fork',
  'todos-mark-as-done',
  'projects-filters',
  'projects-membership',
  'pagination',
  'environment-stop',
  'deploy-key-disable',
  'user-block',
  'subscriptions',
  'issue-labels-and',
  'branch-parameter',
  'merge-when-pipeline-succeeds',
  'branch-delete-response',
  'project-public',
  'subscribed-in-lists',
  'visibility-string',
  'note-votes',
  'member-validation-status',
  'groups-owned',
  'async-removal',
  'milestones-iid-filter',
  'pipelines-basic',
  'builds-to-jobs',
  'commit-builds',
  'pipeline-triggers',
  'trigger-description',
  'environment-project',
  'merge-request-iid',
  'issue-iid',
  'commits-first-page',
  'commits-link-header',
  'repository-file-path',
  'blob-attributes',
  'repository-file-raw',
  'tree-ref',
  'skip-confirmation',
  'api-prefix',
  'delete-no-content',
  'raw-blobs',
  'merge-request-comments',
  'merge-request-unapprove',
  'trigger-by-id',
  'job-events',
  'project-fields',
  'push-rule',
  'application-settings',
  'session-removed',
];

const byId: ReadonlyMap<string, Change> = new Map(rows.map((row) => [row.id, row]));

/** Every row, in the order of the document. */
export const changes: readonly Change[] = [
  ...order.flatMap((id) => byId.get(id) ?? []),
  ...rows.filter(({ id }) => !order.includes(id)),
];

const joined = new WeakMap<readonly Change[], readonly Change[]>();

/** The rows that hold in a project: these, and behind them its own. The same list for the same rows. */
export function withRows(more: readonly Change[]): readonly Change[] {
  if (more.length === 0) return changes;
  const all = joined.get(more) ?? [...changes, ...more];
  joined.set(more, all);
  return all;
}

export function getChange(id: string): Change | null {
  return byId.get(id) ?? null;
}
