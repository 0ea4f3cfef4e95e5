import { describe, expect, it } from 'vitest';
import { createCore, parseSeed, SeedError } from '../../src/core/app.js';
import type { Seed } from '../../src/core/app.js';
import { ask, openCore, village } from './core.js';
import { findEventProblem } from './schemas.js';

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
    ['{"now":"2026-02-30T00:00:00Z"}', 'now is no moment; expected a timestamp'],
    ['{"now":5}', 'now is 5; expected string or null.'],
    ['null', 'town.json: the seed is null; expected object.'],
    ['', 'town.json is not JSON'],
    ['{"users":{}}', 'users is {}; expected array.'],
    ['{"users":[{"username":"a","__proto__":{"admin":true}}]}', 'users[0] has the key "__proto__"'],
    ['{"users":[{"id":0,"username":"a"}]}', 'users[0].id is 0; expected 1 or more.'],
    ['{"users":[{"id":1e300,"username":"a"}]}', 'users[0].id is 1e+300; expected 9007199254740991 or less.'],
    ['{"users":[{"id":"1","username":"a"}]}', 'users[0].id is "1"; expected integer.'],
    ['{"users":[{"username":"a b"}]}', 'users[0].username is "a b"; expected text that matches'],
    ['{"users":[{"username":"a","admin":"yes"}]}', 'users[0].admin is "yes"; expected boolean.'],
    ['{"tokens":[{"token":"t","scopes":"api"}]}', 'tokens[0].scopes is "api"; expected array.'],
    ['{"tokens":[{"token":"t","user":"x"}]}', 'tokens[0].user is "x"; expected integer.'],
    ['{"groups":[{"full_path":"a/"}]}', 'groups[0].full_path is "a/"; expected text that matches'],
    ['{"groups":[{"full_path":"a"},{"full_path":"A"}]}', 'groups[1] has the same full_path as groups[0], "a".'],
    ['{"groups":[{"full_path":"a","visibility":"secret"}]}', 'groups[0].visibility is "secret"; expected one of'],
    ['{"projects":[{"id":3,"path_with_namespace":"a/b"},{"id":3,"path_with_namespace":"a/c"}]}', 'the same id'],
    ['{"settings":[{"scope":"project"}]}', 'settings[0].source is absent; expected the id of one of the projects.'],
    ['{"settings":[{"scope":"team"}]}', 'settings[0].scope is "team"; expected one of "global", "group", "project".'],
    ['{"settings":[{"events":{"new_note":"true"}}]}', 'settings[0].events.new_note is "true"; expected boolean.'],
    ['{"settings":[{},{}]}', 'settings[1] has the same user, scope and source as settings[0]'],
    ['{"events":[{}]}', 'events[0] has no "action", which cannot be left out.'],
    ['{"events":[{"id":1,"action":"left"},{"id":1,"action":"left"}]}', 'events[1] has the same id as events[0], 1.'],
    [
      '{"events":[{"action":"pushed","push_data":{"ref_type":"note"}}]}',
      'events[0].push_data.ref_type is "note"; expected one of "branch", "tag".',
    ],
    ['{"events":[{"action":"left","note":"x"}]}', 'events[0].note is "x"; expected object or null.'],
    ['{"events":[{"action":"commented","note":{"id":"x"}}]}', 'events[0].note.id is "x"; expected integer.'],
    [
      '{"events":[{"action":"commented","note":{"created_at":"soon"}}]}',
      'events[0].note.created_at is no moment; expected a timestamp',
    ],
  ])('%s', (text, message) => {
    const create = (): unknown => createCore({ seed: parseSeed(text, 'town.json'), seedName: 'town.json' });
    expect(create).toThrow(SeedError);
    expect(create).toThrow(message);
  });

  it.each(['{"tokens":["secret-1"]}', '{"tokens":[{"token":["secret-1"]}]}', '{"tokens":"secret-1"}'])(
    'never shows a token: %s',
    (text) => {
      expect(() => parseSeed(text, 'town.json')).toThrow(
        /^(?!.*secret-1)town\.json: tokens.* is something else; expected /,
      );
    },
  );

  it('never shows a token that stands twice', () => {
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

describe('the author of a note', () => {
  const note = { body: 'Hoisted.', noteable_id: 40, noteable_type: 'Issue' };
  it.each([
    ['left out', undefined, { id: 12, username: 'bela', name: 'bela', state: 'active' }],
    ['one of the users', { id: 13 }, { id: 13, username: 'cem' }],
    ['one of the users, said otherwise', { id: 13, name: 'Cem Ay', avatar_url: null }, { id: 13, name: 'Cem Ay' }],
    ['somebody else', { id: 99, username: 'vito' }, { id: 99, username: 'vito', name: 'vito', state: 'active' }],
    ['somebody unnamed', { id: 99 }, { id: 99, state: 'active' }],
  ])('%s is shown as a user', async (_name, author, shown) => {
    const seed: Seed = {
      ...village,
      events: [
        {
          ...{ id: 1, project_id: 22, author_id: 12, action: 'commented', target_type: 'Note', target_id: 5 },
          note: { ...note, created_at: '2026-01-20T09:00:00+01:00', ...(author === undefined ? {} : { author }) },
        },
      ],
    };
    const { body } = await ask(openCore(seed), 'GET /events');
    expect(body).toMatchObject([{ note: { author: shown, created_at: '2026-01-20T08:00:00.000Z' } }]);
    expect(findEventProblem(body)).toBeNull();
  });
});
