import { describe, expect, it } from 'vitest';
import { ask, openCore } from './core.js';
import type { Ask } from './core.js';

const unauthorized = { message: '401 Unauthorized' };
const endpoints = [
  'GET /notification_settings',
  'PUT /notification_settings',
  'GET /groups/5/notification_settings',
  'PUT /groups/5/notification_settings',
  'GET /projects/22/notification_settings',
  'PUT /projects/22/notification_settings',
  'GET /events',
  'GET /users/12/events',
  'GET /projects/22/events',
];

describe('a token', () => {
  it.each<[string, string, Ask]>([
    ['in PRIVATE-TOKEN', 'GET /events', {}],
    ['in Authorization', 'GET /events', { token: null, headers: { authorization: 'Bearer bela-api' } }],
    [
      'in Authorization, in small letters',
      'GET /events',
      { token: null, headers: { authorization: 'bearer bela-api' } },
    ],
    ['as private_token', 'GET /events?private_token=bela-api', { token: null }],
    ['as access_token', 'GET /events?access_token=bela-api', { token: null }],
    [
      'in a form',
      'PUT /notification_settings',
      { token: null, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'private_token=bela-api' },
    ],
    [
      'in JSON',
      'PUT /notification_settings',
      { token: null, headers: { 'content-type': 'application/json' }, body: '{"private_token":"bela-api"}' },
    ],
    ['that expires tomorrow', 'GET /events', { token: 'bela-tomorrow' }],
    ['before a header that is none', 'GET /events?private_token=bela-api', { token: 'nobody' }],
    ['beside Basic', 'GET /events', { headers: { authorization: 'Basic eDp5' } }],
  ])('%s opens', async (_name, request, how) => {
    expect((await ask(openCore(), request, how)).status).toBe(200);
  });

  it.each<[string, string, Ask]>([
    ['none', 'GET /events', { token: null }],
    ['an unknown one', 'GET /events', { token: 'nobody' }],
    ['an empty one', 'GET /events', { token: '' }],
    ['a job token', 'GET /events', { token: null, headers: { 'job-token': 'bela-api' } }],
    ['an unknown one before a good one', 'GET /events', { headers: { authorization: 'Bearer nobody' } }],
    ['an unknown private_token before a good header', 'GET /events?private_token=nobody', {}],
    ['a list', 'GET /events?private_token[]=bela-api', { token: null }],
  ])('%s does not open', async (_name, request, how) => {
    expect(await ask(openCore(), request, how)).toMatchObject({ status: 401, body: unauthorized });
  });

  it.each([
    ['bela-old', 'Token is expired. You can either do re-authorization or token refresh.'],
    ['bela-noon', 'Token is expired. You can either do re-authorization or token refresh.'],
    ['bela-old-revoked', 'Token is expired. You can either do re-authorization or token refresh.'],
    ['bela-revoked', 'Token was revoked. You have to re-authorize from the user.'],
  ])('%s is refused with its reason', async (token, description) => {
    const answer = await ask(openCore(), 'GET /events', { token });
    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'invalid_token', error_description: description },
    });
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="[^"]+", error="invalid_token", error_desc/);
    expect(answer.headers['www-authenticate']).toContain(`error_description="${description}"`);
  });

  it('of a blocked user is refused, after its scope', async () => {
    const core = openCore();
    expect(await ask(core, 'GET /events', { token: 'dora-api' })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Your account has been blocked.' },
    });
    expect((await ask(core, 'GET /events', { token: 'dora-none' })).body).toMatchObject({
      error: 'insufficient_scope',
    });
  });
});

describe('scopes', () => {
  /** Which of the endpoints each scope opens. */
  const opened: Readonly<Record<string, readonly string[]>> = {
    'bela-api': endpoints,
    'bela-read': endpoints.filter((endpoint) => endpoint.startsWith('GET ')),
    'bela-user': ['GET /events', 'GET /users/12/events'],
    'bela-none': [],
  };
  const listed = (endpoint: string): string =>
    opened['bela-user']?.includes(endpoint) === true ? 'read_user api read_api' : 'api read_api';

  const table = Object.keys(opened).flatMap((token) => endpoints.map((endpoint) => [token, endpoint] as const));
  it.each(table)('%s: %s', async (token, endpoint) => {
    const answer = await ask(openCore(), endpoint, { token });
    if (opened[token]?.includes(endpoint) === true) {
      expect(answer.status).toBe(200);
      return;
    }
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      error: 'insufficient_scope',
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope: listed(endpoint),
    });
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });
});

describe('authentication comes first', () => {
  const json = { 'content-type': 'application/json' };
  it.each<[string, string, Ask]>([
    ['a wrong parameter', 'GET /events?action=dance', {}],
    ['a body that is no JSON', 'PUT /notification_settings', { headers: json, body: '{' }],
    ['a body that is too large', 'PUT /notification_settings', { headers: json, body: 'x'.repeat(70_000) }],
    ['a body of a strange type', 'PUT /notification_settings', { headers: { 'content-type': 'text/csv' }, body: 'a' }],
    ['a group that is not there', 'GET /groups/99/notification_settings', {}],
    ['a wrong verb', 'DELETE /events', {}],
    ['a route that is not served', 'GET /projects', {}],
    ['an unknown route', 'GET /nothing', {}],
    ['an address that is too long', `GET /events?x=${'y'.repeat(9000)}`, {}],
    ['an address that cannot be decoded', 'GET /projects/%zz/events', {}],
  ])('before %s', async (_name, request, how) => {
    expect(await ask(openCore(), request, { ...how, token: null })).toMatchObject({ status: 401, body: unauthorized });
  });
});
