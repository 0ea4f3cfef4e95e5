/** The schema, step by step. A file remembers how many steps it has taken; a step that was released never changes. */
export const migrations: readonly string[] = [
  `
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
  `,
  // The author of a note was a user's id, or a record; it is a record.
  `
  UPDATE events SET note = json_set(note, '$.author', json_object('id', json_extract(note, '$.author')))
  WHERE json_type(note, '$.author') = 'integer';
  `,
];

export interface EventIndex {
  readonly name: string;
  readonly statement: string;
}

/**
 * An index for each list: whose events (of a project, of an author, of an author in a project), with any of the filters
 * by equality, in the order of the answer.
 */
const listIndexes = ['project_id', 'author_id', 'author_id, project_id'].flatMap((owner) =>
  ['', ', action', ', target_type', ', action, target_type'].map((filters) =>
    toIndex(`${owner}${filters}, created_at, id`),
  ),
);

/** With one for retention: what is oldest. */
export const eventIndexes: readonly EventIndex[] = [...listIndexes, toIndex('created_at')];

function toIndex(columns: string): EventIndex {
  const name = `events by ${columns}`;
  return { name, statement: `CREATE INDEX IF NOT EXISTS "${name}" ON events (${columns})` };
}
