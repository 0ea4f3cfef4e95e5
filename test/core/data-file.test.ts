import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, describe, expect, it } from 'vitest';
import { createCore, DataFileError } from '../../src/core/app.js';
import type { Core, CoreOptions } from '../../src/core/app.js';
import { makeDirectory } from '../directory.js';
import { ask, village } from './core.js';

/** The file as its first schema wrote it: one user with a setting and two events, a note and a push. */
const firstSchema = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE users (
    id INTEGER PRIMARY KEY, position INTEGER NOT NULL, username TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL,
    admin INTEGER NOT NULL, email TEXT NOT NULL, emails TEXT NOT NULL, private_profile INTEGER NOT NULL, avatar_url TEXT
  );
  CREATE TABLE tokens (
    position INTEGER PRIMARY KEY, token TEXT NOT NULL UNIQUE, user_id INTEGER NOT NULL, scopes TEXT NOT NULL,
    expires_at TEXT, revoked INTEGER NOT NULL
  );
  CREATE TABLE sources (
    kind TEXT NOT NULL, id INTEGER NOT NULL, path TEXT NOT NULL, visibility TEXT NOT NULL, members TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID;
  CREATE TABLE settings (
    user_id INTEGER NOT NULL, scope TEXT NOT NULL, source_id INTEGER NOT NULL, level TEXT NOT NULL,
    switches TEXT NOT NULL, notification_email TEXT,
    PRIMARY KEY (user_id, scope, source_id)
  ) WITHOUT ROWID;
  CREATE TABLE events (
    id INTEGER PRIMARY KEY, project_id INTEGER, author_id INTEGER NOT NULL, action TEXT NOT NULL, target_type TEXT,
    target_id INTEGER, target_iid INTEGER, target_title TEXT, created_at INTEGER NOT NULL, push TEXT, note TEXT
  );
  INSERT INTO facts VALUES ('seeded', 'yes'), ('now', '1769860800000');
  INSERT INTO users VALUES (31, 0, 'vera', 'Vera', 'active', 0, 'vera@example.com', '["vera@example.com"]', 0, NULL);
  INSERT INTO tokens VALUES (0, 'vera-token', 31, '["api"]', NULL, 0);
  INSERT INTO sources VALUES ('project', 8, 'vera/p', 'private', '[31]');
  INSERT INTO settings VALUES (31, 'project', 8, 'custom', '{"issue_due":true}', NULL);
  INSERT INTO events VALUES (1, 8, 31, 'commented', 'Note', 5, 5, NULL, 1769760000000, NULL,
    '{"id":5,"body":"Done.","attachment":null,"author":31,"created_at":"2026-01-30T08:00:00.000Z","system":false,"noteable_id":4,"noteable_type":"Issue","noteable_iid":1}');
  INSERT INTO events VALUES (2, 8, 31, 'pushed', NULL, NULL, NULL, NULL, 1769763600000,
    '{"commit_count":1,"action":"created","ref_type":"tag","commit_from":null,"commit_to":null,"ref":"v1","commit_title":null}', NULL);
  PRAGMA user_version = 1;
  PRAGMA application_id = 1983149924;
`;

function writeDatabase(sql: string): string {
  const file = join(makeDirectory({}), 'core.sqlite');
  const connection = new Database(file);
  connection.exec(sql);
  connection.close();
  return file;
}

const cores: Core[] = [];

async function closeAll(): Promise<void> {
  for (const core of cores.splice(0)) await core.close();
}

afterEach(closeAll);

function open(options: CoreOptions): Core {
  const core = createCore(options);
  cores.push(core);
  return core;
}

describe('a data file', () => {
  it('of the first schema serves on', async () => {
    const data = writeDatabase(firstSchema);
    for (let time = 0; time < 2; time += 1) {
      const core = open({ data });
      expect(core.token).toBe('vera-token');
      const setting = await ask(core, 'GET /projects/8/notification_settings', { token: 'vera-token' });
      expect(setting.body).toMatchObject({ level: 'custom', events: { issue_due: true, new_note: false } });
      expect((await ask(core, 'GET /events', { token: 'vera-token' })).body).toMatchObject([
        { id: 2, action_name: 'pushed new', push_data: { ref: 'v1', ref_type: 'tag' } },
        { id: 1, action_name: 'commented on', note: { body: 'Done.', author: { id: 31, username: 'vera' } } },
      ]);
      await core.close();
    }
  });

  it.each([
    ['of a later version', `${firstSchema} PRAGMA user_version = 99;`, 'was written by a later version of v4ward.'],
    ['of another program', 'CREATE TABLE songs (name TEXT);', 'is the database of another program.'],
  ])('%s is refused, and left as it was', (_name, sql, message) => {
    const data = writeDatabase(sql);
    for (const options of [{ data }, { data, seed: village, reset: true }]) {
      const create = (): unknown => createCore(options);
      expect(create).toThrow(DataFileError);
      expect(create).toThrow(message);
    }
    const connection = new Database(data);
    expect(connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'songs' OR name = 'users'").get()).toBeTruthy();
    expect(connection.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'delete' });
    connection.close();
  });

  it('that is empty is filled', async () => {
    const data = join(makeDirectory({}), 'new.sqlite');
    writeFileSync(data, '');
    expect((await ask(open({ data, seed: village }), 'GET /notification_settings')).status).toBe(200);
  });

  it('is not made for a seed that is wrong', () => {
    const data = join(makeDirectory({}), 'new.sqlite');
    expect(() => createCore({ data, seed: { tokens: [{ token: 't', user: 9 }] } })).toThrow('tokens[0].user');
    expect(existsSync(data)).toBe(false);
  });

  it('that holds data takes a seed only with reset', async () => {
    const data = join(makeDirectory({}), 'core.sqlite');
    await createCore({ data, seed: village }).close();
    expect(() => createCore({ data, seed: village })).toThrow('holds data already.');
    const core = open({ data, seed: { users: [{ username: 'otto' }] }, reset: true });
    expect(core.token).toBe('glpat-otto-api');
    expect((await ask(core, 'GET /events')).status).toBe(401);
  });

  it('can be opened again as soon as its core is closed', async () => {
    const data = join(makeDirectory({}), 'core.sqlite');
    await createCore({ data, seed: village }).close();
    for (const level of ['watch', 'mention', 'custom']) {
      const core = open({ data });
      expect((await ask(core, `PUT /notification_settings?level=${level}`)).status).toBe(200);
      await core.close();
      expect(existsSync(`${data}-wal`)).toBe(false);
      expect((await ask(open({ data }), 'GET /notification_settings')).body).toMatchObject({ level });
      await closeAll();
    }
  });

  it('belongs to one process at a time', () => {
    const data = join(makeDirectory({}), 'core.sqlite');
    open({ data, seed: village });
    expect(() => createCore({ data })).toThrow('it is in use by another process.');
  });
});
