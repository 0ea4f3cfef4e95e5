import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { ask, openCore } from './core.js';
import type { Ask } from './core.js';

const gone = 'API V3 is no longer supported. Use API V4 instead.';

describe('API v3 is gone, and the answer says what takes its place', () => {
  const json = { 'content-type': 'application/json' };
  it.each<[string, string | null, readonly string[], Ask]>([
    ['DELETE /api/v3/projects/4/star', 'POST /api/v4/projects/4/unstar', ['project-unstar', 'api-prefix'], {}],
    ['GET /api/v3/projects/owned', 'GET /api/v4/projects?owned=true', ['projects-filters', 'api-prefix'], {}],
    ['POST /api/v3/session', null, ['session-removed', 'api-prefix'], {}],
    ['GET /api/v3/version', 'GET /api/v4/version', ['api-prefix'], {}],
    ['GET /api/v3/notification_settings', 'GET /api/v4/notification_settings', ['api-prefix'], {}],
    ['GET /api/v3/no/such/thing', 'GET /api/v4/no/such/thing', ['api-prefix'], {}],
    [
      'POST /api/v3/projects/4/repository/branches',
      'POST /api/v4/projects/4/repository/branches?branch=quay&ref=main',
      ['branch-parameter', 'api-prefix'],
      { headers: json, body: '{"branch_name":"quay","ref":"main"}' },
    ],
    [
      'GET /api/v3/projects/owned?private_token=bela-api',
      'GET /api/v4/projects?owned=true',
      ['projects-filters', 'api-prefix'],
      {},
    ],
    [
      'GET /api/v3/projects/owned?private%5Ftoken=bela-api&Job_Token=bela-api&access_token[]=bela-api',
      'GET /api/v4/projects?owned=true',
      ['projects-filters', 'api-prefix'],
      {},
    ],
    [
      'POST /api/v3/todos',
      'POST /api/v4/todos?note=x',
      ['api-prefix'],
      { headers: json, body: '{"private_token":"bela-api","note":"x"}' },
    ],
    ['POST /api/v3/todos', 'POST /api/v4/todos', ['api-prefix'], { headers: json, body: '{' }],
    ['POST /api/v3/todos', 'POST /api/v4/todos', ['api-prefix'], { headers: json, body: 'x'.repeat(70_000) }],
    ['GET /api/v3/projects/%zz', 'GET /api/v4/projects/%zz', ['api-prefix'], {}],
  ])('%s', async (request, v4, changes, how) => {
    const answer = await ask(openCore(), request, { ...how, token: null });
    expect(answer.status).toBe(410);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.stringify(answer.body)).not.toContain('bela-api');
    const body = answer.body as { error: string; v4: string | null; changes: string[] };
    expect(body).toMatchObject({ error: gone, v4 });
    expect([...body.changes].sort()).toEqual([...changes].sort());
  });

  it.each(['GET /api/v3', 'GET /api/v3/', 'PATCH /api/v3/projects', 'OPTIONS /api/v3/projects', 'HEAD /api/v3/x'])(
    '%s too',
    async (request) => {
      expect((await ask(openCore(), request, { token: null })).status).toBe(410);
    },
  );
});

describe('other routes', () => {
  it.each([
    ['GET /projects', 501, undefined],
    ['POST /projects/4/unstar', 501, undefined],
    ['GET /projects/4/merge_requests/7', 501, undefined],
    ['GET /projects/4/jobs', 501, undefined],
    ['PUT /projects/4/repository/files/a%2Fb.md', 501, undefined],
    ['GET /version', 501, undefined],
    ['GET /nothing', 404, undefined],
    ['GET /events/7', 404, undefined],
    ['GET //events', 404, undefined],
    ['GET /api/v5/events', 404, undefined],
    ['GET /api/v4', 404, undefined],
    ['GET /projects/owned', 404, undefined],
    ['GET /projects/4/builds', 404, undefined],
    ['POST /notification_settings', 405, 'GET, HEAD, PUT'],
    ['DELETE /groups/5/notification_settings', 405, 'GET, HEAD, PUT'],
    ['PATCH /projects/north%2Fharbour%2Fcrane/notification_settings', 405, 'GET, HEAD, PUT'],
    ['POST /events', 405, 'GET, HEAD'],
    ['PUT /users/12/events', 405, 'GET, HEAD'],
    ['OPTIONS /projects/22/events', 405, 'GET, HEAD'],
    ['DELETE /projects', 405, 'GET, HEAD, POST'],
  ])('%s is answered with %i', async (request, status, allow) => {
    const answer = await ask(openCore(), request);
    expect(answer.status).toBe(status);
    expect(answer.headers['allow']).toBe(allow);
    expect(answer.headers['content-type']).toBe('application/json');
    if (status === 404) expect(answer.body).toEqual({ error: '404 Not Found' });
    if (status === 405) expect(answer.body).toEqual({ error: '405 Not Allowed' });
    if (status === 501)
      expect(answer.body).toMatchObject({ message: expect.stringContaining('does not serve') as string });
  });
});

it.each(['GET /events', 'GET /events/', 'GET /nothing', 'GET /notification_settings', 'GET /openapi.json'])(
  '%s carries the headers of every answer',
  async (request) => {
    const { headers } = await ask(openCore(), request);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
    });
  },
);

describe('the OpenAPI document', () => {
  it('is open to everybody, and describes the nine endpoints', async () => {
    const { status, body } = await ask(openCore(), 'GET /openapi.json', { token: null });
    expect(status).toBe(200);
    const document = body as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'head')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual([
      'GET /api/v4/events',
      'GET /api/v4/groups/{id}/notification_settings',
      'GET /api/v4/notification_settings',
      'GET /api/v4/projects/{id}/events',
      'GET /api/v4/projects/{id}/notification_settings',
      'GET /api/v4/users/{id}/events',
      'PUT /api/v4/groups/{id}/notification_settings',
      'PUT /api/v4/notification_settings',
      'PUT /api/v4/projects/{id}/notification_settings',
    ]);
  });

  it('is valid OpenAPI 3.1', async () => {
    const { body } = await ask(openCore(), 'GET /openapi.json');
    expect(await new Validator().validate(body as Record<string, unknown>)).toMatchObject({ valid: true });
  });

  it('names what answers, and nothing else does', async () => {
    const core = openCore();
    const { body } = await ask(core, 'GET /openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, { requestBody?: object }>> };
    const ids: Readonly<Record<string, string>> = { groups: '5', users: '12', projects: '21' };
    for (const [path, operations] of Object.entries(paths)) {
      const [, kind = ''] = /v4\/(\w+)/.exec(path) ?? [];
      const url = path.replace('{id}', ids[kind] ?? '');
      for (const method of ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']) {
        const { status } = await ask(core, `${method} ${url}`);
        expect(`${method} ${url} ${String(status)}`).toBe(
          `${method} ${url} ${method.toLowerCase() in operations ? '200' : '405'}`,
        );
      }
      if (operations['put'] !== undefined) {
        const { required, content } = operations['put'].requestBody as { required: boolean; content: object };
        expect(required).toBe(false);
        expect(Object.keys(content)).toContain('application/x-www-form-urlencoded');
      }
    }
  });

  it.each([
    ['/api/v4/events', ['scope', 'action', 'target_type', 'before', 'after', 'sort', 'page', 'per_page']],
    ['/api/v4/users/{id}/events', ['action', 'target_type', 'before', 'after', 'sort', 'page', 'per_page', 'id']],
    ['/api/v4/projects/{id}/events', ['action', 'target_type', 'before', 'after', 'sort', 'page', 'per_page', 'id']],
  ])('names the parameters of %s', async (path, names) => {
    const { body } = await ask(openCore(), 'GET /openapi.json');
    const document = body as { paths: Record<string, { get: { parameters: { name: string }[] } }> };
    expect(document.paths[path]?.get.parameters.map(({ name }) => name).sort()).toEqual([...names].sort());
  });
});
