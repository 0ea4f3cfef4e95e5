import type { Content, Source, Token, User } from '../content.js';
import type { UserState, Visibility } from '../vocabulary.js';
import type { Connection } from './database.js';
import { eventIndexes } from './migrations.js';

/** Who and what there is, as the database keeps it. It changes only with a seed. */
export interface Inhabitants {
  readonly now: number | null;
  readonly users: readonly User[];
  readonly tokens: readonly Token[];
  readonly groups: readonly Source[];
  readonly projects: readonly Source[];
}

export function holdsContent(connection: Connection): boolean {
  return connection.prepare("SELECT 1 FROM facts WHERE name = 'seeded'").get() !== undefined;
}

const tables = ['facts', 'users', 'tokens', 'sources', 'settings', 'events'];

/**
 * Puts a seed in the place of all that was there, in one transaction.
 *
 * @param oldest events before it are not stored
 */
export function replaceContent(connection: Connection, content: Content, oldest: number): void {
  connection
    .transaction(() => {
      for (const table of tables) connection.exec(`DELETE FROM ${table}`);
      insertFacts(connection, content);
      insertUsers(connection, content);
      insertTokens(connection, content);
      insertSources(connection, content);
      insertSettings(connection, content);
      insertEvents(connection, content, oldest);
    })
    .immediate();
}

function insertFacts(connection: Connection, { now }: Content): void {
  const insert = connection.prepare('INSERT INTO facts (name, value) VALUES (?, ?)');
  insert.run('seeded', 'yes');
  if (now !== null) insert.run('now', String(now));
}

function insertUsers(connection: Connection, { users }: Content): void {
  const insert = connection.prepare('INSERT INTO users VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  for (const [position, user] of users.entries()) {
    const { id, username, name, state, admin, email, emails, privateProfile, avatarUrl } = user;
    const flags = [Number(admin), email, JSON.stringify(emails), Number(privateProfile), avatarUrl];
    insert.run(id, position, username, name, state, ...flags);
  }
}

function insertTokens(connection: Connection, { tokens }: Content): void {
  const insert = connection.prepare('INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?)');
  for (const [position, { token, user, scopes, expiresAt, revoked }] of tokens.entries())
    insert.run(position, token, user, JSON.stringify(scopes), expiresAt, Number(revoked));
}

function insertSources(connection: Connection, { groups, projects }: Content): void {
  const insert = connection.prepare('INSERT INTO sources VALUES (?, ?, ?, ?, ?)');
  for (const [kind, sources] of Object.entries({ group: groups, project: projects })) {
    for (const { id, path, visibility, members } of sources)
      insert.run(kind, id, path, visibility, JSON.stringify(members));
  }
}

function insertSettings(connection: Connection, { settings }: Content): void {
  const insert = connection.prepare('INSERT INTO settings VALUES (?, ?, ?, ?, ?, ?)');
  for (const { user, scope, source, level, switches, notificationEmail } of settings)
    insert.run(user, scope, source, level, JSON.stringify(switches), notificationEmail);
}

/** Building indexes once is several times as fast as keeping them up row by row. */
function insertEvents(connection: Connection, { events }: Content, oldest: number): void {
  for (const { name } of eventIndexes) connection.exec(`DROP INDEX IF EXISTS "${name}"`);
  const insert = connection.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  for (const event of events) {
    if (event.createdAt < oldest) continue;
    const { id, projectId, authorId, action, targetType, targetId, targetIid, targetTitle, createdAt } = event;
    const details = [event.push, event.note].map((part) => (part === null ? null : JSON.stringify(part)));
    insert.run(id, projectId, authorId, action, targetType, targetId, targetIid, targetTitle, createdAt, ...details);
  }
  for (const { statement } of eventIndexes) connection.exec(statement);
}

export function readInhabitants(connection: Connection): Inhabitants {
  const fact = connection.prepare("SELECT value FROM facts WHERE name = 'now'").get() as { value: string } | undefined;
  return {
    now: fact === undefined ? null : Number(fact.value),
    users: connection.prepare('SELECT * FROM users ORDER BY position').all().map(toUser),
    tokens: connection.prepare('SELECT * FROM tokens ORDER BY position').all().map(toToken),
    groups: readSources(connection, 'group'),
    projects: readSources(connection, 'project'),
  };
}

interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly state: UserState;
  readonly admin: number;
  readonly email: string;
  readonly emails: string;
  readonly private_profile: number;
  readonly avatar_url: string | null;
}

function toUser(row: unknown): User {
  const { id, username, name, state, admin, email, emails, private_profile, avatar_url } = row as UserRow;
  return {
    ...{ id, username, name, state, email, avatarUrl: avatar_url },
    admin: admin === 1,
    emails: JSON.parse(emails) as string[],
    privateProfile: private_profile === 1,
  };
}

interface TokenRow {
  readonly token: string;
  readonly user_id: number;
  readonly scopes: string;
  readonly expires_at: string | null;
  readonly revoked: number;
}

function toToken(row: unknown): Token {
  const { token, user_id, scopes, expires_at, revoked } = row as TokenRow;
  return {
    token,
    user: user_id,
    scopes: JSON.parse(scopes) as string[],
    expiresAt: expires_at,
    revoked: revoked === 1,
  };
}

interface SourceRow {
  readonly id: number;
  readonly path: string;
  readonly visibility: Visibility;
  readonly members: string;
}

function readSources(connection: Connection, kind: string): Source[] {
  const rows = connection.prepare('SELECT * FROM sources WHERE kind = ? ORDER BY id').all(kind) as SourceRow[];
  return rows.map(({ id, path, visibility, members }) => ({
    ...{ id, path, visibility },
    members: JSON.parse(members) as number[],
  }));
}
