import type { Action, Level, PushAction, SettingScope, Switch, UserState, Visibility } from './vocabulary.js';

/** What a core holds: a seed with nothing left out. Moments are milliseconds since 1970. */
export interface Content {
  /** Where the clock stands still; null for the real time. */
  readonly now: number | null;
  readonly users: readonly User[];
  readonly tokens: readonly Token[];
  readonly groups: readonly Source[];
  readonly projects: readonly Source[];
  readonly settings: readonly Setting[];
  readonly events: readonly Event[];
}

export interface User {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly state: UserState;
  readonly admin: boolean;
  /** The primary address. */
  readonly email: string;
  /** All addresses, the primary one included. */
  readonly emails: readonly string[];
  readonly privateProfile: boolean;
  /** Null for what is made of the core's address and the user's id. */
  readonly avatarUrl: string | null;
}

export interface Token {
  readonly token: string;
  readonly user: number;
  readonly scopes: readonly string[];
  /** A date, which counts from its first moment (UTC), or a timestamp. */
  readonly expiresAt: string | null;
  readonly revoked: boolean;
}

/** A group or a project. */
export interface Source {
  readonly id: number;
  /** With the groups above, `acme/site`. */
  readonly path: string;
  readonly visibility: Visibility;
  readonly members: readonly number[];
}

export interface Setting {
  readonly user: number;
  readonly scope: SettingScope;
  /** The id of the group or project; 0 for the global setting. */
  readonly source: number;
  readonly level: Level;
  /** Those that were ever set. */
  readonly switches: Switches;
  /** Null for the primary address. Only the global setting has one. */
  readonly notificationEmail: string | null;
}

export type Switches = Readonly<Partial<Record<Switch, boolean>>>;

export interface Event {
  readonly id: number;
  /** Null for an event of no project, which no list shows. */
  readonly projectId: number | null;
  readonly authorId: number;
  readonly action: Action;
  /** As answers write it, `MergeRequest`. */
  readonly targetType: string | null;
  readonly targetId: number | null;
  readonly targetIid: number | null;
  readonly targetTitle: string | null;
  readonly createdAt: number;
  readonly push: Push | null;
  readonly note: Note | null;
}

/** In the words of the answer. */
export interface Push {
  readonly commit_count: number;
  readonly action: PushAction;
  readonly ref_type: string;
  readonly commit_from: string | null;
  readonly commit_to: string | null;
  readonly ref: string | null;
  readonly commit_title: string | null;
}

/** Who wrote a note, in the words of the answer: what is not said is what the user of this id has. */
export interface NoteAuthor {
  readonly id: number;
  readonly name?: string;
  readonly username?: string;
  readonly state?: string;
  readonly avatar_url?: string | null;
  readonly web_url?: string;
}

/** In the words of the answer. */
export interface Note {
  readonly id: number;
  readonly body: string;
  readonly attachment: string | null;
  readonly author: NoteAuthor;
  readonly created_at: string;
  readonly system: boolean;
  readonly noteable_id: number | null;
  readonly noteable_type: string;
  readonly noteable_iid: number | null;
}
