import rule from '../../rules/no-v3-parameter.js';
import { lines, RuleTester } from '../support/rule-tester.js';

new RuleTester().run('no-v3-parameter', rule, {
  valid: [
    {
      name: 'parameters of v4',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/issues?iids[]=12&state=opened`);',
      ),
    },
    {
      name: 'a parameter that another route keeps',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/commits?ref_name=main`);',
      ),
    },
    { name: 'another service', code: "fetch('https://ci.harbour.example/api/v3/projects?membership=1');" },
    {
      name: 'a row that the option ignores',
      code: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/projects`);'),
      options: [{ ignore: ['projects-membership'] }],
    },
  ],
  invalid: [
    {
      name: 'issues-iid-filter: an issue by its number',
      code: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/projects/58/issues?iid=12`);'),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/issues?iids[]=12`);',
      ),
      errors: [
        {
          messageId: 'issues-iid-filter',
          data: {
            says: 'Send `iids[]` for `iid`, or fetch the one issue with `GET /projects/:id/issues/:issue_iid`. In v4: `GET /projects/58/issues?iids[]=12`.',
            waiting: '',
          },
          line: 2,
          column: 34,
          endLine: 2,
          endColumn: 37,
        },
      ],
    },
    {
      name: 'merge-requests-iid-filter: a merge request by its number',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/merge_requests?iid[]=42`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/merge_requests?iids[]=42`);',
      ),
      errors: [
        {
          messageId: 'merge-requests-iid-filter',
          data: { says: 'Send `iids[]` for `iid[]`. In v4: `GET /projects/58/merge_requests?iids[]=42`.', waiting: '' },
          line: 2,
          column: 42,
          endLine: 2,
          endColumn: 47,
        },
      ],
    },
    {
      name: 'projects-membership: projects of the user',
      code: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/projects?archived=false`);'),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects?archived=false&membership=true`);',
      ),
      errors: [
        {
          messageId: 'projects-membership',
          data: {
            says: 'Add `membership=true`: v3 listed the projects you are a member of, v4 lists all that you may see. In v4: `GET /projects?archived=false&membership=true`.',
            waiting: '',
          },
          line: 2,
          column: 33,
          endLine: 2,
          endColumn: 38,
        },
      ],
    },
    {
      name: 'branch-parameter: the name of a branch',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/branches`, {',
        "  method: 'POST',",
        "  body: JSON.stringify({ branch_name: 'tide', ref: 'main' }),",
        '});',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/branches`, {',
        "  method: 'POST',",
        "  body: JSON.stringify({ branch: 'tide', ref: 'main' }),",
        '});',
      ),
      errors: [
        {
          messageId: 'branch-parameter',
          data: {
            says: 'Send `branch` for `branch_name`; the answer to writing a file has `branch` too. In v4: `POST /projects/58/repository/branches?branch=tide&ref=main`.',
            waiting: '',
          },
          line: 4,
          column: 26,
          endLine: 4,
          endColumn: 37,
        },
      ],
    },
    {
      name: 'merge-when-pipeline-succeeds: a merge that waits',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58`, { method: 'PUT', body: JSON.stringify({ only_allow_merge_if_build_succeeds: true }) });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58`, { method: 'PUT', body: JSON.stringify({ only_allow_merge_if_pipeline_succeeds: true }) });",
      ),
      errors: [
        {
          messageId: 'merge-when-pipeline-succeeds',
          data: {
            says: 'Say pipeline where the parameter, the field or the path says build: `merge_when_pipeline_succeeds`, `only_allow_merge_if_pipeline_succeeds`, `POST …/cancel_merge_when_pipeline_succeeds`. A merge by `state_event=merge` is `PUT …/merge` in v4. In v4: `PUT /projects/58?only_allow_merge_if_pipeline_succeeds=true`.',
            waiting: '',
          },
          line: 2,
          column: 69,
          endLine: 2,
          endColumn: 103,
        },
      ],
    },
    {
      name: 'project-public: a public project',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects`, { method: 'POST', body: JSON.stringify({ name: 'quay', public: true }) });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects`, { method: 'POST', body: JSON.stringify({ name: 'quay', visibility: 'public' }) });",
      ),
      errors: [
        {
          messageId: 'project-public',
          data: {
            says: 'Send `visibility=public` for `public=true`, and `visibility=private` for `public=false`. In v4: `POST /projects?name=quay&visibility=public`.',
            waiting: '',
          },
          line: 2,
          column: 81,
          endLine: 2,
          endColumn: 93,
        },
      ],
    },
    {
      name: 'visibility-string: a visibility in numbers',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/groups/7`, { method: 'PUT', body: JSON.stringify({ visibility_level: 10 }) });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/groups/7`, { method: 'PUT', body: JSON.stringify({ visibility: 'internal' }) });",
      ),
      errors: [
        {
          messageId: 'visibility-string',
          data: {
            says: 'Send and read `visibility` for `visibility_level`: `private` for 0, `internal` for 10, `public` for 20. Settings of visibility take and give these words too. In v4: `PUT /groups/7?visibility=internal`.',
            waiting: '',
          },
          line: 2,
          column: 66,
          endLine: 2,
          endColumn: 86,
        },
      ],
    },
    {
      name: 'visibility-string: a visibility that only run time knows',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'export const open = (level) =>',
        "  fetch(`${api}/groups/7`, { method: 'PUT', body: JSON.stringify({ visibility_level: level }) });",
      ),
      output: null,
      errors: [
        {
          messageId: 'visibility-string',
          data: {
            says: 'Send and read `visibility` for `visibility_level`: `private` for 0, `internal` for 10, `public` for 20. Settings of visibility take and give these words too. In v4: `PUT /groups/7?visibility_level={}`. V4 calls the values of `visibility_level` otherwise (0 is private, 10 is internal, 20 is public), and which it is cannot be seen here.',
            waiting: '',
          },
          line: 3,
          column: 9,
          endLine: 3,
          endColumn: 26,
        },
      ],
    },
    {
      name: 'milestones-iid-filter: a milestone by its number',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/milestones?iid[]=2`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/milestones?iids[]=2`);',
      ),
      errors: [
        {
          messageId: 'milestones-iid-filter',
          data: {
            says: 'Send `iids[]` for `iid[]`. The id of a milestone in a path stays the global one. In v4: `GET /projects/58/milestones?iids[]=2`.',
            waiting: '',
          },
          line: 2,
          column: 38,
          endLine: 2,
          endColumn: 43,
        },
      ],
    },
    {
      name: 'milestones-iid-filter: a list of milestones that may be one',
      code: lines(
        "import axios from 'axios';",
        '',
        'export const find = (iid) =>',
        "  axios.get('https://gitlab.harbour.example/api/v3/projects/58/milestones', { params: { iid } });",
      ),
      output: null,
      errors: [
        {
          messageId: 'milestones-iid-filter',
          data: {
            says: 'Send `iids[]` for `iid[]`. The id of a milestone in a path stays the global one. In v4: `GET /projects/58/milestones?iids[]={}`. Check first: `iid` holds one value and is sent as a form or a query.',
            waiting: '',
          },
          line: 4,
          column: 89,
          endLine: 4,
          endColumn: 92,
          suggestions: [
            {
              messageId: 'assumption',
              data: {
                fix: 'Change to `GET /projects/58/milestones?iids[]={}`',
                reason: '`iid` holds one value and is sent as a form or a query',
                blockers: '',
              },
              output: lines(
                "import axios from 'axios';",
                '',
                'export const find = (iid) =>',
                "  axios.get('https://gitlab.harbour.example/api/v3/projects/58/milestones', { params: { 'iids[]': iid } });",
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'trigger-description: a trigger without a description',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/triggers`, { method: 'POST' });",
      ),
      output: null,
      errors: [
        {
          messageId: 'trigger-description',
          data: {
            says: 'Send a `description` that says what the trigger is for. In v4: `POST /projects/58/triggers`. `description` is missing here.',
            waiting: '',
          },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 36,
        },
      ],
    },
    {
      name: 'commits-first-page: the first page of commits',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/commits?page=0`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v4';",
        'fetch(`${api}/projects/58/repository/commits?page=1`);',
      ),
      errors: [
        {
          messageId: 'commits-first-page',
          data: {
            says: 'Count the pages of commits from 1: every `page` is one more than in v3. In v4: `GET /projects/58/repository/commits?page=1`.',
            waiting: '',
          },
          line: 2,
          column: 51,
          endLine: 2,
          endColumn: 52,
        },
      ],
    },
    {
      name: 'commits-first-page: a page of commits that run time counts',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'export const list = (page) => fetch(`${api}/projects/58/repository/commits?page=${page}`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'commits-first-page',
          data: {
            says: 'Count the pages of commits from 1: every `page` is one more than in v3. In v4: `GET /projects/58/repository/commits?page={}`. Check first: `page` holds a number.',
            waiting: '',
          },
          line: 2,
          column: 83,
          endLine: 2,
          endColumn: 87,
          suggestions: [
            {
              messageId: 'assumption',
              data: {
                fix: 'Change to `GET /projects/58/repository/commits?page={}`',
                reason: '`page` holds a number',
                blockers: '',
              },
              output: lines(
                "const api = 'https://gitlab.harbour.example/api/v4';",
                'export const list = (page) => fetch(`${api}/projects/58/repository/commits?page=${page + 1}`);',
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'commits-first-page: a page of commits behind a base that something holds back',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'export const list = (page) => fetch(`${api}/projects/58/repository/commits?page=${page}`);',
        'export const noteOf = (issue) => fetch(`${api}/projects/58/issues/${issue}/notes`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'commits-first-page',
          data: {
            says: 'Count the pages of commits from 1: every `page` is one more than in v3. In v4: `GET /projects/58/repository/commits?page={}`. Check first: `page` holds a number.',
            waiting: ' Held back by <input>:3 issue-iid.',
          },
          line: 2,
          column: 83,
          endLine: 2,
          endColumn: 87,
          suggestions: [
            {
              messageId: 'held-assumption',
              data: {
                fix: 'Change to `GET /projects/58/repository/commits?page={}`',
                reason: '`page` holds a number',
                blockers: '<input>:3 issue-iid',
              },
              output: lines(
                "const api = 'https://gitlab.harbour.example/api/v4';",
                'export const list = (page) => fetch(`${api}/projects/58/repository/commits?page=${page + 1}`);',
                'export const noteOf = (issue) => fetch(`${api}/projects/58/issues/${issue}/notes`);',
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'tree-ref: the ref of a tree',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/tree?ref_name=next&path=docs`);',
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/tree?ref=next&path=docs`);',
      ),
      errors: [
        {
          messageId: 'tree-ref',
          data: {
            says: 'Send `ref` for `ref_name`; the list of commits keeps `ref_name`. In v4: `GET /projects/58/repository/tree?ref=next&path=docs`.',
            waiting: '',
          },
          line: 2,
          column: 43,
          endLine: 2,
          endColumn: 51,
        },
      ],
    },
    {
      name: 'skip-confirmation: a user who need not confirm',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/users`, { method: 'POST', body: JSON.stringify({ username: 'mira', confirm: false }) });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/users`, { method: 'POST', body: JSON.stringify({ username: 'mira', skip_confirmation: true }) });",
      ),
      errors: [
        {
          messageId: 'skip-confirmation',
          data: {
            says: 'Send `skip_confirmation` with the opposite value: `confirm=false` is `skip_confirmation=true`. In v4: `POST /users?username=mira&skip_confirmation=true`.',
            waiting: '',
          },
          line: 2,
          column: 82,
          endLine: 2,
          endColumn: 96,
        },
      ],
    },
    {
      name: 'job-events: events of a hook',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/hooks/9`, { method: 'PUT', body: JSON.stringify({ build_events: true }) });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/hooks/9`, { method: 'PUT', body: JSON.stringify({ job_events: true }) });",
      ),
      errors: [
        {
          messageId: 'job-events',
          data: {
            says: 'Send and read `job_events` for `build_events`, and send `notify_only_broken_pipelines` for `notify_only_broken_builds`. In place of the service `builds-email` set up `pipelines-email`, which writes once for each pipeline. What a webhook delivers is not concerned. In v4: `PUT /projects/58/hooks/9?job_events=true`.',
            waiting: '',
          },
          line: 2,
          column: 77,
          endLine: 2,
          endColumn: 89,
        },
      ],
    },
    {
      name: 'application-settings: where repositories are stored',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/application/settings?repository_storage=default`, { method: 'PUT' });",
      ),
      output: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/application/settings?repository_storages[]=default`, { method: 'PUT' });",
      ),
      errors: [
        {
          messageId: 'application-settings',
          data: {
            says: 'Send the list `repository_storages` for `repository_storage`, and one `elasticsearch_url` (`http://host:port`) for `elasticsearch_host` and `elasticsearch_port`. In v4: `PUT /application/settings?repository_storages[]=default`.',
            waiting: '',
          },
          line: 2,
          column: 36,
          endLine: 2,
          endColumn: 54,
        },
      ],
    },
    {
      name: 'tree-ref: a parameter behind a base that something holds back',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'fetch(`${api}/projects/58/repository/tree?ref_name=next`);',
        'export const noteOf = (issue) => fetch(`${api}/projects/58/issues/${issue}/notes`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'tree-ref',
          data: {
            says: 'Send `ref` for `ref_name`; the list of commits keeps `ref_name`. In v4: `GET /projects/58/repository/tree?ref=next`.',
            waiting: ' Held back by <input>:3 issue-iid.',
          },
          line: 2,
          column: 43,
          endLine: 2,
          endColumn: 51,
          suggestions: [
            {
              messageId: 'held',
              data: {
                fix: 'Change to `GET /projects/58/repository/tree?ref=next`',
                reason: '',
                blockers: '<input>:3 issue-iid',
              },
              output: lines(
                "const api = 'https://gitlab.harbour.example/api/v3';",
                'fetch(`${api}/projects/58/repository/tree?ref=next`);',
                'export const noteOf = (issue) => fetch(`${api}/projects/58/issues/${issue}/notes`);',
              ),
            },
          ],
        },
      ],
    },
  ],
});
