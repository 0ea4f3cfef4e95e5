import { describe, expect, it } from 'vitest';
import { commonSwitches, levels } from '../../src/core/vocabulary.js';
import { ask, openCore, village } from './core.js';

/** The document's e-mail events; `new_epic` is for groups. */
const names = [
  ...['new_note', 'new_issue', 'reopen_issue', 'close_issue', 'reassign_issue', 'issue_due', 'new_merge_request'],
  ...['push_to_merge_request', 'reopen_merge_request', 'close_merge_request', 'reassign_merge_request'],
  ...['merge_merge_request', 'failed_pipeline', 'fixed_pipeline', 'success_pipeline', 'moved_project'],
];

function allOff(scope: 'group' | 'project'): Record<string, boolean> {
  return Object.fromEntries([...names, ...(scope === 'group' ? ['new_epic'] : [])].map((name) => [name, false]));
}

const settings = {
  global: '/notification_settings',
  group: '/groups/5/notification_settings',
  project: '/projects/21/notification_settings',
};

it('has the switches of the document', () => {
  expect(commonSwitches).toEqual(names);
});

describe('what was never set', () => {
  it.each([
    ['global', { level: 'participating', notification_email: 'bela@example.com' }],
    ['group', { level: 'global' }],
    ['project', { level: 'global' }],
  ] as const)('%s', async (scope, body) => {
    expect(await ask(openCore(), `GET ${settings[scope]}`)).toMatchObject({ status: 200, body });
  });
});

describe('levels', () => {
  it.each(levels.flatMap((level) => Object.values(settings).map((path) => [level, path] as const)))(
    '%s of %s',
    async (level, path) => {
      const core = openCore();
      const written = await ask(core, `PUT ${path}?level=${level}`);
      expect(written.status).toBe(200);
      expect(written.body).toMatchObject({ level });
      expect((await ask(core, `GET ${path}`)).body).toEqual(written.body);
    },
  );

  it.each([
    ['level=invalid', { message: "'invalid' is not a valid level" }],
    ['level=Watch', { message: "'Watch' is not a valid level" }],
    ['level=3', { message: "'3' is not a valid level" }],
    ['level=', { message: { level: ["can't be blank"] } }],
    ['level[]=watch', { error: 'level is invalid' }],
    ['new_note=maybe', { error: 'new_note is invalid' }],
    ['new_issue=2&new_note=ja', { error: 'new_note is invalid, new_issue is invalid' }],
    ['new_note=maybe&level=invalid', { error: 'new_note is invalid' }],
  ])('%s is refused everywhere, and changes nothing', async (query, body) => {
    for (const path of Object.values(settings)) {
      const core = openCore();
      const before = await ask(core, `GET ${path}`);
      expect(await ask(core, `PUT ${path}?${query}`)).toMatchObject({ status: 400, body });
      expect((await ask(core, `GET ${path}`)).body).toEqual(before.body);
    }
  });
});

describe('switches', () => {
  it.each([
    ['group', [...names, 'new_epic']],
    ['project', names],
  ] as const)('of a %s, each by itself', async (scope, all) => {
    const core = openCore();
    await ask(core, `PUT ${settings[scope]}?level=custom`);
    for (const name of all) {
      const on = await ask(core, `PUT ${settings[scope]}?${name}=true`);
      expect(on.body).toEqual({ level: 'custom', events: { ...allOff(scope), [name]: true } });
      await ask(core, `PUT ${settings[scope]}?${name}=false`);
    }
    expect((await ask(core, `GET ${settings[scope]}`)).body).toEqual({ level: 'custom', events: allOff(scope) });
  });

  it('stand in the order of the document', async () => {
    const { body } = await ask(openCore(), `PUT ${settings.group}?level=custom`);
    expect(Object.keys((body as { events: object }).events)).toEqual([...names, 'new_epic']);
  });

  it('are kept at every level, and shown at custom', async () => {
    const core = openCore();
    expect((await ask(core, `PUT ${settings.project}?level=watch&close_issue=1`)).body).toEqual({ level: 'watch' });
    expect((await ask(core, `PUT ${settings.project}?level=custom`)).body).toEqual({
      level: 'custom',
      events: { ...allOff('project'), close_issue: true },
    });
  });

  it('of the global setting are never shown', async () => {
    const { body } = await ask(openCore(), `PUT ${settings.global}?level=custom&new_note=true&new_epic=true`);
    expect(body).toEqual({ level: 'custom', notification_email: 'bela@example.com' });
  });

  const truths = ['1', 'on', 'On', 'ON', 't', 'true', 'True', 'TRUE', 'T', 'y', 'yes', 'Yes', 'YES', 'Y'];
  const falsehoods = ['0', 'off', 'Off', 'OFF', 'f', 'false', 'False', 'FALSE', 'F', 'n', 'no', 'No', 'NO', 'N', ''];
  it.each([...truths.map((word) => [word, true] as const), ...falsehoods.map((word) => [word, false] as const)])(
    '"%s" is %s',
    async (word, value) => {
      const core = openCore();
      await ask(core, `PUT ${settings.project}?level=custom&issue_due=${value ? 'false' : 'true'}`);
      const { body } = await ask(core, `PUT ${settings.project}?issue_due=${word}`);
      expect(body).toMatchObject({ events: { issue_due: value } });
    },
  );

  it.each(['tRUE', 'oui', '2', 'nil', ' true'])('"%s" is no boolean', async (word) => {
    const answer = await ask(openCore(), `PUT ${settings.project}?issue_due=${encodeURIComponent(word)}`);
    expect(answer).toMatchObject({ status: 400, body: { error: 'issue_due is invalid' } });
  });
});

describe('the notification e-mail', () => {
  it('is one of the own', async () => {
    const core = openCore();
    const body = { level: 'participating', notification_email: 'lists@example.com' };
    expect(await ask(core, 'PUT /notification_settings?notification_email=lists@example.com')).toMatchObject({ body });
    expect((await ask(core, 'GET /notification_settings')).body).toEqual(body);
  });

  it.each([
    ['ines@example.com', ['is not an email you own']],
    ['nonsense', ['is invalid', 'is not an email you own']],
    ['', ["can't be blank"]],
  ])('"%s" is refused, and the level with it', async (email, problems) => {
    const core = openCore();
    const answer = await ask(core, `PUT /notification_settings?level=watch&notification_email=${email}`);
    expect(answer).toMatchObject({ status: 400, body: { message: { notification_email: problems } } });
    expect((await ask(core, 'GET /notification_settings')).body).toMatchObject({ level: 'participating' });
  });

  it.each([settings.group, settings.project])('is no parameter of %s', async (path) => {
    expect(await ask(openCore(), `PUT ${path}?notification_email=nonsense&level=mention`)).toMatchObject({
      status: 200,
      body: { level: 'mention' },
    });
  });
});

it('a project does not know new_epic', async () => {
  const { status, body } = await ask(openCore(), `PUT ${settings.project}?level=custom&new_epic=maybe`);
  expect({ status, body }).toEqual({ status: 200, body: { level: 'custom', events: allOff('project') } });
});

describe('parameters', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const multipart = { 'content-type': 'multipart/form-data; boundary=edge' };
  const custom = { level: 'custom', events: { ...allOff('project'), new_issue: true } };
  it.each([
    ['a query', '?level=custom&new_issue=true', {}, undefined],
    ['a form', '', form, 'level=custom&new_issue=on'],
    ['JSON', '', json, '{"level":"custom","new_issue":true}'],
    ['JSON with numbers', '', json, '{"level":"custom","new_issue":1,"new_note":0}'],
    ['a query and JSON', '?level=custom', json, '{"new_issue":"yes"}'],
    ['JSON over a query', '?level=watch&new_issue=false', json, '{"level":"custom","new_issue":true}'],
    [
      'several parts',
      '?new_issue=true',
      multipart,
      '--edge\r\ncontent-disposition: form-data; name="level"\r\n\r\ncustom\r\n--edge--\r\n',
    ],
    ['a query under the path', '?id=99&level=custom&new_issue=true', {}, undefined],
    ['a query with what nobody declares', '?level=custom&new_issue=true&colour=red', {}, undefined],
  ])('from %s', async (_name, query, headers, body) => {
    const answer = await ask(openCore(), `PUT ${settings.project}${query}`, {
      headers,
      ...(body === undefined ? {} : { body }),
    });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: custom });
  });

  it('that are left out change nothing', async () => {
    const core = openCore();
    await ask(core, `PUT ${settings.project}?level=custom&new_issue=true`);
    expect((await ask(core, `PUT ${settings.project}`)).body).toEqual(custom);
    expect((await ask(core, `PUT ${settings.project}`, { headers: json, body: '' })).body).toEqual(custom);
  });

  it.each([
    ['{"level":', 400, 'message body does not match declared format'],
    ['not json', 400, 'message body does not match declared format'],
  ])('that are no JSON: %s', async (body, status, words) => {
    const answer = await ask(openCore(), `PUT ${settings.project}`, { headers: json, body });
    expect(answer.status).toBe(status);
    expect((answer.body as { error: string }).error).toContain(words);
  });

  it.each(['{"new_note":[true]}', '{"new_note":{"a":1}}', '{"new_note":2}'])('%s is no boolean', async (body) => {
    const answer = await ask(openCore(), `PUT ${settings.project}`, { headers: json, body });
    expect(answer).toMatchObject({ status: 400, body: { error: 'new_note is invalid' } });
  });

  it('do not reach prototypes', async () => {
    const body = '{"__proto__":{"level":"watch"},"constructor":1}';
    const answer = await ask(openCore(), `PUT ${settings.project}`, { headers: json, body });
    expect(answer).toMatchObject({ status: 200, body: { level: 'global' } });
  });
});

describe('who sees what', () => {
  const seen: Readonly<Record<string, readonly string[]>> = {
    'ines-api': [
      'groups/5',
      'groups/6',
      'groups/7',
      'groups/9',
      'projects/21',
      'projects/22',
      'projects/23',
      'projects/24',
    ],
    'bela-api': ['groups/5', 'groups/6', 'groups/7', 'groups/9', 'projects/21', 'projects/22', 'projects/23'],
    'cem-api': ['groups/7', 'groups/9', 'projects/22', 'projects/23'],
    'edda-api': ['groups/7', 'groups/9', 'projects/22', 'projects/23', 'projects/24'],
  };
  const sources = [
    ...village.groups.map(({ id, full_path }) => [`groups/${String(id)}`, full_path] as const),
    ...village.projects.map(({ id, path_with_namespace }) => [`projects/${String(id)}`, path_with_namespace] as const),
    ['groups/8', 'nowhere'] as const,
    ['projects/8', 'no/where'] as const,
  ];
  const table = Object.keys(seen).flatMap((token) => sources.map((source) => [token, ...source] as const));

  it.each(table)('%s and %s (%s)', async (token, source, path) => {
    const core = openCore();
    const [kind = ''] = source.split('/');
    const thing = kind === 'groups' ? 'Group' : 'Project';
    const refusal = { status: 404, body: { message: `404 ${thing} Not Found` } };
    const expected = seen[token]?.includes(source) === true ? { status: 200, body: { level: 'global' } } : refusal;
    const byPath = `${kind}/${encodeURIComponent(path)}`;
    for (const name of [source, byPath, byPath.toUpperCase().replace(/^[A-Z]+/, kind)])
      expect(await ask(core, `GET /${name}/notification_settings`, { token })).toMatchObject(expected);
    expect((await ask(core, `PUT /${source}/notification_settings`, { token })).status).toBe(expected.status);
  });

  it.each([
    ['GET /projects/crane/notification_settings', 404, { message: '404 Project Not Found' }],
    ['GET /projects/north/harbour/crane/notification_settings', 404, { error: '404 Not Found' }],
    ['GET /projects/north%252Fharbour%252Fcrane/notification_settings', 404, { message: '404 Project Not Found' }],
    ['GET /projects/99999999999999999999999/notification_settings', 404, { message: '404 Project Not Found' }],
    [`GET /projects/${'a'.repeat(300)}%2Fb/notification_settings`, 404, { message: '404 Project Not Found' }],
  ])('%s', async (request, status, body) => {
    expect(await ask(openCore(), request)).toMatchObject({ status, body });
  });

  it('settings belong to one user each', async () => {
    const core = openCore();
    await ask(core, 'PUT /projects/22/notification_settings?level=disabled');
    expect((await ask(core, 'GET /projects/22/notification_settings', { token: 'cem-api' })).body).toEqual({
      level: 'global',
    });
  });
});
