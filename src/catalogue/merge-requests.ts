import type { Change } from './change.js';

const item = '/projects/:id/merge_requests/:merge_request_id';

export const mergeRequests = [
  {
    id: 'merge-requests-iid-filter',
    release: '8.17',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    on: ['GET /projects/:id/merge_requests'],
    renamed: { iid: 'iids[]', 'iid[]': 'iids[]' },
    says: 'The iid[] array filter of GET /projects/:id/merge_requests is renamed iids',
    because: 'v4 passes over `iid[]` and lists all merge requests of the project.',
    source: 'document, 8.17',
    message: 'Send `iids[]` for `iid[]`.',
    example: {
      before: 'GET /projects/4/merge_requests?iid[]=42&iid[]=43',
      after: 'GET /projects/4/merge_requests?iids[]=42&iids[]=43',
    },
  },
  {
    id: 'merge-request-singular',
    release: '8.17',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: {
      from: '* /projects/:id/merge_request/:merge_request_id/*',
      to: '* /projects/:id/merge_requests/:merge_request_id/*',
    },
    says: 'Endpoints under GET /projects/merge_request/:id are removed; use GET /projects/merge_requests/:id',
    because: 'v4 knows merge requests in the plural only and answers 404 to the singular.',
    source: 'document, 8.17; the routes are /projects/:id/merge_request/… in lib/api/v3/merge_requests.rb',
    message: 'Write `merge_requests`, in the plural.',
    example: { before: 'GET /projects/4/merge_request/7301', after: 'GET /projects/4/merge_requests/7301' },
  },
  {
    id: 'merge-when-pipeline-succeeds',
    release: '9.0',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    moved: {
      from: `POST|PUT ${item}/cancel_merge_when_build_succeeds`,
      to: `POST ${item}/cancel_merge_when_pipeline_succeeds`,
    },
    on: [`PUT ${item}/merge`, 'POST /projects', 'POST /projects/user/:user_id', 'PUT /projects/:id'],
    renamed: {
      merge_when_build_succeeds: 'merge_when_pipeline_succeeds',
      only_allow_merge_if_build_succeeds: 'only_allow_merge_if_pipeline_succeeds',
    },
    answers: [
      {
        on: [
          'GET /projects/:id/merge_requests',
          'POST /projects/:id/merge_requests',
          `GET|PUT ${item}`,
          `PUT ${item}/merge`,
          `POST|PUT ${item}/cancel_merge_when_build_succeeds`,
          `GET ${item}/changes`,
          'GET /projects/:id/milestones/:milestone_id/merge_requests',
        ],
        entity: 'merge request',
        fields: { merge_when_build_succeeds: 'merge_when_pipeline_succeeds' },
      },
    ],
    behaves: [`PUT ${item}?state_event=merge`],
    says:
      'Parameter merge_when_build_succeeds is renamed merge_when_pipeline_succeeds on ' +
      'PUT /projects/:id/merge_requests/:merge_request_id/merge, ' +
      'POST /projects/:id/merge_requests/:merge_request_id/cancel_merge_when_pipeline_succeeds, POST /projects, ' +
      'POST /projects/user/:user_id, PUT /projects/:id',
    because: 'v4 passes over the old name, so a merge meant to wait for its pipeline happens at once.',
    source: 'document, 9.0; on projects only_allow_merge_if_build_succeeds: lib/api/v3/projects.rb',
    message:
      'Say pipeline where the parameter, the field or the path says build: `merge_when_pipeline_succeeds`, ' +
      '`only_allow_merge_if_pipeline_succeeds`, `POST …/cancel_merge_when_pipeline_succeeds`. A merge by ' +
      '`state_event=merge` is `PUT …/merge` in v4.',
    example: {
      before: 'PUT /projects/4?only_allow_merge_if_build_succeeds=true',
      after: 'PUT /projects/4?only_allow_merge_if_pipeline_succeeds=true',
    },
  },
  {
    id: 'subscribed-in-lists',
    release: '9.0',
    rule: 'no-v3-response',
    certainty: 'manual',
    answers: [
      {
        on: [
          'GET /issues',
          'GET /groups/:id/issues',
          'GET /projects/:id/issues',
          'GET /projects/:id/milestones/:milestone_id/issues',
          `GET ${item}/closes_issues`,
        ],
        entity: 'issue',
        fields: { subscribed: null },
      },
      {
        on: ['GET /projects/:id/merge_requests', 'GET /projects/:id/milestones/:milestone_id/merge_requests'],
        entity: 'merge request',
        fields: { subscribed: null },
      },
    ],
    says: 'The subscribed field is removed from list responses of issues and merge requests (fetch a single item to get it)',
    because: '`subscribed` is undefined in the elements of a list, which reads as not subscribed.',
    source: 'document, 9.0',
    message: 'Fetch the single issue or merge request by its iid where `subscribed` is needed.',
    example: { before: 'GET /projects/4/merge_requests', after: 'GET /projects/4/merge_requests' },
  },
  {
    id: 'merge-request-iid',
    release: '9.0',
    rule: 'no-global-id',
    certainty: 'safe',
    on: [`* ${item}/*`],
    identified: { segment: 'merge_request_id', entity: 'merge request', from: 'id', to: 'iid' },
    says:
      'Merge request endpoints (including award emoji, to-dos, time tracking) use the project-internal ID (iid) ' +
      'rather than the global ID',
    because: 'With the global id v4 answers 404, or worse, changes another merge request of the project.',
    source: 'document, 9.0; notes, versions, subscriptions and approvals too: lib/api, 9.0',
    message: "Put the merge request's `iid`, its number within the project, where its `id` stands in the path.",
    example: { before: 'PUT /projects/4/merge_requests/7301/merge', after: 'PUT /projects/4/merge_requests/12/merge' },
  },
  {
    id: 'merge-request-comments',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: { from: `GET|POST ${item}/comments`, to: `GET|POST ${item}/notes` },
    on: [`POST ${item}/comments`],
    renamed: { note: 'body' },
    required: ['note'],
    answers: [{ on: [`GET|POST ${item}/comments`], entity: 'note', fields: { note: 'body' } }],
    says: 'The comments of a merge request are its notes: GET and POST …/comments become …/notes, parameter note becomes body',
    because: 'v3 had comments beside notes for old clients only.',
    source: 'lib/api/v3/merge_requests.rb and lib/api/notes.rb, 9.0',
    message: 'Use `…/notes` for `…/comments`, and `body` for the parameter and the field `note`.',
    example: {
      before: 'POST /projects/4/merge_requests/12/comments?note=Well%20done',
      after: 'POST /projects/4/merge_requests/12/notes?body=Well%20done',
    },
  },
  {
    id: 'merge-request-unapprove',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: { from: `DELETE ${item}/unapprove`, to: `POST ${item}/unapprove` },
    says: 'DELETE /projects/:id/merge_requests/:merge_request_id/unapprove becomes POST (EE)',
    because: 'v4 keeps DELETE for removing resources; taking an approval back is an action.',
    source: "the document's page of 9.0, section on EE",
    message: 'Take the approval back with `POST …/unapprove`.',
    example: {
      before: 'DELETE /projects/4/merge_requests/12/unapprove',
      after: 'POST /projects/4/merge_requests/12/unapprove',
    },
  },
] satisfies readonly Change[];
