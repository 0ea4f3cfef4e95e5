import { createClock, startOfRetention } from '../clock.js';
import type { Clock } from '../clock.js';
import type { Content } from '../content.js';
import { Directory } from '../directory.js';
import { holdsContent, readInhabitants, replaceContent } from './content.js';
import { closeDatabase, DataFileError, openDatabase } from './database.js';
import type { Connection } from './database.js';
import { EventStore } from './events.js';
import { SettingStore } from './settings.js';

export interface StoreOptions {
  /** Null for a database in memory. */
  readonly file: string | null;
  /** What the database is to hold; null for what it holds, or the demo if it holds nothing. */
  readonly content: Content | null;
  /** Whether content may take the place of what there is. */
  readonly reset: boolean;
  readonly demo: () => Content;
}

/** All that the core knows. */
export class Store {
  readonly directory: Directory;
  readonly settings: SettingStore;
  readonly events: EventStore;
  readonly clock: Clock;
  readonly #connection: Connection;

  private constructor(connection: Connection) {
    const inhabitants = readInhabitants(connection);
    this.#connection = connection;
    this.directory = new Directory(inhabitants);
    this.clock = createClock(inhabitants.now);
    this.settings = new SettingStore(connection);
    this.events = new EventStore(connection);
  }

  /** @throws {DataFileError} if the file cannot be used, or holds what may not be replaced */
  static open(options: StoreOptions): Store {
    const connection = openDatabase(options.file);
    try {
      fill(connection, options);
      const store = new Store(connection);
      store.events.expire(startOfRetention(store.clock()));
      return store;
    } catch (error) {
      closeDatabase(connection);
      throw error;
    }
  }

  close(): void {
    closeDatabase(this.#connection);
  }
}

function fill(connection: Connection, { file, content, reset, demo }: StoreOptions): void {
  const isFilled = holdsContent(connection);
  if (isFilled && content !== null && !reset)
    throw new DataFileError(
      `${String(file)} holds data already. Leave the seed out to serve it on, or reset it (--reset) to replace it.`,
    );
  if (isFilled && !reset) return;
  const given = content ?? demo();
  replaceContent(connection, given, startOfRetention(given.now ?? Date.now()));
}
