import type { Change } from './change.js';

const created = ['POST /projects', 'POST /projects/user/:user_id'];
const written = [...created, 'PUT /projects/:id'];

/** The routes whose answer is a project, or a list of them, in v3 and in v4. */
const answered = [
  'GET /projects',
  'GET /projects/visible',
  'GET /projects/all',
  'GET /projects/owned',
  'GET /projects/starred',
  'GET /projects/search/:query',
  'GET /projects/:id',
  ...written,
  'POST /projects/fork/:id',
  'POST /projects/:id/fork',
  'POST /projects/:id/star',
  'DELETE /projects/:id/star',
  'POST /projects/:id/archive',
  'POST /projects/:id/unarchive',
  'GET /groups/:id/projects',
];

export const projects = [
  {
    id: 'projects-search',
    release: '8.17',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: { from: 'GET /projects/search/:query', to: 'GET /projects?search=:query' },
    says: 'GET /projects/:search removed; use GET /projects with the search parameter',
    because: 'v4 takes the last part of `/projects/search/…` for nothing it knows and answers 404.',
    source: 'document, 8.17; the route is GET /projects/search/:query in lib/api/v3/projects.rb',
    message: 'Send the words to search for as the parameter `search` of `GET /projects`.',
    example: { before: 'GET /projects/search/wiki?per_page=50', after: 'GET /projects?per_page=50&search=wiki' },
  },
  {
    id: 'project-unstar',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: { from: 'DELETE /projects/:id/star', to: 'POST /projects/:id/unstar' },
    answers: [
      {
        on: ['DELETE /projects/:id/star'],
        entity: 'project',
        statuses: { 200: 201 },
        because: 'v4 answers 201, so what expects 200 takes it for a failure.',
      },
    ],
    says: 'DELETE /projects/:id/star becomes POST /projects/:id/unstar',
    because: 'v4 keeps DELETE for removing resources; taking a star back is an action.',
    source: 'document, 9.0; the status: lib/api/projects.rb, 9.0',
    message: 'Take the star back with `POST /projects/:id/unstar`.',
    example: { before: 'DELETE /projects/4/star', after: 'POST /projects/4/unstar' },
  },
  {
    id: 'project-fork',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: { from: 'POST /projects/fork/:id', to: 'POST /projects/:id/fork' },
    says: 'POST /projects/fork/:id becomes POST /projects/:id/fork',
    because: 'In v4 every action on a project stands behind the id of that project.',
    source: 'document, 9.0',
    message: 'Fork with `POST /projects/:id/fork`; the parameters stay.',
    example: { before: 'POST /projects/fork/4?namespace=acme', after: 'POST /projects/4/fork?namespace=acme' },
  },
  {
    id: 'projects-filters',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: [
      { from: 'GET /projects/visible', to: 'GET /projects' },
      { from: 'GET /projects/all', to: 'GET /projects' },
      { from: 'GET /projects/owned', to: 'GET /projects?owned=true' },
      { from: 'GET /projects/starred', to: 'GET /projects?starred=true' },
    ],
    says:
      'Project filters are query parameters of GET /projects instead of path segments. GET /projects/visible and ' +
      'GET /projects/all are merged into GET /projects (usable with or without authentication). GET /projects/owned ' +
      'becomes GET /projects?owned=true. GET /projects/starred becomes GET /projects?starred=true',
    because: 'v4 reads the word behind `/projects/` as the id of a project and answers 404.',
    source: 'document, 9.0',
    message:
      'Use `GET /projects`, with `owned=true` for your own projects and `starred=true` for those with your star; ' +
      'without either it lists all that you may see.',
    example: { before: 'GET /projects/owned?search=wiki', after: 'GET /projects?search=wiki&owned=true' },
  },
  {
    id: 'projects-membership',
    release: '9.0',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    on: ['GET /projects'],
    added: { membership: 'true' },
    unless: ['owned', 'starred'],
    says:
      'GET /projects returns all projects visible to the current user, also where the user is not a member. Use ' +
      'GET /projects?membership=true for member projects only',
    because: 'Without `membership=true` the list fills with every public project of the server.',
    source: 'document, 9.0',
    message: 'Add `membership=true`: v3 listed the projects you are a member of, v4 lists all that you may see.',
    example: { before: 'GET /projects?archived=false', after: 'GET /projects?archived=false&membership=true' },
  },
  {
    id: 'project-public',
    release: '9.0',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    on: written,
    revalued: {
      public: {
        name: 'visibility',
        values: {
          ...{ true: 'public', t: 'public', yes: 'public', y: 'public', on: 'public', '1': 'public' },
          ...{ false: 'private', f: 'private', no: 'private', n: 'private', off: 'private', '0': 'private' },
        },
        yieldsTo: 'visibility_level',
      },
    },
    says: 'Parameter public is removed from project create and edit',
    because: 'v4 passes over `public`, so that a project meant for everyone is created private.',
    source: 'document, 9.0; what true and false meant: map_public_to_visibility_level in lib/api/v3/projects.rb',
    message: 'Send `visibility=public` for `public=true`, and `visibility=private` for `public=false`.',
    example: { before: 'POST /projects?name=wiki&public=true', after: 'POST /projects?name=wiki&visibility=public' },
  },
  {
    id: 'async-removal',
    release: '9.0',
    rule: 'no-v3-response',
    certainty: 'safe',
    answers: [
      { on: ['DELETE /projects/:id'], entity: 'project', statuses: { 200: 202 } },
      { on: ['DELETE /projects/:id/repository/merged_branches'], entity: 'branch', statuses: { 200: 202 } },
    ],
    says:
      'DELETE /projects/:id/repository/merged_branches and DELETE /projects/:id return status 202 with a JSON body ' +
      '(asynchronous removal)',
    because: 'v4 answers before the work is done, so what was removed may still be there for a while.',
    source: 'document, 9.0',
    message: 'Expect 202 instead of 200, and do not count on the removal being finished when the answer arrives.',
    example: { before: 'DELETE /projects/4', after: 'DELETE /projects/4' },
  },
  {
    id: 'project-fields',
    release: '9.0',
    rule: 'no-v3-response',
    certainty: 'safe',
    answers: [
      {
        on: answered,
        entity: 'project',
        fields: {
          public: 'visibility',
          visibility_level: 'visibility',
          builds_enabled: 'jobs_enabled',
          public_builds: 'public_jobs',
          only_allow_merge_if_build_succeeds: 'only_allow_merge_if_pipeline_succeeds',
        },
        values: {
          public: { true: 'public' },
          visibility_level: { 0: 'private', 10: 'internal', 20: 'public' },
        },
      },
      {
        on: ['GET /groups/:id'],
        entity: 'group',
        fields: {
          'projects.public': 'projects.visibility',
          'projects.visibility_level': 'projects.visibility',
          'projects.builds_enabled': 'projects.jobs_enabled',
          'projects.public_builds': 'projects.public_jobs',
          'projects.only_allow_merge_if_build_succeeds': 'projects.only_allow_merge_if_pipeline_succeeds',
        },
        values: {
          'projects.public': { true: 'public' },
          'projects.visibility_level': { 0: 'private', 10: 'internal', 20: 'public' },
        },
      },
    ],
    says:
      'A project has `visibility` in place of `public` and `visibility_level`, and jobs and pipelines in the names of ' +
      'its fields where v3 had builds',
    because: 'The old fields are undefined in v4, and a comparison with a number is never true.',
    source: 'lib/api/v3/entities.rb and lib/api/entities.rb, 9.0',
    message:
      'Read `visibility` (private, internal, public) for `public` and `visibility_level`, `jobs_enabled` for ' +
      '`builds_enabled`, `public_jobs` for `public_builds`, and `only_allow_merge_if_pipeline_succeeds` for ' +
      '`only_allow_merge_if_build_succeeds`.',
    example: { before: 'GET /projects/4', after: 'GET /projects/4' },
  },
] satisfies readonly Change[];
