import { parser } from 'typescript-eslint';
import rule from '../../rules/no-v3-response.js';
import { lines, RuleTester } from '../support/rule-tester.js';

new RuleTester().run('no-v3-response', rule, {
  valid: [
    {
      name: 'a field of v4',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58');",
        'export const { visibility } = await answer.json();',
      ),
    },
    {
      name: 'a status of v4',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58', { method: 'DELETE' });",
        'export const gone = answer.status === 202;',
      ),
    },
    {
      name: 'another service',
      code: lines(
        "const answer = await fetch('https://api.harbour.example/projects/58');",
        'export const { public: isPublic } = await answer.json();',
      ),
    },
    {
      name: 'a row that the option ignores',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58');",
        'export const { builds_enabled } = await answer.json();',
      ),
      options: [{ ignore: ['project-fields'] }],
    },
  ],
  invalid: [
    {
      name: 'project-snippet-expires-at: when a snippet expires',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/snippets/3');",
        'export const until = (await answer.json()).expires_at;',
      ),
      output: null,
      errors: [
        {
          messageId: 'project-snippet-expires-at',
          data: {
            says: 'v4 does not send `expires_at`. Take out what reads `expires_at` of a project snippet: snippets do not expire. The field was always null; in v4 it is undefined.',
            waiting: '',
          },
          line: 2,
          column: 44,
          endLine: 2,
          endColumn: 54,
        },
      ],
    },
    {
      name: 'branch-delete-response: what was deleted',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/repository/branches/tide', { method: 'DELETE' });",
        'export const gone = await answer.json();',
      ),
      output: null,
      errors: [
        {
          messageId: 'branch-delete-response',
          data: {
            says: 'There is nothing to read here: v4 sends no body. Do not read the answer: v4 sends 204 and no body. The name of the branch is the one you asked to delete. In fact v4 answers 204 without a body, so whatever is read from the answer is undefined.',
            waiting: '',
          },
          line: 2,
          column: 34,
          endLine: 2,
          endColumn: 38,
        },
      ],
    },
    {
      name: 'subscribed-in-lists: who follows issues',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/issues');",
        'export const followed = (await answer.json()).filter((issue) => issue.subscribed);',
      ),
      output: null,
      errors: [
        {
          messageId: 'subscribed-in-lists',
          data: {
            says: 'v4 does not send `subscribed`. Fetch the single issue or merge request by its iid where `subscribed` is needed. `subscribed` is undefined in the elements of a list, which reads as not subscribed.',
            waiting: '',
          },
          line: 2,
          column: 71,
          endLine: 2,
          endColumn: 81,
        },
      ],
    },
    {
      name: 'note-votes: votes of notes',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/snippets/3/notes');",
        'export const up = (await answer.json()).filter((note) => note.upvote);',
      ),
      output: null,
      errors: [
        {
          messageId: 'note-votes',
          data: {
            says: 'v4 does not send `upvote`. Count the award emoji `thumbsup` and `thumbsdown` of the note (`…/notes/:note_id/award_emoji`) instead. The fields were always false; votes are award emoji.',
            waiting: '',
          },
          line: 2,
          column: 63,
          endLine: 2,
          endColumn: 69,
        },
      ],
    },
    {
      name: 'member-validation-status: a status of members',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/groups/7/members/17?access_level=30', { method: 'PUT' });",
        'if (answer.status === 422) process.exitCode = 1;',
      ),
      output: null,
      errors: [
        {
          messageId: 'member-validation-status',
          data: {
            says: 'v4 answers 400 for 422. Expect 400 where v3 answered 422. A branch for 422 is never taken.',
            waiting: '',
          },
          line: 2,
          column: 12,
          endLine: 2,
          endColumn: 18,
        },
      ],
    },
    {
      name: 'async-removal: a status of a removal',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58', { method: 'DELETE' });",
        'export const gone = answer.status === 200;',
      ),
      output: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58', { method: 'DELETE' });",
        'export const gone = answer.status === 202;',
      ),
      errors: [
        {
          messageId: 'async-removal',
          data: {
            says: 'v4 answers 202 for 200. Expect 202 instead of 200, and do not count on the removal being finished when the answer arrives.',
            waiting: '',
          },
          line: 2,
          column: 39,
          endLine: 2,
          endColumn: 42,
        },
      ],
    },
    {
      name: 'commits-link-header: a link to more commits',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/repository/commits?ref_name=main');",
        "export const next = answer.headers.get('link');",
      ),
      output: null,
      errors: [
        {
          messageId: 'commits-link-header',
          data: {
            says: 'The header `link` says something else in v4. Follow the `Link` header of the list of commits as it is, without a correction of your own. Code that made up for the wrong links of v3 now skips or repeats a page.',
            waiting: '',
          },
          line: 2,
          column: 40,
          endLine: 2,
          endColumn: 46,
        },
      ],
    },
    {
      name: 'delete-no-content: the body of a deletion',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/hooks/9', { method: 'DELETE' });",
        'export const hook = await answer.json();',
      ),
      output: null,
      errors: [
        {
          messageId: 'delete-no-content',
          data: {
            says: 'There is nothing to read here: v4 sends no body. Expect 204 and read no body: keep what you need of the thing before you delete it. Reading the body of the answer fails, and a test for 200 is never true.',
            waiting: '',
          },
          line: 2,
          column: 34,
          endLine: 2,
          endColumn: 38,
        },
      ],
    },
    {
      name: 'project-fields: fields of a project',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58');",
        'export const builds = (await answer.json()).builds_enabled;',
      ),
      output: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58');",
        'export const builds = (await answer.json()).jobs_enabled;',
      ),
      errors: [
        {
          messageId: 'project-fields',
          data: {
            says: 'v4 sends `jobs_enabled` for `builds_enabled`. Read `visibility` (private, internal, public) for `public` and `visibility_level`, `jobs_enabled` for `builds_enabled`, `public_jobs` for `public_builds`, and `only_allow_merge_if_pipeline_succeeds` for `only_allow_merge_if_build_succeeds`.',
            waiting: '',
          },
          line: 2,
          column: 45,
          endLine: 2,
          endColumn: 59,
        },
      ],
    },
    {
      name: 'project-fields: a field that a class reads, whose tree knows no decorators',
      code: lines(
        'class Site { constructor(raw) { this.building = raw.builds_enabled; } }',
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58');",
        'new Site(await answer.json());',
      ),
      output: lines(
        'class Site { constructor(raw) { this.building = raw.jobs_enabled; } }',
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58');",
        'new Site(await answer.json());',
      ),
      errors: [
        {
          messageId: 'project-fields',
          data: {
            says: 'v4 sends `jobs_enabled` for `builds_enabled`. Read `visibility` (private, internal, public) for `public` and `visibility_level`, `jobs_enabled` for `builds_enabled`, `public_jobs` for `public_builds`, and `only_allow_merge_if_pipeline_succeeds` for `only_allow_merge_if_build_succeeds`.',
            waiting: '',
          },
          line: 1,
          column: 53,
          endLine: 1,
          endColumn: 67,
        },
      ],
    },
    {
      name: 'todos-mark-as-done: the status of to-dos that are done',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/todos', { method: 'DELETE' });",
        'export const done = answer.status === 200;',
      ),
      output: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/todos', { method: 'DELETE' });",
        'export const done = answer.status === 204;',
      ),
      errors: [
        {
          messageId: 'todos-mark-as-done',
          data: {
            says: 'v4 answers 204 for 200. Mark to-dos as done with `POST`. When all are marked at once v4 answers 204 without the number of them.',
            waiting: '',
          },
          line: 2,
          column: 39,
          endLine: 2,
          endColumn: 42,
        },
      ],
    },
    {
      name: 'project-unstar: the status of a star that is taken back',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/star', { method: 'DELETE' });",
        'export const gone = answer.status === 200;',
      ),
      output: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/star', { method: 'DELETE' });",
        'export const gone = answer.status === 201;',
      ),
      errors: [
        {
          messageId: 'project-unstar',
          data: { says: 'v4 answers 201 for 200. Take the star back with `POST /projects/:id/unstar`.', waiting: '' },
          line: 2,
          column: 39,
          endLine: 2,
          endColumn: 42,
        },
      ],
    },
    {
      name: 'subscriptions: the status of a subscription that ends',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/labels/docs/subscription', { method: 'DELETE' });",
        'export const gone = answer.status === 200;',
      ),
      output: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/labels/docs/subscription', { method: 'DELETE' });",
        'export const gone = answer.status === 201;',
      ),
      errors: [
        {
          messageId: 'subscriptions',
          data: {
            says: 'v4 answers 201 for 200. Subscribe with `POST …/subscribe` and unsubscribe with `POST …/unsubscribe`.',
            waiting: '',
          },
          line: 2,
          column: 39,
          endLine: 2,
          endColumn: 42,
        },
      ],
    },
    {
      name: 'user-block: the status of a user who is blocked',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/users/17/block', { method: 'PUT' });",
        'export const kept = answer.status === 200;',
      ),
      output: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/users/17/block', { method: 'PUT' });",
        'export const kept = answer.status === 201;',
      ),
      errors: [
        {
          messageId: 'user-block',
          data: { says: 'v4 answers 201 for 200. Send `POST` instead of `PUT`.', waiting: '' },
          line: 2,
          column: 39,
          endLine: 2,
          endColumn: 42,
        },
      ],
    },
    {
      name: 'builds-to-jobs: the size of artifacts',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/groups?statistics=true');",
        'export const sizes = (await answer.json()).map(({ statistics }) => statistics.build_artifacts_size);',
      ),
      output: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/groups?statistics=true');",
        'export const sizes = (await answer.json()).map(({ statistics }) => statistics.job_artifacts_size);',
      ),
      errors: [
        {
          messageId: 'builds-to-jobs',
          data: {
            says: 'v4 sends `job_artifacts_size` for `statistics.build_artifacts_size`. Say jobs where the path or the name says builds: `/jobs`, `jobs_enabled`, `job_artifacts_size`. The ids of jobs stay, and so does the parameter `public_builds`.',
            waiting: '',
          },
          line: 2,
          column: 79,
          endLine: 2,
          endColumn: 99,
        },
      ],
    },
    {
      name: 'branch-parameter: the branch of a file',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/repository/files/docs%2Findex.md', { method: 'PUT' });",
        'export const branch = (await answer.json()).branch_name;',
      ),
      output: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/repository/files/docs%2Findex.md', { method: 'PUT' });",
        'export const branch = (await answer.json()).branch;',
      ),
      errors: [
        {
          messageId: 'branch-parameter',
          data: {
            says: 'v4 sends `branch` for `branch_name`. Send `branch` for `branch_name`; the answer to writing a file has `branch` too.',
            waiting: '',
          },
          line: 2,
          column: 45,
          endLine: 2,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'merge-when-pipeline-succeeds: what waits to be merged',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/merge_requests');",
        'export const waiting = (await answer.json()).filter((mr) => mr.merge_when_build_succeeds);',
      ),
      output: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/merge_requests');",
        'export const waiting = (await answer.json()).filter((mr) => mr.merge_when_pipeline_succeeds);',
      ),
      errors: [
        {
          messageId: 'merge-when-pipeline-succeeds',
          data: {
            says: 'v4 sends `merge_when_pipeline_succeeds` for `merge_when_build_succeeds`. Say pipeline where the parameter, the field or the path says build: `merge_when_pipeline_succeeds`, `only_allow_merge_if_pipeline_succeeds`, `POST …/cancel_merge_when_pipeline_succeeds`. A merge by `state_event=merge` is `PUT …/merge` in v4.',
            waiting: '',
          },
          line: 2,
          column: 64,
          endLine: 2,
          endColumn: 89,
        },
      ],
    },
    {
      name: 'merge-request-comments: the text of a comment',
      code: lines(
        'export const texts = async (mr) => {',
        '  const answer = await fetch(`https://gitlab.harbour.example/api/v3/projects/58/merge_requests/${mr.iid}/comments`);',
        '  return (await answer.json()).map((comment) => comment.note);',
        '};',
      ),
      output: lines(
        'export const texts = async (mr) => {',
        '  const answer = await fetch(`https://gitlab.harbour.example/api/v3/projects/58/merge_requests/${mr.iid}/comments`);',
        '  return (await answer.json()).map((comment) => comment.body);',
        '};',
      ),
      errors: [
        {
          messageId: 'merge-request-comments',
          data: {
            says: 'v4 sends `body` for `note`. Use `…/notes` for `…/comments`, and `body` for the parameter and the field `note`.',
            waiting: '',
          },
          line: 3,
          column: 57,
          endLine: 3,
          endColumn: 61,
        },
      ],
    },
    {
      name: 'pipeline-triggers: the variables of a trigger',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/trigger/builds?token=8d2c&ref=main', { method: 'POST' });",
        'export const variables = (await answer.json()).variables;',
      ),
      output: null,
      errors: [
        {
          messageId: 'pipeline-triggers',
          data: {
            says: 'v4 does not send `variables`. Post to `…/trigger/pipeline`; the parameters stay. The answer is the pipeline, and its `id` that of the pipeline. What reads it finds nothing in v4.',
            waiting: '',
          },
          line: 2,
          column: 48,
          endLine: 2,
          endColumn: 57,
        },
      ],
    },
    {
      name: 'job-events: events of a hook',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/hooks/9');",
        'export const builds = (await answer.json()).build_events;',
      ),
      output: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/projects/58/hooks/9');",
        'export const builds = (await answer.json()).job_events;',
      ),
      errors: [
        {
          messageId: 'job-events',
          data: {
            says: 'v4 sends `job_events` for `build_events`. Send and read `job_events` for `build_events`, and send `notify_only_broken_pipelines` for `notify_only_broken_builds`. In place of the service `builds-email` set up `pipelines-email`, which writes once for each pipeline. What a webhook delivers is not concerned.',
            waiting: '',
          },
          line: 2,
          column: 45,
          endLine: 2,
          endColumn: 57,
        },
      ],
    },
    {
      name: 'application-settings: where repositories are stored',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/application/settings');",
        'export const storage = (await answer.json()).repository_storage;',
      ),
      output: null,
      errors: [
        {
          messageId: 'application-settings',
          data: {
            says: 'v4 sends `repository_storages` for `repository_storage`. Send the list `repository_storages` for `repository_storage`, and one `elasticsearch_url` (`http://host:port`) for `elasticsearch_host` and `elasticsearch_port`. The value is of another kind.',
            waiting: '',
          },
          line: 2,
          column: 46,
          endLine: 2,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'visibility-string: a visibility that is compared',
      code: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/application/settings');",
        'export const isOpen = (await answer.json()).default_group_visibility === 20;',
      ),
      output: lines(
        "const answer = await fetch('https://gitlab.harbour.example/api/v3/application/settings');",
        "export const isOpen = (await answer.json()).default_group_visibility === 'public';",
      ),
      errors: [
        {
          messageId: 'visibility-string',
          data: {
            says: "v4 sends other values of `default_group_visibility`: 'private' for 0, 'internal' for 10, 'public' for 20. Send and read `visibility` for `visibility_level`: `private` for 0, `internal` for 10, `public` for 20. Settings of visibility take and give these words too.",
            waiting: '',
          },
          line: 2,
          column: 74,
          endLine: 2,
          endColumn: 76,
        },
      ],
    },
    {
      name: 'project-fields: a field behind a base that something holds back',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'const project = await (await fetch(`${api}/projects/58`)).json();',
        'export const builds = project.builds_enabled;',
        'export const noteOf = (issue) => fetch(`${api}/projects/58/issues/${issue}/notes`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'project-fields',
          data: {
            says: 'v4 sends `jobs_enabled` for `builds_enabled`. Read `visibility` (private, internal, public) for `public` and `visibility_level`, `jobs_enabled` for `builds_enabled`, `public_jobs` for `public_builds`, and `only_allow_merge_if_pipeline_succeeds` for `only_allow_merge_if_build_succeeds`.',
            waiting: ' Held back by <input>:4 issue-iid.',
          },
          line: 3,
          column: 31,
          endLine: 3,
          endColumn: 45,
          suggestions: [
            {
              messageId: 'held',
              data: { fix: 'Apply project-fields', reason: '', blockers: '<input>:4 issue-iid' },
              output: lines(
                "const api = 'https://gitlab.harbour.example/api/v3';",
                'const project = await (await fetch(`${api}/projects/58`)).json();',
                'export const builds = project.jobs_enabled;',
                'export const noteOf = (issue) => fetch(`${api}/projects/58/issues/${issue}/notes`);',
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'project-fields: a field of what a type says is an answer',
      code: lines(
        "import axios from 'axios';",
        '',
        'interface Depot {',
        '  id: number;',
        '}',
        '',
        "const api = 'https://gitlab.harbour.example/api/v3';",
        '',
        'export const read = (id: number) => axios.get<Depot>(`${api}/projects/${id}`);',
        '',
        'export const canBuild = (depot: Depot): boolean => depot.builds_enabled;',
      ),
      languageOptions: { parser },
      output: null,
      errors: [
        {
          messageId: 'project-fields',
          data: {
            says: 'v4 sends `jobs_enabled` for `builds_enabled`. Read `visibility` (private, internal, public) for `public` and `visibility_level`, `jobs_enabled` for `builds_enabled`, `public_jobs` for `public_builds`, and `only_allow_merge_if_pipeline_succeeds` for `only_allow_merge_if_build_succeeds`. Check first: what is read is an answer, as its type `Depot` says.',
            waiting: '',
          },
          line: 11,
          column: 58,
          endLine: 11,
          endColumn: 72,
          suggestions: [
            {
              messageId: 'assumption',
              data: {
                fix: 'Apply project-fields',
                reason: 'what is read is an answer, as its type `Depot` says',
                blockers: '',
              },
              output: lines(
                "import axios from 'axios';",
                '',
                'interface Depot {',
                '  id: number;',
                '}',
                '',
                "const api = 'https://gitlab.harbour.example/api/v3';",
                '',
                'export const read = (id: number) => axios.get<Depot>(`${api}/projects/${id}`);',
                '',
                'export const canBuild = (depot: Depot): boolean => depot.jobs_enabled;',
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'project-fields: a field of what a type says is an answer, behind a base that something holds back',
      code: lines(
        "import axios from 'axios';",
        '',
        'interface Depot {',
        '  id: number;',
        '}',
        '',
        "const api = 'https://gitlab.harbour.example/api/v3';",
        '',
        'export const read = (id: number) => axios.get<Depot>(`${api}/projects/${id}`);',
        '',
        'export const canBuild = (depot: Depot): boolean => depot.builds_enabled;',
        '',
        'export const noteOf = (issue: number) => axios.get(`${api}/projects/58/issues/${issue}/notes`);',
      ),
      languageOptions: { parser },
      output: null,
      errors: [
        {
          messageId: 'project-fields',
          data: {
            says: 'v4 sends `jobs_enabled` for `builds_enabled`. Read `visibility` (private, internal, public) for `public` and `visibility_level`, `jobs_enabled` for `builds_enabled`, `public_jobs` for `public_builds`, and `only_allow_merge_if_pipeline_succeeds` for `only_allow_merge_if_build_succeeds`. Check first: what is read is an answer, as its type `Depot` says.',
            waiting: ' Held back by <input>:13 issue-iid.',
          },
          line: 11,
          column: 58,
          endLine: 11,
          endColumn: 72,
          suggestions: [
            {
              messageId: 'held-assumption',
              data: {
                fix: 'Apply project-fields',
                reason: 'what is read is an answer, as its type `Depot` says',
                blockers: '<input>:13 issue-iid',
              },
              output: lines(
                "import axios from 'axios';",
                '',
                'interface Depot {',
                '  id: number;',
                '}',
                '',
                "const api = 'https://gitlab.harbour.example/api/v3';",
                '',
                'export const read = (id: number) => axios.get<Depot>(`${api}/projects/${id}`);',
                '',
                'export const canBuild = (depot: Depot): boolean => depot.jobs_enabled;',
                '',
                'export const noteOf = (issue: number) => axios.get(`${api}/projects/58/issues/${issue}/notes`);',
              ),
            },
          ],
        },
      ],
    },
  ],
});
