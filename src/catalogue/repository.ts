import type { Change } from './change.js';

const files = '/projects/:id/repository/files';
const commits = 'GET /projects/:id/repository/commits';

export const repository = [
  {
    id: 'branch-parameter',
    release: '9.0',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    on: [
      'POST /projects/:id/repository/branches',
      'POST /projects/:id/repository/commits',
      `POST|PUT|DELETE ${files}`,
      `POST|PUT|DELETE ${files}/:file_path+`,
    ],
    renamed: { branch_name: 'branch' },
    required: ['branch_name'],
    answers: [
      {
        on: [`POST|PUT ${files}`, `POST|PUT ${files}/:file_path+`],
        entity: 'file',
        fields: { branch_name: 'branch' },
      },
    ],
    says:
      'Parameter branch_name is renamed branch on POST /projects/:id/repository/branches, ' +
      'POST /projects/:id/repository/commits and POST, PUT, DELETE :id/repository/files',
    because: 'v4 refuses these requests with 400 when `branch` is missing.',
    source: 'document, 9.0; the answer of file writes: lib/api/files.rb, 9.0',
    message: 'Send `branch` for `branch_name`; the answer to writing a file has `branch` too.',
    example: {
      before: 'POST /projects/4/repository/branches?branch_name=next&ref=main',
      after: 'POST /projects/4/repository/branches?branch=next&ref=main',
    },
  },
  {
    id: 'branch-delete-response',
    release: '9.0',
    rule: 'no-v3-response',
    certainty: 'manual',
    answers: [
      {
        on: ['DELETE /projects/:id/repository/branches/:branch+'],
        entity: 'branch',
        fields: { branch_name: 'branch' },
        statuses: { 200: 204 },
        body: 'gone',
      },
    ],
    says: 'In the response of DELETE /projects/:id/repository/branches/:branch, branch_name is renamed branch',
    because: 'In fact v4 answers 204 without a body, so whatever is read from the answer is undefined.',
    source: 'document, 9.0; 204 without a body: lib/api/branches.rb, 9.0',
    message: 'Do not read the answer: v4 sends 204 and no body. The name of the branch is the one you asked to delete.',
    example: {
      before: 'DELETE /projects/4/repository/branches/next',
      after: 'DELETE /projects/4/repository/branches/next',
    },
  },
  {
    id: 'commits-first-page',
    release: '9.0',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    on: [commits],
    revalued: { page: { name: 'page', plus: 1 } },
    says: 'The first page of GET /projects/:id/repository/commits is 1 instead of 0',
    because: 'A loop that starts at 0 gets the first page twice, and one that counts on from there is a page behind.',
    source: 'document, 9.0',
    message: 'Count the pages of commits from 1: every `page` is one more than in v3.',
    example: {
      before: 'GET /projects/4/repository/commits?page=0',
      after: 'GET /projects/4/repository/commits?page=1',
    },
  },
  {
    id: 'commits-link-header',
    release: '9.0',
    rule: 'no-v3-response',
    certainty: 'manual',
    answers: [{ on: [commits], headers: ['link'] }],
    says: 'The Link header data of GET /projects/:id/repository/commits is corrected',
    because: 'Code that made up for the wrong links of v3 now skips or repeats a page.',
    source: 'document, 9.0',
    message: 'Follow the `Link` header of the list of commits as it is, without a correction of your own.',
    example: {
      before: 'GET /projects/4/repository/commits?ref_name=main',
      after: 'GET /projects/4/repository/commits?ref_name=main',
    },
  },
  {
    id: 'repository-file-path',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: {
      from: `GET|POST|PUT|DELETE ${files}?file_path=:file_path`,
      to: `GET|POST|PUT|DELETE ${files}/:file_path`,
    },
    required: ['file_path'],
    says:
      'GET /projects/:id/repository/files?file_path=:file_path becomes GET /projects/:id/repository/files/:file_path ' +
      '(:file_path URL-encoded)',
    because: 'v4 has no route without the path of the file and answers 404; so it does if a `/` in it is not encoded.',
    source: 'document, 9.0; POST, PUT and DELETE too: lib/api/files.rb, 9.0',
    message: 'Put the URL-encoded path of the file behind `/repository/files/`, and take `file_path` out.',
    example: {
      before: 'GET /projects/4/repository/files?file_path=docs/index.md&ref=main',
      after: 'GET /projects/4/repository/files/docs%2Findex.md?ref=main',
    },
  },
  {
    id: 'blob-attributes',
    release: '9.0',
    rule: 'review-v4-behavior',
    certainty: 'manual',
    behaves: ['GET /projects/:id/repository/blobs/:sha'],
    says:
      'GET /projects/:id/repository/blobs/:sha returns JSON attributes of the blob identified by :sha instead of the ' +
      'raw content of a file at a commit',
    because: 'The sha is another one, that of the blob and not of a commit, and the answer is JSON with base64 inside.',
    source: 'document, 9.0',
    message:
      'For the content of a file at a commit use `GET …/repository/files/:file_path/raw?ref=:sha`; for a blob by its ' +
      'own sha use `GET …/repository/blobs/:sha/raw`.',
    example: {
      before: 'GET /projects/4/repository/blobs/6104942438c1',
      after: 'GET /projects/4/repository/blobs/6104942438c1',
    },
  },
  {
    id: 'repository-file-raw',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: [
      {
        from: 'GET /projects/:id/repository/blobs/:sha?filepath|file_path=:file_path',
        to: 'GET /projects/:id/repository/files/:file_path/raw?ref=:sha',
      },
      {
        from: 'GET /projects/:id/repository/commits/:sha/blob?filepath|file_path=:file_path',
        to: 'GET /projects/:id/repository/files/:file_path/raw?ref=:sha',
      },
    ],
    required: ['filepath'],
    says:
      'GET /projects/:id/repository/commits/:sha/blob?file_path=:file_path and ' +
      'GET /projects/:id/repository/blobs/:sha?file_path=:file_path become ' +
      'GET /projects/:id/repository/files/:file_path/raw?ref=:sha',
    because: 'v4 looks for a blob of that sha and answers 404, or JSON where the content of a file was expected.',
    source: 'document, 9.0; the parameter is filepath in lib/api/v3/repositories.rb, and file_path in the document',
    message:
      'Put the URL-encoded path of the file behind `/repository/files/`, then `/raw`, and the commit into `ref`.',
    example: {
      before: 'GET /projects/4/repository/blobs/main?filepath=docs/index.md',
      after: 'GET /projects/4/repository/files/docs%2Findex.md/raw?ref=main',
    },
  },
  {
    id: 'tree-ref',
    release: '9.0',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    on: ['GET /projects/:id/repository/tree'],
    renamed: { ref_name: 'ref' },
    says: 'Parameter ref_name of GET /projects/:id/repository/tree is renamed ref',
    because: 'v4 passes over `ref_name` and lists the tree of the default branch.',
    source: 'document, 9.0',
    message: 'Send `ref` for `ref_name`; the list of commits keeps `ref_name`.',
    example: {
      before: 'GET /projects/4/repository/tree?ref_name=next&path=docs',
      after: 'GET /projects/4/repository/tree?ref=next&path=docs',
    },
  },
  {
    id: 'raw-blobs',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: {
      from: 'GET /projects/:id/repository/raw_blobs/:sha',
      to: 'GET /projects/:id/repository/blobs/:sha/raw',
    },
    says: 'GET /projects/:id/repository/raw_blobs/:sha becomes GET /projects/:id/repository/blobs/:sha/raw',
    because: 'v4 answers 404 to `raw_blobs`.',
    source: 'lib/api/v3/repositories.rb and lib/api/repositories.rb, 9.0',
    message: 'Use `GET …/repository/blobs/:sha/raw`; the sha is the same.',
    example: {
      before: 'GET /projects/4/repository/raw_blobs/6104942438c1',
      after: 'GET /projects/4/repository/blobs/6104942438c1/raw',
    },
  },
] satisfies readonly Change[];
