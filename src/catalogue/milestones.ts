import type { Change } from './change.js';

export const milestones = [
  {
    id: 'milestones-iid-filter',
    release: '9.0',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    on: ['GET /projects/:id/milestones'],
    renamed: { iid: 'iids[]', 'iid[]': 'iids[]' },
    says: 'The iid[] array filter of GET /projects/:id/milestones is renamed iids',
    because: 'v4 passes over `iid[]` and lists all milestones of the project.',
    source: 'document, 9.0',
    message: 'Send `iids[]` for `iid[]`. The id of a milestone in a path stays the global one.',
    example: { before: 'GET /projects/4/milestones?iid[]=2', after: 'GET /projects/4/milestones?iids[]=2' },
  },
] satisfies readonly Change[];
