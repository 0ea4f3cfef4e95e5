import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCore } from '../../src/core/app.js';
import type { Core, Seed } from '../../src/core/app.js';
import { actions, targetTypes } from '../../src/core/vocabulary.js';
import type { TargetType } from '../../src/core/vocabulary.js';
import { village } from './core.js';

/** Every list, in every combination of filters and pages, against filtering an array by hand. */

type SeedEvent = NonNullable<Seed['events']>[number];

const someActions = actions.slice(0, 4);
const someTargets: readonly TargetType[] = ['issue', 'note', 'snippet'];
const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'];
const times = ['00:00:00.000', '12:30:00.001', '23:59:59.999'];

const events = fc.array(
  fc.record({
    project_id: fc.constantFrom(21, 22, 23, 24, null),
    author_id: fc.constantFrom(12, 13),
    action: fc.constantFrom(...someActions),
    target_type: fc.constantFrom(...someTargets.map((type) => targetTypes[type]), null),
    created_at: fc.tuple(fc.constantFrom(...days), fc.constantFrom(...times)).map(([day, time]) => `${day}T${time}Z`),
  }),
  { maxLength: 60 },
);

const query = fc.record(
  {
    action: fc.constantFrom(...someActions),
    target_type: fc.constantFrom(...someTargets),
    before: fc.constantFrom(...days),
    after: fc.constantFrom(...days),
    sort: fc.constantFrom('asc', 'desc'),
    per_page: fc.integer({ min: 1, max: 7 }).map(String),
  },
  { requiredKeys: [] },
);

type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never;

/** What Cem, who belongs to nothing, and Bela, who belongs to `north`, see of each list. */
const lists: readonly (readonly [token: string, path: string, shows: (event: SeedEvent) => boolean])[] = [
  ['cem-api', '/events', ({ author_id, project_id }) => author_id === 13 && isOpen(project_id)],
  ['cem-api', '/users/12/events', ({ author_id, project_id }) => author_id === 12 && isOpen(project_id)],
  [
    'bela-api',
    '/users/cem/events',
    ({ author_id, project_id }) => author_id === 13 && (project_id === 21 || isOpen(project_id)),
  ],
  ['bela-api', '/events?scope=all', ({ project_id }) => project_id === 21],
  ['ines-api', '/users/12/events', ({ author_id, project_id }) => author_id === 12 && project_id !== null],
  ['bela-api', '/projects/22/events', ({ project_id }) => project_id === 22],
];

function isOpen(project: number | null | undefined): boolean {
  return project === 22 || project === 23;
}

function select(all: readonly SeedEvent[], { action, target_type: target, before, after, sort }: Query): number[] {
  const day = (event: SeedEvent): string => event.created_at?.slice(0, 10) ?? '';
  const chosen = all
    .filter((event) => action === undefined || event.action === action)
    .filter((event) => target === undefined || event.target_type === targetTypes[target])
    .filter((event) => before === undefined || day(event) < before)
    .filter((event) => after === undefined || day(event) > after)
    .sort((one, other) => {
      const [first = '', second = ''] = [one.created_at, other.created_at];
      return first === second ? (one.id ?? 0) - (other.id ?? 0) : first < second ? -1 : 1;
    })
    .map(({ id = 0 }) => id);
  return sort === 'asc' ? chosen : chosen.reverse();
}

/** All pages, by following what the answers say comes next. */
async function readAll(core: Core, token: string, path: string): Promise<{ ids: number[]; total: string }> {
  const ids: number[] = [];
  let total = '';
  for (let page = '1'; page !== '';) {
    const url = `/api/v4${path}${path.includes('?') ? '&' : '?'}page=${page}`;
    const reply = await core.inject({ url, headers: { 'private-token': token } });
    ids.push(...reply.json<{ id: number }[]>().map(({ id }) => id));
    page = String(reply.headers['x-next-page']);
    total = String(reply.headers['x-total']);
  }
  return { ids, total };
}

it('lists show what a filter of an array shows', async () => {
  await fc.assert(
    fc.asyncProperty(events, query, fc.nat(lists.length - 1), async (given, asked, index) => {
      const all = given.map((event, at) => ({ ...event, id: at + 1 }));
      const core = createCore({ seed: { ...village, events: all } });
      const [token, path, shows] = lists[index] ?? ['', '', () => false];
      const search = new URLSearchParams(asked).toString();
      const { ids, total } = await readAll(core, token, `${path}${path.includes('?') ? '&' : '?'}${search}`);
      await core.close();
      const expected = select(all.filter(shows), asked);
      expect(ids).toEqual(expected);
      expect(total).toBe(String(expected.length));
    }),
    { numRuns: 150 },
  );
});
