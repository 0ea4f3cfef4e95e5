import type { Change } from './change.js';

export const members = [
  {
    id: 'member-conflict',
    release: '9.0',
    rule: 'review-v4-behavior',
    certainty: 'manual',
    behaves: ['POST /projects/:id/members'],
    answers: [{ on: ['POST /projects/:id/members'], entity: 'member', statuses: { 201: 409 } }],
    says: 'POST /projects/:id/members returns status 409 when the member already exists',
    because: 'v3 answered 201 with the member, so code that adds members again and again never saw an error.',
    source: 'document, 9.0; groups answered 409 in v3 already: routes of members, 8.16',
    message: 'Treat 409 as "is a member already"; v3 answered 201.',
    example: {
      before: 'POST /projects/4/members?user_id=17&access_level=30',
      after: 'POST /projects/4/members?user_id=17&access_level=30',
    },
  },
  {
    id: 'member-validation-status',
    release: '9.0',
    rule: 'no-v3-response',
    certainty: 'manual',
    answers: [
      {
        on: [
          'POST /projects/:id/members',
          'PUT /projects/:id/members/:user_id',
          'POST /groups/:id/members',
          'PUT /groups/:id/members/:user_id',
        ],
        entity: 'member',
        statuses: { 422: 400 },
      },
    ],
    says: 'Any validation error when creating or updating a member is answered with 400 (not 422)',
    because: 'A branch for 422 is never taken.',
    source: 'document, Errors',
    message: 'Expect 400 where v3 answered 422.',
    example: {
      before: 'PUT /groups/5/members/17?access_level=30',
      after: 'PUT /groups/5/members/17?access_level=30',
    },
  },
] satisfies readonly Change[];
