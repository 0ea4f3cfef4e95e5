import rule from '../../rules/review-v4-behavior.js';
import { lines, RuleTester } from '../support/rule-tester.js';

new RuleTester().run('review-v4-behavior', rule, {
  valid: [
    { name: 'all pages', code: "fetch('https://gitlab.harbour.example/api/v4/projects/58/repository/branches');" },
    {
      name: 'issues of any label',
      code: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/issues?state=opened`);'),
    },
    { name: 'another service', code: "fetch('https://api.harbour.example/api/v3/repos/58/branches');" },
    {
      name: 'a row that the option ignores',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/branches`);',
      ),
      options: [{ ignore: ['pagination'] }],
    },
  ],
  invalid: [
    {
      name: 'member-conflict: a member who is one already',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/members`, { method: 'POST', body: JSON.stringify({ user_id: 17, access_level: 30 }) });",
      ),
      output: null,
      errors: [
        {
          messageId: 'member-conflict',
          data: {
            says: 'Treat 409 as "is a member already"; v3 answered 201. POST /projects/:id/members returns status 409 when the member already exists.',
            waiting: '',
          },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 35,
        },
      ],
    },
    {
      name: 'pagination: a list that v4 sends by pages',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/branches`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'pagination',
          data: {
            says: 'Ask for all pages: follow the `Link` header or count `page` up to `X-Total-Pages`, with `per_page=100` for fewer requests. Pagination headers are returned by every endpoint that returns an array.',
            waiting: '',
          },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 47,
        },
      ],
    },
    {
      name: 'environment-stop: an environment that stops',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/environments/6/stop`, { method: 'POST' });",
      ),
      output: null,
      errors: [
        {
          messageId: 'environment-stop',
          data: {
            says: 'This request does nothing in v3 and stops the environment in v4: make sure that this is meant. Added POST /environments/:environment_id/stop to stop an environment.',
            waiting: '',
          },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 47,
        },
      ],
    },
    {
      name: 'issue-labels-and: several labels',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/issues?labels=bug,regression`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'issue-labels-and',
          data: {
            says: 'With several labels v4 lists only the issues that have all of them; to get the issues with any of them, send one request for each label and join the answers. One label means the same as before. The labels filter on GET /projects/:id/issues and GET /issues matches only issues that have all given labels (logical AND).',
            waiting: '',
          },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 44,
        },
      ],
    },
    {
      name: 'pipelines-basic: pipelines',
      code: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/projects/58/pipelines`);'),
      output: null,
      errors: [
        {
          messageId: 'pipelines-basic',
          data: {
            says: 'Fetch `GET /projects/:id/pipelines/:pipeline_id` for all but `id`, `sha`, `ref` and `status`. GET /projects/:id/pipelines returns basic pipeline information.',
            waiting: '',
          },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 37,
        },
      ],
    },
    {
      name: 'environment-project: environments',
      code: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/projects/58/environments`);'),
      output: null,
      errors: [
        {
          messageId: 'environment-project',
          data: {
            says: 'Fetch `GET /projects/:id` for anything else of the project of an environment. The project payload on environment endpoints is simplified.',
            waiting: '',
          },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 40,
        },
      ],
    },
    {
      name: 'blob-attributes: the attributes of a blob',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/blobs/6104942438c1`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'blob-attributes',
          data: {
            says: 'For the content of a file at a commit use `GET …/repository/files/:file_path/raw?ref=:sha`; for a blob by its own sha use `GET …/repository/blobs/:sha/raw`. GET /projects/:id/repository/blobs/:sha returns JSON attributes of the blob identified by :sha instead of the raw content of a file at a commit.',
            waiting: '',
          },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 57,
        },
      ],
    },
  ],
});
