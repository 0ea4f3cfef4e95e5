import type { Change } from './change.js';

export const templates = [
  {
    id: 'templates-prefix',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: [
      { from: 'GET /licenses', to: 'GET /templates/licenses' },
      { from: 'GET /licenses/:key', to: 'GET /templates/licenses/:key' },
      { from: 'GET /gitignores', to: 'GET /templates/gitignores' },
      { from: 'GET /gitignores/:key', to: 'GET /templates/gitignores/:key' },
      { from: 'GET /gitlab_ci_ymls', to: 'GET /templates/gitlab_ci_ymls' },
      { from: 'GET /gitlab_ci_ymls/:key', to: 'GET /templates/gitlab_ci_ymls/:key' },
      { from: 'GET /dockerfiles', to: 'GET /templates/dockerfiles' },
      { from: 'GET /dockerfiles/:key', to: 'GET /templates/dockerfiles/:key' },
    ],
    says:
      'Deprecated template endpoints without the /templates prefix are removed (still reachable with the prefix): ' +
      '/licenses, /licenses/:key, /gitignores, /gitlab_ci_ymls, /dockerfiles, /gitignores/:key, /gitlab_ci_ymls/:key, ' +
      '/dockerfiles/:key',
    because: 'v4 has templates in one place only.',
    source: 'document, 9.0',
    message: 'Put `/templates` before the path.',
    example: { before: 'GET /gitignores/Node', after: 'GET /templates/gitignores/Node' },
  },
] satisfies readonly Change[];
