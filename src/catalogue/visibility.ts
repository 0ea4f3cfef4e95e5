import type { Change, Revalue } from './change.js';

const levels = { 0: 'private', 10: 'internal', 20: 'public' };

/** A setting that keeps its name: the numbers become words. */
function toWords(name: string): Revalue {
  return { name, values: levels };
}

export const visibility = [
  {
    id: 'visibility-string',
    release: '9.0',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    on: [
      'POST /projects',
      'POST /projects/user/:user_id',
      'PUT /projects/:id',
      'POST /groups',
      'PUT /groups/:id',
      'POST /snippets',
      'PUT /snippets/:id',
      'POST /projects/:id/snippets',
      'PUT /projects/:id/snippets/:snippet_id',
      'PUT /application/settings',
    ],
    revalued: {
      visibility_level: { name: 'visibility', values: levels },
      default_project_visibility: toWords('default_project_visibility'),
      default_snippet_visibility: toWords('default_snippet_visibility'),
      default_group_visibility: toWords('default_group_visibility'),
      restricted_visibility_levels: toWords('restricted_visibility_levels'),
      'restricted_visibility_levels[]': toWords('restricted_visibility_levels[]'),
    },
    answers: [
      {
        on: ['GET|POST /groups', 'GET /groups/owned', 'GET|PUT /groups/:id'],
        entity: 'group',
        fields: { visibility_level: 'visibility' },
        values: { visibility_level: levels },
      },
      {
        on: ['GET|PUT /application/settings'],
        entity: 'settings',
        fields: {
          default_project_visibility: 'default_project_visibility',
          default_snippet_visibility: 'default_snippet_visibility',
          default_group_visibility: 'default_group_visibility',
          restricted_visibility_levels: 'restricted_visibility_levels',
        },
        values: {
          default_project_visibility: levels,
          default_snippet_visibility: levels,
          default_group_visibility: levels,
          restricted_visibility_levels: levels,
        },
      },
    ],
    says: 'visibility is a string parameter everywhere',
    because: 'v4 passes over `visibility_level`, so that what is created gets the default visibility.',
    source: 'document, 9.0; the numbers: lib/gitlab/visibility_level.rb',
    message:
      'Send and read `visibility` for `visibility_level`: `private` for 0, `internal` for 10, `public` for 20. ' +
      'Settings of visibility take and give these words too.',
    example: {
      before: 'POST /groups?name=Acme&path=acme&visibility_level=20',
      after: 'POST /groups?name=Acme&path=acme&visibility=public',
    },
  },
] satisfies readonly Change[];
