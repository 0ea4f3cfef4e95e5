import { Ajv } from 'ajv';
import type { ErrorObject } from 'ajv';
import { parseMoment } from './moments.js';
import { seedSchema } from './seed-schema.js';
import type { Seed } from './seed-schema.js';
import { completeSeed } from './seed-defaults.js';
import type { Content } from './content.js';

/** A seed that cannot be served. The message names the key, what stands there and what is expected. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
}

const validate = new Ajv({ allErrors: false, allowUnionTypes: true, verbose: true }).compile<Seed>(seedSchema);

/**
 * Checks a seed, and fills in what it leaves out.
 *
 * @param name what messages call it, a file name
 * @throws {SeedError} if it is none
 */
export function readSeed(seed: unknown, name: string): Content {
  const content = completeSeed(checkShape(seed, name));
  const problem = findProblem(content);
  if (problem !== null) throw new SeedError(`${name}: ${problem}`);
  return content;
}

/**
 * A seed as text.
 *
 * @param name what messages call it, a file name
 * @throws {SeedError} if it is not JSON, or no seed
 */
export function parseSeed(text: string, name: string): Seed {
  return checkShape(parseJson(text, name), name);
}

function checkShape(seed: unknown, name: string): Seed {
  if (!validate(seed)) throw new SeedError(`${name}: ${describe(validate.errors?.[0])}`);
  return seed;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SeedError(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function describe(error: ErrorObject | undefined): string {
  if (error === undefined) return 'it is no seed';
  const place = toPlace(error.instancePath);
  if (error.keyword === 'additionalProperties') {
    const { additionalProperty } = error.params as { additionalProperty: string };
    return `${place} has the key "${additionalProperty}", which seeds do not have; expected ${Object.keys(error.parentSchema?.['properties'] as object).join(', ')}.`;
  }
  if (error.keyword === 'required') {
    const { missingProperty } = error.params as { missingProperty: string };
    return `${place} has no "${missingProperty}", which cannot be left out.`;
  }
  // A token is a secret wherever it was put by mistake.
  const found = /^tokens\b/.test(place) && !/\.(?!token\b)\w+$/.test(place) ? 'something else' : show(error.data);
  return `${place} is ${found}; expected ${expectationOf(error)}.`;
}

function expectationOf({ keyword, schema, params }: ErrorObject): string {
  if (keyword === 'enum') return `one of ${(schema as readonly unknown[]).map(show).join(', ')}`;
  if (keyword === 'type') return [(params as { type: string | string[] }).type].flat().join(' or ');
  if (keyword === 'pattern') return `text that matches ${String(schema)}`;
  if (keyword === 'minimum') return `${String(schema)} or more`;
  if (keyword === 'maximum') return `${String(schema)} or less`;
  if (keyword === 'minLength') return 'text that is not empty';
  return `what ${keyword} ${show(schema)} allows`;
}

/** `/users/0/emails` → `users[0].emails`. */
function toPlace(pointer: string): string {
  const path = pointer
    .split('/')
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))
    .join('');
  return path === '' ? 'the seed' : path.replace(/^\./, '');
}

function show(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return 'absent';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** What a schema cannot say: names and numbers that stand twice, or for nobody. */
function findProblem(content: Content): string | null {
  const checks = [findTwice, findStrangers, findDates, findPaths];
  for (const check of checks) {
    const [problem] = check(content);
    if (problem !== undefined) return problem;
  }
  return null;
}

function* findTwice({ users, tokens, groups, projects, events, settings }: Content): Generator<string> {
  const lists: [list: string, key: string, values: (string | number)[]][] = [
    ['users', 'id', users.map(({ id }) => id)],
    ['users', 'username', users.map(({ username }) => username.toLowerCase())],
    ['tokens', 'token', tokens.map(({ token }) => token)],
    ['groups', 'id', groups.map(({ id }) => id)],
    ['groups', 'full_path', groups.map(({ path }) => path.toLowerCase())],
    ['projects', 'id', projects.map(({ id }) => id)],
    ['projects', 'path_with_namespace', projects.map(({ path }) => path.toLowerCase())],
    ['events', 'id', events.map(({ id }) => id)],
    ['settings', 'user, scope and source', settings.map(toKeyOfSetting)],
  ];
  for (const [list, key, values] of lists) yield* listTwice(list, key, values);
}

function toKeyOfSetting({ user, scope, source }: Content['settings'][number]): string {
  return `${String(user)} ${scope} ${String(source)}`;
}

function* listTwice(list: string, key: string, values: readonly (string | number)[]): Generator<string> {
  const seen = new Map<string | number, number>();
  for (const [index, value] of values.entries()) {
    const before = seen.get(value);
    if (before !== undefined) {
      yield `${list}[${String(index)}] has the same ${key} as ${list}[${String(before)}]${key === 'token' ? '' : `, ${show(value)}`}.`;
      return;
    }
    seen.set(value, index);
  }
}

function* findStrangers({ users, tokens, groups, projects, events, settings }: Content): Generator<string> {
  const people = new Set(users.map(({ id }) => id));
  const places = {
    group: new Set(groups.map(({ id }) => id)),
    project: new Set(projects.map(({ id }) => id)),
  };
  yield* listStrangers(
    'tokens',
    'user',
    tokens.map(({ user }) => user),
    people,
    'users',
  );
  for (const [list, sources] of [
    ['groups', groups],
    ['projects', projects],
  ] as const) {
    for (const [index, { members }] of sources.entries())
      yield* listStrangers(`${list}[${String(index)}].members`, null, members, people, 'users');
  }
  yield* listStrangers(
    'settings',
    'user',
    settings.map(({ user }) => user),
    people,
    'users',
  );
  for (const [index, { scope, source }] of settings.entries()) {
    if (scope !== 'global' && !places[scope].has(source))
      yield `settings[${String(index)}].source is ${source === 0 ? 'absent' : String(source)}; expected the id of one of the ${scope}s.`;
  }
  yield* listStrangers(
    'events',
    'author_id',
    events.map(({ authorId }) => authorId),
    people,
    'users',
  );
  const projectIds = events.map(({ projectId }) => projectId);
  yield* listStrangers('events', 'project_id', projectIds, places.project, 'projects');
}

function* listStrangers(
  list: string,
  key: string | null,
  values: readonly (number | null)[],
  known: ReadonlySet<number>,
  where: string,
): Generator<string> {
  const index = values.findIndex((value) => value !== null && !known.has(value));
  if (index === -1) return;
  yield `${list}[${String(index)}]${key === null ? '' : `.${key}`} is ${String(values[index])}; expected the id of one of the ${where}.`;
}

function* findDates({ now, tokens, events }: Content): Generator<string> {
  if (Number.isNaN(now)) yield 'now is no moment; expected a timestamp such as "2026-01-31T12:00:00.000Z".';
  const token = tokens.findIndex(({ expiresAt }) => expiresAt !== null && parseMoment(expiresAt) === null);
  if (token !== -1)
    yield `tokens[${String(token)}].expires_at is ${show(tokens[token]?.expiresAt)}; expected a date such as "2027-01-31", a timestamp, or null.`;
  const event = events.findIndex(({ createdAt }) => Number.isNaN(createdAt));
  if (event !== -1)
    yield `events[${String(event)}].created_at is no moment; expected a timestamp such as "2026-01-30T09:08:07.123Z".`;
  const note = events.findIndex((each) => each.note?.created_at === '');
  if (note !== -1)
    yield `events[${String(note)}].note.created_at is no moment; expected a timestamp such as "2026-01-30T09:08:07.123Z".`;
}

function* findPaths({ users, settings, projects }: Content): Generator<string> {
  const project = projects.findIndex(({ path }) => !path.includes('/'));
  if (project !== -1)
    yield `projects[${String(project)}].path_with_namespace is ${show(projects[project]?.path)}; expected a namespace, a slash and a name.`;
  for (const [index, { user, notificationEmail }] of settings.entries()) {
    const owner = users.find(({ id }) => id === user);
    if (notificationEmail !== null && owner?.emails.includes(notificationEmail) === false)
      yield `settings[${String(index)}].notification_email is ${show(notificationEmail)}; expected one of the user's emails.`;
  }
}
