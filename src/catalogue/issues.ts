import type { Change } from './change.js';

export const issues = [
  {
    id: 'issues-iid-filter',
    release: '8.17',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    on: ['GET /projects/:id/issues'],
    renamed: { iid: 'iids[]', 'iid[]': 'iids[]' },
    says: 'The iid filter is removed from GET /projects/:id/issues',
    because: 'v4 passes over `iid` and lists all issues of the project.',
    source: 'document, 8.17; iids[] takes its place in lib/api/issues.rb, 9.0',
    message: 'Send `iids[]` for `iid`, or fetch the one issue with `GET /projects/:id/issues/:issue_iid`.',
    example: { before: 'GET /projects/4/issues?iid=12', after: 'GET /projects/4/issues?iids[]=12' },
  },
  {
    id: 'issue-labels-and',
    release: '9.0',
    rule: 'review-v4-behavior',
    certainty: 'manual',
    behaves: ['GET /projects/:id/issues?labels=:labels+', 'GET /issues?labels=:labels+'],
    says:
      'The labels filter on GET /projects/:id/issues and GET /issues matches only issues that have all given labels ' +
      '(logical AND)',
    because: 'v3 listed issues that had any of the labels, so with several labels v4 lists fewer.',
    source: 'document, 9.0',
    message:
      'With several labels v4 lists only the issues that have all of them; to get the issues with any of them, send ' +
      'one request for each label and join the answers. One label means the same as before.',
    example: { before: 'GET /issues?labels=bug,regression', after: 'GET /issues?labels=bug,regression' },
  },
  {
    id: 'issue-iid',
    release: '9.0',
    rule: 'no-global-id',
    certainty: 'safe',
    on: ['* /projects/:id/issues/:issue_id/*'],
    identified: { segment: 'issue_id', entity: 'issue', from: 'id', to: 'iid' },
    says:
      'Issue endpoints (including award emoji, to-dos, time tracking) use the project-internal ID (iid) rather than ' +
      'the global ID',
    because: 'With the global id v4 answers 404, or worse, changes another issue of the project.',
    source: 'document, 9.0; notes and subscriptions too: lib/api/notes.rb and lib/api/subscriptions.rb, 9.0',
    message: "Put the issue's `iid`, its number within the project, where its `id` stands in the path.",
    example: { before: 'GET /projects/4/issues/7301/notes', after: 'GET /projects/4/issues/12/notes' },
  },
] satisfies readonly Change[];
