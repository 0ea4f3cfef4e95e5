import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startOfRetention } from '../../src/core/clock.js';
import { ask, openCore, village } from './core.js';
import type { Answer } from './core.js';

/** Time passes while the core runs: without `now` its clock is the real one. */
const timeless = { ...village, now: null };

function stopClockAt(moment: string): void {
  vi.useFakeTimers({ now: new Date(moment), toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

function idsOf({ body }: Answer): number[] {
  return (body as { id: number }[]).map(({ id }) => id);
}

describe('time passes', () => {
  it('and events grow older than two years', async () => {
    stopClockAt('2026-03-01T00:00:00.000Z');
    const event = { project_id: 22, author_id: 12, action: 'closed' } as const;
    const core = openCore({
      ...timeless,
      events: [
        { ...event, id: 1, created_at: '2024-03-01T00:00:00.000Z' },
        { ...event, id: 2, created_at: '2024-03-01T00:00:00.002Z' },
        { ...event, id: 3, created_at: '2026-02-28T10:00:00.000Z' },
      ],
    });
    const lists = ['/events', '/users/12/events', '/projects/22/events'];
    for (const [moment, ids] of [
      ['2026-03-01T00:00:00.000Z', [3, 2, 1]],
      ['2026-03-01T00:00:00.001Z', [3, 2]],
      ['2026-03-01T00:00:00.002Z', [3, 2]],
      ['2026-03-01T00:00:00.003Z', [3]],
      ['2028-02-28T10:00:00.001Z', []],
    ] as const) {
      vi.setSystemTime(new Date(moment));
      for (const list of lists) {
        const answer = await ask(core, `GET ${list}`);
        expect(idsOf(answer)).toEqual(ids);
        expect(answer.headers['x-total']).toBe(String(ids.length));
      }
    }
  });

  it('and a token expires', async () => {
    stopClockAt('2026-01-31T23:59:59.999Z');
    const core = openCore(timeless);
    expect((await ask(core, 'GET /events', { token: 'bela-tomorrow' })).status).toBe(200);
    vi.setSystemTime(new Date('2026-02-01T00:00:00.000Z'));
    expect(await ask(core, 'GET /events', { token: 'bela-tomorrow' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_token' },
    });
  });

  it('but not for a clock that the seed stops', async () => {
    stopClockAt('2040-01-01T00:00:00.000Z');
    expect((await ask(openCore(), 'GET /events', { token: 'bela-tomorrow' })).status).toBe(200);
  });
});

it.each([
  ['2026-01-31T12:00:00.000Z', '2024-01-31T12:00:00.000Z'],
  ['2026-02-28T12:00:00.000Z', '2024-02-28T12:00:00.000Z'],
  ['2024-02-29T12:00:00.000Z', '2022-02-28T12:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z'],
])('two years before %s is %s', (now, start) => {
  expect(new Date(startOfRetention(Date.parse(now))).toISOString()).toBe(start);
});
