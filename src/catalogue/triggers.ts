import type { Change } from './change.js';

export const triggers = [
  {
    id: 'pipeline-triggers',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: [
      { from: 'POST /projects/:id/trigger/builds', to: 'POST /projects/:id/trigger/pipeline' },
      { from: 'POST /projects/:id/ref/:ref+/trigger/builds', to: 'POST /projects/:id/ref/:ref+/trigger/pipeline' },
    ],
    answers: [
      {
        on: ['POST /projects/:id/trigger/builds', 'POST /projects/:id/ref/:ref+/trigger/builds'],
        entity: 'trigger',
        fields: { variables: null },
      },
    ],
    says:
      'Build triggers become pipeline triggers: POST /projects/:id/trigger/builds becomes ' +
      'POST /projects/:id/trigger/pipeline',
    because: 'v4 answers 404 to the old address, so nothing is built.',
    source: 'document, 9.0; the address for webhooks too: lib/api/triggers.rb, 9.0',
    message:
      'Post to `…/trigger/pipeline`; the parameters stay. The answer is the pipeline, and its `id` that of the pipeline.',
    example: {
      before: 'POST /projects/4/trigger/builds?token=8d2c&ref=main',
      after: 'POST /projects/4/trigger/pipeline?token=8d2c&ref=main',
    },
  },
  {
    id: 'trigger-description',
    release: '9.0',
    rule: 'no-v3-parameter',
    certainty: 'manual',
    on: ['POST /projects/:id/triggers'],
    needed: ['description'],
    says: 'POST /projects/:id/triggers requires a description',
    because: 'v4 refuses a trigger without a description with 400.',
    source: 'document, 9.0',
    message: 'Send a `description` that says what the trigger is for.',
    example: { before: 'POST /projects/4/triggers', after: 'POST /projects/4/triggers' },
  },
  {
    id: 'trigger-by-id',
    release: '9.0',
    rule: 'no-global-id',
    certainty: 'manual',
    on: ['GET|DELETE /projects/:id/triggers/:token'],
    identified: { segment: 'token', entity: 'trigger', from: 'token', to: 'id' },
    says: 'GET and DELETE /projects/:id/triggers/:token become /projects/:id/triggers/:trigger_id',
    because: 'v4 names a trigger by its id, which v3 did not show, and refuses a token in that place.',
    source: 'lib/api/v3/triggers.rb and lib/api/triggers.rb, 9.0',
    message:
      "Put the trigger's `id` where its token stands in the path; `GET /projects/:id/triggers` of v4 lists both.",
    example: { before: 'DELETE /projects/4/triggers/8d2c', after: 'DELETE /projects/4/triggers/10' },
  },
] satisfies readonly Change[];
