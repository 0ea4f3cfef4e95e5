import rule from '../../rules/no-v3-endpoint.js';
import { lines, RuleTester } from '../support/rule-tester.js';

new RuleTester().run('no-v3-endpoint', rule, {
  valid: [
    {
      name: 'a request that v4 takes',
      code: "fetch('https://gitlab.harbour.example/api/v4/projects/58/unstar', { method: 'POST' });",
    },
    {
      name: 'a route that stayed',
      code: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/projects/58`);'),
    },
    {
      name: 'another service',
      code: "fetch('https://api.harbour.example/api/v3/repos/58/star', { method: 'DELETE' });",
    },
    {
      name: 'code that serves both versions',
      code: lines(
        'const star = (version, id) =>',
        "  version === 'v3'",
        "    ? fetch(`https://gitlab.harbour.example/api/v3/projects/${id}/star`, { method: 'DELETE' })",
        "    : fetch(`https://gitlab.harbour.example/api/v4/projects/${id}/unstar`, { method: 'POST' });",
      ),
    },
    {
      name: 'a row that the option ignores',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/star`, { method: 'DELETE' });",
      ),
      options: [{ ignore: ['project-unstar'] }],
    },
    { name: 'a file without a request', code: "export const version = 'v3';" },
  ],
  invalid: [
    {
      name: 'projects-search: search in the path',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/search/wiki?per_page=50`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v4';",
        'fetch(`${api}/projects?per_page=50&search=wiki`);',
      ),
      errors: [
        {
          messageId: 'projects-search',
          data: {
            says: 'Send the words to search for as the parameter `search` of `GET /projects`. In v4: `GET /projects?per_page=50&search=wiki`.',
            waiting: '',
          },
          line: 2,
          column: 23,
          endLine: 2,
          endColumn: 47,
        },
      ],
    },
    {
      name: 'merge-request-singular: a singular merge request',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'export const read = (mr) => fetch(`${api}/projects/58/merge_request/${mr.iid}`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'export const read = (mr) => fetch(`${api}/projects/58/merge_requests/${mr.iid}`);',
      ),
      errors: [
        {
          messageId: 'merge-request-singular',
          data: {
            says: 'Write `merge_requests`, in the plural. In v4: `GET /projects/58/merge_requests/{}`.',
            waiting: '',
          },
          line: 2,
          column: 55,
          endLine: 2,
          endColumn: 68,
        },
      ],
    },
    {
      name: 'project-keys: deploy keys by their old name',
      code: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/projects/58/keys/13`);'),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/deploy_keys/13`);',
      ),
      errors: [
        {
          messageId: 'project-keys',
          data: {
            says: 'Write `deploy_keys` for `keys` behind the id of a project. In v4: `GET /projects/58/deploy_keys/13`.',
            waiting: '',
          },
          line: 2,
          column: 27,
          endLine: 2,
          endColumn: 31,
        },
      ],
    },
    {
      name: 'project-unstar: a star that is taken back',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/star`, { method: 'DELETE' });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/unstar`, { method: 'POST' });",
      ),
      errors: [
        {
          messageId: 'project-unstar',
          data: {
            says: 'Take the star back with `POST /projects/:id/unstar`. In v4: `POST /projects/58/unstar`.',
            waiting: '',
          },
          line: 2,
          column: 27,
          endLine: 2,
          endColumn: 51,
        },
      ],
    },
    {
      name: 'project-unstar: a star, with a method that nobody sees',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'export const star = (method) => fetch(`${api}/projects/58/star`, { method });',
      ),
      output: null,
      errors: [
        {
          messageId: 'project-unstar',
          data: {
            says: 'Take the star back with `POST /projects/:id/unstar`. In v4: `/projects/58/star`. The method is out of sight, and the change does not hold for every method of this route.',
            waiting: '',
          },
          line: 2,
          column: 39,
          endLine: 2,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'templates-prefix: templates outside their folder',
      code: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/gitignores/Node`);'),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/templates/gitignores/Node`);',
      ),
      errors: [
        {
          messageId: 'templates-prefix',
          data: { says: 'Put `/templates` before the path. In v4: `GET /templates/gitignores/Node`.', waiting: '' },
          line: 2,
          column: 15,
          endLine: 2,
          endColumn: 25,
        },
      ],
    },
    {
      name: 'project-fork: a fork',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/fork/58`, { method: 'POST' });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/fork`, { method: 'POST' });",
      ),
      errors: [
        {
          messageId: 'project-fork',
          data: {
            says: 'Fork with `POST /projects/:id/fork`; the parameters stay. In v4: `POST /projects/58/fork`.',
            waiting: '',
          },
          line: 2,
          column: 23,
          endLine: 2,
          endColumn: 31,
        },
      ],
    },
    {
      name: 'todos-mark-as-done: a to-do that is done',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/todos/130`, { method: 'DELETE' });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/todos/130/mark_as_done`, { method: 'POST' });",
      ),
      errors: [
        {
          messageId: 'todos-mark-as-done',
          data: {
            says: 'Mark to-dos as done with `POST`. When all are marked at once v4 answers 204 without the number of them. In v4: `POST /todos/130/mark_as_done`.',
            waiting: '',
          },
          line: 2,
          column: 21,
          endLine: 2,
          endColumn: 44,
        },
      ],
    },
    {
      name: 'projects-filters: a filter in the path',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/owned?search=tide`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects?search=tide&owned=true`);',
      ),
      errors: [
        {
          messageId: 'projects-filters',
          data: {
            says: 'Use `GET /projects`, with `owned=true` for your own projects and `starred=true` for those with your star; without either it lists all that you may see. In v4: `GET /projects?search=tide&owned=true`.',
            waiting: '',
          },
          line: 2,
          column: 23,
          endLine: 2,
          endColumn: 41,
        },
      ],
    },
    {
      name: 'deploy-key-disable: a deploy key that is disabled',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/deploy_keys/13/disable`, { method: 'DELETE' });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/deploy_keys/13`, { method: 'DELETE' });",
      ),
      errors: [
        {
          messageId: 'deploy-key-disable',
          data: {
            says: 'Leave `/disable` out: `DELETE /projects/:id/deploy_keys/:key_id` takes the key from the project. In v4: `DELETE /projects/58/deploy_keys/13`.',
            waiting: '',
          },
          line: 2,
          column: 41,
          endLine: 2,
          endColumn: 49,
        },
      ],
    },
    {
      name: 'user-block: a user who is blocked',
      code: lines(
        "import request from 'got';",
        '',
        "const api = 'https://gitlab.harbour.example/api/v3';",
        '',
        'request.put(`${api}/users/17/block`);',
      ),
      output: lines(
        "import request from 'got';",
        '',
        "const api = 'https://gitlab.harbour.example/api/v3';",
        '',
        'request.post(`${api}/users/17/block`);',
      ),
      errors: [
        {
          messageId: 'user-block',
          data: { says: 'Send `POST` instead of `PUT`. In v4: `POST /users/17/block`.', waiting: '' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 12,
        },
      ],
    },
    {
      name: 'subscriptions: a subscription that ends',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/labels/docs/subscription`, { method: 'DELETE' });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/labels/docs/unsubscribe`, { method: 'POST' });",
      ),
      errors: [
        {
          messageId: 'subscriptions',
          data: {
            says: 'Subscribe with `POST …/subscribe` and unsubscribe with `POST …/unsubscribe`. In v4: `POST /projects/58/labels/docs/unsubscribe`.',
            waiting: '',
          },
          line: 2,
          column: 39,
          endLine: 2,
          endColumn: 71,
        },
      ],
    },
    {
      name: "groups-owned: groups of one's own",
      code: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/groups/owned`);'),
      output: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/groups?owned=true`);'),
      errors: [
        {
          messageId: 'groups-owned',
          data: { says: 'Use `GET /groups?owned=true`. In v4: `GET /groups?owned=true`.', waiting: '' },
          line: 2,
          column: 21,
          endLine: 2,
          endColumn: 27,
        },
      ],
    },
    {
      name: 'builds-to-jobs: builds',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/builds/69/trace`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/jobs/69/trace`);',
      ),
      errors: [
        {
          messageId: 'builds-to-jobs',
          data: {
            says: 'Say jobs where the path or the name says builds: `/jobs`, `jobs_enabled`, `job_artifacts_size`. The ids of jobs stay, and so does the parameter `public_builds`. In v4: `GET /projects/58/jobs/69/trace`.',
            waiting: '',
          },
          line: 2,
          column: 27,
          endLine: 2,
          endColumn: 33,
        },
      ],
    },
    {
      name: 'commit-builds: builds of a commit',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/commits/6104942438c1/builds`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'commit-builds',
          data: {
            says: 'Find the pipelines of the commit with `GET /projects/:id/pipelines` and list the jobs of each with `GET /projects/:id/pipelines/:pipeline_id/jobs`, or read `GET …/repository/commits/:sha/statuses`. In v4 jobs belong to pipelines, and a commit may have several.',
            waiting: '',
          },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 66,
        },
      ],
    },
    {
      name: 'pipeline-triggers: a trigger',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/trigger/builds?token=8d2c&ref=main`, { method: 'POST' });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/trigger/pipeline?token=8d2c&ref=main`, { method: 'POST' });",
      ),
      errors: [
        {
          messageId: 'pipeline-triggers',
          data: {
            says: 'Post to `…/trigger/pipeline`; the parameters stay. The answer is the pipeline, and its `id` that of the pipeline. In v4: `POST /projects/58/trigger/pipeline?token=8d2c&ref=main`.',
            waiting: '',
          },
          line: 2,
          column: 35,
          endLine: 2,
          endColumn: 41,
        },
      ],
    },
    {
      name: 'repository-file-path: a file by its parameter',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/files?file_path=docs/index.md&ref=main`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/files/docs%2Findex.md?ref=main`);',
      ),
      errors: [
        {
          messageId: 'repository-file-path',
          data: {
            says: 'Put the URL-encoded path of the file behind `/repository/files/`, and take `file_path` out. In v4: `GET /projects/58/repository/files/docs%2Findex.md?ref=main`.',
            waiting: '',
          },
          line: 2,
          column: 43,
          endLine: 2,
          endColumn: 68,
        },
      ],
    },
    {
      name: 'repository-file-raw: a raw file',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/blobs/main?filepath=docs/index.md`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/files/docs%2Findex.md/raw?ref=main`);',
      ),
      errors: [
        {
          messageId: 'repository-file-raw',
          data: {
            says: 'Put the URL-encoded path of the file behind `/repository/files/`, then `/raw`, and the commit into `ref`. In v4: `GET /projects/58/repository/files/docs%2Findex.md/raw?ref=main`.',
            waiting: '',
          },
          line: 2,
          column: 38,
          endLine: 2,
          endColumn: 71,
        },
      ],
    },
    {
      name: 'raw-blobs: a raw blob',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/raw_blobs/6104942438c1`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/blobs/6104942438c1/raw`);',
      ),
      errors: [
        {
          messageId: 'raw-blobs',
          data: {
            says: 'Use `GET …/repository/blobs/:sha/raw`; the sha is the same. In v4: `GET /projects/58/repository/blobs/6104942438c1/raw`.',
            waiting: '',
          },
          line: 2,
          column: 38,
          endLine: 2,
          endColumn: 60,
        },
      ],
    },
    {
      name: 'merge-request-comments: comments of a merge request, not those of a commit',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/commits/6104942438c1/comments`);',
        'export const list = (mr) => fetch(`${api}/projects/58/merge_requests/${mr.iid}/comments`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/commits/6104942438c1/comments`);',
        'export const list = (mr) => fetch(`${api}/projects/58/merge_requests/${mr.iid}/notes`);',
      ),
      errors: [
        {
          messageId: 'merge-request-comments',
          data: {
            says: 'Use `…/notes` for `…/comments`, and `body` for the parameter and the field `note`. In v4: `GET /projects/58/merge_requests/{}/notes`.',
            waiting: '',
          },
          line: 3,
          column: 80,
          endLine: 3,
          endColumn: 88,
        },
      ],
    },
    {
      name: 'merge-request-unapprove: an approval that is taken back',
      code: lines(
        "import request from 'got';",
        '',
        "const api = 'https://gitlab.harbour.example/api/v3';",
        '',
        'export const reopen = (mr) => request.delete(`${api}/projects/58/merge_requests/${mr.iid}/unapprove`);',
      ),
      output: lines(
        "import request from 'got';",
        '',
        "const api = 'https://gitlab.harbour.example/api/v3';",
        '',
        'export const reopen = (mr) => request.post(`${api}/projects/58/merge_requests/${mr.iid}/unapprove`);',
      ),
      errors: [
        {
          messageId: 'merge-request-unapprove',
          data: {
            says: 'Take the approval back with `POST …/unapprove`. In v4: `POST /projects/58/merge_requests/{}/unapprove`.',
            waiting: '',
          },
          line: 5,
          column: 39,
          endLine: 5,
          endColumn: 45,
        },
      ],
    },
    {
      name: 'push-rule: a git hook',
      code: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/projects/58/git_hook`);'),
      output: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/projects/58/push_rule`);'),
      errors: [
        {
          messageId: 'push-rule',
          data: { says: 'Write `push_rule` for `git_hook`. In v4: `GET /projects/58/push_rule`.', waiting: '' },
          line: 2,
          column: 27,
          endLine: 2,
          endColumn: 35,
        },
      ],
    },
    {
      name: 'session-removed: a session',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/session`, { method: 'POST', body: JSON.stringify({ login: 'mira', password: process.env.SECRET }) });",
      ),
      output: null,
      errors: [
        {
          messageId: 'session-removed',
          data: {
            says: 'Let the user create a personal access token, or use OAuth (`POST /oauth/token`, outside the API), and send that token. GitLab no longer gives out a token for a name and a password at this address.',
            waiting: '',
          },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 23,
        },
      ],
    },
    {
      name: 'projects-filters: a request behind a base that something holds back',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'export const noteOf = (issue) => fetch(`${api}/projects/58/issues/${issue}/notes`);',
        'fetch(`${api}/projects/owned`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'projects-filters',
          data: {
            says: 'Use `GET /projects`, with `owned=true` for your own projects and `starred=true` for those with your star; without either it lists all that you may see. In v4: `GET /projects?owned=true`.',
            waiting: ' Held back by <input>:2 issue-iid.',
          },
          line: 3,
          column: 23,
          endLine: 3,
          endColumn: 29,
          suggestions: [
            {
              messageId: 'held',
              data: { fix: 'Change to `GET /projects?owned=true`', reason: '', blockers: '<input>:2 issue-iid' },
              output: lines(
                "const api = 'https://gitlab.harbour.example/api/v3';",
                'export const noteOf = (issue) => fetch(`${api}/projects/58/issues/${issue}/notes`);',
                'fetch(`${api}/projects?owned=true`);',
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'projects-filters: a mock, whose program nobody sees',
      code: lines(
        "import axios from 'axios';",
        "import MockAdapter from 'axios-mock-adapter';",
        '',
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'const mock = new MockAdapter(axios);',
        'mock.onGet(`${api}/projects/owned`).reply(200, []);',
      ),
      output: null,
      errors: [
        {
          messageId: 'projects-filters',
          data: {
            says: 'Use `GET /projects`, with `owned=true` for your own projects and `starred=true` for those with your star; without either it lists all that you may see. In v4: `GET /projects?owned=true`. Check first: the program writes the parameter into the address, not beside it.',
            waiting: '',
          },
          line: 6,
          column: 28,
          endLine: 6,
          endColumn: 34,
          suggestions: [
            {
              messageId: 'assumption',
              data: {
                fix: 'Change to `GET /projects?owned=true`',
                reason: 'the program writes the parameter into the address, not beside it',
                blockers: '',
              },
              output: lines(
                "import axios from 'axios';",
                "import MockAdapter from 'axios-mock-adapter';",
                '',
                "const api = 'https://gitlab.harbour.example/api/v3';",
                'const mock = new MockAdapter(axios);',
                'mock.onGet(`${api}/projects?owned=true`).reply(200, []);',
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'projects-filters: a mock behind a base that something holds back',
      code: lines(
        "import axios from 'axios';",
        "import MockAdapter from 'axios-mock-adapter';",
        '',
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'const mock = new MockAdapter(axios);',
        'mock.onGet(`${api}/projects/owned`).reply(200, []);',
        'export const noteOf = (issue) => axios.get(`${api}/projects/58/issues/${issue}/notes`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'projects-filters',
          data: {
            says: 'Use `GET /projects`, with `owned=true` for your own projects and `starred=true` for those with your star; without either it lists all that you may see. In v4: `GET /projects?owned=true`. Check first: the program writes the parameter into the address, not beside it.',
            waiting: ' Held back by <input>:7 issue-iid.',
          },
          line: 6,
          column: 28,
          endLine: 6,
          endColumn: 34,
          suggestions: [
            {
              messageId: 'held-assumption',
              data: {
                fix: 'Change to `GET /projects?owned=true`',
                reason: 'the program writes the parameter into the address, not beside it',
                blockers: '<input>:7 issue-iid',
              },
              output: lines(
                "import axios from 'axios';",
                "import MockAdapter from 'axios-mock-adapter';",
                '',
                "const api = 'https://gitlab.harbour.example/api/v3';",
                'const mock = new MockAdapter(axios);',
                'mock.onGet(`${api}/projects?owned=true`).reply(200, []);',
                'export const noteOf = (issue) => axios.get(`${api}/projects/58/issues/${issue}/notes`);',
              ),
            },
          ],
        },
      ],
    },
  ],
});
