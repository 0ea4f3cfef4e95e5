import type { Content } from './content.js';
import { completeSeed } from './seed-defaults.js';

const [hour, day] = [3_600_000, 86_400_000];

/** What the core serves without a seed: two people, a group with a project, and a few events of the last days. */
export function createDemo(): Content {
  const now = Date.now();
  const ago = (time: number): string => new Date(now - time).toISOString();
  return completeSeed({
    users: [
      { id: 1, username: 'root', name: 'Administrator', admin: true, email: 'root@example.com' },
      { id: 2, username: 'mara', name: 'Mara Lindqvist', email: 'mara@example.com' },
    ],
    tokens: [
      { token: 'glpat-root-api', user: 1, scopes: ['api'] },
      { token: 'glpat-mara-api', user: 2, scopes: ['api'] },
    ],
    groups: [{ id: 5, full_path: 'acme', visibility: 'private', members: [1, 2] }],
    projects: [{ id: 8, path_with_namespace: 'acme/site', visibility: 'private' }],
    settings: [{ user: 1, scope: 'project', source: 8, level: 'custom', events: { new_note: true } }],
    events: [
      { id: 1, project_id: 8, author_id: 2, action: 'joined', created_at: ago(3 * day) },
      {
        ...{
          id: 2,
          project_id: 8,
          author_id: 2,
          action: 'created',
          target_type: 'Issue',
          target_id: 31,
          target_iid: 1,
        },
        ...{ target_title: 'The start page is empty', created_at: ago(2 * day) },
      },
      {
        ...{ id: 3, project_id: 8, author_id: 1, action: 'pushed', created_at: ago(day) },
        push_data: { commit_count: 1, action: 'pushed', ref_type: 'branch', ref: 'main', commit_title: 'Add a page' },
      },
      {
        ...{ id: 4, project_id: 8, author_id: 1, action: 'commented', target_type: 'Note', target_id: 77 },
        note: { body: 'Done.', noteable_id: 31, noteable_type: 'Issue', noteable_iid: 1 },
        created_at: ago(hour),
      },
    ],
  });
}
