import { describe, expect, it } from 'vitest';
import type { Seed } from '../../src/core/app.js';
import { ask, openCore, village } from './core.js';
import type { Answer } from './core.js';
import { findEventProblem } from './schemas.js';

type SeedEvent = NonNullable<Seed['events']>[number];

function withEvents(...events: readonly SeedEvent[]): Seed {
  return { ...village, events };
}

/** An event of Bela's in a project that all see. */
function event(id: number, more: Partial<SeedEvent> = {}): SeedEvent {
  const createdAt = `2026-01-10T00:00:${String(id % 60).padStart(2, '0')}.000Z`;
  return { id, project_id: 22, author_id: 12, action: 'closed', created_at: createdAt, ...more };
}

function idsOf({ body }: Answer): number[] {
  return (body as { id: number }[]).map(({ id }) => id);
}

const lists = ['/events', '/users/12/events', '/projects/22/events'];

describe('a payload', () => {
  it('of a note has all fields of the document', async () => {
    const core = openCore(
      withEvents({
        ...{
          id: 7,
          project_id: 21,
          author_id: 12,
          action: 'commented',
          target_type: 'Note',
          target_id: 61,
          target_iid: 61,
        },
        ...{ target_title: null, created_at: '2026-01-20T08:09:10.120Z' },
        note: { id: 61, body: 'Hoisted.', noteable_id: 40, noteable_type: 'Issue', noteable_iid: 4 },
      }),
    );
    const answer = await ask(core, 'GET /events');
    const author = {
      ...{ id: 12, name: 'bela', username: 'bela', state: 'active' },
      avatar_url: expect.stringMatching(/^http:\/\//) as string,
      web_url: expect.stringMatching(/^http:.*\/bela$/) as string,
    };
    expect(answer.body).toEqual([
      {
        ...{ id: 7, title: null, project_id: 21, action_name: 'commented on', target_id: 61, target_iid: 61 },
        ...{ target_type: 'Note', author_id: 12, target_title: null, created_at: '2026-01-20T08:09:10.120Z', author },
        ...{ author_username: 'bela', data: null },
        note: {
          ...{ id: 61, body: 'Hoisted.', attachment: null, author, created_at: '2026-01-20T08:09:10.120Z' },
          ...{ system: false, noteable_id: 40, noteable_type: 'Issue', noteable_iid: 4 },
        },
      },
    ]);
    expect(findEventProblem(answer.body)).toBeNull();
  });

  it('of a push has all fields of the document', async () => {
    const push = {
      ...{ commit_count: 2, action: 'created' as const, ref_type: 'branch', commit_from: null, ref: 'crane' },
      ...{ commit_to: 'c5feabde2d8cd023215af4d2ceeb7a64839fc428', commit_title: 'Raise the crane' },
    } as const;
    const core = openCore(withEvents({ id: 3, project_id: 21, author_id: 12, action: 'pushed', push_data: push }));
    const answer = await ask(core, 'GET /projects/21/events');
    expect(answer.body).toMatchObject([
      { action_name: 'pushed new', target_id: null, target_iid: null, target_type: null, push_data: push },
    ]);
    expect(answer.body).not.toHaveProperty('[0].note');
    expect(findEventProblem(answer.body)).toBeNull();
  });

  it.each<[string, Partial<SeedEvent>]>([
    ['pushed to', { action: 'pushed', push_data: { action: 'pushed' } }],
    ['pushed new', { action: 'pushed', push_data: { action: 'created' } }],
    ['deleted', { action: 'pushed', push_data: { action: 'removed' } }],
    ['commented on', { action: 'commented', target_type: 'Note' }],
    ['accepted', { action: 'merged', target_type: 'MergeRequest' }],
    ['opened', { action: 'created', target_type: 'Issue' }],
    ['opened', { action: 'created', target_type: 'MergeRequest' }],
    ['opened', { action: 'created', target_type: 'Milestone' }],
    ['opened', { action: 'created', target_type: 'Snippet' }],
    ['opened', { action: 'reopened', target_type: 'Issue' }],
    ['opened', { action: 'reopened', target_type: 'MergeRequest' }],
    ['created', { action: 'created', target_type: null }],
    ['removed due to membership expiration from', { action: 'expired' }],
    ['approved', { action: 'approved', target_type: 'MergeRequest' }],
    ['updated', { action: 'updated', target_type: 'Issue' }],
    ['closed', { action: 'closed', target_type: 'Issue' }],
    ['joined', { action: 'joined' }],
    ['left', { action: 'left' }],
    ['destroyed', { action: 'destroyed', target_type: 'Milestone' }],
  ])('is named "%s" for %j', async (name, more) => {
    const { body } = await ask(openCore(withEvents(event(1, more))), 'GET /events');
    expect(body).toMatchObject([{ action_name: name }]);
    expect(findEventProblem(body)).toBeNull();
  });
});

describe('filters', () => {
  const targets = {
    issue: 'Issue',
    milestone: 'Milestone',
    merge_request: 'MergeRequest',
    note: 'Note',
    project: 'Project',
    snippet: 'Snippet',
    user: 'User',
  };
  const actions = [
    ...(['approved', 'created', 'updated', 'closed', 'reopened', 'pushed'] as const),
    ...(['commented', 'merged', 'joined', 'left', 'destroyed', 'expired'] as const),
  ];
  const every = actions.flatMap((action, row) =>
    Object.values(targets).map((target, column) => event(1 + row * 7 + column, { action, target_type: target })),
  );

  it.each(actions)('action=%s', async (action) => {
    const core = openCore(withEvents(...every));
    const expected = every.filter((each) => each.action === action).map(({ id }) => id ?? 0);
    for (const list of lists)
      expect(idsOf(await ask(core, `GET ${list}?action=${action}&sort=asc&per_page=100`)).sort()).toEqual(
        expected.sort(),
      );
  });

  it.each(Object.entries(targets))('target_type=%s', async (word, target) => {
    const core = openCore(withEvents(...every));
    const expected = every.filter((each) => each.target_type === target).map(({ id }) => id ?? 0);
    for (const list of lists)
      expect(idsOf(await ask(core, `GET ${list}?target_type=${word}&per_page=100`)).sort()).toEqual(expected.sort());
  });

  it.each([
    ['action=dance', 'action does not have a valid value'],
    ['action=Pushed', 'action does not have a valid value'],
    ['action=', 'action does not have a valid value'],
    ['action[]=pushed', 'action is invalid'],
    ['action=archived', 'action does not have a valid value'],
    ['target_type=Issue', 'target_type does not have a valid value'],
    ['target_type=epic', 'target_type does not have a valid value'],
    ['before=soon', 'before is invalid'],
    ['before=2026-02-30', 'before is invalid'],
    ['after=2026-13-01', 'after is invalid'],
    ['sort=up', 'sort does not have a valid value'],
    ['sort=', 'sort does not have a valid value'],
    ['page=a', 'page is invalid'],
    ['page=1.5', 'page is invalid'],
    ['page=0x10', 'page is invalid'],
    ['page[]=1', 'page is invalid'],
    ['per_page=b', 'per_page is invalid'],
    ['per_page=00', 'per_page has a value not allowed'],
    ['after=2023-02-29', 'after is invalid'],
    ['before=2026-00-10', 'before is invalid'],
    ['before[]=2026-01-01', 'before is invalid'],
    ['per_page=0', 'per_page has a value not allowed'],
    [
      'sort=up&before=x&action=y',
      'action does not have a valid value, before is invalid, sort does not have a valid value',
    ],
  ])('%s is refused by every list', async (query, error) => {
    const core = openCore();
    for (const list of lists)
      expect(await ask(core, `GET ${list}?${query}`)).toMatchObject({ status: 400, body: { error } });
  });

  it.each(['before=', 'after=', 'page=', 'per_page=', 'scope=mine', 'colour=red', 'user_id=9'])(
    '%s changes nothing',
    async (query) => {
      const core = openCore(withEvents(event(1), event(2)));
      for (const list of lists) expect(idsOf(await ask(core, `GET ${list}?${query}`))).toEqual([2, 1]);
    },
  );

  const edges = [
    event(1, { created_at: '2017-01-31T23:59:59.999Z' }),
    event(2, { created_at: '2017-02-01T00:00:00.000Z' }),
    event(3, { created_at: '2017-02-28T23:59:59.999Z' }),
    event(4, { created_at: '2017-03-01T00:00:00.000Z' }),
  ];
  it.each([
    ['after=2017-01-31&before=2017-03-01', [3, 2]],
    ['after=2017-01-31', [4, 3, 2]],
    ['before=2017-03-01', [3, 2, 1]],
    ['before=2017-02-01', [1]],
    ['after=2017-02-28', [4]],
    ['before=2017-3-1', [3, 2, 1]],
    ['before=20170301', [3, 2, 1]],
    ['before=1%20Mar%202017', [3, 2, 1]],
    ['before=2017-03-01T18:00:00Z', [3, 2, 1]],
    ['before=2017-03-01T23:30:00-05:00', [3, 2, 1]],
    ['after=2016-02-29', [4, 3, 2, 1]],
    ['before=2020-02-29', [4, 3, 2, 1]],
    ['after=2017-01-31&after=2017-02-28', [4]],
    ['after=2017-03-01&before=2017-02-01', []],
  ])('%s leaves out the named days', async (query, ids) => {
    const core = openCore({ ...withEvents(...edges), now: '2017-04-01T00:00:00Z' });
    for (const list of lists) expect(idsOf(await ask(core, `GET ${list}?${query}`))).toEqual(ids);
  });
});

it('is ordered by created_at, then by id', async () => {
  const at = '2026-01-05T10:00:00.000Z';
  const core = openCore(
    withEvents(
      event(1, { created_at: '2026-01-09T00:00:00Z' }),
      event(5, { created_at: at }),
      event(3, { created_at: at }),
    ),
  );
  for (const list of lists) {
    expect(idsOf(await ask(core, `GET ${list}`))).toEqual([1, 5, 3]);
    expect(idsOf(await ask(core, `GET ${list}?sort=desc`))).toEqual([1, 5, 3]);
    expect(idsOf(await ask(core, `GET ${list}?sort=asc`))).toEqual([3, 5, 1]);
  }
});

it('keeps two years', async () => {
  const core = openCore({
    ...withEvents(
      event(1, { created_at: '2024-01-31T11:59:59.999Z' }),
      event(2, { created_at: '2024-01-31T12:00:00.000Z' }),
    ),
    now: '2026-01-31T12:00:00Z',
  });
  for (const list of lists) {
    const answer = await ask(core, `GET ${list}?after=2000-01-01`);
    expect(idsOf(answer)).toEqual([2]);
    expect(answer.headers['x-total']).toBe('1');
  }
});

describe('who sees what', () => {
  const seed = withEvents(
    event(1, { project_id: 21, author_id: 12 }),
    event(2, { project_id: 22, author_id: 12 }),
    event(3, { project_id: 23, author_id: 13 }),
    event(4, { project_id: 24, author_id: 15 }),
    event(5, { project_id: 22, author_id: 15 }),
    event(6, { project_id: null, author_id: 12 }),
    event(7, { project_id: 21, author_id: 13 }),
  );
  it.each([
    ['bela-api', '/events', [2, 1]],
    ['bela-user', '/events', [2, 1]],
    ['bela-api', '/events?scope=all', [7, 1]],
    ['edda-api', '/events?scope=all', [4]],
    ['cem-api', '/events?scope=all', []],
    ['cem-api', '/events', [3]],
    ['ines-api', '/users/12/events', [2, 1]],
    ['cem-api', '/users/12/events', [2]],
    ['cem-api', '/users/bela/events', [2]],
    ['cem-api', '/users/BELA/events', [2]],
    ['cem-api', '/users/15/events', []],
    ['edda-api', '/users/15/events', [5, 4]],
    ['ines-api', '/users/edda/events', [5, 4]],
    ['bela-api', '/users/13/events', [7, 3]],
    ['bela-api', '/projects/21/events', [7, 1]],
    ['bela-api', '/projects/north%2Fharbour%2Fcrane/events', [7, 1]],
    ['cem-api', '/projects/open%2Fmap/events', [5, 2]],
    ['ines-api', '/projects/24/events', [4]],
  ])('%s of %s', async (token, list, ids) => {
    const answer = await ask(openCore(seed), `GET ${list}`, { token });
    expect(answer.status).toBe(200);
    expect(idsOf(answer)).toEqual(ids);
    expect(answer.headers['x-total']).toBe(String(ids.length));
  });

  it.each([
    ['/users/99/events', 'User'],
    ['/users/nobody/events', 'User'],
    ['/projects/21/events', 'Project'],
    ['/projects/north%2Fharbour%2Fcrane/events', 'Project'],
    ['/projects/99/events', 'Project'],
  ])('%s is not there for Cem', async (list, thing) => {
    expect(await ask(openCore(seed), `GET ${list}`, { token: 'cem-api' })).toMatchObject({
      status: 404,
      body: { message: `404 ${thing} Not Found` },
    });
  });
});

describe('pages', () => {
  const many = Array.from({ length: 45 }, (_, index) => event(index + 1, { created_at: '2026-01-10T00:00:00Z' }));
  const names = ['x-total', 'x-total-pages', 'x-per-page', 'x-page', 'x-next-page', 'x-prev-page'];
  it.each([
    ['', ['45', '3', '20', '1', '2', ''], 20],
    ['?page=2', ['45', '3', '20', '2', '3', '1'], 20],
    ['?page=3', ['45', '3', '20', '3', '', '2'], 5],
    ['?page=4', ['45', '3', '20', '4', '', ''], 0],
    ['?page=0', ['45', '3', '20', '1', '2', ''], 20],
    ['?page=-2', ['45', '3', '20', '1', '2', ''], 20],
    ['?page=99999999999999999999999', ['45', '3', '20', '9007199254740991', '', ''], 0],
    ['?page=%202', ['45', '3', '20', '2', '3', '1'], 20],
    ['?page=%2B2', ['45', '3', '20', '2', '3', '1'], 20],
    ['?page=002', ['45', '3', '20', '2', '3', '1'], 20],
    ['?page=1&page=2', ['45', '3', '20', '2', '3', '1'], 20],
    ['?per_page=101', ['45', '1', '100', '1', '', ''], 45],
    ['?per_page=1&page=45', ['45', '45', '1', '45', '', '44'], 1],
    ['?per_page=45', ['45', '1', '45', '1', '', ''], 45],
    ['?per_page=1000', ['45', '1', '100', '1', '', ''], 45],
    ['?per_page=-5', ['45', '3', '20', '1', '2', ''], 20],
    ['?action=left', ['0', '1', '20', '1', '', ''], 0],
  ])('%s', async (query, headers, length) => {
    const core = openCore(withEvents(...many));
    for (const list of lists) {
      const answer = await ask(core, `GET ${list}${query}`);
      expect(names.map((name) => answer.headers[name])).toEqual(headers);
      expect(idsOf(answer)).toHaveLength(length);
      const head = await ask(core, `HEAD ${list}${query}`);
      expect(names.map((name) => head.headers[name])).toEqual(headers);
    }
  });

  it.each([
    ['/events?page=2', ['prev 1', 'next 3', 'first 1', 'last 3']],
    ['/events', ['next 2', 'first 1', 'last 3']],
    ['/events?page=3', ['prev 2', 'first 1', 'last 3']],
    ['/events?page=9', ['first 1', 'last 3']],
  ])('link from %s', async (list, relations) => {
    const { headers } = await ask(openCore(withEvents(...many)), `GET ${list}`);
    const links = [...String(headers['link']).matchAll(/<[^>]*[?&]page=(\d+)(?:&[^>]*)?>; rel="(\w+)"(?:, |$)/g)];
    expect(links.map(([, page = '', relation = '']) => `${relation} ${page}`)).toEqual(relations);
  });

  it('repeat in links what was asked, and no secret', async () => {
    const secrets = 'private_token=bela-api&job_token=bela-api&PRIVATE_TOKEN=bela-api';
    const request = `GET /projects/open%2Fmap/events?${secrets}&action=closed&per_page=10&page=2`;
    const { headers } = await ask(openCore(withEvents(...many)), request, { token: null });
    const [link = ''] = String(headers['link']).split(', ');
    expect(link).toMatch(
      /^<http:\/\/[^/]+\/api\/v4\/projects\/open%2Fmap\/events\?action=closed&id=open%2Fmap&page=1&per_page=10&sort=desc>; rel="prev"$/,
    );
    expect(JSON.stringify(headers)).not.toContain('bela-api');
  });

  it('do not tell more than 10,000', async () => {
    const full = Array.from({ length: 10_001 }, (_, index) => event(index + 1));
    for (const [events, total] of [
      [full, undefined],
      [full.slice(1), '10000'],
    ] as const) {
      const { headers } = await ask(openCore(withEvents(...events)), 'GET /projects/22/events?page=3');
      expect(headers['x-total']).toBe(total);
      expect(headers['x-total-pages']).toBe(total === undefined ? undefined : '500');
      expect(String(headers['link']).includes('rel="last"')).toBe(total !== undefined);
      expect(headers['x-next-page']).toBe('4');
    }
  });
});
