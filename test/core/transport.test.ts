import { once } from 'node:events';
import { connect } from 'node:net';
import { Gitlab } from '@gitbeaker/rest';
import { describe, expect, it } from 'vitest';
import type { Core } from '../../src/core/app.js';
import { openCore, village } from './core.js';

/** A core behind a real socket. */
async function listen(core: Core): Promise<Core> {
  await core.listen({ port: 0, host: '127.0.0.1' });
  return core;
}

/** Sends raw bytes, and reads until the core closes the connection. */
async function send(core: Core, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(core.url).port), '127.0.0.1');
  const read: string[] = [];
  socket.on('data', (chunk) => read.push(String(chunk)));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return read.join('');
}

const head = 'host: localhost\r\nprivate-token: bela-api\r\nconnection: close\r\n';

describe('the transport', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', '400', { error: '400 Bad Request' }],
    [
      'too large a head',
      `GET /api/v4/events HTTP/1.1\r\n${head}x-large: ${'y'.repeat(20_000)}\r\n\r\n`,
      '431',
      { error: '431 Request Header Fields Too Large' },
    ],
    [
      'too long an address',
      `GET /api/v4/events?x=${'y'.repeat(9000)} HTTP/1.1\r\n${head}\r\n`,
      '414',
      { error: '414 Request-URI Too Long' },
    ],
    [
      'too large a body',
      `PUT /api/v4/notification_settings HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 70000\r\n\r\n${'y'.repeat(70_000)}`,
      '413',
      { error: '413 Request Entity Too Large' },
    ],
    [
      'a path that cannot be decoded',
      `GET /api/v4/projects/%E0%A4%A/events HTTP/1.1\r\n${head}\r\n`,
      '400',
      { error: '400 Bad Request' },
    ],
  ])('refuses %s', async (_name, bytes, status, body) => {
    const core = await listen(openCore());
    const answer = await send(core, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain('content-type: application/json\r\n');
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual(body);
  });

  it.each([
    ['head', `GET /api/v4/events HTTP/1.1\r\nhost: localhost\r\n`],
    ['body', `PUT /api/v4/notification_settings HTTP/1.1\r\n${head}content-length: 50\r\n\r\n{`],
  ])('gives up a client whose %s does not come', async (_name, bytes) => {
    const core = await listen(openCore(village, { timeout: 300 }));
    expect(await send(core, bytes)).toMatch(/^(?:HTTP\/1.1 408 |$)/);
  });

  it('takes writes at once, each whole', async () => {
    const core = await listen(openCore());
    const names = ['new_note', 'new_issue', 'close_issue', 'issue_due', 'failed_pipeline'];
    const url = `${core.url}/projects/22/notification_settings`;
    const headers = { 'private-token': 'bela-api' };
    const replies = await Promise.all(
      names.map((name) => fetch(`${url}?level=custom&${name}=true`, { method: 'PUT', headers })),
    );
    expect(replies.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { events } = (await (await fetch(url, { headers })).json()) as { events: Record<string, boolean> };
    expect(Object.keys(events).filter((name) => events[name] === true)).toEqual(names);
  });

  it('says in links where it listens, whatever the client calls it', async () => {
    const core = await listen(openCore());
    const answer = await send(
      core,
      'GET /api/v4/events HTTP/1.1\r\nhost: evil.example\r\nprivate-token: bela-api\r\nconnection: close\r\n\r\n',
    );
    expect(answer).toContain(`<${core.url}/events?page=1`);
    expect(answer).not.toContain('evil.example');
  });
});

/** The answer to a request whose address is written as it is given, which `fetch` would not do. */
async function askRaw(core: Core, method: string, target: string): Promise<string> {
  return send(core, `${method} ${target} HTTP/1.1\r\n${head}\r\n`);
}

describe('an address', () => {
  it.each([
    ['http://gitlab.example/api/v4/events', '200'],
    ['HTTP://gitlab.example:8080/api/v4/events?page=1', '200'],
    ['/api/v4/events#top', '200'],
    ['/api/v4/events?', '200'],
    ['/api/v4/events/', '200'],
    ['/api/v4//events', '404'],
    ['//api/v4/events', '404'],
    ['/api/v4/events%3Fscope=all', '404'],
    ['/api/V4/events', '404'],
    ['/api/v4/projects/%00/events', '404'],
    ['/api/v4/projects/../events', '404'],
    ['/api/v4/projects//events', '404'],
    ['/api/v4/projects/open%2fmap/events', '200'],
    ['/api/v4/projects/%2Fopen%2Fmap/events', '404'],
    ['http://gitlab.example/api/v3/projects', '410'],
    ['http://gitlab.example', '404'],
    ['*', '404'],
  ])('%s is answered with %s', async (target, status) => {
    const core = await listen(openCore());
    const answer = await askRaw(core, 'GET', target);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const [, link = ''] = /^link: (.*)$/im.exec(answer) ?? [];
    if (/events/.test(target) && status === '200')
      expect(link).toMatch(new RegExp(`^<${core.url}/[\\w/%]+\\?[^#]*>; `));
  });

  it('without a token is 401 in every form', async () => {
    const core = await listen(openCore());
    for (const target of ['http://gitlab.example/api/v4/events', '//api/v4/events', '*', '/', '/api/v4/events#top']) {
      const answer = await send(core, `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 401 /);
      expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe('{"message":"401 Unauthorized"}');
    }
  });
});

describe('@gitbeaker/rest', () => {
  it('reads and writes every setting', async () => {
    const core = await listen(openCore());
    const api = new Gitlab({ host: core.url.replace('/api/v4', ''), token: 'bela-api' });
    const settings = api.NotificationSettings;
    expect(await settings.edit({ level: 'watch', notificationEmail: 'lists@example.com' })).toEqual({
      level: 'watch',
      notification_email: 'lists@example.com',
    });
    expect(await settings.show()).toMatchObject({ level: 'watch' });
    for (const source of [{ projectId: 'north/harbour/crane' }, { projectId: 22 }, { groupId: 'north/harbour' }]) {
      const written = await settings.edit({ ...source, level: 'custom', newIssue: true });
      expect(written).toMatchObject({ level: 'custom', events: { new_issue: true, new_note: false } });
      expect(await settings.show(source)).toEqual(written);
    }
  });

  it('lists events over several pages', async () => {
    const events = Array.from({ length: 95 }, (_, index) => ({
      ...{ id: index + 1, project_id: 21, author_id: 12, action: 'closed' as const, target_type: 'Issue' },
      created_at: `2026-01-10T00:00:00.${String(index).padStart(3, '0')}Z`,
    }));
    const core = await listen(openCore({ ...village, events }));
    const api = new Gitlab({ host: core.url.replace('/api/v4', ''), token: 'bela-api' });
    const expected = events.map(({ id }) => id).reverse();
    const lists = [
      await api.Events.all({ perPage: 20 }),
      await api.Events.all({ projectId: 'north/harbour/crane', perPage: 10, action: 'closed' } as never),
      await api.Users.allEvents('bela' as never, { perPage: 30 }),
    ];
    for (const list of lists) expect((list as { id: number }[]).map(({ id }) => id)).toEqual(expected);
  });

  it('tells refusals in their own words', async () => {
    const core = await listen(openCore());
    const api = new Gitlab({ host: core.url.replace('/api/v4', ''), token: 'cem-api' });
    await expect(api.NotificationSettings.show({ projectId: 21 })).rejects.toThrow('404 Project Not Found');
  });
});
