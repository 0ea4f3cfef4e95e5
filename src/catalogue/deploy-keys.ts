import type { Change } from './change.js';

export const deployKeys = [
  {
    id: 'project-keys',
    release: '8.17',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: { from: '* /projects/:id/keys/*', to: '* /projects/:id/deploy_keys/*' },
    says: 'Endpoints under GET /projects/:id/keys are removed; use GET /projects/:id/deploy_keys',
    because: 'v3 knew deploy keys under two names, v4 under the longer one only.',
    source: 'document, 8.17; all methods: lib/api/deploy_keys.rb, 8.16',
    message: 'Write `deploy_keys` for `keys` behind the id of a project.',
    example: { before: 'GET /projects/4/keys/13', after: 'GET /projects/4/deploy_keys/13' },
  },
  {
    id: 'deploy-key-disable',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: {
      from: 'DELETE /projects/:id/deploy_keys/:key_id/disable',
      to: 'DELETE /projects/:id/deploy_keys/:key_id',
    },
    says: 'DELETE /projects/:id/deploy_keys/:key_id/disable is removed; use DELETE /projects/:id/deploy_keys/:key_id',
    because: 'In v4 deleting a deploy key of a project is what disabling it was.',
    source: 'document, 9.0',
    message: 'Leave `/disable` out: `DELETE /projects/:id/deploy_keys/:key_id` takes the key from the project.',
    example: {
      before: 'DELETE /projects/4/deploy_keys/13/disable',
      after: 'DELETE /projects/4/deploy_keys/13',
    },
  },
] satisfies readonly Change[];
