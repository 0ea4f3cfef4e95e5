import type { Change } from './change.js';

const issue = '/projects/:id/issues/:issue_id';
const mergeRequest = '/projects/:id/merge_requests/:merge_request_id';
const label = '/projects/:id/labels/:label_id';

export const subscriptions = [
  {
    id: 'subscriptions',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: [
      { from: `POST ${issue}/subscription`, to: `POST ${issue}/subscribe` },
      { from: `DELETE ${issue}/subscription`, to: `POST ${issue}/unsubscribe` },
      { from: `POST ${mergeRequest}/subscription`, to: `POST ${mergeRequest}/subscribe` },
      { from: `DELETE ${mergeRequest}/subscription`, to: `POST ${mergeRequest}/unsubscribe` },
      { from: `POST ${label}/subscription`, to: `POST ${label}/subscribe` },
      { from: `DELETE ${label}/subscription`, to: `POST ${label}/unsubscribe` },
    ],
    answers: [
      {
        on: [`DELETE ${issue}/subscription`, `DELETE ${mergeRequest}/subscription`, `DELETE ${label}/subscription`],
        statuses: { 200: 201 },
        because: 'v4 answers 201, so what expects 200 takes it for a failure.',
      },
    ],
    says: 'Subscriptions: POST /projects/:id/:subscribable_type/:subscribable_id/subscribe and .../unsubscribe',
    because: 'v4 keeps DELETE for removing resources; to unsubscribe is an action.',
    source: 'document, 9.0; issues, merge requests and labels: lib/api/subscriptions.rb, 9.0',
    message: 'Subscribe with `POST …/subscribe` and unsubscribe with `POST …/unsubscribe`.',
    example: {
      before: 'DELETE /projects/4/labels/docs/subscription',
      after: 'POST /projects/4/labels/docs/unsubscribe',
    },
  },
] satisfies readonly Change[];
