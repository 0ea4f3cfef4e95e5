import type { Change } from './change.js';

export const notes = [
  {
    id: 'note-votes',
    release: '9.0',
    rule: 'no-v3-response',
    certainty: 'manual',
    answers: [
      {
        on: [
          'GET|POST /projects/:id/issues/:issue_id/notes',
          'GET|PUT /projects/:id/issues/:issue_id/notes/:note_id',
          'GET|POST /projects/:id/merge_requests/:merge_request_id/notes',
          'GET|PUT /projects/:id/merge_requests/:merge_request_id/notes/:note_id',
          'GET|POST /projects/:id/snippets/:snippet_id/notes',
          'GET|PUT /projects/:id/snippets/:snippet_id/notes/:note_id',
        ],
        entity: 'note',
        fields: { upvote: null, downvote: null, 'upvote?': null, 'downvote?': null },
      },
    ],
    says: 'Notes no longer return the deprecated fields upvote and downvote',
    because: 'The fields were always false; votes are award emoji.',
    source: 'document, 9.0; the keys are "upvote?" and "downvote?" in lib/api/entities.rb, 8.16',
    message: 'Count the award emoji `thumbsup` and `thumbsdown` of the note (`…/notes/:note_id/award_emoji`) instead.',
    example: { before: 'GET /projects/4/snippets/3/notes', after: 'GET /projects/4/snippets/3/notes' },
  },
] satisfies readonly Change[];
