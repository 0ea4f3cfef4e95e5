import rule from '../../rules/no-global-id.js';
import { lines, RuleTester } from '../support/rule-tester.js';

new RuleTester().run('no-global-id', rule, {
  valid: [
    {
      name: 'an iid',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'export const notesOf = (issue) => fetch(`${api}/projects/58/issues/${issue.iid}/notes`);',
      ),
    },
    {
      name: 'v4',
      code: 'export const notesOf = (issue) => fetch(`https://gitlab.harbour.example/api/v4/projects/58/issues/${issue}/notes`);',
    },
    {
      name: 'another service',
      code: 'export const notesOf = (issue) => fetch(`https://tracker.harbour.example/api/v3/issues/${issue.id}`);',
    },
    {
      name: 'a row that the option ignores',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'export const notesOf = (issue) => fetch(`${api}/projects/58/issues/${issue}/notes`);',
      ),
      options: [{ ignore: ['issue-iid'] }],
    },
  ],
  invalid: [
    {
      name: 'issue-iid: the id of an issue of an answer',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'const [first] = await (await fetch(`${api}/projects/58/issues?state=opened`)).json();',
        'await fetch(`${api}/projects/58/issues/${first.id}/notes`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'const [first] = await (await fetch(`${api}/projects/58/issues?state=opened`)).json();',
        'await fetch(`${api}/projects/58/issues/${first.iid}/notes`);',
      ),
      errors: [
        {
          messageId: 'issue-iid',
          data: {
            says: "Put the issue's `iid`, its number within the project, where its `id` stands in the path. In v4: `GET /projects/58/issues/{}/notes`.",
            waiting: '',
          },
          line: 3,
          column: 48,
          endLine: 3,
          endColumn: 50,
        },
      ],
    },
    {
      name: 'issue-iid: the id of what is called an issue',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "export const close = (issue) => fetch(`${api}/projects/58/issues/${issue.id}?state_event=close`, { method: 'PUT' });",
      ),
      output: null,
      errors: [
        {
          messageId: 'issue-iid',
          data: {
            says: "Put the issue's `iid`, its number within the project, where its `id` stands in the path. In v4: `PUT /projects/58/issues/{}?state_event=close`. Check first: `issue` is an issue.",
            waiting: '',
          },
          line: 2,
          column: 74,
          endLine: 2,
          endColumn: 76,
          suggestions: [
            {
              messageId: 'assumption',
              data: {
                fix: 'Change to `PUT /projects/58/issues/{}?state_event=close`',
                reason: '`issue` is an issue',
                blockers: '',
              },
              output: lines(
                "const api = 'https://gitlab.harbour.example/api/v3';",
                "export const close = (issue) => fetch(`${api}/projects/58/issues/${issue.iid}?state_event=close`, { method: 'PUT' });",
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'issue-iid: a number that nobody can tell',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'export const read = (number) => fetch(`${api}/projects/58/issues/${number}/notes`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'issue-iid',
          data: {
            says: "Put the issue's `iid`, its number within the project, where its `id` stands in the path. In v4: `GET /projects/58/issues/{}/notes`. `number` must be the `iid` of an issue in v4, not its `id`; nothing in sight tells which it is.",
            waiting: '',
          },
          line: 2,
          column: 39,
          endLine: 2,
          endColumn: 82,
        },
      ],
    },
    {
      name: 'merge-request-iid: the id of a merge request of an answer',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "const made = await (await fetch(`${api}/projects/58/merge_requests`, { method: 'POST' })).json();",
        "await fetch(`${api}/projects/58/merge_requests/${made.id}/merge`, { method: 'PUT' });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "const made = await (await fetch(`${api}/projects/58/merge_requests`, { method: 'POST' })).json();",
        "await fetch(`${api}/projects/58/merge_requests/${made.iid}/merge`, { method: 'PUT' });",
      ),
      errors: [
        {
          messageId: 'merge-request-iid',
          data: {
            says: "Put the merge request's `iid`, its number within the project, where its `id` stands in the path. In v4: `PUT /projects/58/merge_requests/{}/merge`.",
            waiting: '',
          },
          line: 3,
          column: 55,
          endLine: 3,
          endColumn: 57,
        },
      ],
    },
    {
      name: 'trigger-by-id: the token of a trigger',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "export const remove = (token) => fetch(`${api}/projects/58/triggers/${token}`, { method: 'DELETE' });",
      ),
      output: null,
      errors: [
        {
          messageId: 'trigger-by-id',
          data: {
            says: "Put the trigger's `id` where its token stands in the path; `GET /projects/:id/triggers` of v4 lists both. In v4: `DELETE /projects/58/triggers/{}`. `token` must be the `id` of a trigger in v4, not its `token`; nothing in sight tells which it is.",
            waiting: '',
          },
          line: 2,
          column: 40,
          endLine: 2,
          endColumn: 78,
        },
      ],
    },
    {
      name: 'issue-iid: an id behind a base that something holds back',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'const [first] = await (await fetch(`${api}/projects/58/issues`)).json();',
        'await fetch(`${api}/projects/58/issues/${first.id}/notes`);',
        "fetch(`${api}/session`, { method: 'POST' });",
      ),
      output: null,
      errors: [
        {
          messageId: 'issue-iid',
          data: {
            says: "Put the issue's `iid`, its number within the project, where its `id` stands in the path. In v4: `GET /projects/58/issues/{}/notes`.",
            waiting: ' Held back by <input>:4 session-removed.',
          },
          line: 3,
          column: 48,
          endLine: 3,
          endColumn: 50,
          suggestions: [
            {
              messageId: 'held',
              data: {
                fix: 'Change to `GET /projects/58/issues/{}/notes`',
                reason: '',
                blockers: '<input>:4 session-removed',
              },
              output: lines(
                "const api = 'https://gitlab.harbour.example/api/v3';",
                'const [first] = await (await fetch(`${api}/projects/58/issues`)).json();',
                'await fetch(`${api}/projects/58/issues/${first.iid}/notes`);',
                "fetch(`${api}/session`, { method: 'POST' });",
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'issue-iid: what is called an issue, behind a base that something holds back',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'export const noteOf = (issue) => fetch(`${api}/projects/58/issues/${issue.id}/notes`);',
        "fetch(`${api}/session`, { method: 'POST' });",
      ),
      output: null,
      errors: [
        {
          messageId: 'issue-iid',
          data: {
            says: "Put the issue's `iid`, its number within the project, where its `id` stands in the path. In v4: `GET /projects/58/issues/{}/notes`. Check first: `issue` is an issue.",
            waiting: ' Held back by <input>:3 session-removed.',
          },
          line: 2,
          column: 75,
          endLine: 2,
          endColumn: 77,
          suggestions: [
            {
              messageId: 'held-assumption',
              data: {
                fix: 'Change to `GET /projects/58/issues/{}/notes`',
                reason: '`issue` is an issue',
                blockers: '<input>:3 session-removed',
              },
              output: lines(
                "const api = 'https://gitlab.harbour.example/api/v3';",
                'export const noteOf = (issue) => fetch(`${api}/projects/58/issues/${issue.iid}/notes`);',
                "fetch(`${api}/session`, { method: 'POST' });",
              ),
            },
          ],
        },
      ],
    },
  ],
});
