import { parser } from 'typescript-eslint';
import rule from '../../rules/no-v3-prefix.js';
import { lines, RuleTester } from '../support/rule-tester.js';

new RuleTester().run('no-v3-prefix', rule, {
  valid: [
    { name: 'v4', code: "fetch('https://gitlab.harbour.example/api/v4/user');" },
    { name: 'another service', code: "fetch('https://api.harbour.example/api/v3/repos');" },
    { name: "a page of GitLab's", code: "fetch('https://gitlab.harbour.example/harbour/quay/merge_requests/5');" },
    {
      name: 'a row that the option ignores',
      code: lines("const api = 'https://gitlab.harbour.example/api/v3';", 'fetch(`${api}/user`);'),
      options: [{ ignore: ['api-prefix'] }],
    },
  ],
  invalid: [
    {
      name: 'api-prefix: a base with nothing to do behind it',
      code: "fetch('https://gitlab.harbour.example/api/v3/user');",
      output: "fetch('https://gitlab.harbour.example/api/v4/user');",
      errors: [
        {
          messageId: 'api-prefix',
          data: { says: 'Write `/api/v4` for `/api/v3`, after the requests behind it.', waiting: '' },
          line: 1,
          column: 43,
          endLine: 1,
          endColumn: 45,
        },
      ],
    },
    {
      name: 'api-prefix: a base that other fixes come before',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        "fetch(`${api}/projects/58/star`, { method: 'DELETE' });",
        'fetch(`${api}/groups/owned`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'api-prefix',
          data: {
            says: 'Write `/api/v4` for `/api/v3`, after the requests behind it.',
            waiting: ' Its fix comes after line 2 project-unstar and line 3 groups-owned.',
          },
          line: 1,
          column: 49,
          endLine: 1,
          endColumn: 51,
        },
      ],
    },
    {
      name: 'api-prefix: a base that something holds back',
      code: lines(
        "const api = 'https://gitlab.harbour.example/api/v3';",
        'export const noteOf = (issue) => fetch(`${api}/projects/58/issues/${issue}/notes`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'api-prefix',
          data: {
            says: 'Write `/api/v4` for `/api/v3`, after the requests behind it.',
            waiting: ' Held back by <input>:2 issue-iid.',
          },
          line: 1,
          column: 49,
          endLine: 1,
          endColumn: 51,
          suggestions: [
            {
              messageId: 'held',
              data: { fix: 'Move the base to v4', reason: '', blockers: '<input>:2 issue-iid' },
              output: lines(
                "const api = 'https://gitlab.harbour.example/api/v4';",
                'export const noteOf = (issue) => fetch(`${api}/projects/58/issues/${issue}/notes`);',
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'api-prefix: a base that leaves its file',
      code: lines(
        "export const api = 'https://gitlab.harbour.example/api/v3';",
        'export const whoAmI = () => fetch(`${api}/user`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'api-prefix',
          data: { says: 'Write `/api/v4` for `/api/v3`, after the requests behind it.', waiting: '' },
          line: 1,
          column: 56,
          endLine: 1,
          endColumn: 58,
          suggestions: [
            {
              messageId: 'exported',
              data: { fix: 'Move the base to v4' },
              output: lines(
                "export const api = 'https://gitlab.harbour.example/api/v4';",
                'export const whoAmI = () => fetch(`${api}/user`);',
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'api-prefix: a base in a private member of a class that leaves its file',
      code: lines(
        "export class Quay { static #root = 'https://gitlab.harbour.example/api/v3';",
        '  whoAmI() { return fetch(`${Quay.#root}/user`); } }',
      ),
      output: lines(
        "export class Quay { static #root = 'https://gitlab.harbour.example/api/v4';",
        '  whoAmI() { return fetch(`${Quay.#root}/user`); } }',
      ),
      errors: [{ messageId: 'api-prefix', line: 1, column: 72, endLine: 1, endColumn: 74 }],
    },
    {
      name: 'api-prefix: a base in a member that TypeScript keeps in its class',
      code: lines(
        "export class Quay { private static root = 'https://gitlab.harbour.example/api/v3';",
        '  whoAmI() { return fetch(`${Quay.root}/user`); } }',
      ),
      languageOptions: { parser },
      output: lines(
        "export class Quay { private static root = 'https://gitlab.harbour.example/api/v4';",
        '  whoAmI() { return fetch(`${Quay.root}/user`); } }',
      ),
      errors: [{ messageId: 'api-prefix', line: 1, column: 79, endLine: 1, endColumn: 81 }],
    },
    {
      name: 'api-prefix: a base that others read too',
      code: lines(
        "import request from 'request-promise-native';",
        "import { sign } from './sign.js';",
        '',
        "const options = { url: 'https://gitlab.harbour.example/api/v3/user' };",
        'sign(options);',
        'export const me = () => request(options);',
      ),
      output: null,
      errors: [
        {
          messageId: 'api-prefix',
          data: {
            says: 'Write `/api/v4` for `/api/v3`, after the requests behind it. Check first: `options` is also read in line 5, by code whose purpose is out of sight.',
            waiting: '',
          },
          line: 4,
          column: 60,
          endLine: 4,
          endColumn: 62,
          suggestions: [
            {
              messageId: 'assumption',
              data: {
                fix: 'Move the base to v4',
                reason: '`options` is also read in line 5, by code whose purpose is out of sight',
                blockers: '',
              },
              output: lines(
                "import request from 'request-promise-native';",
                "import { sign } from './sign.js';",
                '',
                "const options = { url: 'https://gitlab.harbour.example/api/v4/user' };",
                'sign(options);',
                'export const me = () => request(options);',
              ),
            },
          ],
        },
      ],
    },
    {
      name: 'api-prefix: a base that others read too, and that something holds back',
      code: lines(
        "import request from 'request-promise-native';",
        "import { sign } from './sign.js';",
        '',
        "const options = { url: 'https://gitlab.harbour.example/api/v3' };",
        'sign(options);',
        'export const noteOf = (issue) => request(`${options.url}/projects/58/issues/${issue}/notes`);',
      ),
      output: null,
      errors: [
        {
          messageId: 'api-prefix',
          data: {
            says: 'Write `/api/v4` for `/api/v3`, after the requests behind it. Check first: `options` is also read in line 5, by code whose purpose is out of sight.',
            waiting: ' Held back by <input>:6 issue-iid.',
          },
          line: 4,
          column: 60,
          endLine: 4,
          endColumn: 62,
          suggestions: [
            {
              messageId: 'held-assumption',
              data: {
                fix: 'Move the base to v4',
                reason: '`options` is also read in line 5, by code whose purpose is out of sight',
                blockers: '<input>:6 issue-iid',
              },
              output: lines(
                "import request from 'request-promise-native';",
                "import { sign } from './sign.js';",
                '',
                "const options = { url: 'https://gitlab.harbour.example/api/v4' };",
                'sign(options);',
                'export const noteOf = (issue) => request(`${options.url}/projects/58/issues/${issue}/notes`);',
              ),
            },
          ],
        },
      ],
    },
  ],
});
