import { onTestFinished } from 'vitest';
import { createCore } from '../../src/core/app.js';
import type { Core, CoreOptions, Seed } from '../../src/core/app.js';

/**
 * People, groups and projects that every test knows: Ines administers, Bela belongs to the private group `north` and
 * so to all below it, Cem to nothing, Dora is blocked, and Edda's profile is private.
 */
export const village = {
  now: '2026-01-31T12:00:00.000Z',
  users: [
    { id: 11, username: 'ines', name: 'Ines Okafor', admin: true, email: 'ines@example.com' },
    { id: 12, username: 'bela', email: 'bela@example.com', emails: ['bela@example.com', 'lists@example.com'] },
    { id: 13, username: 'cem' },
    { id: 14, username: 'dora', state: 'blocked' },
    { id: 15, username: 'edda', private_profile: true },
  ],
  tokens: [
    { token: 'ines-api', user: 11 },
    { token: 'bela-api', user: 12 },
    { token: 'bela-read', user: 12, scopes: ['read_api'] },
    { token: 'bela-user', user: 12, scopes: ['read_user'] },
    { token: 'bela-none', user: 12, scopes: ['read_repository'] },
    { token: 'bela-old', user: 12, expires_at: '2026-01-31' },
    { token: 'bela-tomorrow', user: 12, expires_at: '2026-02-01' },
    { token: 'bela-noon', user: 12, expires_at: '2026-01-31T12:00:00Z' },
    { token: 'bela-revoked', user: 12, revoked: true },
    { token: 'bela-old-revoked', user: 12, expires_at: '2025-01-01', revoked: true, scopes: [] },
    { token: 'cem-api', user: 13 },
    { token: 'dora-api', user: 14 },
    { token: 'dora-none', user: 14, scopes: [] },
    { token: 'edda-api', user: 15 },
  ],
  groups: [
    { id: 5, full_path: 'north', visibility: 'private', members: [12] },
    { id: 6, full_path: 'north/harbour', visibility: 'private' },
    { id: 7, full_path: 'open', visibility: 'public' },
    { id: 9, full_path: 'house', visibility: 'internal' },
  ],
  projects: [
    { id: 21, path_with_namespace: 'north/harbour/crane', visibility: 'private' },
    { id: 22, path_with_namespace: 'open/map', visibility: 'public' },
    { id: 23, path_with_namespace: 'house/keys', visibility: 'internal' },
    { id: 24, path_with_namespace: 'south/well', visibility: 'private', members: [15] },
  ],
} as const satisfies Seed;

/** A core that lives as long as the test. */
export function openCore(seed: Seed = village, options: CoreOptions = {}): Core {
  const core = createCore({ seed, ...options });
  onTestFinished(() => core.close());
  return core;
}

export interface Ask {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** @param request a method and a path below `/api/v4`, or a whole path, `GET /events` */
export async function ask(
  core: Core,
  request: string,
  { token = 'bela-api', headers, body }: Ask = {},
): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  const reply = await core.inject({
    method: method as 'GET',
    url: path.startsWith('/api/') ? path : `/api/v4${path}`,
    headers: { ...(token === null ? {} : { 'private-token': token }), ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json(), headers: reply.headers };
}
