import type { Setting, Switches } from '../content.js';
import type { Level, SettingScope } from '../vocabulary.js';
import type { Connection } from './database.js';

/** Whose setting, and for what. */
export interface SettingKey {
  readonly user: number;
  readonly scope: SettingScope;
  /** 0 for the global setting. */
  readonly source: number;
}

/** What a request changes; what it leaves out stays. */
export interface SettingChange {
  readonly level?: Level;
  readonly switches: Switches;
  readonly notificationEmail?: string;
}

interface SettingRow {
  readonly level: Level;
  readonly switches: string;
  readonly notification_email: string | null;
}

/** The notification settings. One that was never written has its scope's default, and is not stored. */
export class SettingStore {
  readonly #read;
  readonly #write;

  constructor(connection: Connection) {
    this.#read = connection.prepare(
      'SELECT level, switches, notification_email FROM settings WHERE user_id = ? AND scope = ? AND source_id = ?',
    );
    this.#write = connection.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?, ?, ?, ?, ?)');
  }

  read({ user, scope, source }: SettingKey): Setting {
    const row = this.#read.get(user, scope, source) as SettingRow | undefined;
    if (row === undefined) return { user, scope, source, ...toDefault(scope) };
    const { level, switches, notification_email: notificationEmail } = row;
    return { user, scope, source, level, switches: JSON.parse(switches) as Switches, notificationEmail };
  }

  /**
   * With a file, what it returns outlives the process. Nothing comes between reading and writing: a file belongs to one
   * process, and calls of the database end before they return.
   */
  change(key: SettingKey, change: SettingChange): Setting {
    const before = this.read(key);
    const after: Setting = {
      ...before,
      level: change.level ?? before.level,
      switches: { ...before.switches, ...change.switches },
      notificationEmail: change.notificationEmail ?? before.notificationEmail,
    };
    const { user, scope, source, level, switches, notificationEmail } = after;
    this.#write.run(user, scope, source, level, JSON.stringify(switches), notificationEmail);
    return after;
  }
}

function toDefault(scope: SettingScope): Pick<Setting, 'level' | 'switches' | 'notificationEmail'> {
  return { level: scope === 'global' ? 'participating' : 'global', switches: {}, notificationEmail: null };
}
