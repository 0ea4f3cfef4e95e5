import type { Change } from './change.js';

export const users = [
  {
    id: 'user-block',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: [
      { from: 'PUT /users/:id/block', to: 'POST /users/:id/block' },
      { from: 'PUT /users/:id/unblock', to: 'POST /users/:id/unblock' },
    ],
    answers: [
      {
        on: ['PUT /users/:id/block', 'PUT /users/:id/unblock'],
        statuses: { 200: 201 },
        because: 'v4 answers 201, so what expects 200 takes it for a failure.',
      },
    ],
    says: 'PUT /users/:id/block and PUT /users/:id/unblock become POST',
    because: 'v4 answers 404 or 405 to PUT here.',
    source: 'document, 9.0; the status: lib/api/users.rb, 9.0',
    message: 'Send `POST` instead of `PUT`.',
    example: { before: 'PUT /users/17/block', after: 'POST /users/17/block' },
  },
  {
    id: 'skip-confirmation',
    release: '9.1',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    on: ['POST /users'],
    revalued: { confirm: { name: 'skip_confirmation', negated: true } },
    says: 'Parameter confirm of POST /users is deprecated in favour of skip_confirmation',
    because: 'v4 passes over `confirm`, so `confirm=false` no longer keeps the mail from being sent.',
    source: 'document, 9.0; gone since 9.1: lib/api/users.rb',
    message: 'Send `skip_confirmation` with the opposite value: `confirm=false` is `skip_confirmation=true`.',
    example: {
      before: 'POST /users?username=ada&confirm=false',
      after: 'POST /users?username=ada&skip_confirmation=true',
    },
  },
  {
    id: 'session-removed',
    release: '10.2',
    rule: 'no-v3-endpoint',
    certainty: 'manual',
    moved: { from: 'POST /session', to: null },
    says: 'POST /session is removed',
    because: 'GitLab no longer gives out a token for a name and a password at this address.',
    source: 'lib/api/session.rb, gone in 10.2',
    message:
      'Let the user create a personal access token, or use OAuth (`POST /oauth/token`, outside the API), and send that ' +
      'token.',
    example: { before: 'POST /session?login=ada&password=secret', after: null },
  },
] satisfies readonly Change[];
