import type { Change } from './change.js';

export const environments = [
  {
    id: 'environment-stop',
    release: '9.0',
    rule: 'review-v4-behavior',
    certainty: 'manual',
    behaves: ['POST /projects/:id/environments/:environment_id/stop'],
    says: 'Added POST /environments/:environment_id/stop to stop an environment',
    because: 'v3 had no such route and answered 404; v4 stops the environment.',
    source:
      'document, 9.0; the route is POST /projects/:id/environments/:environment_id/stop in lib/api/environments.rb',
    message: 'This request does nothing in v3 and stops the environment in v4: make sure that this is meant.',
    example: { before: 'POST /projects/4/environments/6/stop', after: 'POST /projects/4/environments/6/stop' },
  },
  {
    id: 'environment-project',
    release: '9.0',
    rule: 'review-v4-behavior',
    certainty: 'manual',
    answers: [
      {
        on: ['GET|POST /projects/:id/environments', 'PUT|DELETE /projects/:id/environments/:environment_id'],
        entity: 'environment',
        fields: {
          'project.description': null,
          'project.default_branch': null,
          'project.tag_list': null,
          'project.public': null,
          'project.visibility_level': null,
          'project.archived': null,
          'project.ssh_url_to_repo': null,
          'project.owner': null,
          'project.namespace': null,
          'project.created_at': null,
          'project.last_activity_at': null,
          'project.creator_id': null,
          'project.avatar_url': null,
          'project.star_count': null,
          'project.forks_count': null,
          'project.open_issues_count': null,
          'project.runners_token': null,
          'project.builds_enabled': null,
          'project.public_builds': null,
        },
      },
    ],
    says: 'The project payload on environment endpoints is simplified',
    because:
      'The project of an environment has its `id`, its names and paths, `http_url_to_repo` and `web_url`, and no more.',
    source: 'document, 9.0; the fields: lib/api/entities.rb, BasicProjectDetails',
    message: 'Fetch `GET /projects/:id` for anything else of the project of an environment.',
    example: { before: 'GET /projects/4/environments', after: 'GET /projects/4/environments' },
  },
] satisfies readonly Change[];
