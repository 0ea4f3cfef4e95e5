import type { Change } from './change.js';

export const settings = [
  {
    id: 'push-rule',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: {
      from: '* /projects/:id/git_hook',
      to: '* /projects/:id/push_rule',
    },
    says: 'ProjectGitHook API is removed, use ProjectPushRule: /projects/:id/git_hook becomes /projects/:id/push_rule (EE)',
    because: 'Git hooks were named push rules, and v4 knows the new name only.',
    source: "the document's page of 9.0, section on EE; lib/api/v3/project_git_hook.rb",
    message: 'Write `push_rule` for `git_hook`.',
    example: { before: 'GET /projects/4/git_hook', after: 'GET /projects/4/push_rule' },
  },
  {
    id: 'application-settings',
    release: '9.0',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    on: ['PUT /application/settings'],
    renamed: { repository_storage: 'repository_storages[]' },
    revalued: {
      elasticsearch_host: { name: 'elasticsearch_url' },
      elasticsearch_port: { name: 'elasticsearch_url' },
    },
    answers: [
      {
        on: ['GET|PUT /application/settings'],
        entity: 'settings',
        fields: {
          repository_storage: 'repository_storages',
          elasticsearch_host: 'elasticsearch_url',
          elasticsearch_port: 'elasticsearch_url',
        },
        reshaped: ['repository_storage', 'elasticsearch_host', 'elasticsearch_port'],
      },
    ],
    says:
      'Of the application settings repository_storage is removed, use repository_storages; elasticsearch_host and ' +
      'elasticsearch_port are removed, use elasticsearch_url (EE)',
    because: 'v4 passes over the old names and leaves the settings as they are.',
    source: "the document's page of 9.0, section on EE",
    message:
      'Send the list `repository_storages` for `repository_storage`, and one `elasticsearch_url` ' +
      '(`http://host:port`) for `elasticsearch_host` and `elasticsearch_port`.',
    example: {
      before: 'PUT /application/settings?repository_storage=default',
      after: 'PUT /application/settings?repository_storages[]=default',
    },
  },
] satisfies readonly Change[];
