import type { Change } from './change.js';

export const snippets = [
  {
    id: 'project-snippet-expires-at',
    release: '8.17',
    rule: 'no-v3-response',
    certainty: 'manual',
    answers: [
      {
        on: ['GET|POST /projects/:id/snippets', 'GET|PUT /projects/:id/snippets/:snippet_id'],
        entity: 'snippet',
        fields: { expires_at: null },
      },
    ],
    says: 'Project snippets no longer return the deprecated field expires_at',
    because: 'The field was always null; in v4 it is undefined.',
    source: 'document, 8.17; always null: lib/api/v3/entities.rb',
    message: 'Take out what reads `expires_at` of a project snippet: snippets do not expire.',
    example: { before: 'GET /projects/4/snippets/3', after: 'GET /projects/4/snippets/3' },
  },
] satisfies readonly Change[];
