import type { Change } from './change.js';

const projectWrites = ['POST /projects', 'POST /projects/user/:user_id', 'PUT /projects/:id'];

export const jobs = [
  {
    id: 'builds-to-jobs',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: { from: '* /projects/:id/builds/*', to: '* /projects/:id/jobs/*' },
    on: projectWrites,
    renamed: { builds_enabled: 'jobs_enabled' },
    answers: [
      {
        on: [
          'GET /projects?statistics=:statistics',
          'GET /projects/owned?statistics=:statistics',
          'GET /projects/all?statistics=:statistics',
        ],
        entity: 'project',
        fields: { 'statistics.build_artifacts_size': 'statistics.job_artifacts_size' },
      },
      {
        on: ['GET /groups?statistics=:statistics', 'GET /groups/owned?statistics=:statistics'],
        entity: 'group',
        fields: { 'statistics.build_artifacts_size': 'statistics.job_artifacts_size' },
      },
    ],
    says: 'All references to build are renamed job',
    because: 'v4 answers 404 to `/builds`, and passes over `builds_enabled`.',
    source: 'document, 9.0; the parameter since 9.1: lib/api/projects.rb; the field: lib/api/entities.rb',
    message:
      'Say jobs where the path or the name says builds: `/jobs`, `jobs_enabled`, `job_artifacts_size`. The ids of ' +
      'jobs stay, and so does the parameter `public_builds`.',
    example: { before: 'GET /projects/4/builds/69/trace', after: 'GET /projects/4/jobs/69/trace' },
  },
  {
    id: 'commit-builds',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'manual',
    moved: { from: 'GET /projects/:id/repository/commits/:sha/builds', to: null },
    says: 'GET /projects/:id/repository/commits/:sha/jobs is dropped',
    because: 'In v4 jobs belong to pipelines, and a commit may have several.',
    source: 'document, 9.0',
    message:
      'Find the pipelines of the commit with `GET /projects/:id/pipelines` and list the jobs of each with ' +
      '`GET /projects/:id/pipelines/:pipeline_id/jobs`, or read `GET …/repository/commits/:sha/statuses`.',
    example: { before: 'GET /projects/4/repository/commits/6104942438c1/builds', after: null },
  },
  {
    id: 'pipelines-basic',
    release: '9.0',
    rule: 'review-v4-behavior',
    certainty: 'manual',
    answers: [
      {
        on: ['GET /projects/:id/pipelines'],
        entity: 'pipeline',
        fields: {
          before_sha: null,
          tag: null,
          yaml_errors: null,
          user: null,
          created_at: null,
          updated_at: null,
          started_at: null,
          finished_at: null,
          committed_at: null,
          duration: null,
          coverage: null,
        },
      },
    ],
    says: 'GET /projects/:id/pipelines returns basic pipeline information',
    because: 'The elements of the list have `id`, `sha`, `ref` and `status` only.',
    source: 'document, 9.0; the fields: lib/api/entities.rb, PipelineBasic',
    message: 'Fetch `GET /projects/:id/pipelines/:pipeline_id` for all but `id`, `sha`, `ref` and `status`.',
    example: { before: 'GET /projects/4/pipelines', after: 'GET /projects/4/pipelines' },
  },
  {
    id: 'job-events',
    release: '9.0',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    moved: { from: '* /projects/:id/services/builds-email', to: null },
    on: ['POST /projects/:id/hooks', 'PUT /projects/:id/hooks/:hook_id', 'PUT /projects/:id/services/:slug'],
    renamed: {
      build_events: 'job_events',
      notify_only_broken_builds: 'notify_only_broken_pipelines',
    },
    answers: [
      {
        on: ['GET|POST /projects/:id/hooks', 'GET|PUT /projects/:id/hooks/:hook_id'],
        entity: 'project hook',
        fields: { build_events: 'job_events' },
      },
      { on: ['GET /projects/:id/services/:slug'], entity: 'service', fields: { build_events: 'job_events' } },
    ],
    says:
      'build_events of project hooks and services is renamed job_events, notify_only_broken_builds ' +
      'notify_only_broken_pipelines; the service builds-email is gone',
    because: 'v4 passes over the old names, so the hook is not called for jobs.',
    source: 'lib/api/project_hooks.rb, lib/api/services.rb and lib/api/entities.rb, 9.0',
    message:
      'Send and read `job_events` for `build_events`, and send `notify_only_broken_pipelines` for ' +
      '`notify_only_broken_builds`. In place of the service `builds-email` set up `pipelines-email`, which writes once ' +
      'for each pipeline. What a webhook delivers is not concerned.',
    example: {
      before: 'POST /projects/4/hooks?url=https%3A%2F%2Fci.example.com&build_events=true',
      after: 'POST /projects/4/hooks?url=https%3A%2F%2Fci.example.com&job_events=true',
    },
  },
] satisfies readonly Change[];
