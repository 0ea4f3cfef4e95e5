import { existsSync } from 'node:fs';
import Database from 'libsql';
import { eventIndexes, migrations } from './migrations.js';

export type Connection = Database.Database;

/** A data file that cannot be used. The message names the file, the cause and the next step. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
}

/** Marks a file as the core's own: "v4wd" as SQLite's application id. */
const applicationId = 0x76347764;

/**
 * Opens the database and brings its schema up to date.
 *
 * @param file null for one in memory
 * @throws {DataFileError} if the file is no database, another program's or a later version's, or in use
 */
export function openDatabase(file: string | null): Connection {
  if (file === null) return migrate(new Database(':memory:'), 0);
  return explain(file, () => {
    const connection = new Database(file);
    try {
      // Who and what there is is kept in memory too, so a file belongs to one process.
      connection.exec('PRAGMA locking_mode = EXCLUSIVE');
      const version = readVersion(connection, file);
      connection.exec('PRAGMA journal_mode = WAL');
      connection.exec('PRAGMA synchronous = FULL');
      return migrate(connection, version);
    } catch (error) {
      unlock(connection);
      throw error;
    }
  });
}

/**
 * Closes the database. Statements keep a connection until they are collected as garbage, and with it the lock on the
 * file, so that is given back first: the file can be opened again at once.
 */
export function closeDatabase(connection: Connection): void {
  if (!connection.open) return;
  // While there is a write-ahead log, a lock that was exclusive from the start stays so.
  tryTo(() => connection.exec('PRAGMA journal_mode = DELETE'));
  unlock(connection);
}

function unlock(connection: Connection): void {
  tryTo(() => connection.exec('PRAGMA locking_mode = NORMAL'));
  tryTo(() => connection.prepare('SELECT 1 FROM sqlite_master').get());
  connection.close();
}

/** What cannot be done as a file is closed, such as on a full disk, loses nothing: the log is read when it is opened. */
function tryTo(perform: () => unknown): void {
  try {
    perform();
  } catch {
    // The lock ends with the process.
  }
}

/** @returns how many steps of the schema it has taken */
function readVersion(connection: Connection, name: string): number {
  const version = readPragma(connection, 'user_version');
  const application = readPragma(connection, 'application_id');
  const isEmpty = connection.prepare('SELECT 1 FROM sqlite_master').get() === undefined;
  if (!isEmpty && application !== applicationId)
    throw new DataFileError(`${name} is the database of another program. Give a new file, or none to keep nothing.`);
  if (version > migrations.length)
    throw new DataFileError(`${name} was written by a later version of v4ward. Update v4ward, or give a new file.`);
  return version;
}

function migrate(connection: Connection, version: number): Connection {
  connection
    .transaction(() => {
      for (const migration of migrations.slice(version)) connection.exec(migration);
      for (const { statement } of eventIndexes) connection.exec(statement);
      connection.exec(`PRAGMA user_version = ${String(migrations.length)}`);
      connection.exec(`PRAGMA application_id = ${String(applicationId)}`);
    })
    .immediate();
  return connection;
}

function readPragma(connection: Connection, name: string): number {
  const row = connection.prepare(`PRAGMA ${name}`).get() as Readonly<Record<string, number>> | undefined;
  return row?.[name] ?? 0;
}

const causes: readonly (readonly [RegExp, string])[] = [
  [/locked|busy/i, 'it is in use by another process. Stop that one, or give another file'],
  [/not a database|malformed|corrupt/i, 'it is no SQLite database, or a damaged one. Give another file'],
  [/readonly|read-only|attempt to write/i, 'it cannot be written. Change its permissions, or give another file'],
  [/unable to open/i, 'it cannot be opened. Give a file in a directory that can be written'],
];

function explain<Result>(file: string, perform: () => Result): Result {
  try {
    return perform();
  } catch (error) {
    if (error instanceof DataFileError) throw error;
    const said = error instanceof Error ? error.message : String(error);
    const cause = causes.find(([pattern]) => pattern.test(said))?.[1] ?? said;
    throw new DataFileError(`${file}${existsSync(file) ? '' : ' (new)'} cannot be used: ${cause}.`);
  }
}
