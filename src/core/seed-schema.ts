import type { NoteAuthor } from './content.js';
import { actions, levels, pushActions, scopes, switchesOf, userStates, visibilities } from './vocabulary.js';
import type { Action, Level, PushAction, SettingScope, UserState, Visibility } from './vocabulary.js';

/** What a seed may say. Everything but names and paths may be left out; `completeSeed` says what counts then. */
export interface Seed {
  readonly now?: string | null;
  readonly users?: readonly SeedUser[];
  readonly tokens?: readonly SeedToken[];
  readonly groups?: readonly (SeedSource & { readonly full_path: string })[];
  readonly projects?: readonly (SeedSource & { readonly path_with_namespace: string })[];
  readonly settings?: readonly SeedSetting[];
  readonly events?: readonly SeedEvent[];
}

export interface SeedUser {
  readonly id?: number;
  readonly username: string;
  readonly name?: string;
  readonly state?: UserState;
  readonly admin?: boolean;
  readonly email?: string;
  readonly emails?: readonly string[];
  readonly private_profile?: boolean;
  readonly avatar_url?: string | null;
}

export interface SeedToken {
  readonly token: string;
  readonly user?: number;
  readonly scopes?: readonly string[];
  readonly expires_at?: string | null;
  readonly revoked?: boolean;
}

export interface SeedSource {
  readonly id?: number;
  readonly visibility?: Visibility;
  readonly members?: readonly number[];
}

export interface SeedSetting {
  readonly user?: number;
  readonly scope?: SettingScope;
  readonly source?: number | null;
  readonly level?: Level;
  readonly events?: Readonly<Record<string, boolean>>;
  readonly notification_email?: string | null;
}

export interface SeedEvent {
  readonly id?: number;
  readonly project_id?: number | null;
  readonly author_id?: number;
  readonly action: Action;
  readonly target_type?: string | null;
  readonly target_id?: number | null;
  readonly target_iid?: number | null;
  readonly target_title?: string | null;
  readonly created_at?: string;
  readonly push_data?: SeedPush | null;
  readonly note?: SeedNote | null;
}

export interface SeedPush {
  readonly commit_count?: number;
  readonly action?: PushAction;
  readonly ref_type?: string;
  readonly commit_from?: string | null;
  readonly commit_to?: string | null;
  readonly ref?: string | null;
  readonly commit_title?: string | null;
}

export interface SeedNote {
  readonly id?: number;
  readonly body?: string;
  readonly attachment?: string | null;
  readonly author?: Partial<NoteAuthor>;
  readonly created_at?: string;
  readonly system?: boolean;
  readonly noteable_id?: number | null;
  readonly noteable_type?: string;
  readonly noteable_iid?: number | null;
}

/** Above it numbers in JSON are no longer exact. */
const largest = Number.MAX_SAFE_INTEGER;

const id = { type: 'integer', minimum: 1, maximum: largest } as const;
const idOrNull = { type: ['integer', 'null'], minimum: 0, maximum: largest } as const;
const flag = { type: 'boolean' } as const;
const text = { type: 'string' } as const;
const name = { type: 'string', minLength: 1 } as const;
const textOrNull = { type: ['string', 'null'] } as const;

function record(properties: Readonly<Record<string, object>>, required: readonly string[] = []): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

function recordOrNull(properties: Readonly<Record<string, object>>): object {
  return { ...record(properties), type: ['object', 'null'] };
}

function list(items: object): object {
  return { type: 'array', items };
}

const source = { id, visibility: { enum: visibilities }, members: list(id) };

/** A path of groups and projects: no empty part, no spaces. */
const path = { type: 'string', pattern: '^[^/\\s?#]+(?:/[^/\\s?#]+)*$' } as const;

const push = recordOrNull({
  commit_count: { type: 'integer', minimum: 0, maximum: largest },
  action: { enum: pushActions },
  ref_type: { enum: ['branch', 'tag'] },
  commit_from: textOrNull,
  commit_to: textOrNull,
  ref: textOrNull,
  commit_title: textOrNull,
  ref_count: idOrNull,
});

/** Payloads hold more than the document's sample, so what it does not have is passed over. */
const note = {
  type: ['object', 'null'],
  properties: {
    id,
    body: text,
    attachment: textOrNull,
    author: { type: 'object', properties: { id, name: text, username: name, state: text, web_url: text } },
    created_at: text,
    system: flag,
    noteable_id: idOrNull,
    noteable_type: name,
    noteable_iid: idOrNull,
  },
};

export const seedSchema = record({
  now: textOrNull,
  users: list(
    record(
      {
        id,
        username: { type: 'string', pattern: '^[^/\\s?#]+$' },
        name: text,
        state: { enum: userStates },
        admin: flag,
        email: name,
        emails: list(name),
        private_profile: flag,
        avatar_url: textOrNull,
      },
      ['username'],
    ),
  ),
  tokens: list(record({ token: name, user: id, scopes: list(name), expires_at: textOrNull, revoked: flag }, ['token'])),
  groups: list(record({ ...source, full_path: path }, ['full_path'])),
  projects: list(record({ ...source, path_with_namespace: path }, ['path_with_namespace'])),
  settings: list(
    record({
      user: id,
      scope: { enum: scopes },
      source: idOrNull,
      level: { enum: levels },
      events: record(Object.fromEntries(switchesOf.group.map((each) => [each, flag]))),
      notification_email: textOrNull,
    }),
  ),
  events: list(
    record(
      {
        id,
        project_id: idOrNull,
        author_id: id,
        action: { enum: actions },
        target_type: textOrNull,
        target_id: idOrNull,
        target_iid: idOrNull,
        target_title: textOrNull,
        created_at: text,
        push_data: push,
        note,
        title: { type: 'null' },
        data: { type: 'null' },
        action_name: text,
        author: { type: 'object' },
        author_username: textOrNull,
      },
      ['action'],
    ),
  ),
});
