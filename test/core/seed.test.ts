import { describe, expect, it } from 'vitest';
import { createCore, parseSeed } from '../../src/core/app.js';
import type { Seed } from '../../src/core/app.js';
import { ask, openCore } from './core.js';

describe('a seed that is none says where, what and what is expected', () => {
  it.each([
    ['[]', 'town.json: the seed is []; expected object.'],
    ['{', 'town.json is not JSON'],
    ['{"user":[]}', 'the seed has the key "user", which seeds do not have; expected now, users, tokens'],
    ['{"users":[{"id":1}]}', 'users[0] has no "username", which cannot be left out.'],
    ['{"users":[{"username":5}]}', 'users[0].username is 5; expected string.'],
    ['{"users":[{"username":"a","state":"gone"}]}', 'users[0].state is "gone"; expected one of "active", "blocked".'],
    ['{"settings":[{"level":"loud"}]}', 'settings[0].level is "loud"; expected one of "disabled", "participating"'],
    ['{"settings":[{"events":{"new_moon":true}}]}', 'settings[0].events has the key "new_moon"'],
    ['{"users":[{"id":1,"username":"a"},{"id":1,"username":"b"}]}', 'users[1] has the same id as users[0], 1.'],
    ['{"users":[{"username":"a"},{"username":"A"}]}', 'users[1] has the same username as users[0]'],
    ['{"tokens":[{"token":"t","user":9}]}', 'tokens[0].user is 9; expected the id of one of the users.'],
    ['{"tokens":[{"token":"t","expires_at":"soon"}]}', 'tokens[0].expires_at is "soon"; expected a date'],
    ['{"groups":[{"full_path":"a","members":[7]}]}', 'groups[0].members[0] is 7; expected the id of one of the users.'],
    ['{"projects":[{"path_with_namespace":"a"}]}', 'projects[0].path_with_namespace is "a"; expected a namespace'],
    [
      '{"settings":[{"scope":"project","source":8}]}',
      'settings[0].source is 8; expected the id of one of the projects.',
    ],
    ['{"settings":[{"notification_email":"x@y"}]}', 'settings[0].notification_email is "x@y"; expected one of'],
    ['{"events":[{"action":"danced"}]}', 'events[0].action is "danced"; expected one of "approved", "created"'],
    [
      '{"events":[{"action":"left","project_id":3}]}',
      'events[0].project_id is 3; expected the id of one of the projects.',
    ],
    ['{"events":[{"action":"left","author_id":3}]}', 'events[0].author_id is 3; expected the id of one of the users.'],
    ['{"events":[{"action":"left","created_at":"now"}]}', 'events[0].created_at is no moment; expected a timestamp'],
    ['{"now":"today"}', 'now is no moment; expected a timestamp'],
  ])('%s', (text, message) => {
    expect(() => createCore({ seed: parseSeed(text, 'town.json'), seedName: 'town.json' })).toThrow(message);
  });

  it('never shows a token', () => {
    const seed: Seed = { tokens: [{ token: 'secret-1' }, { token: 'secret-1' }] };
    expect(() => createCore({ seed })).toThrow(/^seed: tokens\[1\] has the same token as tokens\[0\]\.$/);
  });
});

describe('what a seed leaves out', () => {
  it('is an administrator with a token', async () => {
    const core = openCore({});
    expect(core.token).toBe('glpat-root-api');
    expect((await ask(core, 'GET /notification_settings', { token: core.token })).body).toEqual({
      level: 'participating',
      notification_email: 'root@example.com',
    });
  });

  it.each<[string, Seed, string | null]>([
    [
      'of the first user',
      {
        users: [
          { id: 4, username: 'u' },
          { id: 2, username: 'v' },
        ],
      },
      'glpat-u-api',
    ],
    [
      'that still counts',
      { users: [{ username: 'u' }], tokens: [{ token: 'old', revoked: true }, { token: 'new' }] },
      'new',
    ],
    ['none', { users: [{ username: 'u' }], tokens: [] }, null],
  ])('the token is the one %s', (_name, seed, token) => {
    expect(openCore(seed).token).toBe(token);
  });
});

it('the demo answers', async () => {
  const core = createCore();
  const { status, body } = await ask(core, 'GET /events?scope=all', { token: core.token });
  expect(status).toBe(200);
  expect(body).toHaveLength(4);
  await core.close();
});
